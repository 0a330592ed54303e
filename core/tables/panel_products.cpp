#include "core/tables/panel_products.h"

#include <cstring>

#include "core/vector_clones.h"

namespace whatwhere {

namespace {

// kRows of a tile's eight rows: as many sums as registers hold, `kWidth` in each.
template <std::size_t kWidth, std::size_t kRows>
WHATWHERE_INLINE void add_rows_of_tile(const double* panel, const double* other, std::size_t rows,
                                       double* tile) {
  typedef double Vector __attribute__((vector_size(kWidth * sizeof(double))));
  constexpr std::size_t kVectors = kPanel / kWidth;
  Vector sums[kRows][kVectors];
  std::memcpy(sums, tile, sizeof sums);
  for (std::size_t r = 0; r < rows; ++r) {
    Vector y[kVectors];
    std::memcpy(y, other + kPanel * r, sizeof y);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) sums[i][v] += panel[kPanel * r + i] * y[v];
    }
  }
  std::memcpy(tile, sums, sizeof sums);
}

template <std::size_t kWidth, std::size_t kRows>
WHATWHERE_INLINE void add_products(const double* panel, const double* others, std::size_t count,
                                   std::size_t rows, double* tiles) {
  for (std::size_t q = 0; q < count; ++q) {
    for (std::size_t i = 0; i < kPanel; i += kRows) {
      add_rows_of_tile<kWidth, kRows>(panel + i, others + q * rows * kPanel, rows,
                                      tiles + q * kTile + kPanel * i);
    }
  }
}

#ifdef __x86_64__

__attribute__((target("avx512f"))) void add_products_avx512(const double* panel, const double* others,
                                                            std::size_t count, std::size_t rows,
                                                            double* tiles) {
  add_products<8, 8>(panel, others, count, rows, tiles);
}

__attribute__((target("avx2"))) void add_products_avx2(const double* panel, const double* others,
                                                       std::size_t count, std::size_t rows, double* tiles) {
  add_products<4, 4>(panel, others, count, rows, tiles);
}

#endif

}  // namespace

void add_panel_products(const double* panel, const double* others, std::size_t count, std::size_t rows,
                        double* tiles) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f")) return add_products_avx512(panel, others, count, rows, tiles);
  if (__builtin_cpu_supports("avx2")) return add_products_avx2(panel, others, count, rows, tiles);
#endif
  add_products<2, 2>(panel, others, count, rows, tiles);
}

}  // namespace whatwhere
