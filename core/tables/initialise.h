// Seeded initial values for E and P.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/tables/random.h"
#include "core/tables/table.h"

namespace whatwhere {

inline constexpr double kGpt2Std = 0.02;  // initializer_range of GPT-2, for wte and wpe alike
inline constexpr double kMaxStd = 1e6;

// (rows, d) normals with mean 0 and standard deviation `std`: element [i, j] is std * normal(i * d + j) of
// the stream (seed, purpose), computed in double and rounded once to float32. No element is -0.0.
// Throws ValueError unless 0 <= std <= kMaxStd.
Table normal_table(std::size_t rows, std::size_t d, std::uint64_t seed, Purpose purpose, double std);

// Throws ValueError unless 0 <= std <= kMaxStd (so NaN and infinities too).
void check_std(double std);

}  // namespace whatwhere
