// Which rows of a table are nearest to a vector, over all rows and exactly.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/model/read_watch.h"
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

// The L2 norms (V) of the rows of a table (V, d), summed in double: as survey() has them, where there is
// none. Throws Cancelled if `watch` says so.
std::vector<double> row_norms(const Tensor& table, std::size_t threads = 0, const ReadWatch& watch = {});

// The same neighbours with the same scores, at about the cost of reading the table once, for a table whose
// `norms` (V) are kept. Dot products in float32 leave, by a bound on their rounding errors (Higham 2002,
// "Accuracy and Stability of Numerical Algorithms", 3.1), the rows that can be among the k nearest; those are
// scored in double. As many threads as the machine runs at once where `threads` is 0.
// Throws ShapeError if the query is not d wide or there are not V norms; Cancelled if `watch` says so.
std::vector<Neighbour> neighbours(const Tensor& table, std::span<const double> norms,
                                  std::span<const float> query, std::size_t k, Metric metric,
                                  std::size_t threads = 0, const ReadWatch& watch = {});

}  // namespace whatwhere
