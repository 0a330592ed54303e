// One attention head on the session's input: what it takes from where, and whether a reorder shows in it.
#pragma once

#include <optional>
#include <vector>

#include "core/order/attention.h"
#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

// Two orders of the same tokens, each through the same head.
struct OrderPair {
  std::vector<TokenId> before_ids;      // (T)
  std::vector<TokenId> ids;             // (T)
  std::vector<std::size_t> origin;      // slot t of the second order stood in slot origin[t] of the first
  PermutationCheck check;               // before: the first order; present: the second
  std::vector<std::size_t> before_bag;  // the context vectors of either, sorted by value
  std::vector<std::size_t> bag;

  bool reads_the_same() const {
    return ids == before_ids;
  }                               // then no order was changed that could be noticed
  std::size_t rows_same() const;  // tokens that hold the context vector that they had before
  bool has_numbers() const;       // false where numbers overflowed: nothing can be said about the order then
};

struct OrderTopic {
  Attention present;                // of the session's sequence
  std::optional<OrderPair> moved;   // compared with the order before, if there is one
  OrderPair bites;                  // "dog bites man" and "man bites dog", with the session's scheme and mask
  OrderPair masked_bites;           // the same with the causal mask and no position
  double masked_repeats_gap = 0.0;  // "the the the" with the mask and no position: how far apart its context
                                    // vectors are, in double
};

// What the head sees is layer_norm(input_emb), as in GPT-2; its weights are drawn from the session's seed.
OrderTopic order_topic(const ToyChoices& choices, const LessonResults& results);

}  // namespace whatwhere
