#include "core/model/row_dots.h"

#include "core/vector_clones.h"

namespace whatwhere {

namespace {

// Eight numbers at any address of a float. A typedef, since clang 14 drops `aligned` from a
// using-declaration.
typedef float Eight __attribute__((vector_size(32), aligned(alignof(float)), may_alias));

constexpr std::size_t kLanes = 8;
constexpr std::size_t kSums = 4;
constexpr std::size_t kStep = kLanes * kSums;

WHATWHERE_INLINE float dot(const float* x, const float* y, std::size_t d) {
  Eight sums[kSums] = {};
  std::size_t j = 0;
  for (; j + kStep <= d; j += kStep) {
#pragma GCC unroll 4
    for (std::size_t s = 0; s < kSums; ++s) {
      sums[s] += *reinterpret_cast<const Eight*>(x + j + kLanes * s) *
                 *reinterpret_cast<const Eight*>(y + j + kLanes * s);
    }
  }
  const Eight eight = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float rest = 0.0F;
  for (; j < d; ++j) rest += x[j] * y[j];
  return ((eight[0] + eight[1]) + (eight[2] + eight[3])) + ((eight[4] + eight[5]) + (eight[6] + eight[7])) +
         rest;
}

WHATWHERE_CLONES("avx2")
void dots(const float* rows, std::size_t count, const float* query, std::size_t d, float* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] = dot(rows + i * d, query, d);
}

}  // namespace

void row_dots(const float* rows, std::size_t count, std::span<const float> query, float* out) {
  dots(rows, count, query.data(), query.size(), out);
}

DotError row_dots_error(std::size_t d) {
  // No product takes part in more than n roundings: its own, d / 32 or up to 31 additions of its sum, and
  // six more. The error is then at most n u / (1 - n u) of the sum of |x_j y_j|, which |x| |y| bounds, with
  // u = 2^-24. A product below the normal numbers is off by 2^-150 at most, and additions never are.
  const double n = static_cast<double>(d / kStep) + static_cast<double>(kStep) + 7.0;
  const double nu = n * 0x1p-24;
  return {nu < 0.5 ? nu / (1.0 - nu) : 1e300, static_cast<double>(d) * 0x1p-149};
}

}  // namespace whatwhere
