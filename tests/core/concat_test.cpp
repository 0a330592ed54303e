#include "core/input/concat.h"

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

TEST(Concat, PutsTheRowsSideBySide) {
  const Table tok = table_of({{1.0F, 2.0F}, {3.0F, -0.0F}});
  const Table pos = table_of({{5.0F, 6.0F}, {7.0F, 8.0F}});
  EXPECT_TRUE(
      same_table(concatenated(tok, pos), table_of({{1.0F, 2.0F, 5.0F, 6.0F}, {3.0F, -0.0F, 7.0F, 8.0F}})));
  EXPECT_TRUE(same_table(concatenated(tok, table_of({{9.0F}, {4.0F}})),
                         table_of({{1.0F, 2.0F, 9.0F}, {3.0F, -0.0F, 4.0F}})));
  EXPECT_TRUE(same_table(concatenated(Table(0, 2, {}), Table(0, 2, {})), Table(0, 4, {})));
}

TEST(Concat, NeedsOneRowForEachSlotOnBothSides) {
  const auto message = message_of<ShapeError>([] {
    concatenated(Table(2, 3, std::vector<float>(6)), Table(1, 3, {1, 2, 3}));
  });
  EXPECT_TRUE(holds(message, {"(2, 3)", "(1, 3)"}));
}

TEST(Concat, LinearByHand) {
  const Table x = table_of({{1.0F, 2.0F}, {0.0F, -1.0F}});
  const Table W = table_of({{1.0F, 0.0F, 3.0F}, {0.5F, -1.0F, 2.0F}});
  EXPECT_TRUE(same_table(linear(x, W), table_of({{2.0F, -2.0F, 7.0F}, {-0.5F, 1.0F, -2.0F}})));
  EXPECT_TRUE(same_table(linear(Table(0, 2, {}), W), Table(0, 3, {})));
  EXPECT_TRUE(same_table(linear(Table(2, 0, {}), Table(0, 1, {})), table_of({{0.0F}, {0.0F}})));
}

// 2^24 + 1 = 2^24 in float32 (ties to even): only in this order the ones are lost.
TEST(Concat, LinearSumsInSlotOrder) {
  const Table ones = table_of({{1.0F}, {1.0F}, {1.0F}});
  EXPECT_EQ(linear(table_of({{0x1p24F, 1.0F, 1.0F}}), ones).row(0)[0], 0x1p24F);
  EXPECT_EQ(linear(table_of({{1.0F, 1.0F, 0x1p24F}}), ones).row(0)[0], 0x1p24F + 2.0F);
}

// [x, p] . [W; U] = x . W + p . U, and with U = W that is (x + p) . W: a sum is a concatenation whose two
// halves share their weights. Small whole numbers: every step is exact.
TEST(Concat, ASumIsAConcatenationWithSharedWeights) {
  Random random(1);
  const auto whole = [&] { return static_cast<float>(random.below(17)) - 8.0F; };
  for (int i = 0; i < 200; ++i) {
    const std::size_t T = 1 + random.below(6);
    const std::size_t d = 1 + random.below(6);
    const Table x = make_table(T, d, whole);
    const Table p = make_table(T, d, whole);
    const Table W = make_table(d, 1 + random.below(5), whole);
    std::vector<float> sum(T * d);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] = x.numbers()[k] + p.numbers()[k];
    std::vector<float> twice(W.numbers().begin(), W.numbers().end());
    twice.insert(twice.end(), W.numbers().begin(), W.numbers().end());
    const Table product = linear(concatenated(x, p), Table(2 * d, W.d(), twice));
    ASSERT_EQ(max_abs_difference(product, linear(Table(T, d, sum), W)), 0.0F);
  }
}

TEST(Concat, TheNextLayerRefusesTheDoubledWidth) {
  const Table x(4, 6, std::vector<float>(24));
  const auto message = message_of<ShapeError>([&] { linear(x, Table(3, 5, std::vector<float>(15))); });
  EXPECT_TRUE(holds(message, {"(4, 6)", "(3, 5)", "expects width n = 3", "width 6"}));
}

}  // namespace
}  // namespace whatwhere
