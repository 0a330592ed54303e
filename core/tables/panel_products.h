// Sums of products of columns, in double: what covariances, Gram matrices and distances of many rows rest on.
#pragma once

#include <cstddef>

namespace whatwhere {

// Columns are packed in panels of this many: number [r, 8 * p + j] of (rows, 8 * panels) is the
// ((p * rows + r) * 8 + j)-th. A tile holds the 64 sums of two panels, [i, j] as its (8 * i + j)-th number.
inline constexpr std::size_t kPanel = 8;
inline constexpr std::size_t kTile = kPanel * kPanel;

// tiles[q][i, j] += the sum over r of panel[r, i] * others[q][r, j], for the `count` panels q of `others`
// that lie behind each other, all with `rows` rows. Every sum is added up in the order of r, each product
// and each addition rounded: the same bits on every machine, however wide its vectors are.
void add_panel_products(const double* panel, const double* others, std::size_t count, std::size_t rows,
                        double* tiles);

}  // namespace whatwhere
