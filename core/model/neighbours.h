// Which rows of a table are nearest to a vector, over all rows and exactly.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/model/tensor.h"

namespace whatwhere {

enum class Metric {
  cosine,  // 1 is the same direction; a row of zeros has none and is left out
  dot,     // the larger the nearer
  l2       // the distance: the smaller the nearer
};

struct Neighbour {
  std::size_t row = 0;
  double score = 0.0;  // the cosine, the dot product, or the distance
};

// The k rows of a table (rows, d) nearest to `query` (d), nearest first; of equally near ones the lower row
// first. Fewer if there are fewer whose score is a number. Sums in double. O(rows * d).
// Throws ShapeError if the query is not d wide.
std::vector<Neighbour> neighbours(const Tensor& table, std::span<const float> query, std::size_t k,
                                  Metric metric);

}  // namespace whatwhere
