#include "core/session/lesson.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/input/position.h"

namespace whatwhere {

namespace {

// Column by column, the extent of the finite numbers; 0 lies within each.
struct Extents {
  std::vector<float> low;
  std::vector<float> high;
};

Extents column_extents(const Table& table, std::size_t d) {
  Extents extents{std::vector<float>(d), std::vector<float>(d)};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const auto row = table.row(i);
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (!std::isfinite(row[j])) continue;
      extents.low[j] = std::min(extents.low[j], row[j]);
      extents.high[j] = std::max(extents.high[j], row[j]);
    }
  }
  return extents;
}

// a + b of two numbers that are not negative; the larger of them where the sum overflows.
float finite_sum(float a, float b) {
  const float sum = a + b;
  return std::isfinite(sum) ? sum : std::max(a, b);
}

// The rows that the chosen scheme adds, times the gain.
Table position_rows(const ToyChoices& choices, const Table& P) {
  const Table rows = choices.position == PositionScheme::sinusoidal
                         ? sinusoidal_table(kContextLength, kWidth, choices.positions.base)
                         : P;
  return scaled(rows, choices.positions.gain);
}

}  // namespace

void judge(GridResults& results) {
  results.same = same_token(results.ids, results.grid.input_emb);
  results.closest = closest_rows(results.grid.input_emb, {results.ids, 1, results.ids.size()});
  results.bag = bag_order(results.grid.input_emb, results.ids);
}

GridResults::Before compared(const Sequence& before, Table input_emb, const Sequence& present,
                             const GridResults& results) {
  GridResults::Before told;
  told.ids = before.ids();
  told.input_emb = std::move(input_emb);
  told.bag = bag_order(told.input_emb, told.ids);
  told.origin = origins(present, before);
  told.order = compare_order(told.input_emb, results.grid.input_emb, told.origin);
  return told;
}

ToyTables toy_tables(std::uint64_t seed, double std) {
  return {normal_table(kVocabSize, kWidth, seed, Purpose::token_table, std),
          normal_table(kContextLength, kWidth, seed, Purpose::position_table, std)};
}

ToyTables tables_of(const ToyChoices& choices) {
  if (choices.changed) return {choices.changed->E, choices.changed->P};
  return toy_tables(choices.seed, choices.std);
}

ChangedTables tables_to_change(const ToyChoices& choices) {
  if (choices.changed) return *choices.changed;
  auto [E, P] = tables_of(choices);
  ChangedTables tables;
  tables.E = std::move(E);
  tables.P = std::move(P);
  return tables;
}

float colour_range(const Table& E, const Table& P) {
  float range = 0.0F;
  const Extents e = column_extents(E, E.d());
  const Extents p = column_extents(P, E.d());
  for (std::size_t j = 0; j < E.d(); ++j) {
    // 0 lies within both extents, so the sums' extent covers those of E and P.
    range = std::max({range, finite_sum(e.high[j], p.high[j]), finite_sum(-e.low[j], -p.low[j])});
  }
  return range;
}

LessonResults compute(const ToyChoices& choices) {
  LessonResults results;
  const auto [E, P] = tables_of(choices);
  results.E = E;
  results.P = position_rows(choices, P);
  results.range = colour_range(results.E, results.P);
  results.ids = choices.sequence.ids();
  results.grid = input_embedding(results.E, results.P, results.ids, choices.position);
  results.one_hot_error = max_abs_difference(one_hot_product(results.E, results.ids), results.grid.tok_emb);
  judge(results);
  if (choices.before) {
    Table input_emb =
        input_embedding(results.E, results.P, choices.before->ids(), choices.position).input_emb;
    results.before = compared(*choices.before, std::move(input_emb), choices.sequence, results);
  }
  return results;
}

const LessonResults& Lesson::of(const Session& session) {
  const ToyChoices& choices = session;
  if (!choices_ || !(*choices_ == choices)) {
    results_ = compute(session);
    choices_ = choices;
  }
  return results_;
}

}  // namespace whatwhere
