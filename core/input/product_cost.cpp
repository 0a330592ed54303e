#include "core/input/product_cost.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/input/lookup.h"
#include "core/numbers.h"
#include "core/tables/random.h"
#include "core/tables/table.h"

namespace whatwhere {

namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::array kModelSizes = {ModelSize{"toy", 6, 3}, ModelSize{"book", 50257, 256},
                                    ModelSize{"GPT-2 small", 50257, 768}, ModelSize{"GPT-2 XL", 50257, 1600},
                                    ModelSize{"GPT-3", 50257, 12288}};

// The size of one block of work, after which `cancel` is asked: a few milliseconds each.
constexpr std::size_t kBlockNumbers = std::size_t{1} << 20;          // to fill E with
constexpr std::size_t kBlockTokens = 256;                            // rows of the one-hot matrix
constexpr std::size_t kBlockMultiplications = std::size_t{1} << 24;  // of the product

constexpr float kFilled = 0.05F;      // progress once E is filled
constexpr float kMultiplied = 0.95F;  // and once the first product is done

Eigen::Index as_index(std::size_t n) { return static_cast<Eigen::Index>(n); }

bool fits(std::uint64_t a, std::uint64_t b) {
  return b == 0 || a <= std::numeric_limits<std::uint64_t>::max() / b;
}

void check_memory(const char* what, std::size_t rows, std::size_t d) {
  if (rows == 0 || d == 0) throw ValueError(std::string(what) + " is empty: use V, d and T of 1 or more");
  if (fits(rows, d) && rows * d <= kMaxTimedBytes / sizeof(float)) return;
  const double gigabytes = static_cast<double>(rows) * static_cast<double>(d) * sizeof(float) / 1e9;
  throw ValueError(std::string(what) + " of (" + std::to_string(rows) + ", " + std::to_string(d) +
                   ") takes " + fixed(gigabytes, 1) +
                   " GB, more than the 1.1 GB that are timed here: with d = " + std::to_string(d) +
                   " at most " + std::to_string(kMaxTimedBytes / sizeof(float) / d) +
                   " rows fit, or choose a smaller model (GPT-2 XL fits)");
}

void raise_to(std::atomic<float>& progress, float value) {
  if (progress.load() < value) progress.store(value);
}

// E (V, d); nullopt when cancelled.
std::optional<Table> cheap_table(std::size_t V, std::size_t d, const std::atomic<bool>& cancel,
                                 std::atomic<float>& progress) {
  const RandomStream stream(0, Purpose::token_table);
  std::vector<float> numbers;
  numbers.reserve(V * d);
  while (numbers.size() < V * d) {
    if (cancel) return std::nullopt;
    const std::size_t end = std::min(V * d, numbers.size() + kBlockNumbers);
    while (numbers.size() < end) {
      numbers.push_back(static_cast<float>(stream.bits(numbers.size()) >> 40) * 0x1p-24F - 0.5F);
    }
    raise_to(progress, kFilled * static_cast<float>(end) / static_cast<float>(V * d));
  }
  return Table(V, d, std::move(numbers));
}

std::vector<TokenId> spread_ids(std::size_t T, std::size_t V) {
  std::vector<TokenId> ids(T);
  for (std::size_t t = 0; t < T; ++t) ids[t] = static_cast<TokenId>(std::uint64_t{t} * V / T);
  return ids;
}

// onehot(ids) (T, V) . E (V, d) = (T, d), block by block, each part of the one-hot matrix made when its turn
// comes. E and ids must outlive it.
class BlockedProduct {
 public:
  BlockedProduct(const Table& E, std::span<const TokenId> ids)
      : E_(E), ids_(ids), tokens_(std::min(ids.size(), kBlockTokens)) {
    words_ = std::clamp(kBlockMultiplications / tokens_ / E.d(), std::size_t{1}, E.rows());
    one_hot_.resize(as_index(tokens_), as_index(words_));
    product_.resize(as_index(ids.size()), as_index(E.d()));
  }

  // False when cancelled: the result is not whole then.
  bool run(const std::atomic<bool>& cancel, std::atomic<float>& progress) {
    product_.setZero();
    for (std::size_t t = 0; t < ids_.size(); t += tokens_) {
      const std::size_t tokens = std::min(tokens_, ids_.size() - t);
      for (std::size_t v = 0; v < E_.rows(); v += words_) {
        if (cancel) return false;
        const std::size_t words = std::min(words_, E_.rows() - v);
        add_block(t, tokens, v, words);
        const double done = static_cast<double>(t) * static_cast<double>(E_.rows()) +
                            static_cast<double>(tokens) * static_cast<double>(v + words);
        const double all = static_cast<double>(ids_.size()) * static_cast<double>(E_.rows());
        raise_to(progress, kFilled + (kMultiplied - kFilled) * static_cast<float>(done / all));
      }
    }
    return true;
  }

