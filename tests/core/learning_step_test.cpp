#include "core/session/learning_step.h"

#include <cmath>

#include "core/errors.h"
#include "core/learning/gradient.h"
#include "core/learning/tied_output.h"
#include "core/session/history.h"
#include "core/session/training.h"
#include "core/tables/random.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;
using Causes = std::vector<SideEffect>;
using Rows = std::vector<std::size_t>;

Session with(const Ids& ids, PositionScheme position = PositionScheme::off) {
  Session s;
  s.sequence = Sequence(ids);
  s.position = position;
  return s;
}

LearningStep step_of(const Session& session) { return learning_step(session, compute(session)); }

bool is_zero(std::span<const float> row) {
  return std::all_of(row.begin(), row.end(), [](float x) { return x == 0.0F; });
}

// Each number of W after plain SGD with lr 0.1: one multiplication, one subtraction, in float32.
Table descended(const Table& W, const Table& dW) {
  std::vector<float> numbers;
  for (std::size_t i = 0; i < W.numbers().size(); ++i) {
    const float moved = 0.1F * dW.numbers()[i];
    numbers.push_back(W.numbers()[i] - moved);
  }
  return Table(W.rows(), W.d(), std::move(numbers));
}

TEST(LearningStep, SgdChangesTheRowsThatWereReadAndNoOther) {
  const Session s = with({5, 2, 5});
  const LearningStep step = step_of(s);
  EXPECT_EQ(step.touched, (Rows{2, 5}));
  EXPECT_EQ(step.changed, (Rows{2, 5}));
  EXPECT_EQ(step.side_effects, Causes{});
  const Table E = tables_of(s).E;
  EXPECT_EQ(step.E.W, descended(E, step.dE));
  for (const std::size_t k : {0U, 1U, 3U, 4U}) EXPECT_TRUE(same_bytes(step.E.W.row(k), E.row(k))) << k;
}

// The row that two slots read gets the sum of their gradients.
TEST(LearningStep, ARepeatedTokenGetsTheSum) {
  const LearningStep step = step_of(with({5, 2, 5}));
  for (std::size_t j = 0; j < kWidth; ++j) {
    const float sum = step.G.row(0)[j] + step.G.row(2)[j];
    EXPECT_EQ(step.dE.row(5)[j], sum);
    EXPECT_EQ(step.dE.row(2)[j], step.G.row(1)[j]);
  }
  for (const std::size_t k : {0U, 1U, 3U, 4U}) EXPECT_TRUE(is_zero(step.dE.row(k))) << k;
}

// Normals of size 0.3 rounded to two decimals, one set for each (seed, number).
TEST(LearningStep, TheUpstreamGradientIsSeededAndShort) {
  Session s = with({0, 1, 2, 3, 4, 5, 0, 1});
  const Table first = step_of(s).G;
  EXPECT_EQ(first, step_of(s).G);
  double squares = 0.0;
  std::size_t count = 0;
  std::vector<Table> all;
  for (std::uint64_t gradient = 0; gradient < 100; ++gradient) {
    s.learning.gradient = gradient;
    const Table G = step_of(s).G;
    for (const Table& other : all) ASSERT_FALSE(G == other) << gradient;
    all.push_back(G);
    for (const float g : G.numbers()) {
      const double hundredths = std::round(static_cast<double>(g) * 100.0);
      ASSERT_EQ(g, static_cast<float>(hundredths / 100.0));
      ASSERT_FALSE(g == 0.0F && std::signbit(g)) << "no -0.00";
      squares += static_cast<double>(g) * static_cast<double>(g);
      ++count;
    }
  }
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(count)), 0.3, 0.02);
  s.learning.gradient = 0;
  s.seed = 43;
  EXPECT_FALSE(step_of(s).G == first);
}

// A written number takes the place of its own and of no other; a slot that is not there waits.
TEST(LearningStep, WrittenGradientsAreInG) {
  Session s = with({5, 2, 5});
  const Table before = step_of(s).G;
  s.learning.edits = {{1, 3, 0.5F}, {7, 0, 9.0F}};
  const Table after = step_of(s).G;
  EXPECT_EQ(after.row(1)[3], 0.5F);
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t j = 0; j < kWidth; ++j) {
      if (t == 1 && j == 3) continue;
      EXPECT_EQ(after.row(t)[j], before.row(t)[j]) << t << ", " << j;
    }
  }
  EXPECT_EQ(step_of(s).dE.row(2)[3], 0.5F);
  s.sequence = Sequence(Ids{5, 2, 5, 0, 0, 0, 0, 1});
  EXPECT_EQ(step_of(s).G.row(7)[0], 9.0F);
}

