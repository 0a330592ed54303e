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
Table upstream_gradient(const Session& session, std::size_t T) {
  const RandomStream stream =
      numbered_stream(session.seed, Purpose::upstream_gradient, session.learning.gradient);
  std::vector<float> numbers(T * kWidth);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<float>(std::round(kGradientSize * stream.normal(i) * 100.0) / 100.0) + 0.0F;
  }
  for (const GradientEdit& edit : session.learning.edits) {
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

}  // namespace

LearningStep learning_step(const Session& session, const LessonResults& results) {
  const ChangedTables tables = tables_to_change(session);
  LearningStep step;
  step.G = upstream_gradient(session, results.ids.size());
  step.dE = token_gradient(results.ids, step.G, tables.E.rows());
  if (session.learning.tied) {
    step.tied = tied_output_gradient(tables.E, results.grid.input_emb, results.ids);
    step.dE = sum(step.dE, *step.tied);
  }
  step.E = take_step(tables.E, step.dE, tables.E_moments, session.learning.optimizer);
  if (session.position == PositionScheme::learned) {
    const Table dP = position_gradient(step.G, 1, results.ids.size(), tables.P.rows());
    step.dP = scaled(dP, session.positions.gain);
    step.P = take_step(tables.P, *step.dP, tables.P_moments, session.learning.optimizer);
  }
  step.touched = rows_touched(results.ids);
  step.changed = rows_changed(tables.E, step.E.W);
  step.others_unchanged =
      std::includes(step.touched.begin(), step.touched.end(), step.changed.begin(), step.changed.end());
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
  // A run that is not alone with its tables begins anew.
  tables.training_steps = 0;
  tables.curve.reset();
  Session after = session;
  after.changed = std::move(tables);
  return after;
}

TrainingRun training_run(const Session& session) {
  const ChangedTables tables = tables_to_change(session);
  const Table W =
      tables.W.rows() > 0 ? tables.W : next_token_weights(session.seed, kWidth, kVocabSize, session.std);
  return TrainingRun({tables.E, tables.P, W}, session.learning.training, tables.training_steps, tables.curve);
}

ChangedTables outcome(const Session& session, const TrainingRun& run) {
  ChangedTables tables = tables_to_change(session);
  const NextTokenModel model = run.model();
  tables.E = model.E;
  tables.P = model.P;
  tables.W = model.W;
  tables.training_steps = run.steps();
  tables.curve = std::make_shared<const TrainingCurve>(run.curve());
  return tables;
}

WorkedExample worked_example(const Session& session, const LessonResults&) {
  WorkedExample example;
  example.ids = {15, 824, 391};
  example.V = 50257;
  example.lr = 0.1;
  example.G = Table(3, kWidth, {0.5F, -0.2F, 0.1F, 0.3F, -0.4F, 0.6F, 0.2F, -0.1F, 0.3F, 0.1F, -0.5F, 0.2F});
  const Table E = normal_table(example.V, kWidth, session.seed, Purpose::token_table, session.std);
  const Table dE = token_gradient(example.ids, example.G, example.V);
  const Table after = optimizer_step(E, dE, {}, {.lr = example.lr}).W;
  example.rows = lookup(E, example.ids);
  example.rows_after = lookup(after, example.ids);
  example.rows_changed = rows_changed(E, after).size();
  return example;
}

}  // namespace whatwhere
