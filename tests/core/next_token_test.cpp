#include "core/learning/next_token.h"

#include "core/errors.h"
#include "core/learning/gradient.h"
#include "core/learning/optimizer.h"
#include "core/tables/initialise.h"
#include "tests/core/golden.h"
#include "tests/core/gradients.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;
using Sequences = std::vector<Ids>;

struct GoldenCase {
  NextTokenModel model;
  Sequences sequences;
  NextTokenOptions options;
};

GoldenCase golden_case(const nlohmann::json& golden) {
  GoldenCase c;
  c.model = {golden_table(golden.at("E")), golden_table(golden.at("P")), golden_table(golden.at("W"))};
  c.sequences = {golden.at("ids").get<Ids>()};
  c.options = {golden.at("tied"), golden.at("positional"), golden.at("lr")};
  if (!c.options.tied) c.model.b = Table(1, c.model.E.rows(), std::vector<float>(c.model.E.rows()));
  return c;
}

void expect_near(const std::optional<Table>& ours, const nlohmann::json& golden, float tolerance) {
  ASSERT_EQ(ours.has_value(), !golden.is_null());
  if (!ours) return;
  EXPECT_LE(max_abs_difference(*ours, golden_table(golden)), tolerance);
}

// next_token_training.json: PyTorch's float32 first step, losses and E, tied or not, positional or not.
// PyTorch rounds every sum to float32, hence the tolerances.
TEST(NextToken, AgreesWithTheGoldenFile) {
  const auto cases = golden_cases("next_token_training.json");
  ASSERT_EQ(cases.size(), 4U);
  for (const auto& golden : cases) {
    const auto [model, sequences, options] = golden_case(golden);
    SCOPED_TRACE(testing::Message() << "tied " << options.tied << ", positional " << options.positional);
    const auto& first = golden.at("first_step");
    const NextTokenGradients gradients = next_token_gradients(model, sequences, options);
    EXPECT_LE(max_abs_difference(gradients.logits, golden_table(first.at("logits"))), 3e-7F);
    expect_near(gradients.dE, first.at("dE"), 1e-7F);
    expect_near(gradients.dP, first.at("dP"), 1e-7F);
    expect_near(gradients.dW, first.at("dW"), 1e-7F);

    NextTokenTraining training(model, sequences, options);
    ASSERT_EQ(golden.at("loss_before_each_step").size(), 20U);
    for (const double loss : golden.at("loss_before_each_step")) {
      EXPECT_NEAR(training.loss(), loss, 5e-7);
      training.run(1);
    }
    EXPECT_EQ(training.steps(), 20U);
    expect_near(training.model().E, golden.at("E_after_20"), 5e-7F);
  }
}

constexpr std::size_t kV = 6;
constexpr std::size_t kD = 4;

std::vector<NextTokenOptions> all_options() {
  return {{false, false, 0.1}, {false, true, 0.1}, {true, false, 0.1}, {true, true, 0.1}};
}

NextTokenModel random_model(Random& random, std::size_t V, std::size_t d) {
  const auto next = [&] { return random.small_float(); };
  return {make_table(V, d, next), make_table(8, d, next), make_table(d, V, next), make_table(1, V, next)};
}

// Sequences of 0 to 8 ids, with two ids in the last at least.
Sequences random_sequences(Random& random, std::size_t V) {
  Sequences sequences(1 + random.below(5));
  for (Ids& ids : sequences) ids = random_ids(random, random.below(9), V);
  sequences.push_back(random_ids(random, 2 + random.below(6), V));
  return sequences;
}

struct Weights {
  Rows E, P, W, b;
};

// The mean cross entropy in double, prediction by prediction, with libm: written as it is defined.
double plain_loss(const Weights& w, const Sequences& sequences, const NextTokenOptions& options) {
  double sum = 0.0;
  double n = 0.0;
  for (const Ids& ids : sequences) {
    for (std::size_t t = 0; t + 1 < ids.size(); ++t) {
      std::vector<double> x = w.E[static_cast<std::size_t>(ids[t])];
      if (options.positional) {
        for (std::size_t j = 0; j < x.size(); ++j) x[j] += w.P[t][j];
      }
      double exponentials = 0.0;
      double target = 0.0;
      for (std::size_t k = 0; k < w.E.size(); ++k) {
        double logit = options.tied ? 0.0 : w.b[0][k];
        for (std::size_t j = 0; j < x.size(); ++j) logit += x[j] * (options.tied ? w.E[k][j] : w.W[j][k]);
        exponentials += std::exp(logit);
        if (k == static_cast<std::size_t>(ids[t + 1])) target = logit;
      }
      sum += std::log(exponentials) - target;
      n += 1.0;
    }
  }
  return sum / n;
}

