#include "core/learning/gradient.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/input/input_embedding.h"

namespace whatwhere {

namespace {

// sum (d) += row (d), in float32
void add_row(std::span<const float> row, float* sum) {
  for (std::size_t j = 0; j < row.size(); ++j) sum[j] += row[j];
}

}  // namespace

Table token_gradient(std::span<const TokenId> ids, const Table& G, std::size_t V) {
  if (G.rows() != ids.size()) {
    throw ShapeError("the upstream gradient of " + std::to_string(ids.size()) +
                     " ids needs as many rows, got " + std::to_string(G.rows()));
  }
  check_ids(ids, V);
  std::vector<float> dE(V * G.d());
  for (std::size_t t = 0; t < ids.size(); ++t) {
    add_row(G.row(t), dE.data() + static_cast<std::size_t>(ids[t]) * G.d());
  }
  return Table(V, G.d(), std::move(dE));
}

Table position_gradient(const Table& G, std::size_t B, std::size_t T, std::size_t context_length) {
  if (T == 0 ? G.rows() != 0 : G.rows() % T != 0 || G.rows() / T != B) {
    throw ShapeError("the upstream gradient of B = " + std::to_string(B) + " sequences of T = " +
                     std::to_string(T) + " ids needs B * T rows, got " + std::to_string(G.rows()));
  }
  check_context(T, context_length);
  std::vector<float> dP(context_length * G.d());
  for (std::size_t i = 0; i < G.rows(); ++i) add_row(G.row(i), dP.data() + i % T * G.d());
  return Table(context_length, G.d(), std::move(dP));
}

std::vector<std::size_t> rows_touched(std::span<const TokenId> ids) {
  check_ids(ids, std::size_t{1} << std::numeric_limits<TokenId>::digits);
  std::vector<std::size_t> rows(ids.begin(), ids.end());
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::vector<std::size_t> rows_changed(const Table& before, const Table& after) {
  if (before.rows() != after.rows() || before.d() != after.d()) {
    throw ShapeError("cannot compare the rows of a (" + std::to_string(before.rows()) + ", " +
                     std::to_string(before.d()) + ") table with those of a (" + std::to_string(after.rows()) +
                     ", " + std::to_string(after.d()) + ") one");
  }
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < before.rows(); ++i) {
    if (!same_bytes(before.row(i), after.row(i))) rows.push_back(i);
  }
  return rows;
}

}  // namespace whatwhere
