#include "core/topics/failures_topic.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/input/concat.h"
#include "core/input/raw_ids.h"
#include "core/order/attention.h"
#include "core/order/nearest.h"

namespace whatwhere {

namespace {

using Ids = std::vector<TokenId>;

constexpr std::size_t kTooMany = kContextLength + 3;

// The first `rows` rows, and of them the first `d` numbers.
Table corner(const Table& table, std::size_t rows, std::size_t d) {
  std::vector<float> numbers;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto row = table.row(i).first(d);
    numbers.insert(numbers.end(), row.begin(), row.end());
  }
  return Table(rows, d, std::move(numbers));
}

RawIdsFailure raw_ids_failure(std::uint64_t seed, const Table& E, const Ids& ids, bool broken) {
  RawIdsFailure failure;
  const Ids numbering = renumbering(E.rows(), seed, 1);
  failure.ids = ids;
  failure.renumbered_ids = renumbered(ids, numbering);
  if (broken) {
    const DenseLayer layer = dense_layer(seed, E.d());
    failure.input = apply_to_ids(layer, ids);
    failure.renumbered_input = apply_to_ids(layer, failure.renumbered_ids);
  } else {
    failure.input = lookup(E, ids);
    failure.renumbered_input = lookup(renumber_rows(E, numbering), failure.renumbered_ids);
  }
  for (std::size_t t = 0; t < ids.size(); ++t) {
    if (!same_bytes(failure.input.row(t), failure.renumbered_input.row(t))) ++failure.slots_changed;
  }
  failure.largest_change = max_abs_difference(failure.renumbered_input, failure.input);
  return failure;
}

// A scorer of a set: the mean of the head's outputs (T, d), dotted with v (d). In double; T must not be 0.
double score_of(const Table& out, std::span<const float> v) {
  double sum = 0.0;
  for (std::size_t t = 0; t < out.rows(); ++t) {
    for (std::size_t j = 0; j < out.d(); ++j) sum += static_cast<double>(out.row(t)[j]) * v[j];
  }
  return sum / static_cast<double>(out.rows());
}

NoPositionsFailure no_positions_failure(std::uint64_t seed, const Table& E, const Table& P, const Ids& ids,
                                        bool broken) {
  NoPositionsFailure failure;
  failure.reversed_ids = {ids.rbegin(), ids.rend()};
  failure.has_order = failure.reversed_ids != ids;
  if (!failure.has_order) return failure;
  const auto seen = [&](const Ids& order) {
    const auto scheme = broken ? PositionScheme::off : PositionScheme::learned;
    return layer_norm(input_embedding(E, P, order, scheme).input_emb);
  };
  std::vector<std::size_t> origin(ids.size());
  for (std::size_t t = 0; t < origin.size(); ++t) origin[t] = ids.size() - 1 - t;
  const PermutationCheck check =
      check_permutation(seen(ids), seen(failure.reversed_ids), origin, attention_head(seed, E.d()), {});
  const Table v = normal_table(1, E.d(), seed, Purpose::scorer, 1.0);
  failure.score = score_of(check.before.out, v.row(0));
  failure.reversed_score = score_of(check.present.out, v.row(0));
  failure.score_gap = std::abs(failure.score - failure.reversed_score);
  failure.same_vectors = check.rows_travel;
  failure.apart = check.difference;
  failure.apart_in_double = check.difference_in_double;
  return failure;
}

WidthsFailure widths_failure(const Table& E, const Table& P, const Ids& ids, bool broken) {
  const Table fed = corner(P, P.rows(), broken ? P.d() - 1 : P.d());
  WidthsFailure failure;
  failure.tok_emb = lookup(E, ids);
  failure.pos_emb = corner(fed, ids.size(), fed.d());
  failure.error =
      error_of([&] { failure.input_emb = input_embedding(E, fed, ids, PositionScheme::learned).input_emb; });
  return failure;
}

TooLongFailure too_long_failure(const Table& E, const Table& P, const Ids& ids,
                                const FailureChoices& choices) {
  TooLongFailure failure;
  failure.text = ids;
  if (choices.broken[static_cast<std::size_t>(Failure::too_long)] && !ids.empty()) {
    while (failure.text.size() < kTooMany) failure.text.push_back(ids[failure.text.size() % ids.size()]);
  }
  Ids fed = failure.text;
  if (choices.policy == ContextPolicy::truncate) fed.resize(std::min(fed.size(), P.rows()));
  failure.error = error_of([&] {
    failure.input_emb = input_embedding(E, P, fed, PositionScheme::learned).input_emb;
    failure.kept = fed.size();
  });
  return failure;
}

ConcatenationFailure concatenation_failure(std::uint64_t seed, const Table& E, const Table& P, const Ids& ids,
                                           bool broken) {
  const InputGrid grid = input_embedding(E, P, ids, PositionScheme::learned);
  ConcatenationFailure failure;
  failure.x = broken ? concatenated(grid.tok_emb, *grid.pos_emb) : grid.input_emb;
  failure.W = attention_head(seed, E.d()).W_q;
  failure.error = error_of([&] { failure.y = linear(failure.x, failure.W); });
  failure.words_found = find_words(E, grid.input_emb, ids).found;
  return failure;
}

}  // namespace

LayerParameters layer_parameters(std::uint64_t d) { return {d * d, 2 * d * d}; }

FailuresTopic failures_topic(const ToyChoices& choices, const LessonResults& results) {
  const auto broken = [&](Failure failure) {
    return choices.failures.broken[static_cast<std::size_t>(failure)];
  };
  const auto [E, P] = tables_of(choices);
  const Ids& ids = results.ids;
  FailuresTopic topic;
  topic.range = colour_range(E, P);
  topic.raw_ids = raw_ids_failure(choices.seed, E, ids, broken(Failure::raw_ids));
  topic.no_positions = no_positions_failure(choices.seed, E, P, ids, broken(Failure::no_positions));
  topic.widths = widths_failure(E, P, ids, broken(Failure::widths));
  topic.too_long = too_long_failure(E, P, ids, choices.failures);
  topic.concatenation = concatenation_failure(choices.seed, E, P, ids, broken(Failure::concatenation));
  return topic;
}

}  // namespace whatwhere
