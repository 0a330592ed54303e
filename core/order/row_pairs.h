// Every two rows of a set, and about how far apart they are, at the speed of the vector units.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "core/tables/panel_products.h"
#include "core/tables/table.h"

namespace whatwhere {

// Within what the square of a distance lies: from -infinity to infinity where the numbers do not say. Both
// are NaN if one of the rows has a NaN, and so no distance.
struct SquareRange {
  double low = 0.0;
  double high = 0.0;
};

// With a pair this far apart (a distance that was measured, not a range) a closer one has no range above the
// first of these, and a farther one none below the second.
inline double most_of_closer(double distance) { return distance * distance * (1.0 + 0x1p-50); }
inline double least_of_farther(double distance) { return distance * distance * (1.0 - 0x1p-50); }

class RowPairs {
 public:
  // These rows of grid (T, d); it must outlive this.
  RowPairs(const Table& grid, std::vector<std::size_t> rows);

  // Calls visit(a, b, range) for each two rows a, b of the set, a before b in it. O(rows^2 * d).
  template <typename Visit>
  void visit(Visit visit) const;

 private:
  // The sum of two squares and a product, |a|^2 + |b|^2 - 2 a.b: the sums of d products are each off by less
  // than (d + 8) 2^-53 of |a|^2 + |b|^2, and so is the exact distance's square; eight times that is allowed.
  SquareRange range(std::size_t i, std::size_t j, double product) const {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const double squares = squares_[i] + squares_[j];
    if (std::isnan(squares)) return {squares, squares};
    if (!std::isfinite(squares) || !std::isfinite(product)) return {-kInfinite, kInfinite};
    return {squares * (1.0 - error_) - 2.0 * product, squares * (1.0 + error_) - 2.0 * product};
  }

  std::size_t d_;
  double error_;
  std::vector<std::size_t> rows_;
  std::vector<double> squares_;  // (rows) of their lengths
  std::vector<double> packed_;   // the rows as the columns of panels, with zeros behind the last
};

template <typename Visit>
void RowPairs::visit(Visit visit) const {
  // Panels of one group stay in the cache while all the panels before them pass by.
  constexpr std::size_t kGroup = 16;
  const std::size_t panel_size = kPanel * d_;
  const std::size_t panels = packed_.size() / std::max<std::size_t>(panel_size, 1);
  std::vector<double> tiles;
  for (std::size_t group = 0; group < panels; group += kGroup) {
    const std::size_t end = std::min(panels, group + kGroup);
    for (std::size_t p = 0; p < end; ++p) {
      const std::size_t q = std::max(p, group);
      tiles.assign((end - q) * kTile, 0.0);
      add_panel_products(packed_.data() + p * panel_size, packed_.data() + q * panel_size, end - q, d_,
                         tiles.data());
      for (std::size_t i = p * kPanel; i < std::min(rows_.size(), (p + 1) * kPanel); ++i) {
        for (std::size_t j = std::max(q * kPanel, i + 1); j < std::min(rows_.size(), end * kPanel); ++j)
          visit(rows_[i], rows_[j],
                range(i, j, tiles[(j / kPanel - q) * kTile + kPanel * (i % kPanel) + j % kPanel]));
      }
    }
  }
}

}  // namespace whatwhere
