// Reading memory once: the least that any look at all of it costs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace whatwhere::bench {

// Reads all bytes but the last few, with the widest vectors that the kernels of core/ use for it (AVX2).
std::uint64_t read_once(std::span<const std::byte> bytes);

}  // namespace whatwhere::bench
