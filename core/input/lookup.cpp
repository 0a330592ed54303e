#include "core/input/lookup.h"

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"

namespace whatwhere {

namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index as_index(std::size_t n) { return static_cast<Eigen::Index>(n); }

Eigen::Map<const RowMajor> as_matrix(const Table& table) {
  return {table.numbers().data(), as_index(table.rows()), as_index(table.d())};
}

}  // namespace

Table lookup(const Table& E, std::span<const TokenId> ids) {
  check_ids(ids, E.rows());
  std::vector<float> rows;
  rows.reserve(ids.size() * E.d());
  for (const TokenId id : ids) {
    const auto row = E.row(static_cast<std::size_t>(id));
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return Table(ids.size(), E.d(), std::move(rows));
}

Table one_hot(std::span<const TokenId> ids, std::size_t V) {
  check_ids(ids, V);
  std::vector<float> codes(ids.size() * V, 0.0F);
  for (std::size_t t = 0; t < ids.size(); ++t) codes[t * V + static_cast<std::size_t>(ids[t])] = 1.0F;
  return Table(ids.size(), V, std::move(codes));
}

Table one_hot_product(const Table& E, std::span<const TokenId> ids) {
  const Table codes = one_hot(ids, E.rows());
  std::vector<float> product(ids.size() * E.d());
  Eigen::Map<RowMajor>(product.data(), as_index(ids.size()), as_index(E.d())).noalias() =
      as_matrix(codes) * as_matrix(E);
  return Table(ids.size(), E.d(), std::move(product));
}

void check_ids(std::span<const TokenId> ids, std::size_t V) {
  for (std::size_t t = 0; t < ids.size(); ++t) {
    if (ids[t] >= 0 && static_cast<std::size_t>(ids[t]) < V) continue;
    const std::string allowed =
        V == 0 ? "the vocabulary is empty" : "use an id from 0 to " + std::to_string(V - 1);
    throw IdError("id " + std::to_string(ids[t]) + " in slot " + std::to_string(t) + " is outside [0, " +
                  std::to_string(V) + "): " + allowed);
  }
}

}  // namespace whatwhere
