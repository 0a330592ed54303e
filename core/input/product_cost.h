// The price of doing the lookup as a one-hot product: counted, and measured on this machine.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace whatwhere {

// A table of a known model: E is (V, d).
struct ModelSize {
  std::string_view name;
  std::uint64_t V = 0;
  std::uint64_t d = 0;
};

// From a toy to GPT-3, V * d ascending. GPT-2: Radford et al. 2019, table 2; GPT-3: Brown et al. 2020,
// table 2.1, with GPT-2's vocabulary.
std::span<const ModelSize> model_sizes();
inline constexpr std::size_t kGpt2Small = 2;  // its index there

// P of GPT-2 small: (context_length, d).
inline constexpr ModelSize kGpt2SmallPositions = {"GPT-2 small positions", 1024, 768};

// What onehot(ids) (T, V) times E (V, d) costs. Bytes are those of E.
struct ProductCost {
  std::uint64_t parameters = 0;       // V * d
  std::uint64_t float32_bytes = 0;    // 4 * V * d
  std::uint64_t bfloat16_bytes = 0;   // 2 * V * d
  std::uint64_t multiplications = 0;  // T * V * d
  std::uint64_t useful = 0;           // T * d: those by the one 1 in each row
  std::uint64_t skipped = 0;          // the others, by 0: what the lookup leaves out
};

// Throws ValueError if V is 0, or T * V * d or 4 * V * d does not fit 64 bits.
ProductCost product_cost(std::uint64_t V, std::uint64_t d, std::uint64_t T);

// Both ways on one table, each on one core. Wall-clock seconds: these differ from run to run.
struct ProductTiming {
  double lookup_seconds = 0.0;   // lookup(E, ids), its result's memory included
  double product_seconds = 0.0;  // the same rows by the product, making the one-hot matrix included
  std::size_t V = 0;
  std::size_t d = 0;
  std::size_t T = 0;
  float max_difference = 0.0F;  // between the two results: 0, since all other summands are 0

  // How many times as long as the lookup the product took.
  double ratio() const { return product_seconds / lookup_seconds; }
};

inline constexpr std::uint64_t kMaxTimedBytes = std::uint64_t{1} << 30;  // 1 GiB

// Looks T ids, spread evenly over the vocabulary, up in an E (V, d), and multiplies their one-hot matrix with
// E, every 0 of it, through Eigen in blocks: the whole of it would take 4 * T * V bytes. Runs shorter than a
// tenth of a second are repeated, and the median counts. E holds uniform numbers in [-0.5, 0.5) of a cheap
// seeded stream, not the model's normals, which would take longer to draw than to multiply.
// Meant for a thread of its own: progress goes from 0 to 1, and where cancel turns true it returns nullopt
// within about 50 ms. O(T * V * d).
// Throws ValueError if V, d or T is 0, or E or the result (T, d) takes more than kMaxTimedBytes (GPT-3's E).
std::optional<ProductTiming> time_product(std::size_t V, std::size_t d, std::size_t T,
                                          const std::atomic<bool>& cancel, std::atomic<float>& progress);

}  // namespace whatwhere
