#include "core/order/same_token.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/errors.h"
#include "core/order/distance.h"
#include "core/order/sequence.h"

namespace whatwhere {

namespace {

// Calls visit(slots of one id) for each id that occurs.
template <typename Visit>
void for_each_group(std::span<const TokenId> ids, Visit visit) {
  const std::vector<std::size_t> slots = slots_by_id(ids);
  for (std::size_t first = 0; first < slots.size();) {
    std::size_t last = first + 1;
    while (last < slots.size() && ids[slots[last]] == ids[slots[first]]) ++last;
    visit(std::span(slots).subspan(first, last - first));
    first = last;
  }
}

void check_rows(std::span<const TokenId> ids, const Table& grid) {
  if (grid.rows() == ids.size()) return;
  throw ShapeError("a grid for " + std::to_string(ids.size()) + " ids needs as many rows, got " +
                   std::to_string(grid.rows()));
}

SameTokenPair measure(std::span<const TokenId> ids, const Table& grid, std::size_t a, std::size_t b) {
  const auto x = grid.row(a);
  const auto y = grid.row(b);
  return {ids[a], a, b, same_bytes(x, y), l2_distance(x, y), cosine(x, y)};
}

}  // namespace

Verdict same_token_verdict(std::span<const TokenId> ids, const Table& grid) {
  check_rows(ids, grid);
  std::vector<std::size_t> first(ids.size());  // the first slot with slot t's id
  for_each_group(ids, [&](std::span<const std::size_t> slots) {
    for (const std::size_t slot : slots) first[slot] = slots[0];
  });
  // In slot order, so that the grid is read once from front to back.
  Verdict verdict = Verdict::none;
  for (std::size_t t = 0; t < ids.size(); ++t) {
    if (first[t] == t) continue;
    if (!same_bytes(grid.row(first[t]), grid.row(t))) return Verdict::no;
    verdict = Verdict::yes;
  }
  return verdict;
}

SameToken same_token(std::span<const TokenId> ids, const Table& grid) {
  SameToken result;
  result.verdict = same_token_verdict(ids, grid);
  for_each_group(ids, [&](std::span<const std::size_t> slots) {
    result.pair_count += std::uint64_t{slots.size()} * (slots.size() - 1) / 2;
  });
  const bool list_all = result.pair_count <= kMaxListedPairs;
  for_each_group(ids, [&](std::span<const std::size_t> slots) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      for (std::size_t j = i + 1; j < slots.size(); ++j) {
        const SameTokenPair pair = measure(ids, grid, slots[i], slots[j]);
        if (!pair.same) ++result.different_count;
        if (list_all) {
          result.pairs.push_back(pair);
        } else if (std::isnan(pair.distance)) {
          continue;
        } else if (result.pairs.empty()) {
          result.pairs = {pair, pair};
        } else if (pair.distance < result.pairs[0].distance) {
          result.pairs[0] = pair;
        } else if (pair.distance > result.pairs[1].distance) {
          result.pairs[1] = pair;
        }
      }
    }
  });
  return result;
}

}  // namespace whatwhere
