#include "core/order/nearest.h"

#include <cmath>
#include <limits>
#include <string>

#include "core/errors.h"
#include "core/order/distance.h"

namespace whatwhere {

Nearest nearest_row(const Table& E, std::span<const float> x) {
  if (E.rows() == 0) throw ShapeError("an empty table has no nearest row: it needs V of 1 or more");
  if (E.d() != x.size()) {
    throw ShapeError("the rows of E are d = " + std::to_string(E.d()) + " wide, the vector " +
                     std::to_string(x.size()) + ": a distance needs one width for both");
  }
  Nearest nearest{0, std::numeric_limits<double>::quiet_NaN()};
  for (std::size_t i = 0; i < E.rows(); ++i) {
    const double distance = l2_distance(E.row(i), x);
    if (distance < nearest.distance || (std::isnan(nearest.distance) && !std::isnan(distance))) {
      nearest = {i, distance};
    }
  }
  return nearest;
}

WordSearch find_words(const Table& E, const Table& X, std::span<const TokenId> ids) {
  check_ids(ids, E.rows());
  if (X.rows() != ids.size()) {
    throw ShapeError("X " + shape_text(X) + " needs one row for each of the " + std::to_string(ids.size()) +
                     " ids");
  }
  WordSearch words;
  for (std::size_t t = 0; t < ids.size(); ++t) {
    const auto own = static_cast<std::size_t>(ids[t]);
    Nearest nearest = nearest_row(E, X.row(t));
    if (l2_distance(E.row(own), X.row(t)) <= nearest.distance) nearest.row = own;
    if (nearest.row == own && !std::isnan(nearest.distance)) ++words.found;
    words.nearest.push_back(nearest);
  }
  return words;
}

}  // namespace whatwhere