TEST(LearningStep, WeightDecayChangesEveryRow) {
  for (const Optimizer kind : {Optimizer::sgd, Optimizer::adam, Optimizer::adamw}) {
    Session s = with({5, 2, 5});
    s.learning.optimizer.kind = kind;
    s.learning.optimizer.weight_decay = 0.1;
    const LearningStep step = step_of(s);
    EXPECT_EQ(step.touched, (Rows{2, 5}));
    EXPECT_EQ(step.changed, (Rows{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(step.side_effects, Causes{SideEffect::decay});
  }
}

// Adam remembers: the rows of the first sequence move on in a step that does not read them. SGD does not.
TEST(LearningStep, AdamMovesRowsOfEarlierSteps) {
  for (const Optimizer kind : {Optimizer::sgd, Optimizer::adam, Optimizer::adamw}) {
    Session s = with({5, 2});
    s.learning.optimizer.kind = kind;
    EXPECT_EQ(step_of(s).changed, (Rows{2, 5}));
    EXPECT_EQ(step_of(s).side_effects, Causes{}) << "nothing to remember yet";
    s = after_step(s);
    s.sequence = Sequence(Ids{0, 1});
    const LearningStep step = step_of(s);
    EXPECT_EQ(step.touched, (Rows{0, 1}));
    EXPECT_EQ(step.side_effects, kind == Optimizer::sgd ? Causes{} : Causes{SideEffect::memory});
    EXPECT_EQ(step.changed, kind == Optimizer::sgd ? (Rows{0, 1}) : (Rows{0, 1, 2, 5}));
  }
}

// SGD remembers nothing that Adam could go on with: Adam's first step is its first, whatever came before.
TEST(LearningStep, AdamAfterSgdStartsAnew) {
  Session s = after_step(with({5, 2}, PositionScheme::learned));
  s.learning.optimizer.kind = Optimizer::adam;
  const LearningStep step = step_of(s);
  const OptimizerStep first = optimizer_step(tables_of(s).E, step.dE, {}, s.learning.optimizer);
  EXPECT_EQ(step.E.W, first.W);
  EXPECT_EQ(step.E.moments, first.moments);
  EXPECT_EQ(step.E.moments.steps, 1U);
  ASSERT_TRUE(step.P.has_value());
  EXPECT_EQ(step.P->moments.steps, 1U);
}

TEST(LearningStep, ATiedOutputReachesEveryRow) {
  Session s = with({5, 2, 5}, PositionScheme::learned);
  EXPECT_FALSE(step_of(s).tied.has_value());
  s.learning.tied = true;
  const LessonResults results = compute(s);
  const LearningStep step = step_of(s);
  ASSERT_TRUE(step.tied.has_value());
  EXPECT_EQ(*step.tied, tied_output_gradient(results.E, results.grid.input_emb, results.ids));
  const Table in = token_gradient(results.ids, step.G, kVocabSize);
  for (std::size_t i = 0; i < in.numbers().size(); ++i) {
    const float sum = in.numbers()[i] + step.tied->numbers()[i];
    EXPECT_EQ(step.dE.numbers()[i], sum);
  }
  EXPECT_EQ(step.touched, (Rows{2, 5}));
  EXPECT_EQ(step.changed, (Rows{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(step.side_effects, Causes{SideEffect::tied});
}

// One token predicts nothing, so a tied output sends no gradient: what moves the other rows is the decay.
TEST(LearningStep, TheCauseIsTheOneThatActs) {
  Session s = with({5});
  s.learning.tied = true;
  EXPECT_EQ(step_of(s).side_effects, Causes{});
  s.learning.optimizer.weight_decay = 0.1;
  EXPECT_EQ(step_of(s).side_effects, Causes{SideEffect::decay});
  s.sequence = Sequence(Ids{5, 2});
  EXPECT_EQ(step_of(s).side_effects, (Causes{SideEffect::tied, SideEffect::decay}));
}

// input_emb = E[id] + gain * P[t], so the chain rule takes G to P times the gain. A scheme without a learned
// table trains none.
TEST(LearningStep, PLearnsOnlyWhereItIsAddedAndTimesItsGain) {
  for (const PositionScheme scheme :
       {PositionScheme::off, PositionScheme::sinusoidal, PositionScheme::rotary}) {
    const Session s = with({5, 2, 5}, scheme);
    EXPECT_FALSE(step_of(s).dP.has_value());
    EXPECT_FALSE(step_of(s).P.has_value());
    EXPECT_EQ(after_step(s).changed->P, tables_of(s).P);
  }
  for (const float gain : {1.0F, 2.0F, 0.5F, 0.0F}) {
    Session s = with({5, 2, 5}, PositionScheme::learned);
    s.positions.gain = static_cast<double>(gain);
    const LearningStep step = step_of(s);
    ASSERT_TRUE(step.dP.has_value());
    for (std::size_t t = 0; t < kContextLength; ++t) {
      for (std::size_t j = 0; j < kWidth; ++j) {
        const float expected = t < 3 ? gain * step.G.row(t)[j] : 0.0F;
        EXPECT_EQ(step.dP->row(t)[j], expected) << t << ", " << j;
      }
    }
    const Session after = after_step(s);
    EXPECT_EQ(after.changed->P, descended(tables_of(s).P, *step.dP)) << "P itself, not gain * P";
    EXPECT_EQ(after.changed->P, step.P->W);
  }
}

TEST(LearningStep, RefusesSettingsOutOfRange) {
  Session s = with({5});
  s.learning.optimizer.lr = -1.0;
  EXPECT_THROW(step_of(s), ValueError);
}

TEST(LearningStep, WithoutTokensNothingChanges) {
  const LearningStep step = step_of(with({}));
  EXPECT_EQ(step.G.rows(), 0U);
  EXPECT_TRUE(step.touched.empty());
  EXPECT_TRUE(step.changed.empty());
  EXPECT_EQ(step.side_effects, Causes{});
}

TEST(AfterStep, TakesExactlyTheStepThatWasShown) {
  Session s = with({5, 2, 5}, PositionScheme::learned);
  s.learning.optimizer.kind = Optimizer::adam;
  for (std::uint64_t i = 1; i <= 3; ++i) {
    const LearningStep step = step_of(s);
    const Session after = after_step(s);
    ASSERT_TRUE(after.changed.has_value());
    EXPECT_EQ(after.changed->E, step.E.W);
    EXPECT_EQ(after.changed->E_moments, step.E.moments);
    EXPECT_EQ(after.changed->P_moments, step.P->moments);
    EXPECT_EQ(after.changed->E_moments.steps, i);
    Session rest = after;
    rest.changed = s.changed;
    EXPECT_EQ(rest, s) << "nothing else";
    s = after;
  }
}

// After a step by hand the curve of a run would speak of other tables.
TEST(AfterStep, EndsATrainingRun) {
  Session s = with({5, 2});
  TrainingRun run = training_run(s);
  run.run(70);
  s.changed = outcome(s, run);
  ASSERT_EQ(s.changed->training_steps, 70U);
  const Session after = after_step(s);
  EXPECT_EQ(after.changed->training_steps, 0U);
  EXPECT_EQ(after.changed->curve, nullptr);
  EXPECT_EQ(after.changed->W, s.changed->W);
  EXPECT_EQ(training_run(after).curve().size(), 1U);
}

TEST(AfterStep, UndoBringsTheTablesBack) {
  History history(with({5, 2, 5}, PositionScheme::learned));
  const Session before = history.present();
  history.perform({.id = ActionId::learn_step});
  EXPECT_FALSE(tables_of(history.present()).E == tables_of(before).E);
  EXPECT_EQ(compute(history.present()).E, tables_of(history.present()).E) << "every page shows them";
  history.perform({.id = ActionId::undo});
  EXPECT_EQ(history.present(), before);
}

TEST(TrainingOfASession, StartsFromItsTablesAndGoesOn) {
  Session s = with({});
  const TrainingRun start = training_run(s);
  EXPECT_EQ(start.model().E, tables_of(s).E);
  EXPECT_EQ(start.model().W, next_token_weights(42, kWidth, kVocabSize, kGpt2Std));
  TrainingRun whole = training_run(s);
  whole.run(100);
  for (int i = 0; i < 4; ++i) {
    TrainingRun part = training_run(s);
    part.run(25);
    s.changed = outcome(s, part);
  }
  EXPECT_EQ(s.changed->E, whole.model().E);
  EXPECT_EQ(s.changed->W, whole.model().W);
  EXPECT_EQ(s.changed->P, toy_tables(42, kGpt2Std).P) << "P is not trained unless it is added";
  EXPECT_EQ(s.changed->training_steps, 100U);
  EXPECT_EQ(s.changed->curve->size(), whole.curve().size());
}

TEST(TrainingOfASession, OneActionIsOneStep) {
  const Session s = with({});
  TrainingRun run = training_run(s);
  run.run(1);
  const Session after = apply(s, {.id = ActionId::train});
  EXPECT_EQ(after.changed->E, run.model().E);
  EXPECT_EQ(after.changed->training_steps, 1U);
}

}  // namespace
}  // namespace whatwhere
