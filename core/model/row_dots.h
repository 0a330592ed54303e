// Dot products of many rows with one vector in float32: quick, and with a known error.
#pragma once

#include <cstddef>
#include <span>

namespace whatwhere {

// out (count)[i] = rows[i] . query, rows (count, d) row-major, query (d). Summed in 32 interleaved sums,
// which are then added pair by pair: the same bits on every machine.
void row_dots(const float* rows, std::size_t count, std::span<const float> query, float* out);

// How far a finite result of row_dots can be from the exact dot product of x and y (d), as a part of |x| |y|;
// and the rest, by which products can underflow.
struct DotError {
  double relative = 0.0;
  double absolute = 0.0;
};
DotError row_dots_error(std::size_t d);

}  // namespace whatwhere
