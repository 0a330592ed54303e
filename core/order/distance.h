// How far apart vectors are, and the closest two rows of a grid.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/input/input_embedding.h"
#include "core/tables/table.h"

namespace whatwhere {

// L2 distance of two vectors of one width, summed in double.
double l2_distance(std::span<const float> a, std::span<const float> b);

// Cosine of the angle between two vectors of one width, in double; NaN if either is all zeros.
double cosine(std::span<const float> a, std::span<const float> b);

// Two rows of a (B * T, d) grid, row_a < row_b, and their L2 distance.
struct ClosestRows {
  std::size_t row_a = 0;
  std::size_t row_b = 0;
  double distance = 0.0;
};

// The two closest rows of input_emb among those whose (token, slot) differ: a P does not guarantee that they
// are apart, so it is measured. Of several closest pairs the first; a distance that is not a number does not
// count. nullopt if there are no two such rows. O(rows^2 * d). Throws ShapeError if input_emb has not B * T
// rows.
std::optional<ClosestRows> closest_rows(const Table& input_emb, const Batch& batch);

}  // namespace whatwhere
