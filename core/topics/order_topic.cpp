#include "core/topics/order_topic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace whatwhere {

namespace {

struct Head {
  AttentionHead weights;
  AttentionOptions options;
};

AttentionOptions options_of(const ToyChoices& choices) {
  AttentionOptions options;
  options.causal = choices.causal;
  if (choices.position == PositionScheme::rotary) options.rotary = Rotary{.base = choices.positions.base};
  return options;
}

OrderPair compare(const Head& head, OrderPair pair, const Table& before, const Table& present) {
  pair.check =
      check_permutation(layer_norm(before), layer_norm(present), pair.origin, head.weights, head.options);
  pair.before_bag = bag_order(pair.check.before.out, pair.before_ids);
  pair.bag = bag_order(pair.check.present.out, pair.ids);
  return pair;
}

// Who bites whom, both ways.
OrderPair bites(const Head& head, const LessonResults& results, PositionScheme scheme) {
  OrderPair pair;
  pair.before_ids = ids_of_words("dog bites man");
  pair.ids = ids_of_words("man bites dog");
  pair.origin = {2, 1, 0};
  const auto input = [&](const std::vector<TokenId>& ids) {
    return input_embedding(results.E, results.P, ids, scheme).input_emb;
  };
  return compare(head, pair, input(pair.before_ids), input(pair.ids));
}

// The largest difference of two of the context vectors of a token that is repeated.
double repeats_gap(const Head& head, const LessonResults& results) {
  const Table x = layer_norm(lookup(results.E, ids_of_words("the the the")));
  double largest = 0.0;
  for (const auto& origin : {std::array<std::size_t, 3>{1, 2, 0}, std::array<std::size_t, 3>{2, 0, 1}}) {
    largest =
        std::max(largest, check_permutation(x, x, origin, head.weights, head.options).difference_in_double);
  }
  return largest;
}

}  // namespace

std::size_t OrderPair::rows_same() const {
  return static_cast<std::size_t>(std::count(check.same_row.begin(), check.same_row.end(), true));
}

bool OrderPair::has_numbers() const {
  return std::isfinite(check.difference) && std::isfinite(check.difference_in_double);
}

OrderTopic order_topic(const ToyChoices& choices, const LessonResults& results) {
  const Head head{attention_head(choices.seed, results.E.d()), options_of(choices)};
  Head masked{head.weights, {}};
  masked.options.causal = true;
  OrderTopic topic;
  topic.present = attention(layer_norm(results.grid.input_emb), head.weights, head.options);
  if (results.before) {
    OrderPair pair;
    pair.before_ids = results.before->ids;
    pair.ids = results.ids;
    pair.origin = results.before->origin;
    topic.moved = compare(head, std::move(pair), results.before->input_emb, results.grid.input_emb);
  }
  topic.bites = bites(head, results, choices.position);
  topic.masked_bites = bites(masked, results, PositionScheme::off);
  topic.masked_repeats_gap = repeats_gap(masked, results);
  return topic;
}

}  // namespace whatwhere
