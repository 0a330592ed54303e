// Five ways to get the input wrong, each computed as it is chosen, broken or mended. P is the learned table
// in all of them, whatever the session's scheme. What the core throws is caught here and kept as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

// Broken: the ids themselves go through a dense layer. Mended: they look rows up. Either way the vocabulary
// is renumbered once, and its rows with it.
struct RawIdsFailure {
  std::vector<TokenId> ids;             // (T): with the vocabulary's own numbers
  std::vector<TokenId> renumbered_ids;  // (T): with the others
  Table input;                          // (T, d): from ids
  Table renumbered_input;               // (T, d): from renumbered_ids
  std::size_t slots_changed = 0;        // rows that are not the same bytes
  float largest_change = 0.0F;          // max |renumbered_input - input|
};

// Broken: a scorer sees the tokens alone. Mended: with P[t] added. It scores the sequence and its reverse.
struct NoPositionsFailure {
  bool has_order = false;  // is the reverse another sequence? Nothing is scored otherwise
  std::vector<TokenId> reversed_ids;
  double score = 0.0;  // of the sequence
  double reversed_score = 0.0;
  double score_gap = 0.0;        // |score - reversed_score|
  bool same_vectors = false;     // are the head's outputs the same, up to rounding, token by token?
  float apart = 0.0F;            // the largest difference of such outputs, in float32
  double apart_in_double = 0.0;  // the same with all of the attention in double: what is rounding shrinks
};

// Broken: P is d - 1 wide. Mended: it is d wide.
struct WidthsFailure {
  Table tok_emb;      // (T, d)
  Table pos_emb;      // (T, d - 1) or (T, d)
  Table input_emb;    // (T, d); empty if the core refused
  std::string error;  // what it said
};

// Broken: the tokens again and again, context_length + 3 of them, under the session's policy. Mended: the
// tokens themselves.
struct TooLongFailure {
  std::vector<TokenId> text;  // what was to be fed
  std::size_t kept = 0;       // how many of them were: the first ones
  Table input_emb;            // (kept, d)
  std::string error;          // what the core said; empty if it took the tokens
};

// Broken: tok_emb and pos_emb side by side. Mended: their sum. Then the next layer, W_q of the session's
// head.
struct ConcatenationFailure {
  Table x;            // (T, 2d) or (T, d)
  Table W;            // (d, d)
  Table y;            // (T, d) = x W; empty if the core refused
  std::string error;  // what it said

  std::size_t words_found = 0;  // slots of the sum whose nearest row of E is their token's
};

// What the next layer takes, width to width: added (d, d), concatenated (2d, d).
struct LayerParameters {
  std::uint64_t added = 0;
  std::uint64_t concatenated = 0;
};
LayerParameters layer_parameters(std::uint64_t d);  // d below 2^31

struct FailuresTopic {
  float range = 0.0F;  // of the colours of E, P and their sums: -range to range
  RawIdsFailure raw_ids;
  NoPositionsFailure no_positions;
  WidthsFailure widths;
  TooLongFailure too_long;
  ConcatenationFailure concatenation;
};

// Of the present tables; of an empty sequence every grid is (0, d) and nothing is scored.
FailuresTopic failures_topic(const ToyChoices& choices, const LessonResults& results);

}  // namespace whatwhere