TEST(NextToken, GradientsAreCentralDifferencesOfTheLoss) {
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const std::size_t V = i < 10 ? kV : 2 + random.below(9);
    const std::size_t d = i < 10 ? kD : 1 + random.below(7);
    const NextTokenModel model = random_model(random, V, d);
    const Sequences sequences = random_sequences(random, V);
    for (const NextTokenOptions& options : all_options()) {
      SCOPED_TRACE(testing::Message() << "tied " << options.tied << ", positional " << options.positional);
      const NextTokenGradients gradients = next_token_gradients(model, sequences, options);
      Weights w{rows_of(model.E), rows_of(model.P), rows_of(model.W), rows_of(model.b)};
      ASSERT_NEAR(gradients.loss, plain_loss(w, sequences, options), 2e-7);
      // x = E + P is rounded to float32 in the model and not here.
      const auto agrees = [&](const Table& gradient, Rows& rows) {
        return are_central_differences(
            gradient, rows, [&] { return plain_loss(w, sequences, options); }, 2e-7);
      };
      ASSERT_TRUE(agrees(gradients.dE, w.E));
      ASSERT_EQ(gradients.dP.has_value(), options.positional);
      ASSERT_TRUE(!gradients.dP || agrees(*gradients.dP, w.P));
      ASSERT_EQ(gradients.dW.has_value(), !options.tied);
      ASSERT_TRUE(!gradients.dW || agrees(*gradients.dW, w.W));
      ASSERT_EQ(gradients.db.has_value(), !options.tied);
      ASSERT_TRUE(!gradients.db || agrees(*gradients.db, w.b));
    }
  }
}

// All weights 0: every token is as likely as any other, and the loss is log V.
TEST(NextToken, OfZerosByHand) {
  const auto zeros = [](std::size_t rows, std::size_t d) {
    return Table(rows, d, std::vector<float>(rows * d));
  };
  const NextTokenGradients gradients =
      next_token_gradients({zeros(6, 4), {}, zeros(4, 6)}, {{5, 2, 1}, {3}, {}}, {});
  EXPECT_DOUBLE_EQ(gradients.loss, std::log(6.0));
  EXPECT_TRUE(same_table(gradients.logits, zeros(2, 6)));
  EXPECT_FALSE(gradients.db.has_value()) << "no bias was given";
}

// V = 2, d = 1, E = (1, 0), W = (0, 0): both are equally likely after token 0, and token 1 follows it, so the
// logits' gradient is (1/2, -1/2), dW = 1 * that, and dE = W . that = 0.
TEST(NextToken, OfOnePredictionByHand) {
  const NextTokenGradients gradients =
      next_token_gradients({table_of({{1.0F}, {0.0F}}), {}, table_of({{0.0F, 0.0F}})}, {{0, 1}}, {});
  EXPECT_TRUE(same_table(*gradients.dW, table_of({{0.5F, -0.5F}})));
  EXPECT_TRUE(same_table(gradients.dE, table_of({{0.0F}, {0.0F}})));
  EXPECT_DOUBLE_EQ(gradients.norm, std::sqrt(0.5));
}

// The step that is shown (gradients, then optimizer_step) is the step that is taken, to the bit.
TEST(NextToken, AStepIsTheSgdStepWithItsGradients) {
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const NextTokenModel model = random_model(random, kV, kD);
    const Sequences sequences = random_sequences(random, kV);
    for (const NextTokenOptions& options : all_options()) {
      const NextTokenGradients gradients = next_token_gradients(model, sequences, options);
      NextTokenTraining training(model, sequences, options);
      training.run(1);
      const auto step = [](const Table& W, const std::optional<Table>& dW) {
        return dW ? optimizer_step(W, *dW, {}, {}).W : W;
      };
      const NextTokenModel after = training.model();
      ASSERT_TRUE(same_table(after.E, step(model.E, gradients.dE)));
      ASSERT_TRUE(same_table(after.P, step(model.P, gradients.dP)));
      ASSERT_TRUE(same_table(after.W, step(model.W, gradients.dW)));
      ASSERT_TRUE(same_table(after.b, step(model.b, gradients.db)));
    }
  }
}

bool same_model(const NextTokenModel& a, const NextTokenModel& b) {
  return same_table(a.E, b.E) && same_table(a.P, b.P) && same_table(a.W, b.W) && same_table(a.b, b.b);
}

TEST(NextToken, StepsCanBeTakenOneByOneOrTogether) {
  Random random(3);
  const NextTokenModel model = random_model(random, kV, kD);
  const Sequences sequences = random_sequences(random, kV);
  for (const NextTokenOptions& options : all_options()) {
    NextTokenTraining together(model, sequences, options);
    NextTokenTraining one_by_one(model, sequences, options);
    together.run(30);
    for (int i = 0; i < 30; ++i) {
      one_by_one.loss();
      one_by_one.run(1);
    }
    EXPECT_TRUE(same_model(together.model(), one_by_one.model()));
    EXPECT_EQ(together.steps(), one_by_one.steps());
    EXPECT_EQ(together.loss(), next_token_gradients(together.model(), sequences, options).loss);
    EXPECT_EQ(together.gradient_norm(), together.gradients().norm);
    together.run(0);
    EXPECT_TRUE(same_model(together.model(), one_by_one.model()));
  }
}

