// Which row of a table is nearest to a vector: is the word still there after its position was added?
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/input/lookup.h"
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

// Which words are still there in a grid X (T, d), such as input_emb.
struct WordSearch {
  std::vector<Nearest> nearest;  // (T): nearest_row of each row of X; of equally near ones the token's own
  std::size_t found = 0;         // slots whose nearest row is their token's, at a distance that is a number
};

// Looks for the words of ids (T) in X (T, d). O(T * V * d).
// Throws as nearest_row does, IdError if E has no row for an id, ShapeError unless X has T rows.
WordSearch find_words(const Table& E, const Table& X, std::span<const TokenId> ids);

}  // namespace whatwhere
