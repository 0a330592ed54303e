// The same-token verdict: growth with T, and beside the comparison of every pair.
//
// The verdict's hardest honest input: position off, so that two slots of one token hold the same bytes and
// every comparison reads both rows to their end. Ids are uniform over V tokens. V = 6 is the lesson's
// vocabulary: a token stands in T / 6 slots. V = 50257 is GPT-2's: at T = 1024 some ten pairs repeat.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "core/input/lookup.h"
#include "core/order/same_token.h"
#include "core/tables/initialise.h"
#include "core/tables/random.h"
#include "tests/bench/rounds.h"

namespace whatwhere::bench {
namespace {

constexpr std::size_t kD = 768;
constexpr std::size_t kShortT = 1024;
constexpr std::uint64_t kSeed = 1;

// ids (T), E (V, d) and their grid (T, d), position off.
struct Input {
  std::vector<TokenId> ids;
  Table E;
  Table grid;
};

Input random_input(std::size_t V, std::size_t T) {
  const RandomStream stream(kSeed, Purpose::shuffle);
  Input input;
  for (std::size_t t = 0; t < T; ++t) input.ids.push_back(static_cast<TokenId>(stream.bits(t) % V));
  input.E = normal_table(V, kD, kSeed, Purpose::token_table, kGpt2Std);
  input.grid = lookup(input.E, input.ids);
  return input;
}

// Compares every two slots of one token, to the end. O(T^2 + pairs * d).
Verdict pairwise_verdict(const std::vector<TokenId>& ids, const Table& grid) {
  Verdict verdict = Verdict::none;
  for (std::size_t a = 0; a < ids.size(); ++a) {
    for (std::size_t b = a + 1; b < ids.size(); ++b) {
      if (ids[a] != ids[b]) continue;
      const bool same = same_bytes(grid.row(a), grid.row(b));
      if (!same) verdict = Verdict::no;
      if (same && verdict == Verdict::none) verdict = Verdict::yes;
    }
  }
  return verdict;
}

double seconds_of_verdict(const Input& input, std::size_t calls) {
  return seconds_per_call(calls,
                          [&] { benchmark::DoNotOptimize(same_token_verdict(input.ids, input.grid)); });
}

// Reads every row once in slot order, beside its token's row of E: the least any verdict must read.
bool one_pass(const Input& input) {
  bool same = true;
  for (std::size_t t = 0; t < input.ids.size(); ++t) {
    same &= same_bytes(input.grid.row(t), input.E.row(static_cast<std::size_t>(input.ids[t])));
  }
  return same;
}

// Argument: T. Each is the median over rounds, the ratios within one round.
//   ns_per_slot  the time over T.
//   x_short      (with _min, _max) ns_per_slot over its value at T = 1024: 1 is linear growth. It has the
//                machine in it: the short grid (3 MB) stays in a cache, the long one (201 MB) in none.
//   x_one_pass   the time over that of reading the same grid once in order, which takes the machine out: it
//                does not grow if the verdict is linear.
void verdict_grows_with_T(benchmark::State& state) {
  const auto T = static_cast<std::size_t>(state.range(0));
  const Input shorter = random_input(6, kShortT);
  const Input input = random_input(6, T);
  const std::size_t calls = std::max<std::size_t>(1, 16 * kShortT / T);
  Rounds ns_per_slot, x_short, x_one_pass;
  for ([[maybe_unused]] auto round : state) {
    const double per_short_slot = seconds_of_verdict(shorter, 16) / static_cast<double>(kShortT);
    const double seconds = seconds_of_verdict(input, calls);
    const double pass = seconds_per_call(calls, [&] { benchmark::DoNotOptimize(one_pass(input)); });
    const double per_slot = seconds / static_cast<double>(T);
    state.SetIterationTime(seconds);
    ns_per_slot.add(per_slot * 1e9);
    x_short.add(per_slot / per_short_slot);
    x_one_pass.add(seconds / pass);
  }
  ns_per_slot.report(state, "ns_per_slot");
  x_short.report_range(state, "x_short");
  x_one_pass.report(state, "x_one_pass");
}
BENCHMARK(verdict_grows_with_T)
    ->Name("same_token_verdict/d:768/V:6")
    ->ArgName("T")
    ->Arg(1024)
    ->Arg(8192)
    ->Arg(65536)
    ->Iterations(31)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

// Argument: V. pairwise_x (with _min, _max) is the time of the pairwise verdict over that of the verdict.
void verdict_beside_pairwise(benchmark::State& state) {
  const Input input = random_input(static_cast<std::size_t>(state.range(0)), kShortT);
  if (pairwise_verdict(input.ids, input.grid) != same_token_verdict(input.ids, input.grid)) {
    state.SkipWithError("the two verdicts differ");
    return;
  }
  Rounds pairwise_x;
  for ([[maybe_unused]] auto round : state) {
    const double pairwise =
        seconds_per_call(1, [&] { benchmark::DoNotOptimize(pairwise_verdict(input.ids, input.grid)); });
    const double grouped = seconds_of_verdict(input, 16);
    state.SetIterationTime(grouped);
    pairwise_x.add(pairwise / grouped);
  }
  pairwise_x.report_range(state, "pairwise_x");
}
BENCHMARK(verdict_beside_pairwise)
    ->Name("same_token_verdict_beside_pairwise/T:1024/d:768")
    ->ArgName("V")
    ->Arg(6)
    ->Arg(50257)
    ->Iterations(31)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace whatwhere::bench
