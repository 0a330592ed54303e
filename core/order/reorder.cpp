#include "core/order/reorder.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/order/sequence.h"

namespace whatwhere {

namespace {

// Orders float32 by value, and by bits where the value is the same (-0.0 before 0.0) or not a number: the
// totalOrder of IEEE 754-2019, 5.10.
std::int32_t total_order_key(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  return bits < 0 ? static_cast<std::int32_t>(~static_cast<std::uint32_t>(bits) | 0x80000000U) : bits;
}

bool row_less(std::span<const float> a, std::span<const float> b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) {
    return total_order_key(x) < total_order_key(y);
  });
}

// Row indices sorted by their rows; equal rows keep their order.
std::vector<std::size_t> sorted_rows(std::vector<std::size_t> rows, const Table& grid) {
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::size_t a, std::size_t b) { return row_less(grid.row(a), grid.row(b)); });
  return rows;
}

}  // namespace

OrderVerdict compare_order(const Table& before, const Table& after) {
  OrderVerdict verdict;
  verdict.changed.assign(std::max(before.rows(), after.rows()), true);
  for (std::size_t t = 0; t < std::min(before.rows(), after.rows()); ++t) {
    verdict.changed[t] = !same_bytes(before.row(t), after.row(t));
  }
  verdict.slots_changed =
      static_cast<std::size_t>(std::count(verdict.changed.begin(), verdict.changed.end(), true));

  const auto bag_before = bag_order(before);
  const auto bag_after = bag_order(after);
  verdict.same_multiset =
      std::equal(bag_before.begin(), bag_before.end(), bag_after.begin(), bag_after.end(),
                 [&](std::size_t b, std::size_t a) { return same_bytes(before.row(b), after.row(a)); });
  return verdict;
}

std::vector<std::size_t> bag_order(const Table& grid) {
  std::vector<std::size_t> rows(grid.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return sorted_rows(std::move(rows), grid);
}

std::vector<std::size_t> bag_order(const Table& grid, std::span<const TokenId> ids) {
  if (grid.rows() != ids.size()) {
    throw ShapeError("a bag of " + std::to_string(ids.size()) + " tokens needs as many rows, got " +
                     std::to_string(grid.rows()));
  }
  return sorted_rows(slots_by_id(ids), grid);
}

}  // namespace whatwhere
