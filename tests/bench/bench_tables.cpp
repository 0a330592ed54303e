// What looks at all rows of a table of GPT-2's shape (50257, 768), beside reading the table once and beside
// NumPy.
#include <benchmark/benchmark.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/model/neighbours.h"
#include "core/model/principal_components.h"
#include "core/model/survey.h"
#include "core/order/distance.h"
#include "core/order/reorder.h"
#include "core/order/same_token.h"
#include "core/tables/initialise.h"
#include "tests/bench/gpt2_file.h"
#include "tests/bench/reading.h"
#include "tests/bench/rounds.h"

namespace whatwhere::bench {
namespace {

constexpr std::size_t kK = 20;

const Model& gpt2_model() {
  static const Model model = open_model(gpt2_file());
  return model;
}

double seconds_of_reading(std::span<const std::byte> bytes) {
  return seconds_per_call(3, [&] { benchmark::DoNotOptimize(read_once(bytes)); });
}

// Argument: the metric. Time is that of one query with one thread, the norms kept, hot.
//   x_read, x_read_2   (with _min, _max) with one thread, and with two, over one thread's reading of the
//   table. plain_x            the plain function, which sums all rows in double, over ours with one thread.
void neighbours_beside_reading(benchmark::State& state) {
  const Tensor& E = gpt2_model().token_table();
  const auto metric = static_cast<Metric>(state.range(0));
  const std::vector<double> norms = row_norms(E);
  std::vector<float> query(kGpt2D);
  read_row(E, 262, query);
  const auto seconds_of = [&](std::size_t threads) {
    return seconds_per_call(
        3, [&] { benchmark::DoNotOptimize(neighbours(E, norms, query, kK, metric, threads)); });
  };
  Rounds x_read, x_read_2, plain_x;
  for ([[maybe_unused]] auto round : state) {
    const double reading = seconds_of_reading(E.bytes.view);
    const double one = seconds_of(1);
    const double two = seconds_of(2);
    state.SetIterationTime(one);
    x_read.add(one / reading);
    x_read_2.add(two / reading);
    plain_x.add(seconds_per_call(1, [&] { benchmark::DoNotOptimize(neighbours(E, query, kK, metric)); }) /
                one);
  }
  x_read.report_range(state, "x_read");
  x_read_2.report_range(state, "x_read_2");
  plain_x.report(state, "plain_x");
}
BENCHMARK(neighbours_beside_reading)
    ->Name("neighbours/V:50257/d:768")
    ->ArgName("metric")
    ->DenseRange(0, 2)
    ->Iterations(9)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// The standard output of a command. Throws std::runtime_error if it fails.
std::string output_of(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no shell to start a program with");
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 3) throw std::runtime_error("NumPy is not installed");
  if (status != 0) throw std::runtime_error("failed: " + command);
  return output;
}

std::string numpy_command(const std::string& what, const std::string& more = "") {
  const Tensor& E = gpt2_model().token_table();
  const auto file_size = std::filesystem::file_size(gpt2_file());
  const std::size_t P_size = kGpt2ContextLength * kGpt2D * sizeof(float);
  return "OFFSET=" + std::to_string(file_size - P_size - E.bytes.size()) +
         " /usr/bin/python3 '" WHATWHERE_NUMPY_TABLES "' " + what + " '" + gpt2_file().string() + "' " +
         std::to_string(kGpt2V) + " " + std::to_string(kGpt2D) + " " + more;
}

double seconds_of_components(std::size_t threads) {
  const std::atomic<bool> cancelled = false;
  std::atomic<float> progress = 0.0F;
  return seconds_per_call(1, [&] {
    benchmark::DoNotOptimize(
        principal_components(gpt2_model().token_table(), 3, cancelled, progress, threads));
  });
}

// Time is that of the three components and all scores, on all threads, hot. NumPy: its mean, covariance, eigh
// and scores, from arrays in memory, on as many threads as its BLAS takes. Its BLAS is the system's
// libblas.so.3: which one, decides.
//   numpy_x, numpy_double_x  (with _min, _max) NumPy's time in float32, and in float64, over ours, which sums
//                            in double.
//   one_thread_ms            ours on one.
void components_beside_numpy(benchmark::State& state) {
  Rounds numpy_x, numpy_double_x, one_thread_ms;
  try {
    for ([[maybe_unused]] auto round : state) {
      const double ours = seconds_of_components(0);
      std::istringstream words(output_of(numpy_command("pca", "1")));
      double single = 0.0;
      double in_double = 0.0;
      words >> single >> in_double;
      state.SetIterationTime(ours);
      numpy_x.add(single / ours);
      numpy_double_x.add(in_double / ours);
      one_thread_ms.add(1e3 * seconds_of_components(1));
    }
  } catch (const std::runtime_error& error) {
    state.SkipWithError(error.what());
    return;
  }
  numpy_x.report_range(state, "numpy_x");
  numpy_double_x.report_range(state, "numpy_double_x");
  one_thread_ms.report(state, "one_thread_ms");
}
BENCHMARK(components_beside_numpy)
    ->Name("principal_components/V:50257/d:768")
    ->Iterations(5)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

void survey_beside_reading(benchmark::State& state) {
  const Tensor& E = gpt2_model().token_table();
  const std::atomic<bool> cancelled = false;
  std::atomic<float> progress = 0.0F;
  Rounds x_read;
  for ([[maybe_unused]] auto round : state) {
    const double ours =
        seconds_per_call(1, [&] { benchmark::DoNotOptimize(survey(E, cancelled, progress)); });
    state.SetIterationTime(ours);
    x_read.add(ours / seconds_of_reading(E.bytes.view));
  }
  x_read.report_range(state, "x_read");
}
BENCHMARK(survey_beside_reading)
    ->Name("survey/V:50257/d:768")
    ->Iterations(9)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// Time is that of opening the file, which is in the page cache, and reading the first row of E.
//   numpy_x  (with _min, _max) a process of NumPy that reads the whole table and prints its first row, over
//            that. It has the start of Python in it.
//   rows_ms, numpy_rows_x  the same by the whole process of `whatwhere rows`, where the program is built.
void first_row_beside_numpy(benchmark::State& state) {
  const std::string path = gpt2_file().string();
  std::vector<float> row(kGpt2D);
  Rounds numpy_x, rows_ms, numpy_rows_x;
  try {
    for ([[maybe_unused]] auto round : state) {
      const double ours = seconds_per_call(10, [&] { read_row(open_model(path).token_table(), 0, row); });
      const double numpy = seconds_per_call(1, [&] { output_of(numpy_command("load")); });
      state.SetIterationTime(ours);
      numpy_x.add(numpy / ours);
#ifdef WHATWHERE_PROGRAM
      const double process = seconds_per_call(
          3, [&] { output_of("'" WHATWHERE_PROGRAM "' rows '" + path + "' --table E --range 0:1"); });
      rows_ms.add(1e3 * process);
      numpy_rows_x.add(numpy / process);
#endif
    }
  } catch (const std::runtime_error& error) {
    state.SkipWithError(error.what());
    return;
  }
  numpy_x.report_range(state, "numpy_x");
#ifdef WHATWHERE_PROGRAM
  rows_ms.report(state, "rows_ms");
  numpy_rows_x.report_range(state, "numpy_rows_x");
#endif
}
BENCHMARK(first_row_beside_numpy)
    ->Name("first_row/V:50257/d:768")
    ->Iterations(9)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

// Rows in the opposite order: every slot changes, and the multiset does not.
Table reversed(const Table& grid) {
  std::vector<float> numbers;
  for (std::size_t t = grid.rows(); t-- > 0;)
    numbers.insert(numbers.end(), grid.row(t).begin(), grid.row(t).end());
  return Table(grid.rows(), grid.d(), std::move(numbers));
}

// The verdicts on a grid (1024, 768), one thread, hot, beside reading the grid once.
//   verdict_x  same_token_verdict, every token twice and in all slots the same bytes, over the reading.
//   order_x    compare_order with the reversed grid, of which both are read, over the reading of one; where
//              the rows went is known, as it is after a person's reorder with nothing added.
//   search_x   the same where it is not known: the rows are paired by their hashes.
//   both_x     the sum of the two.
//   closest_ms closest_rows; closest_x is over the reading.
void verdicts_beside_reading(benchmark::State& state) {
  constexpr std::size_t kT = 1024;
  const Table half = normal_table(kT / 2, kGpt2D, 1, Purpose::token_table, kGpt2Std);
  std::vector<float> twice(half.numbers().begin(), half.numbers().end());
  twice.insert(twice.end(), half.numbers().begin(), half.numbers().end());
  const Table repeated(kT, kGpt2D, std::move(twice));
  const Table grid = normal_table(kT, kGpt2D, 2, Purpose::token_table, kGpt2Std);
  const Table after = reversed(grid);
  std::vector<std::size_t> went(kT);
  for (std::size_t t = 0; t < kT; ++t) went[t] = kT - 1 - t;
  std::vector<TokenId> ids(kT);
  for (std::size_t t = 0; t < kT; ++t) ids[t] = static_cast<TokenId>(t % (kT / 2));
  Rounds verdict_x, order_x, search_x, both_x, closest_ms, closest_x;
  for ([[maybe_unused]] auto round : state) {
    const double reading =
        seconds_per_call(16, [&] { benchmark::DoNotOptimize(read_once(std::as_bytes(grid.numbers()))); });
    const double verdict =
        seconds_per_call(16, [&] { benchmark::DoNotOptimize(same_token_verdict(ids, repeated)); });
    const double order =
        seconds_per_call(16, [&] { benchmark::DoNotOptimize(compare_order(grid, after, went)); });
    const double search = seconds_per_call(16, [&] { benchmark::DoNotOptimize(compare_order(grid, after)); });
    const double closest = seconds_per_call(1, [&] {
      benchmark::DoNotOptimize(closest_rows(grid, {ids, 1, kT}));
    });
    state.SetIterationTime(verdict + order + closest);
    verdict_x.add(verdict / reading);
    order_x.add(order / reading);
    search_x.add(search / reading);
    both_x.add((verdict + order) / reading);
    closest_ms.add(1e3 * closest);
    closest_x.add(closest / reading);
  }
  verdict_x.report_range(state, "verdict_x");
  order_x.report_range(state, "order_x");
  search_x.report_range(state, "search_x");
  both_x.report_range(state, "both_x");
  closest_ms.report_range(state, "closest_ms");
  closest_x.report(state, "closest_x");
}
BENCHMARK(verdicts_beside_reading)
    ->Name("verdicts/T:1024/d:768")
    ->Iterations(31)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace whatwhere::bench