  Table result() const {
    return Table(ids_.size(), E_.d(), {product_.data(), product_.data() + product_.size()});
  }

 private:
  // Rows [t, t + tokens) of the product += their one-hot columns [v, v + words) . rows [v, v + words) of E.
  void add_block(std::size_t t, std::size_t tokens, std::size_t v, std::size_t words) {
    auto one_hot = one_hot_.topLeftCorner(as_index(tokens), as_index(words));
    one_hot.setZero();
    for (std::size_t i = 0; i < tokens; ++i) {
      const auto id = static_cast<std::size_t>(ids_[t + i]);
      if (id >= v && id - v < words) one_hot(as_index(i), as_index(id - v)) = 1.0F;
    }
    const Eigen::Map<const RowMajor> rows(E_.row(v).data(), as_index(words), as_index(E_.d()));
    product_.middleRows(as_index(t), as_index(tokens)).noalias() += one_hot * rows;
  }

  const Table& E_;
  std::span<const TokenId> ids_;
  std::size_t tokens_;     // rows of one block of the one-hot matrix
  std::size_t words_ = 1;  // and its columns
  RowMajor one_hot_;       // (tokens_, words_)
  RowMajor product_;       // (T, d)
};

// Seconds that `runs` calls of run() take together; nullopt as soon as one returns false.
template <typename Run>
std::optional<double> seconds_of(std::size_t runs, Run& run) {
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < runs; ++i) {
    if (!run()) return std::nullopt;
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Seconds of one call: that of the first if it is long, else the median of samples of a millisecond or more.
template <typename Run>
std::optional<double> median_seconds(Run run) {
  constexpr double kLong = 0.1;
  constexpr double kSample = 1e-3;
  const std::optional<double> first = seconds_of(1, run);
  if (!first || *first >= kLong) return first;
  const auto runs = static_cast<std::size_t>(std::ceil(kSample / std::max(*first, 1e-9)));
  std::array<double, 11> samples{};
  for (double& sample : samples) {
    const std::optional<double> seconds = seconds_of(runs, run);
    if (!seconds) return std::nullopt;
    sample = *seconds / static_cast<double>(runs);
  }
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

}  // namespace

std::span<const ModelSize> model_sizes() { return kModelSizes; }

ProductCost product_cost(std::uint64_t V, std::uint64_t d, std::uint64_t T) {
  if (V == 0) throw ValueError("V = 0: an empty vocabulary has no row to look up");
  if (!fits(V, d) || !fits(V * d, std::max<std::uint64_t>(T, sizeof(float)))) {
    throw ValueError("T * V * d = " + std::to_string(T) + " * " + std::to_string(V) + " * " +
                     std::to_string(d) + " does not fit 64 bits: use smaller sizes");
  }
  ProductCost cost;
  cost.parameters = V * d;
  cost.float32_bytes = 4 * cost.parameters;
  cost.bfloat16_bytes = 2 * cost.parameters;
  cost.multiplications = T * cost.parameters;
  cost.useful = T * d;
  cost.skipped = cost.multiplications - cost.useful;
  return cost;
}

std::optional<ProductTiming> time_product(std::size_t V, std::size_t d, std::size_t T,
                                          const std::atomic<bool>& cancel, std::atomic<float>& progress) {
  check_memory("E", V, d);
  check_memory("the result", T, d);
  progress = 0.0F;
  const std::optional<Table> E = cheap_table(V, d, cancel, progress);
  if (!E) return std::nullopt;
  const std::vector<TokenId> ids = spread_ids(T, V);

  BlockedProduct product(*E, ids);
  const auto product_seconds = median_seconds([&] { return product.run(cancel, progress); });
  if (!product_seconds) return std::nullopt;

  Table rows;
  const auto lookup_seconds = median_seconds([&] {
    rows = lookup(*E, ids);
    return !cancel;
  });
  if (!lookup_seconds) return std::nullopt;

  progress = 1.0F;
  return ProductTiming{
      *lookup_seconds, *product_seconds, V, d, T, max_abs_difference(rows, product.result())};
}

}  // namespace whatwhere
