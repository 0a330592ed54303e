#include "core/input/lookup_add_kernel.h"

// One binary for every x86-64: the loop is compiled twice, and the loader picks the one the CPU can run (an
// ELF ifunc, which glibc has). Everywhere else it is compiled once; so it is under ThreadSanitizer, which
// instruments the picking, though that runs before the sanitizer is ready. AVX-512 is no help here: memory is
// the limit, and tables start 16 bytes into a cache line (as malloc gives them), so that each of its 64-byte
// accesses would straddle two.
#ifdef __has_feature
#define WHATWHERE_HAS_FEATURE(name) __has_feature(name)
#else
#define WHATWHERE_HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || WHATWHERE_HAS_FEATURE(thread_sanitizer)
#define WHATWHERE_CLONES
#elif defined(__x86_64__) && defined(__GLIBC__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define WHATWHERE_CLONES __attribute__((target_clones("default", "avx2")))
#endif
#endif
#ifndef WHATWHERE_CLONES
#define WHATWHERE_CLONES
#endif

namespace whatwhere {

namespace {

constexpr std::size_t kCacheLine = 64 / sizeof(float);  // numbers in one
constexpr std::size_t kStep = 2 * kCacheLine;
constexpr std::size_t kRowsAhead = 2;  // ids are random: no hardware prefetcher guesses the next row of E

// sum (d) = token (d) + position (d), while the row `ahead` (d) is brought into the cache.
// Inlined, so that each clone has it with its own instructions.
__attribute__((always_inline)) inline void add_row(const float* __restrict token,
                                                   const float* __restrict position, const float* ahead,
                                                   std::size_t d, float* __restrict sum) {
  std::size_t j = 0;
  for (; j + kStep <= d; j += kStep) {
    __builtin_prefetch(ahead + j);
    __builtin_prefetch(ahead + j + kCacheLine);
    for (std::size_t k = j; k < j + kStep; ++k) sum[k] = token[k] + position[k];
  }
  for (; j < d; ++j) sum[j] = token[j] + position[j];
}

WHATWHERE_CLONES void add_rows(const float* E, const float* P, const TokenId* ids, std::size_t B,
                               std::size_t T, std::size_t d, float* out) {
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
