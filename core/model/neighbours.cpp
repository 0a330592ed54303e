#include "core/model/neighbours.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/errors.h"
#include "core/order/distance.h"

namespace whatwhere {

namespace {

double score_of(std::span<const float> row, std::span<const float> query, Metric metric) {
  if (metric == Metric::cosine) return cosine(row, query);
  return metric == Metric::dot ? dot_product(row, query) : l2_distance(row, query);
}

}  // namespace

std::vector<Neighbour> neighbours(const Tensor& table, std::span<const float> query, std::size_t k,
                                  Metric metric) {
  if (query.size() != table.d()) {
    throw ShapeError("the query is " + std::to_string(query.size()) + " wide, the table " +
                     shape_text(table) + ": a neighbour needs one width for both");
  }
  const auto nearer = [&](const Neighbour& a, const Neighbour& b) {
    if (a.score != b.score) return metric == Metric::l2 ? a.score < b.score : a.score > b.score;
    return a.row < b.row;
  };
  std::vector<Neighbour> best;  // a heap whose front is the farthest of the k best
  std::vector<float> row(query.size());
  for (std::size_t i = 0; i < table.rows() && k > 0; ++i) {
    read_row(table, i, row);
    const Neighbour here{i, score_of(row, query, metric)};
    if (std::isnan(here.score)) continue;
    if (best.size() == k && !nearer(here, best.front())) continue;
    if (best.size() == k) {
      std::pop_heap(best.begin(), best.end(), nearer);
      best.pop_back();
    }
    best.push_back(here);
    std::push_heap(best.begin(), best.end(), nearer);
  }
  std::sort_heap(best.begin(), best.end(), nearer);
  return best;
}

}  // namespace whatwhere
