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

}  // namespace

std::uint64_t row_hash(std::span<const float> row) {
  // Four sums side by side, since each waits for its multiplication.
  std::array<std::uint64_t, 4> sums = {1, 2, 3, 4};
  std::size_t j = 0;
  for (; j + 8 <= row.size(); j += 8) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), row.data() + j, sizeof words);
    for (std::size_t lane = 0; lane < 4; ++lane)
      sums[lane] = std::rotl(sums[lane] ^ words[lane], 29) * kFirst;
  }
  std::uint64_t hash = row.size();
  for (; j < row.size(); ++j) hash = mixed(hash ^ std::bit_cast<std::uint32_t>(row[j]));
  for (const std::uint64_t sum : sums) hash = mixed(hash ^ sum);
  return hash;
}

}  // namespace whatwhere
