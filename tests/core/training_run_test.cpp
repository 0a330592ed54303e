#include "core/learning/training_run.h"

#include <cmath>

#include "core/errors.h"
#include "core/learning/corpus.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

NextTokenModel model_of(std::uint64_t seed) {
  const auto [E, P] = toy_tables(seed, kGpt2Std);
  return {E, P, next_token_weights(seed, kWidth, kVocabSize, kGpt2Std)};
}

TrainingRun new_run(std::uint64_t seed = 42, const NextTokenOptions& options = {.lr = 0.3}) {
  return TrainingRun(model_of(seed), options, 0, nullptr);
}

testing::AssertionResult same_model(const NextTokenModel& a, const NextTokenModel& b) {
  if (a.E == b.E && a.P == b.P && a.W == b.W) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "the models differ";
}

void expect_same_curve(const TrainingCurve& a, const TrainingCurve& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    SCOPED_TRACE(i);
    ASSERT_EQ(a[i].step, b[i].step);
    ASSERT_TRUE(same_double(a[i].loss, b[i].loss));
    ASSERT_TRUE(same_double(a[i].gradient_norm, b[i].gradient_norm));
    ASSERT_TRUE(same_double(a[i].cat_dog, b[i].cat_dog));
    ASSERT_TRUE(same_double(a[i].cat_the, b[i].cat_the));
    ASSERT_EQ(a[i].E, b[i].E);
  }
}

std::vector<std::uint64_t> steps_of(const TrainingCurve& curve) {
  std::vector<std::uint64_t> steps;
  for (const CurvePoint& point : curve) steps.push_back(point.step);
  return steps;
}

// Each of the first 64 steps, then 32 for each doubling: every 2nd step from 64, every 4th from 128 …
std::vector<std::uint64_t> documented_steps(std::uint64_t last) {
  std::vector<std::uint64_t> steps;
  std::uint64_t spacing = 1;
  for (std::uint64_t step = 0; step <= last; step += spacing) {
    if (step >= 64 * spacing) spacing *= 2;
    steps.push_back(step);
  }
  if (steps.back() != last) steps.push_back(last);
  return steps;
}

TEST(TrainingRun, ANewRunHasItsStartAlone) {
  const TrainingRun run = new_run();
  EXPECT_EQ(run.steps(), 0U);
  EXPECT_TRUE(same_model(run.model(), model_of(42)));
  ASSERT_EQ(run.curve().size(), 1U);
  EXPECT_EQ(run.curve()[0].step, 0U);
  EXPECT_EQ(run.curve()[0].E, model_of(42).E);
}

