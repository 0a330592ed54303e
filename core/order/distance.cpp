#include "core/order/distance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/parallel.h"
#include "core/tables/panel_products.h"

namespace whatwhere {

double l2_distance(std::span<const float> a, std::span<const float> b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    const double difference = static_cast<double>(a[j]) - static_cast<double>(b[j]);
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

double cosine(std::span<const float> a, std::span<const float> b) {
  double ab = 0.0;
  double aa = 0.0;
  double bb = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    const auto x = static_cast<double>(a[j]);
    const auto y = static_cast<double>(b[j]);
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / std::sqrt(aa * bb);
}

namespace {

// The closest pair so far, and which others need a look: those whose distance by the sum of two squares and a
// product, |a|^2 + |b|^2 - 2 a.b, is not clearly larger. The sums of d products are each off by less than
// (d + 8) 2^-53 of |a|^2 + |b|^2, and so is the exact distance's square; eight times that is allowed.
class Search {
 public:
  Search(const Table& grid, const Batch& batch)
      : grid_(grid), batch_(batch), error_(static_cast<double>(grid.d() + 8) * 0x1p-50) {
    for (std::size_t a = 0; a < grid.rows(); ++a) squares_.push_back(dot_product(grid.row(a), grid.row(a)));
  }

  // a < b
  void look_at(std::size_t a, std::size_t b, double product) {
    const double squares = squares_[a] + squares_[b];
    if (squares * (1.0 - error_) - 2.0 * product > limit_) return;
    if (std::isnan(squares)) return;  // so is the distance: one of the rows has a NaN
    if (batch_.ids[a] == batch_.ids[b] && a % batch_.T == b % batch_.T) return;
    const bool is_later = closest_ && std::pair(a, b) > std::pair(closest_->row_a, closest_->row_b);
    if (is_later && closest_->distance == 0.0) return;
    const double distance = l2_distance(grid_.row(a), grid_.row(b));
    if (std::isnan(distance)) return;
    if (closest_ && (distance > closest_->distance || (distance == closest_->distance && is_later))) return;
    closest_ = ClosestRows{a, b, distance};
    limit_ = distance * distance * (1.0 + 0x1p-50);
  }

  const std::optional<ClosestRows>& closest() const { return closest_; }

 private:
  const Table& grid_;
  const Batch& batch_;
  double error_;
  double limit_ = std::numeric_limits<double>::infinity();
  std::vector<double> squares_;  // (rows) of the lengths
  std::optional<ClosestRows> closest_;
};

// The rows of a grid (rows, d) as the columns of panels, with zeros behind the last.
std::vector<double> packed_rows(const Table& grid) {
  std::vector<double> packed(blocks_of(grid.rows(), kPanel) * kPanel * grid.d(), 0.0);
  for (std::size_t t = 0; t < grid.rows(); ++t) {
    double* column = packed.data() + t / kPanel * kPanel * grid.d() + t % kPanel;
    for (std::size_t j = 0; j < grid.d(); ++j) column[kPanel * j] = static_cast<double>(grid.row(t)[j]);
  }
  return packed;
}

// Shows the pairs of one panel's rows with those of `count` panels from panel q on.
void look_at_tiles(std::size_t p, std::size_t q, std::size_t count, const std::vector<double>& tiles,
                   std::size_t rows, Search& search) {
  for (std::size_t i = 0; i < kPanel; ++i) {
    const std::size_t a = p * kPanel + i;
    const std::size_t end = std::min(rows, (q + count) * kPanel);
    for (std::size_t b = std::max(q * kPanel, a + 1); b < end; ++b)
      search.look_at(a, b, tiles[(b / kPanel - q) * kTile + kPanel * i + b % kPanel]);
  }
}

}  // namespace

std::optional<ClosestRows> closest_rows(const Table& input_emb, const Batch& batch) {
  if (input_emb.rows() != batch.ids.size() || !batch.is_whole()) {
    throw ShapeError("a grid for ids (" + std::to_string(batch.B) + ", " + std::to_string(batch.T) +
                     ") needs " + std::to_string(batch.B * batch.T) + " rows, got " +
                     std::to_string(input_emb.rows()));
  }
  // Panels of one group stay in the cache while all the panels before them pass by.
  constexpr std::size_t kGroup = 16;
  const std::vector<double> packed = packed_rows(input_emb);
  const std::size_t panels = blocks_of(input_emb.rows(), kPanel);
  const std::size_t panel_size = kPanel * input_emb.d();
  Search search(input_emb, batch);
  std::vector<double> tiles;
  for (std::size_t group = 0; group < panels; group += kGroup) {
    const std::size_t end = std::min(panels, group + kGroup);
    for (std::size_t p = 0; p < end; ++p) {
      const std::size_t q = std::max(p, group);
      tiles.assign((end - q) * kTile, 0.0);
      add_panel_products(packed.data() + p * panel_size, packed.data() + q * panel_size, end - q,
                         input_emb.d(), tiles.data());
      look_at_tiles(p, q, end - q, tiles, input_emb.rows(), search);
    }
  }
  return search.closest();
}

}  // namespace whatwhere
