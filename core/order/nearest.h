// Which row of a table is nearest to a vector: is the word still there after its position was added?
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/tables/table.h"

namespace whatwhere {

struct Nearest {
  std::size_t row = 0;
  double distance = 0.0;  // L2, summed in double
};

// The row of E (V, d) nearest to x (d); of equally near ones the first. A distance that is not a number does
// not count: if none is one, row 0 at a distance of NaN. O(V * d).
// Throws ShapeError if E has no row or x is not d wide.
Nearest nearest_row(const Table& E, std::span<const float> x);

// nearest_row for each row of X (n, d), n in all: with X = input_emb, the word in slot t is still nearest if
// result[t].row is ids[t]. O(n * V * d). Throws as nearest_row does.
std::vector<Nearest> nearest_rows(const Table& E, const Table& X);

}  // namespace whatwhere
