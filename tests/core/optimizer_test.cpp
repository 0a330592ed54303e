#include "core/learning/optimizer.h"

#include <map>

#include "core/errors.h"
#include "core/learning/gradient.h"
#include "tests/core/golden.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;
using Rows = std::vector<std::size_t>;

// optimizers.json does not say its settings; these are those that reproduce it, to the seventh digit.
OptimizerSettings golden_settings(const std::string& name) {
  OptimizerSettings settings;
  if (name == "sgd_weight_decay") settings.weight_decay = 0.1;
  if (name == "adam") {
    settings.kind = Optimizer::adam;
    settings.lr = 0.01;
  }
  if (name == "adamw") {
    settings.kind = Optimizer::adamw;
    settings.lr = 0.01;
    settings.weight_decay = 0.1;
  }
  return settings;
}

// optimizers.json: E after each of three steps of PyTorch's SGD, Adam and AdamW, each on another sequence.
// The first two share no row, so the second tells a dense step from one on the rows that were read: under
// Adam the rows of the first sequence move on though their gradient is 0.
TEST(Optimizer, AgreesWithTheGoldenFile) {
  const std::map<std::string, Rows> changed_in_second_step = {
      {"sgd", {3, 4}},
      {"sgd_weight_decay", {0, 1, 2, 3, 4, 5}},
      {"adam", {1, 2, 3, 4, 5}},
      {"adamw", {0, 1, 2, 3, 4, 5}},
  };
  const auto cases = golden_cases("optimizers.json");
  ASSERT_EQ(cases.size(), 4U);
  for (const auto& golden : cases) {
    const std::string name = golden.at("optimizer");
    SCOPED_TRACE(name);
    Table E = golden_table(golden.at("E0"));
    Moments moments;
    ASSERT_EQ(golden.at("sequences").size(), 3U);
    for (std::size_t step = 0; step < 3; ++step) {
      const Ids ids = golden.at("sequences")[step].get<Ids>();
      const Table dE = token_gradient(ids, golden_table(golden.at("upstream")[step]), E.rows());
      auto [W, after] = optimizer_step(E, dE, moments, golden_settings(name));
      EXPECT_LE(max_abs_difference(W, golden_table(golden.at("E_after_each")[step])), 1e-7F);
      EXPECT_EQ(after.steps, step + 1);
      if (step == 1) {
        EXPECT_EQ(rows_touched(ids), (Rows{3, 4}));
        EXPECT_EQ(rows_changed(E, W), changed_in_second_step.at(name));
      }
      E = W;
      moments = after;
    }
  }
}

TEST(Optimizer, SgdByHand) {
  OptimizerSettings settings;
  settings.lr = 0.5;
  EXPECT_EQ(optimizer_step(table_of({{1.0F}}), table_of({{0.25F}}), {}, settings).W.numbers()[0], 0.875F);
  settings.weight_decay = 0.25;  // 1 - 0.5 * (0.25 + 0.25 * 1)
  EXPECT_EQ(optimizer_step(table_of({{1.0F}}), table_of({{0.25F}}), {}, settings).W.numbers()[0], 0.75F);
}

// The first step of Adam is lr * sign(gradient), whatever its size: m and v are the gradient and its square
// once corrected.
TEST(Optimizer, AdamsFirstStepIsTheLearningRate) {
  OptimizerSettings settings;
  settings.kind = Optimizer::adam;
  settings.lr = 0.25;
  const OptimizerStep step =
      optimizer_step(table_of({{1.0F, 1.0F, 1.0F}}), table_of({{3.0F, -0.125F, 0.0F}}), {}, settings);
  EXPECT_NEAR(step.W.numbers()[0], 0.75F, 1e-6F);
  EXPECT_NEAR(step.W.numbers()[1], 1.25F, 1e-6F);
  EXPECT_EQ(step.W.numbers()[2], 1.0F);
  EXPECT_NEAR(step.moments.m.numbers()[0], 0.3F, 1e-7F);
  EXPECT_NEAR(step.moments.v.numbers()[0], 0.009F, 1e-9F);
}

