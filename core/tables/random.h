// The random stream: one specified sequence of bits per (seed, purpose), the same on every machine.
//
// Element i of a stream is a pure function of (seed, purpose, i): SplitMix64's finaliser over a counter
// (Steele, Lea, Flood 2014). Only operations that IEEE 754 fixes (+ - * / sqrt) follow, never libm, so the
// normals agree to the last bit between compilers and systems (floating-point contraction is off).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace whatwhere {

// What a stream is drawn for: streams of one seed with different purposes are independent.
enum class Purpose : std::uint64_t {
  token_table = 1,
  position_table = 2,
  shuffle = 3,
  attention_q = 4,
  attention_k = 5,
  attention_v = 6,
  output_weights = 7,
  upstream_gradient = 8,
  renumbering = 9,
  dense_layer = 10,
  scorer = 11,
};

class RandomStream {
 public:
  RandomStream(std::uint64_t seed, Purpose purpose);

  // 64 random bits: element `index` of the stream.
  std::uint64_t bits(std::uint64_t index) const;

  // Element `index` as a double in (0, 1), never 0 and never 1: (52 random bits + 1/2) / 2^52.
  double uniform(std::uint64_t index) const;

  // Element `index` as a standard normal: inverse_normal(uniform(index)).
  double normal(std::uint64_t index) const;

 private:
  std::uint64_t key_;
};

// The stream of draw `number` among those of (seed, purpose): its seed is element `number` of their stream.
RandomStream numbered_stream(std::uint64_t seed, Purpose purpose, std::uint64_t number);

// A uniform number in [0, n), n >= 1, from successive elements of a stream, by rejection. `next` is the first
// element to use and becomes the first unused one.
std::uint64_t below(std::uint64_t n, const RandomStream& stream, std::uint64_t& next);

// Brings items into a uniformly random order: Fisher-Yates, from the last item down. `next` as for below().
template <typename Item>
void fisher_yates(std::span<Item> items, const RandomStream& stream, std::uint64_t& next) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i, stream, next)]);
}

// The z with P(Z < z) = p for a standard normal Z; p in (0, 1). About 1e-15 relative accuracy.
// Source: Wichura 1988, "Algorithm AS 241: The Percentage Points of the Normal Distribution", PPND16.
double inverse_normal(double p);

}  // namespace whatwhere
