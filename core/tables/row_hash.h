// A number for the bytes of a row: the same bytes have the same number, others almost never.
#pragma once

#include <cstdint>
#include <span>

namespace whatwhere {

// 64 bits of the bytes of `row` (d). Equal hashes ask for a look at the bytes; it is no defence against rows
// made to collide.
std::uint64_t row_hash(std::span<const float> row);

}  // namespace whatwhere