TEST(NextToken, TheOrderOfTheSequencesDoesNotMatter) {
  Random random(4);
  const NextTokenModel model = random_model(random, kV, kD);
  Sequences sequences = random_sequences(random, kV);
  for (const NextTokenOptions& options : all_options()) {
    NextTokenTraining forwards(model, sequences, options);
    std::reverse(sequences.begin(), sequences.end());
    NextTokenTraining backwards(model, sequences, options);
    forwards.run(30);
    backwards.run(30);
    EXPECT_TRUE(same_model(forwards.model(), backwards.model()));
    EXPECT_EQ(forwards.loss(), backwards.loss());
  }
}

// Untied, the row of a token that predicts nothing gets no gradient and keeps its bytes; tied, it is also an
// output row, and every output row learns from every prediction.
TEST(NextToken, OnlyTyingMovesRowsThatPredictNothing) {
  Random random(5);
  const NextTokenModel model = random_model(random, kV, kD);
  const auto rows_moved = [&](bool tied) {
    NextTokenOptions options;
    options.tied = tied;
    NextTokenTraining training(model, {{5, 2, 1}}, options);
    training.run(1);
    return rows_changed(model.E, training.model().E);
  };
  EXPECT_EQ(rows_moved(false), (std::vector<std::size_t>{2, 5}));
  EXPECT_EQ(rows_moved(true), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
}

// Logits of a thousand overflow e^logit, not the softmax; the loss is then the distance of two logits.
TEST(NextToken, LargeLogitsDoNotOverflow) {
  const NextTokenModel model{table_of({{1000.0F}, {0.0F}}), {}, table_of({{1.0F, -1.0F}})};
  EXPECT_DOUBLE_EQ(next_token_gradients(model, {{0, 1}}, {}).loss, 2000.0);
  EXPECT_DOUBLE_EQ(next_token_gradients(model, {{0, 0}}, {}).loss, 0.0);
}

TEST(NextToken, NaNShowsInTheLoss) {
  const NextTokenModel model{table_of({{1.0F}, {0.0F}}), {}, table_of({{kNaN, 0.0F}})};
  EXPECT_TRUE(std::isnan(next_token_gradients(model, {{0, 1}}, {}).loss));
  const NextTokenModel infinite{table_of({{1.0F}, {0.0F}}), {}, table_of({{kInfinity, 0.0F}})};
  EXPECT_TRUE(std::isnan(next_token_gradients(infinite, {{0, 1}}, {}).loss));
}

TEST(NextToken, UnusedTablesMayBeEmptyAndComeBackAsGiven) {
  Random random(6);
  const Table E = random_model(random, kV, kD).E;
  NextTokenOptions tied;
  tied.tied = true;
  NextTokenTraining training({E, {}, {}}, {{0, 1}}, tied);
  training.run(1);
  EXPECT_TRUE(same_table(training.model().P, {}));
  EXPECT_TRUE(same_table(training.model().W, {}));
}

TEST(NextToken, RefusesWhatDoesNotFit) {
  Random random(7);
  const NextTokenModel model = random_model(random, kV, kD);
  const auto message = [](auto error, const NextTokenModel& m, const Sequences& sequences,
                          const NextTokenOptions& options) {
    return message_of<decltype(error)>([&] { next_token_gradients(m, sequences, options); });
  };
  NextTokenOptions positional;
  positional.positional = true;
  NextTokenModel narrow_P = model;
  narrow_P.P = Table(8, 3, std::vector<float>(24));
  EXPECT_TRUE(names(message(ShapeError(""), narrow_P, {{0, 1}}, positional), {6, 4, 8, 3}));
  NextTokenModel turned_W = model;
  turned_W.W = Table(6, 4, std::vector<float>(24));
  EXPECT_TRUE(names(message(ShapeError(""), turned_W, {{0, 1}}, {}), {6, 4, 6, 4}));
  NextTokenModel short_b = model;
  short_b.b = Table(1, 5, std::vector<float>(5));
  EXPECT_TRUE(names(message(ShapeError(""), short_b, {{0, 1}}, {}), {1, 5, 6, 4}));
  EXPECT_TRUE(names(message(IdError(""), model, {{0, 1}, {2, 6}}, {}), {6, 1, 6}));
  EXPECT_NO_THROW(next_token_gradients(model, {Ids(9)}, positional));
  EXPECT_TRUE(names(message(ShapeError(""), model, {Ids(10)}, positional), {9, 8}));
  EXPECT_NO_THROW(next_token_gradients(model, {Ids(10)}, {}));
  EXPECT_TRUE(holds(message(ValueError(""), model, {{}, {3}}, {}), {"nothing to predict"}));
  EXPECT_TRUE(holds(message(ValueError(""), model, {{0, 1}}, {false, false, -0.5}), {"learning rate -0.5"}));
}

// W has a stream of its own: it is neither E's nor P's numbers.
TEST(NextToken, WeightsAreDrawnFromTheirOwnStream) {
  EXPECT_TRUE(
      same_table(next_token_weights(42, 4, 6, 0.02), normal_table(4, 6, 42, Purpose::output_weights, 0.02)));
  EXPECT_FALSE(
      same_table(next_token_weights(42, 4, 6, 0.02), normal_table(4, 6, 42, Purpose::token_table, 0.02)));
}

}  // namespace
}  // namespace whatwhere
