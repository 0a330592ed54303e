#include "core/session/learning_step.h"

#include <algorithm>
#include <cmath>

#include "core/learning/gradient.h"
#include "core/learning/tied_output.h"
#include "core/tables/random.h"

namespace whatwhere {

namespace {

constexpr double kGradientSize = 0.3;

// Seeded normals of size 0.3, to two decimals: numbers that a person can follow.
Table upstream_gradient(const ToyChoices& choices, std::size_t T) {
  const RandomStream stream =
      numbered_stream(choices.seed, Purpose::upstream_gradient, choices.learning.gradient);
  std::vector<float> numbers(T * kWidth);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<float>(std::round(kGradientSize * stream.normal(i) * 100.0) / 100.0) + 0.0F;
  }
  for (const GradientEdit& edit : choices.learning.edits) {
    if (edit.slot < T) numbers[edit.slot * kWidth + edit.column] = edit.value;
  }
  return Table(T, kWidth, std::move(numbers));
}

Table sum(const Table& a, const Table& b) {
  std::vector<float> numbers(a.numbers().begin(), a.numbers().end());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += b.numbers()[i];
  return Table(a.rows(), a.d(), std::move(numbers));
}

// What this optimizer can go on from. SGD keeps a count of its steps alone, and Adam cannot go on from that:
// it starts anew.
Moments moments_for(const OptimizerSettings& settings, const Moments& moments) {
  const bool is_missing = settings.kind != Optimizer::sgd && moments.m.rows() == 0;
  return is_missing ? Moments{} : moments;
}

OptimizerStep take_step(const Table& W, const Table& dW, const Moments& moments,
                        const OptimizerSettings& settings) {
  return optimizer_step(W, dW, moments_for(settings, moments), settings);
}

std::vector<SideEffect> side_effects_of(const LearningStep& step, const OptimizerSettings& settings) {
  const auto is_other = [&](std::size_t row) {
    return !std::binary_search(step.touched.begin(), step.touched.end(), row);
  };
  const auto row = std::find_if(step.changed.begin(), step.changed.end(), is_other);
  if (row == step.changed.end()) return {};
  std::vector<SideEffect> causes;
  const auto is_zero = [](float x) { return x == 0.0F; };
  if (step.tied && !std::ranges::all_of(step.tied->row(*row), is_zero)) causes.push_back(SideEffect::tied);
  if (settings.weight_decay > 0.0) causes.push_back(SideEffect::decay);
  if (causes.empty()) causes.push_back(SideEffect::memory);
  return causes;
}

}  // namespace

LearningStep learning_step(const ToyChoices& choices, const LessonResults& results) {
  const ChangedTables tables = tables_to_change(choices);
  LearningStep step;
  step.G = upstream_gradient(choices, results.ids.size());
  step.dE = token_gradient(results.ids, step.G, tables.E.rows());
  if (choices.learning.tied) {
    step.tied = tied_output_gradient(tables.E, results.grid.input_emb, results.ids);
    step.dE = sum(step.dE, *step.tied);
  }
  step.E = take_step(tables.E, step.dE, tables.E_moments, choices.learning.optimizer);
  if (choices.position == PositionScheme::learned) {
    const Table dP = position_gradient(step.G, 1, results.ids.size(), tables.P.rows());
    step.dP = scaled(dP, choices.positions.gain);
    step.P = take_step(tables.P, *step.dP, tables.P_moments, choices.learning.optimizer);
    step.P_changed = rows_changed(tables.P, step.P->W);
  }
  step.touched = rows_touched(results.ids);
  step.changed = rows_changed(tables.E, step.E.W);
  step.side_effects = side_effects_of(step, choices.learning.optimizer);
  return step;
}

Session after_step(const Session& session) {
  const LearningStep step = learning_step(session, compute(session));
  ChangedTables tables = tables_to_change(session);
  tables.E = step.E.W;
  tables.E_moments = step.E.moments;
  if (step.P) {
    tables.P = step.P->W;
    tables.P_moments = step.P->moments;
  }
  end_run(tables);
  Session after = session;
  after.changed = std::move(tables);
  return after;
}

}  // namespace whatwhere
