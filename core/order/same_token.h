// Same token -> same vector? The lesson's headline verdict, with its evidence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/input/lookup.h"
#include "core/tables/table.h"

namespace whatwhere {

enum class Verdict {
  none,  // no token stands in two slots: there is nothing to compare
  yes,   // every two slots of one token hold the same bytes
  no,    // some two slots of one token hold different bytes
};

// Two slots that hold one token, slot_a < slot_b.
struct SameTokenPair {
  TokenId id = 0;
  std::size_t slot_a = 0;
  std::size_t slot_b = 0;
  bool same = false;      // the same bytes: -0.0 is not 0.0 here, though their distance is 0
  double distance = 0.0;  // L2, summed in double
  double cosine = 0.0;    // in double; NaN if either vector is all zeros
};

struct SameToken {
  Verdict verdict = Verdict::none;
  std::uint64_t pair_count = 0;
  std::uint64_t different_count = 0;  // of them, those with different bytes
  // All pairs, by id and then by slots; when there are more than kMaxListedPairs, only the closest and the
  // farthest of them (a distance that is not a number does not count).
  std::vector<SameTokenPair> pairs;
};

inline constexpr std::uint64_t kMaxListedPairs = 1000;

// Whether tokens that repeat in ids (T) have the same row in grid (T, d), by bytes.
// O(T * d + T log T): slots are grouped by id, and each is compared with the first of its group.
// Throws ShapeError if grid has not T rows.
Verdict same_token_verdict(std::span<const TokenId> ids, const Table& grid);

// The verdict with its evidence. On top of the verdict's cost O(T * d), and O(pairs * d) for the pairs of
// different vectors.
// Throws as same_token_verdict does.
SameToken same_token(std::span<const TokenId> ids, const Table& grid);

}  // namespace whatwhere