// A point is what the plain training says before that step; the cosines are those of rows 2 and 3, 2 and 5.
TEST(TrainingRun, PointsHoldTheNumbersOfTheirStep) {
  TrainingRun run = new_run(7);
  run.run(20);
  const TrainingCurve curve = run.curve();
  ASSERT_EQ(curve.size(), 21U);
  NextTokenTraining training(model_of(7), corpus(), {.lr = 0.3});
  const auto cosine_of_rows = [](const Table& E, std::size_t a, std::size_t b) {
    double ab = 0.0;
    double aa = 0.0;
    double bb = 0.0;
    for (std::size_t j = 0; j < E.d(); ++j) {
      const double x = E.row(a)[j];
      const double y = E.row(b)[j];
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    return ab / std::sqrt(aa * bb);
  };
  for (const CurvePoint& point : curve) {
    const NextTokenGradients gradients = training.gradients();
    const Table E = training.model().E;
    EXPECT_EQ(point.step, training.steps());
    EXPECT_EQ(point.E, E);
    EXPECT_EQ(point.loss, gradients.loss);
    EXPECT_EQ(point.gradient_norm, gradients.norm);
    EXPECT_NEAR(point.cat_dog, cosine_of_rows(E, 2, 3), 1e-12);
    EXPECT_NEAR(point.cat_the, cosine_of_rows(E, 2, 5), 1e-12);
    training.run(1);
  }
}

TEST(TrainingRun, KeepsThirtyTwoPointsForEachDoubling) {
  for (const std::uint64_t steps : {1U, 63U, 64U, 65U, 66U, 127U, 128U, 131U, 1000U, 4096U, 5001U}) {
    TrainingRun run = new_run();
    run.run(steps);
    EXPECT_EQ(run.steps(), steps);
    EXPECT_EQ(steps_of(run.curve()), documented_steps(steps)) << steps;
    EXPECT_EQ(run.curve().back().E, run.model().E) << "the present comes last";
  }
  EXPECT_EQ(documented_steps(4096).size(), 64U + 6U * 32U + 1U);
}

TEST(TrainingRun, TheSameHoweverTheStepsAreCut) {
  for (const NextTokenOptions& options :
       {NextTokenOptions{.lr = 0.3}, NextTokenOptions{.tied = true, .positional = true, .lr = 0.1}}) {
    TrainingRun whole = new_run(3, options);
    whole.run(1000);
    TrainingRun cut = new_run(3, options);
    Random random(1);
    while (cut.steps() < 1000) {
      cut.run(std::min<std::uint64_t>(random.below(40), 1000 - cut.steps()));
      ASSERT_EQ(cut.curve().back().step, cut.steps());
    }
    EXPECT_TRUE(same_model(whole.model(), cut.model()));
    expect_same_curve(whole.curve(), cut.curve());
  }
}

// Where the run is left, there is a point that a run in one go does not keep: it goes when the run goes on.
TEST(TrainingRun, GoesOnWhereItWasLeft) {
  TrainingRun whole = new_run();
  whole.run(700);
  for (const std::uint64_t left_at : {0U, 1U, 64U, 65U, 129U, 333U, 699U, 700U}) {
    SCOPED_TRACE(left_at);
    TrainingRun first = new_run();
    first.run(left_at);
    TrainingRun second(first.model(), {.lr = 0.3}, first.steps(),
                       std::make_shared<const TrainingCurve>(first.curve()));
    expect_same_curve(second.curve(), first.curve());
    second.run(700 - left_at);
    EXPECT_EQ(second.steps(), 700U);
    EXPECT_TRUE(same_model(whole.model(), second.model()));
    expect_same_curve(whole.curve(), second.curve());
  }
}

// A saved session has no curve: it begins anew where the run stands.
TEST(TrainingRun, WithoutItsCurveItBeginsWhereItStands) {
  TrainingRun first = new_run();
  first.run(131);
  TrainingRun second(first.model(), {.lr = 0.3}, 131, nullptr);
  EXPECT_EQ(steps_of(second.curve()), (std::vector<std::uint64_t>{131}));
  second.run(6);
  EXPECT_EQ(steps_of(second.curve()), (std::vector<std::uint64_t>{132, 136, 137}));
}

TEST(TrainingRun, TheLargestCountOfStepsIsNoTrap) {
  TrainingRun run(model_of(42), {.lr = 0.3}, std::numeric_limits<std::uint64_t>::max() - 5, nullptr);
  EXPECT_EQ(run.curve().size(), 1U);
  run.run(5);
  EXPECT_EQ(run.curve().back().step, std::numeric_limits<std::uint64_t>::max());
}

// The story that the page tells: two words that the corpus uses alike come to lie in one direction, out of
// noise, and a word that it uses otherwise does not. For every seed, with P or without; untied.
TEST(TrainingRun, CatBecomesLikeDogAndNotLikeThe) {
  for (std::uint64_t seed = 40; seed < 50; ++seed) {
    for (const NextTokenOptions& options :
         {NextTokenOptions{.lr = 0.3}, NextTokenOptions{.positional = true, .lr = 0.3}}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", positional " << options.positional);
      TrainingRun run = new_run(seed, options);
      const double loss = run.curve()[0].loss;
      run.run(3000);
      const CurvePoint now = run.curve().back();
      EXPECT_LT(now.loss, loss);
      EXPECT_GT(now.cat_dog, 0.99);
      EXPECT_LT(now.cat_the, 0.5);
      EXPECT_FALSE(found_cat_like_dog(run.curve()[0]));
      EXPECT_TRUE(found_cat_like_dog(now));
    }
  }
}

// Two rows that point one way are not enough. Tied and without P the logits E E^T are symmetric, and all rows
// come close to one line; with a learning rate of 100 the rows are flung there, and the loss explodes.
TEST(TrainingRun, NearRowsAloneAreNoFinding) {
  TrainingRun tied = new_run(42, {.tied = true, .lr = 0.3});
  tied.run(3000);
  EXPECT_GT(tied.curve().back().cat_dog, 0.9);
  EXPECT_GT(tied.curve().back().cat_the, 0.7);
  EXPECT_FALSE(found_cat_like_dog(tied.curve().back()));
  TrainingRun flung = new_run(42, {.lr = 100.0});
  flung.run(3);
  EXPECT_GT(flung.curve().back().cat_dog, 0.9);
  EXPECT_GT(flung.curve().back().loss, 1000.0);
  EXPECT_FALSE(found_cat_like_dog(flung.curve().back()));
}

TEST(TrainingRun, EndsWhereTheNumbersAreNoLongerFinite) {
  TrainingRun run = new_run(42, {.lr = 100.0});
  run.run(100'000);
  const std::uint64_t end = run.steps();
  EXPECT_LT(end, 1000U);
  EXPECT_TRUE(has_diverged(run.curve().back()));
  run.run(5);
  EXPECT_EQ(run.steps(), end);
  EXPECT_FALSE(has_diverged(new_run().curve().back()));
}

TEST(TrainingRun, RefusesWhatTheTrainingRefuses) {
  EXPECT_THROW(new_run(42, {.lr = -1.0}), ValueError);
  NextTokenModel model = model_of(42);
  model.W = Table();
  EXPECT_THROW(TrainingRun(model, {}, 0, nullptr), ShapeError);
}

}  // namespace
}  // namespace whatwhere
