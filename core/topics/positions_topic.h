// The position schemes at work on the present sequence: their rows, what these do to the words, and what a
// rotation does to a score.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/order/nearest.h"
#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

// Sinusoids and angles are shown for twice as many slots as the learned table has rows.
inline constexpr std::size_t kShownSlots = 2 * kContextLength;
inline constexpr std::array<std::size_t, 4> kShifts = {1, 5, 50, 500};

// rotary_score of one q and k, in one pairing.
struct RotaryScores {
  double here = 0.0;                           // at slots m and n
  std::array<double, kShifts.size()> shifted;  // at m + s and n + s, for each shift s
  double largest_difference = 0.0;             // max |shifted - here|
  std::vector<double> by_distance;             // at distance n - m = -(kShownSlots - 1) … kShownSlots - 1
};

struct PositionsTopic {
  // The rows that the scheme has for slots 0 to kShownSlots - 1, times the gain: kShownSlots of them for
  // sinusoids, context_length for the learned table, which also stands here where none is added.
  Table rows;
  Table products;       // (rows, rows): their dot products
  float spread = 0.0F;  // diagonal_spread of the products

  Table angles;               // (kShownSlots, d/2) in radians
  TokenId query_token = 0;    // q and k are the rows of these two in E, scaled to length 1 (a row of zeros
  TokenId key_token = 0;      // stays): those in slots 0 and 1
  bool from_sequence = true;  // false: there are no two slots, and they are the first two tokens of E
  RotaryScores interleaved;
  RotaryScores half_split;

  WordSearch words;             // of the sequence's tokens in input_emb
  std::size_t pairs_apart = 0;  // of results.same.pairs: those that hold different bytes
  std::optional<std::pair<std::size_t, std::size_t>> collided;  // two slots, two tokens, the same bytes
};

// Of the present tables and choices; the sequence may be empty.
PositionsTopic positions_topic(const ToyChoices& choices, const LessonResults& results);

}  // namespace whatwhere