// A row that was touched once moves in the next step too, the same way, though its gradient is now 0; a row
// that never was does not move.
TEST(Optimizer, UnderAdamARowTouchedOnceMovesOn) {
  OptimizerSettings settings;
  settings.kind = Optimizer::adam;
  const Table W = table_of({{1.0F}, {1.0F}});
  const OptimizerStep first = optimizer_step(W, table_of({{2.0F}, {0.0F}}), {}, settings);
  const OptimizerStep second = optimizer_step(first.W, table_of({{0.0F}, {0.0F}}), first.moments, settings);
  EXPECT_LT(second.W.numbers()[0], first.W.numbers()[0]);
  EXPECT_EQ(rows_changed(first.W, second.W), Rows{0});
  // The mean of a gradient 2 and a 0: m = 0.9 * 0.1 * 2 / (1 - 0.81), v = 0.999 * 0.001 * 4 / (1 - 0.998001).
  EXPECT_NEAR(first.W.numbers()[0] - second.W.numbers()[0],
              0.1 * (0.18 / 0.19) / std::sqrt(0.003996 / 0.001999), 1e-6);
}

// -0.0, subnormals, NaN payloads and infinities included.
TEST(Optimizer, SgdWithoutDecayKeepsUntouchedRowsToTheBit) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const std::size_t V = 1 + random.below(9);
    // Quiet NaNs: a conversion to double makes a signalling one quiet.
    const Table W = make_table(V, 3, [&] {
      if (random.below(8) == 0) return kInfinity;
      const float x = random.any_float();
      return std::isnan(x) ? std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) | 0x00400000U) : x;
    });
    const Ids ids = random_ids(random, random.below(4), V);
    const Table dW = token_gradient(ids, make_table(ids.size(), 3, [&] { return random.small_float(); }), V);
    const Rows changed = rows_changed(W, optimizer_step(W, dW, {}, {}).W);
    const Rows touched = rows_touched(ids);
    ASSERT_TRUE(std::includes(touched.begin(), touched.end(), changed.begin(), changed.end()));
  }
}

TEST(Optimizer, RefusesWhatDoesNotFit) {
  const Table W(3, 2, std::vector<float>(6));
  EXPECT_TRUE(
      names(message_of<ShapeError>([&] { optimizer_step(W, Table(2, 5, std::vector<float>(10)), {}, {}); }),
            {3, 2, 2, 5}));
  OptimizerSettings adam;
  adam.kind = Optimizer::adam;
  const Moments of_another = optimizer_step(table_of({{1.0F}}), table_of({{1.0F}}), {}, adam).moments;
  EXPECT_TRUE(names(message_of<ShapeError>([&] { optimizer_step(W, W, of_another, adam); }), {3, 2, 1, 1}));
}

TEST(Optimizer, RefusesSettingsOutOfRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (double OptimizerSettings::*number :
       {&OptimizerSettings::lr, &OptimizerSettings::weight_decay, &OptimizerSettings::eps,
        &OptimizerSettings::beta1, &OptimizerSettings::beta2}) {
    for (const double bad : {-0.5, nan, infinity}) {
      OptimizerSettings settings;
      settings.*number = bad;
      EXPECT_THROW(check_settings(settings), ValueError) << bad;
      EXPECT_THROW(optimizer_step({}, {}, {}, settings), ValueError) << bad;
    }
    OptimizerSettings zero;
    zero.*number = 0.0;
    EXPECT_NO_THROW(check_settings(zero));
  }
  OptimizerSettings one;
  one.beta2 = 1.0;
  EXPECT_TRUE(holds(message_of<ValueError>([&] { check_settings(one); }), {"beta2", "[0, 1)"}));
}

}  // namespace
}  // namespace whatwhere
