#include "core/order/same_token.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/errors.h"
#include "core/order/distance.h"
#include "core/order/row_pairs.h"
#include "core/order/sequence.h"
#include "core/tables/row_hash.h"

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

// Slots of one token with the same bytes.
struct EqualSlots {
  std::size_t first = 0;
  std::optional<std::size_t> second;
  std::uint64_t count = 0;
};

std::uint64_t pairs_among(std::uint64_t n) { return n * (n - 1) / 2; }

// The vectors that the slots of one token hold, by the first slot that holds each.
std::vector<EqualSlots> different_vectors(std::span<const std::size_t> slots, const Table& grid) {
  std::vector<EqualSlots> vectors;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash;  // -> index into vectors
  for (const std::size_t slot : slots) {
    const std::uint64_t hash = row_hash(grid.row(slot));
    const auto [begin, end] = by_hash.equal_range(hash);
    const auto known = std::find_if(begin, end, [&](const auto& entry) {
      return same_bytes(grid.row(vectors[entry.second].first), grid.row(slot));
    });
    if (known == end) {
      by_hash.emplace(hash, vectors.size());
      vectors.push_back({slot, std::nullopt, 1});
      continue;
    }
    EqualSlots& equal = vectors[known->second];
    if (!equal.second) equal.second = slot;
    ++equal.count;
  }
  return vectors;
}

// The closest and the farthest pair; of equal ones the first by id and slots. A distance that is not a number
// does not count.
class Extremes {
 public:
  Extremes(std::span<const TokenId> ids, const Table& grid) : ids_(ids), grid_(grid) {}

  // All pairs of the slots that hold these vectors, all of one token.
  void look_at(const std::vector<EqualSlots>& vectors) {
    std::vector<std::size_t> rows;
    for (const EqualSlots& vector : vectors) {
      rows.push_back(vector.first);
      if (vector.second) consider(vector.first, *vector.second);
    }
    RowPairs(grid_, std::move(rows)).visit([&](std::size_t a, std::size_t b, const SquareRange& range) {
      if (std::isnan(range.low)) return;
      if (range.low > closest_limit_ && range.high < farthest_limit_) return;
      consider(a, b);
    });
  }

  std::vector<SameTokenPair> take() const {
    if (!closest_) return {};
    return {*closest_, *farthest_};
  }

 private:
  void consider(std::size_t a, std::size_t b) {
    const double distance = l2_distance(grid_.row(a), grid_.row(b));
    if (std::isnan(distance)) return;
    const auto before = [&](const SameTokenPair& pair) {
      return std::tuple(ids_[a], a, b) < std::tuple(pair.id, pair.slot_a, pair.slot_b);
    };
    if (!closest_ || distance < closest_->distance || (distance == closest_->distance && before(*closest_))) {
      closest_ = measure(ids_, grid_, a, b);
      closest_limit_ = most_of_closer(distance);
    }
    if (!farthest_ || distance > farthest_->distance ||
        (distance == farthest_->distance && before(*farthest_))) {
      farthest_ = measure(ids_, grid_, a, b);
      farthest_limit_ = least_of_farther(distance);
    }
  }

  std::span<const TokenId> ids_;
  const Table& grid_;
  std::optional<SameTokenPair> closest_;
  std::optional<SameTokenPair> farthest_;
  double closest_limit_ = std::numeric_limits<double>::infinity();
  double farthest_limit_ = -std::numeric_limits<double>::infinity();
};

void list_pairs(std::span<const TokenId> ids, const Table& grid, std::span<const std::size_t> slots,
                std::vector<SameTokenPair>& pairs) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    for (std::size_t j = i + 1; j < slots.size(); ++j)
      pairs.push_back(measure(ids, grid, slots[i], slots[j]));
  }
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
  for_each_group(ids,
                 [&](std::span<const std::size_t> slots) { result.pair_count += pairs_among(slots.size()); });
  const bool list_all = result.pair_count <= kMaxListedPairs;
  result.different_count = result.pair_count;
  Extremes extremes(ids, grid);
  for_each_group(ids, [&](std::span<const std::size_t> slots) {
    if (slots.size() < 2) return;
    const std::vector<EqualSlots> vectors = different_vectors(slots, grid);
    for (const EqualSlots& vector : vectors) result.different_count -= pairs_among(vector.count);
    if (list_all) {
      list_pairs(ids, grid, slots, result.pairs);
    } else {
      extremes.look_at(vectors);
    }
  });
  if (!list_all) result.pairs = extremes.take();
  return result;
}

}  // namespace whatwhere
