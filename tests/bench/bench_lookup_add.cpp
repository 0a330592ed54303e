// lookup + add beside a memcpy, and beside the row loop one would write with Eigen.
//
// Time is that of one lookup_add call, its checks included, one thread, hot, into an output that is kept.
//   x_memcpy   (with _min, _max) lookup_add / memcpy of as many bytes as the output has: the strict reading.
//              That memcpy reads n bytes and writes n; lookup_add writes n and reads E's rows and P's.
//   x_moved    lookup_add / memcpy that moves, read and written together, the bytes lookup_add must move:
//              the output, each distinct row of E once, each used row of P once.
//   x_eigen    lookup_add / the Eigen loop, compiled with the flags of this program.
//   eigen_x_memcpy  the Eigen loop / the memcpy of x_memcpy.
// Each is the median over rounds of the ratio within one round.
#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <cstring>
#include <set>
#include <vector>

#include "core/input/input_embedding.h"
#include "core/tables/initialise.h"
#include "core/tables/random.h"
#include "tests/bench/rounds.h"

namespace whatwhere::bench {
namespace {

constexpr std::size_t kV = 50257;
constexpr std::size_t kContextLength = 1024;
constexpr std::uint64_t kSeed = 1;

// (n) ids, uniform over [0, V): a hard case for the cache, since text repeats its tokens.
std::vector<TokenId> random_ids(std::size_t n) {
  const RandomStream stream(kSeed, Purpose::shuffle);
  std::vector<TokenId> ids(n);
  for (std::size_t i = 0; i < n; ++i) ids[i] = static_cast<TokenId>(stream.bits(i) % kV);
  return ids;
}

// out (B, T, d) = E[ids] + P[0..T), a row at a time.
void eigen_lookup_add(const Table& E, const Table& P, const Batch& batch, std::vector<float>& out) {
  using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto index = [](std::size_t n) { return static_cast<Eigen::Index>(n); };
  const Eigen::Map<const RowMajor> tokens(E.numbers().data(), index(E.rows()), index(E.d()));
  const Eigen::Map<const RowMajor> positions(P.numbers().data(), index(P.rows()), index(P.d()));
  Eigen::Map<RowMajor> sums(out.data(), index(batch.ids.size()), index(E.d()));
  for (std::size_t i = 0; i < batch.ids.size(); ++i) {
    sums.row(index(i)) = tokens.row(batch.ids[i]) + positions.row(index(i % batch.T));
  }
}

// The output, each distinct row of E and each used row of P.
std::size_t bytes_that_must_move(const Batch& batch, std::size_t d) {
  const std::set<TokenId> distinct(batch.ids.begin(), batch.ids.end());
  return (batch.ids.size() + distinct.size() + batch.T) * d * sizeof(float);
}

// A memcpy of `bytes` between two buffers of its own.
class Copy {
 public:
  explicit Copy(std::size_t bytes) : from_(bytes, 'x'), to_(bytes) {}
  void operator()() { std::memcpy(to_.data(), from_.data(), from_.size()); }

 private:
  std::vector<char> from_;
  std::vector<char> to_;
};

// Arguments: B, T, d.
void lookup_add_beside_memcpy(benchmark::State& state) {
  const auto B = static_cast<std::size_t>(state.range(0));
  const auto T = static_cast<std::size_t>(state.range(1));
  const auto d = static_cast<std::size_t>(state.range(2));
  const Table E = normal_table(kV, d, kSeed, Purpose::token_table, kGpt2Std);
  const Table P = normal_table(kContextLength, d, kSeed, Purpose::position_table, kGpt2Std);
  const std::vector<TokenId> ids = random_ids(B * T);
  const Batch batch{ids, B, T};
  std::vector<float> out(B * T * d);
  std::vector<float> eigen_out(B * T * d);
  const std::size_t bytes = out.size() * sizeof(float);
  Copy copy_output(bytes);
  Copy copy_moved(bytes_that_must_move(batch, d) / 2);

  const std::size_t calls = std::max<std::size_t>(1, (std::size_t{16} << 20) / bytes);
  Rounds x_memcpy, x_moved, x_eigen, eigen_x_memcpy;
  for ([[maybe_unused]] auto round : state) {
    const double memcpy_output = seconds_per_call(calls, [&] { copy_output(); });
    const double ours = seconds_per_call(calls, [&] { lookup_add(E, P, batch, out); });
    const double eigen = seconds_per_call(calls, [&] { eigen_lookup_add(E, P, batch, eigen_out); });
    const double memcpy_moved = seconds_per_call(calls, [&] { copy_moved(); });
    state.SetIterationTime(ours);
    x_memcpy.add(ours / memcpy_output);
    x_moved.add(ours / memcpy_moved);
    x_eigen.add(ours / eigen);
    eigen_x_memcpy.add(eigen / memcpy_output);
  }
  if (std::memcmp(out.data(), eigen_out.data(), bytes) != 0) state.SkipWithError("the two sums differ");
  x_memcpy.report_range(state, "x_memcpy");
  x_moved.report(state, "x_moved");
  x_eigen.report(state, "x_eigen");
  eigen_x_memcpy.report(state, "eigen_x_memcpy");
}
BENCHMARK(lookup_add_beside_memcpy)
    ->Name("lookup_add")
    ->ArgNames({"B", "T", "d"})
    ->Args({8, 4, 256})
    ->Args({1, 1024, 768})
    ->Args({32, 1024, 768})
    ->Iterations(51)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace whatwhere::bench
