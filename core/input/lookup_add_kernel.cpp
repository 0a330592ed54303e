#include "core/input/lookup_add_kernel.h"

#include "core/vector_clones.h"

namespace whatwhere {

namespace {

constexpr std::size_t kCacheLine = 64 / sizeof(float);  // numbers in one
constexpr std::size_t kRowsAhead = 2;  // ids are random: no hardware prefetcher guesses the next row of E

// Eight numbers at any address of a float: one AVX2 register, or two SSE ones. Wider ones (AVX-512) gain
// nothing: memory is the limit, and malloc puts a table where each 64-byte access would straddle two lines.
// A typedef, since clang 14 drops `aligned` from a using-declaration.
typedef float Eight __attribute__((vector_size(32), aligned(alignof(float)), may_alias));

// sum (8) = a (8) + b (8)
WHATWHERE_INLINE void add_eight(const float* a, const float* b, float* sum) {
  *reinterpret_cast<Eight*>(sum) = *reinterpret_cast<const Eight*>(a) + *reinterpret_cast<const Eight*>(b);
}

// sum (kCacheLine) = a (kCacheLine) + b (kCacheLine)
WHATWHERE_INLINE void add_line(const float* a, const float* b, float* sum) {
  add_eight(a, b, sum);
  add_eight(a + 8, b + 8, sum + 8);
}

// sum (d) = token (d) + position (d), while the row `ahead` (d) is brought into the cache.
// Two lines a step: one a step is measurably slower.
WHATWHERE_INLINE void add_row(const float* token, const float* position, const float* ahead, std::size_t d,
                              float* sum) {
  std::size_t j = 0;
  for (; j + 2 * kCacheLine <= d; j += 2 * kCacheLine) {
    __builtin_prefetch(ahead + j);
    __builtin_prefetch(ahead + j + kCacheLine);
    add_line(token + j, position + j, sum + j);
    add_line(token + j + kCacheLine, position + j + kCacheLine, sum + j + kCacheLine);
  }
  for (; j < d; ++j) sum[j] = token[j] + position[j];
}

WHATWHERE_CLONES("avx2")
void add_rows(const float* E, const float* P, const TokenId* ids, std::size_t B, std::size_t T, std::size_t d,
              float* out) {
  const std::size_t rows = B * T;
  std::size_t i = 0;
  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t t = 0; t < T; ++t, ++i) {
      const std::size_t ahead = i + kRowsAhead < rows ? i + kRowsAhead : i;
      add_row(E + static_cast<std::size_t>(ids[i]) * d, P + t * d,
              E + static_cast<std::size_t>(ids[ahead]) * d, d, out + i * d);
    }
  }
}

}  // namespace

// clang gives a cloned function no symbol of its own name: other files call this one.
void lookup_add_rows(const float* E, const float* P, const TokenId* ids, std::size_t B, std::size_t T,
                     std::size_t d, float* out) {
  add_rows(E, P, ids, B, T, d, out);
}

}  // namespace whatwhere
