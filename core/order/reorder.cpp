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
#include "core/tables/row_hash.h"

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

struct HashedRow {
  std::uint64_t hash = 0;
  std::span<const float> row;
};

// The first numbers of a row tell most rows apart, at the cost of a cache line.
constexpr std::size_t kStart = 16;
// Rows with the same start that are compared one by one before all of their bytes are hashed.
constexpr std::size_t kFew = 4;

std::uint64_t start_hash(std::span<const float> row) {
  return row_hash(row.first(std::min(row.size(), kStart)));
}

void sort_by_hash(std::vector<HashedRow>& rows) {
  std::sort(rows.begin(), rows.end(), [](const HashedRow& a, const HashedRow& b) { return a.hash < b.hash; });
}

// The rows of grid (T, d) in the slots that changed, by the hash of their starts.
std::vector<HashedRow> changed_rows(const Table& grid, const std::vector<bool>& changed) {
  std::vector<HashedRow> rows;
  for (std::size_t t = 0; t < grid.rows(); ++t) {
    if (changed[t]) rows.push_back({start_hash(grid.row(t)), grid.row(t)});
  }
  sort_by_hash(rows);
  return rows;
}

std::vector<HashedRow> hashed_whole(std::span<const HashedRow> rows) {
  std::vector<HashedRow> hashed(rows.begin(), rows.end());
  for (HashedRow& row : hashed) row.hash = row_hash(row.row);
  sort_by_hash(hashed);
  return hashed;
}

// The same rows as often in both? By bytes; the hashes, by which both are sorted, only say which to compare.
bool same_rows(std::span<const HashedRow> before, std::span<const HashedRow> after, bool are_whole = false) {
  const auto same_hash = [](const HashedRow& a, const HashedRow& b) { return a.hash == b.hash; };
  const auto same_row = [](const HashedRow& a, const HashedRow& b) { return same_bytes(a.row, b.row); };
  if (!std::equal(before.begin(), before.end(), after.begin(), after.end(), same_hash)) return false;
  for (std::size_t first = 0; first < before.size();) {
    std::size_t last = first + 1;
    while (last < before.size() && same_hash(before[first], before[last])) ++last;
    const auto some = before.subspan(first, last - first);
    const auto others = after.subspan(first, last - first);
    if (some.size() > kFew && !are_whole) {
      if (!same_rows(hashed_whole(some), hashed_whole(others), true)) return false;
    } else if (!std::is_permutation(some.begin(), some.end(), others.begin(), same_row)) {
      return false;
    }
    first = last;
  }
  return true;
}

// Does `origin` name each row of before once, and is each row of after the one that it names?
bool is_right(std::span<const std::size_t> origin, const Table& before, const Table& after) {
  if (origin.size() != after.rows() || before.rows() != after.rows()) return false;
  std::vector<bool> named(before.rows());
  for (std::size_t t = 0; t < origin.size(); ++t) {
    if (origin[t] >= named.size() || named[origin[t]]) return false;
    named[origin[t]] = true;
    if (!same_bytes(before.row(origin[t]), after.row(t))) return false;
  }
  return true;
}

}  // namespace

OrderVerdict compare_order(const Table& before, const Table& after, std::span<const std::size_t> origin) {
  OrderVerdict verdict;
  verdict.changed.assign(std::max(before.rows(), after.rows()), true);
  for (std::size_t t = 0; t < std::min(before.rows(), after.rows()); ++t) {
    verdict.changed[t] = !same_bytes(before.row(t), after.row(t));
  }
  verdict.slots_changed =
      static_cast<std::size_t>(std::count(verdict.changed.begin(), verdict.changed.end(), true));

  // A slot that did not change holds a vector of both.
  verdict.same_multiset = is_right(origin, before, after) ||
                          (before.rows() == after.rows() && same_rows(changed_rows(before, verdict.changed),
                                                                      changed_rows(after, verdict.changed)));
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
