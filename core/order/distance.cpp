#include "core/order/distance.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/order/row_pairs.h"

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

// The closest pair so far; the others need a look only where they may be closer.
class Search {
 public:
  Search(const Table& grid, const Batch& batch) : grid_(grid), batch_(batch) {}

  // a < b
  void look_at(std::size_t a, std::size_t b, const SquareRange& range) {
    if (!(range.low <= limit_)) return;  // NaN: there is no distance
    if (batch_.ids[a] == batch_.ids[b] && a % batch_.T == b % batch_.T) return;
    const bool is_later = closest_ && std::pair(a, b) > std::pair(closest_->row_a, closest_->row_b);
    if (is_later && closest_->distance == 0.0) return;
    const double distance = l2_distance(grid_.row(a), grid_.row(b));
    if (std::isnan(distance)) return;
    if (closest_ && (distance > closest_->distance || (distance == closest_->distance && is_later))) return;
    closest_ = ClosestRows{a, b, distance};
    limit_ = most_of_closer(distance);
  }

  const std::optional<ClosestRows>& closest() const { return closest_; }

 private:
  const Table& grid_;
  const Batch& batch_;
  double limit_ = std::numeric_limits<double>::infinity();
  std::optional<ClosestRows> closest_;
};

}  // namespace

std::optional<ClosestRows> closest_rows(const Table& input_emb, const Batch& batch) {
  if (input_emb.rows() != batch.ids.size() || !batch.is_whole()) {
    throw ShapeError("a grid for ids (" + std::to_string(batch.B) + ", " + std::to_string(batch.T) +
                     ") needs " + std::to_string(batch.B * batch.T) + " rows, got " +
                     std::to_string(input_emb.rows()));
  }
  std::vector<std::size_t> rows(input_emb.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  Search search(input_emb, batch);
  RowPairs(input_emb, std::move(rows)).visit([&](std::size_t a, std::size_t b, const SquareRange& range) {
    search.look_at(a, b, range);
  });
  return search.closest();
}

}  // namespace whatwhere
