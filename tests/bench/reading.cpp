#include "tests/bench/reading.h"

#include "core/vector_clones.h"

namespace whatwhere::bench {

namespace {

typedef std::uint64_t Four __attribute__((vector_size(32), aligned(1), may_alias));

WHATWHERE_CLONES("avx2")
std::uint64_t combined(const std::byte* at, std::size_t size) {
  Four sums[4] = {};
  for (std::size_t i = 0; i + sizeof sums <= size; i += sizeof sums) {
#pragma GCC unroll 4
    for (std::size_t s = 0; s < 4; ++s) sums[s] ^= *reinterpret_cast<const Four*>(at + i + s * sizeof(Four));
  }
  const Four all = (sums[0] ^ sums[1]) ^ (sums[2] ^ sums[3]);
  return (all[0] ^ all[1]) ^ (all[2] ^ all[3]);
}

}  // namespace

std::uint64_t read_once(std::span<const std::byte> bytes) { return combined(bytes.data(), bytes.size()); }

}  // namespace whatwhere::bench
