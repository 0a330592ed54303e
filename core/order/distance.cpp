#include "core/order/distance.h"

#include <cmath>
#include <string>

#include "core/errors.h"

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

std::optional<ClosestRows> closest_rows(const Table& input_emb, const Batch& batch) {
  if (input_emb.rows() != batch.ids.size() || !batch.is_whole()) {
    throw ShapeError("a grid for ids (" + std::to_string(batch.B) + ", " + std::to_string(batch.T) +
                     ") needs " + std::to_string(batch.B * batch.T) + " rows, got " +
                     std::to_string(input_emb.rows()));
  }
  std::optional<ClosestRows> closest;
  for (std::size_t a = 0; a < batch.ids.size(); ++a) {
    for (std::size_t b = a + 1; b < batch.ids.size(); ++b) {
      if (batch.ids[a] == batch.ids[b] && a % batch.T == b % batch.T) continue;
      const double distance = l2_distance(input_emb.row(a), input_emb.row(b));
      if (std::isnan(distance)) continue;
      if (!closest || distance < closest->distance) closest = ClosestRows{a, b, distance};
    }
  }
  return closest;
}

}  // namespace whatwhere
