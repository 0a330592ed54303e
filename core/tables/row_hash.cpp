#include "core/tables/row_hash.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace whatwhere {

namespace {

// The multipliers of SplitMix64's finaliser (Steele, Lea, Flood 2014).
constexpr std::uint64_t kFirst = 0xBF58476D1CE4E5B9U;
constexpr std::uint64_t kSecond = 0x94D049BB133111EBU;

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * kFirst;
  x = (x ^ (x >> 27)) * kSecond;
  return x ^ (x >> 31);
}

__extension__ typedef unsigned __int128 Product;

// Both halves of the product of two words.
std::uint64_t folded_product(std::uint64_t a, std::uint64_t b) {
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

std::uint64_t row_hash(std::span<const float> row) {
  constexpr std::size_t kLanes = 4;  // side by side, since each waits for its multiplication
  constexpr std::size_t kStep = 4 * kLanes;
  std::array<std::uint64_t, kLanes> lanes = {1, 2, 3, 4};
  std::size_t j = 0;
  for (; j + kStep <= row.size(); j += kStep) {
#pragma GCC unroll 4
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      std::array<std::uint64_t, 2> words;
      std::memcpy(words.data(), row.data() + j + 4 * lane, sizeof words);
      lanes[lane] = folded_product(words[0] ^ kFirst, words[1] ^ lanes[lane]) + words[0];
    }
  }
  std::uint64_t hash = row.size();
  for (; j < row.size(); ++j) hash = mixed(hash ^ std::bit_cast<std::uint32_t>(row[j]));
  for (const std::uint64_t lane : lanes) hash = mixed(hash ^ lane);
  return hash;
}

}  // namespace whatwhere
