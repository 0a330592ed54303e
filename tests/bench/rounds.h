// Timing in rounds: what is compared runs in turn, once a round, so that a drift of the machine meets both.
#pragma once

#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace whatwhere::bench {

// Seconds a call takes, hot: one call untimed, then the mean of `calls`.
template <typename Work>
double seconds_per_call(std::size_t calls, Work work) {
  using Clock = std::chrono::steady_clock;
  work();
  benchmark::ClobberMemory();
  const auto start = Clock::now();
  for (std::size_t i = 0; i < calls; ++i) {
    work();
    benchmark::ClobberMemory();
  }
  return std::chrono::duration<double>(Clock::now() - start).count() / static_cast<double>(calls);
}

// CPU time that the calling thread has used so far.
inline double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// One number a round. There must be at least one when median() is asked for.
class Rounds {
 public:
  void add(double value) { values_.push_back(value); }

  double median() const {
    std::vector<double> sorted = values_;
    std::sort(sorted.begin(), sorted.end());
    return (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2.0;
  }

  // Reports name = the median.
  void report(benchmark::State& state, const std::string& name) const { state.counters[name] = median(); }

  // Reports name = the median, name_min and name_max.
  void report_range(benchmark::State& state, const std::string& name) const {
    report(state, name);
    state.counters[name + "_min"] = *std::min_element(values_.begin(), values_.end());
    state.counters[name + "_max"] = *std::max_element(values_.begin(), values_.end());
  }

 private:
  std::vector<double> values_;
};

}  // namespace whatwhere::bench
