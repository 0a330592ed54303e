#include "core/input/raw_ids.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/tables/random.h"

namespace whatwhere {

namespace {

constexpr std::size_t kMaxV = std::size_t{std::numeric_limits<TokenId>::max()} + 1;

bool leaves_some_id(std::span<const TokenId> ids) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (static_cast<std::size_t>(ids[i]) == i) return true;
  }
  return false;
}

}  // namespace

DenseLayer dense_layer(std::uint64_t seed, std::size_t n) {
  const RandomStream stream(seed, Purpose::dense_layer);
  DenseLayer layer{std::vector<float>(n), std::vector<float>(n)};
  for (std::size_t j = 0; j < n; ++j) {
    layer.w[j] = static_cast<float>(stream.normal(j));
    layer.b[j] = static_cast<float>(stream.normal(n + j));
  }
  return layer;
}

Table apply_to_ids(const DenseLayer& layer, std::span<const TokenId> ids) {
  const std::size_t n = layer.w.size();
  if (layer.b.size() != n) {
    throw ShapeError("a dense layer with " + std::to_string(n) + " weights needs as many biases, got " +
                     std::to_string(layer.b.size()));
  }
  std::vector<float> outputs;
  outputs.reserve(ids.size() * n);
  for (const TokenId id : ids) {
    for (std::size_t j = 0; j < n; ++j) outputs.push_back(layer.w[j] * static_cast<float>(id) + layer.b[j]);
  }
  return Table(ids.size(), n, std::move(outputs));
}

std::vector<TokenId> renumbering(std::size_t V, std::uint64_t seed, std::uint64_t number) {
  if (V > kMaxV) throw ValueError("V = " + std::to_string(V) + ", but ids are 32-bit: use at most 2^31 ids");
  std::vector<TokenId> new_ids(V);
  std::iota(new_ids.begin(), new_ids.end(), TokenId{0});
  if (number == 0 || V < 2) return new_ids;
  const RandomStream stream = numbered_stream(seed, Purpose::renumbering, number);
  std::uint64_t next = 0;
  do {
    fisher_yates(std::span(new_ids), stream, next);
  } while (leaves_some_id(new_ids));
  return new_ids;
}

std::vector<TokenId> renumbered(std::span<const TokenId> ids, std::span<const TokenId> renumbering) {
  check_ids(ids, renumbering.size());
  std::vector<TokenId> new_ids;
  new_ids.reserve(ids.size());
  for (const TokenId id : ids) new_ids.push_back(renumbering[static_cast<std::size_t>(id)]);
  return new_ids;
}

Table renumber_rows(const Table& E, std::span<const TokenId> renumbering) {
  if (renumbering.size() != E.rows()) {
    throw ShapeError("renumbering a table of " + std::to_string(E.rows()) +
                     " rows needs as many new ids, got " + std::to_string(renumbering.size()));
  }
  check_ids(renumbering, E.rows());
  std::vector<float> numbers(E.numbers().size());
  for (std::size_t i = 0; i < E.rows(); ++i) {
    const auto row = E.row(i);
    const std::size_t at = static_cast<std::size_t>(renumbering[i]) * E.d();
    std::copy(row.begin(), row.end(), numbers.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return Table(E.rows(), E.d(), std::move(numbers));
}

}  // namespace whatwhere
