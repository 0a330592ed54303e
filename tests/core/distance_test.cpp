#include "core/order/distance.h"

#include <algorithm>
#include <numbers>
#include <tuple>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Row = std::vector<float>;

TEST(Distance, ByHand) {
  EXPECT_EQ(l2_distance(Row{0.0F, 0.0F}, Row{3.0F, 4.0F}), 5.0);
  EXPECT_EQ(l2_distance(Row{1.0F, 1.0F}, Row{4.0F, -3.0F}), 5.0);
  EXPECT_EQ(l2_distance(Row{1.0F, 2.0F, 3.0F}, Row{2.0F, 4.0F, 5.0F}), 3.0);  // 1 + 4 + 4 = 9
  EXPECT_EQ(l2_distance(Row{0.5F}, Row{-0.25F}), 0.75);
  EXPECT_EQ(l2_distance(Row{0.0F, -0.0F}, Row{-0.0F, 0.0F}), 0.0);
  EXPECT_EQ(l2_distance(Row{}, Row{}), 0.0);
  EXPECT_TRUE(std::isnan(l2_distance(Row{kNaN}, Row{kNaN})));
}

// Summed in double: squares of float32 neither overflow nor underflow there.
TEST(Distance, OfVeryLargeAndVerySmallNumbers) {
  for (const float scale : {0x1p120F, 0x1p-140F}) {
    EXPECT_EQ(l2_distance(Row{0.0F, 0.0F}, Row{3.0F * scale, 4.0F * scale}),
              5.0 * static_cast<double>(scale));
  }
  const float largest = std::numeric_limits<float>::max();
  EXPECT_EQ(l2_distance(Row{largest}, Row{-largest}), 2.0 * static_cast<double>(largest));
}

TEST(Distance, CosineByHand) {
  EXPECT_EQ(cosine(Row{1.0F, 0.0F}, Row{0.0F, 2.0F}), 0.0);
  EXPECT_EQ(cosine(Row{3.0F, 4.0F}, Row{-3.0F, -4.0F}), -1.0);
  EXPECT_DOUBLE_EQ(cosine(Row{3.0F, 4.0F}, Row{4.0F, 3.0F}), 24.0 / 25.0);
  EXPECT_DOUBLE_EQ(cosine(Row{1.0F, 0.0F}, Row{5.0F, 5.0F}), std::numbers::sqrt2 / 2.0);
}

// ab = aa = bb then, and sqrt(fl(x * x)) = x in IEEE arithmetic: no rounding is left.
TEST(Distance, CosineOfIdenticalRowsIsExactlyOne) {
  Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    Row row(1 + random.below(20));
    for (float& x : row) x = random.below(2) == 0 ? random.small_float() : random.finite_float();
    if (std::all_of(row.begin(), row.end(), [](float x) { return x == 0.0F; })) continue;
    ASSERT_EQ(cosine(row, row), 1.0);
  }
}

TEST(Distance, CosineWithAZeroRowIsNaN) {
  EXPECT_TRUE(std::isnan(cosine(Row{0.0F, 0.0F}, Row{0.0F, 0.0F})));
  EXPECT_TRUE(std::isnan(cosine(Row{0.0F, -0.0F}, Row{1.0F, 2.0F})));
  EXPECT_TRUE(std::isnan(cosine(Row{1.0F, 2.0F}, Row{0.0F, 0.0F})));
}

// All pairs by brute force; of ties the first, by row_a and then row_b. Rows of small whole numbers tie
// often.
std::optional<ClosestRows> brute_force(const Table& grid, const Batch& batch) {
  std::optional<ClosestRows> best;
  for (std::size_t b = grid.rows(); b-- > 0;) {
    for (std::size_t a = b; a-- > 0;) {
      const bool same_token = batch.ids[a] == batch.ids[b];
      const bool same_slot = a % batch.T == b % batch.T;
      if (same_token && same_slot) continue;
      double sum = 0.0;
      for (std::size_t j = 0; j < grid.d(); ++j) {
        sum += std::pow(static_cast<double>(grid.row(a)[j]) - static_cast<double>(grid.row(b)[j]), 2.0);
      }
      const ClosestRows pair{a, b, std::sqrt(sum)};
      const auto order = [](const ClosestRows& c) { return std::tuple(c.distance, c.row_a, c.row_b); };
      if (!best || order(pair) < order(*best)) best = pair;
    }
  }
  return best;
}

TEST(Distance, ClosestRowsAgreeWithBruteForce) {
  Random random(2);
  std::size_t none = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::size_t B = random.below(4);
    const std::size_t T = random.below(7);
    const auto ids = random_ids(random, B * T, 3);
    const Table grid =
        make_table(B * T, 1 + random.below(3), [&] { return static_cast<float>(random.below(9)) - 4.0F; });
    const Batch batch{ids, B, T};
    const auto expected = brute_force(grid, batch);
    const auto found = closest_rows(grid, batch);
    ASSERT_EQ(found.has_value(), expected.has_value());
    none += found ? 0 : 1;
    if (!found) continue;
    ASSERT_EQ(found->row_a, expected->row_a);
    ASSERT_EQ(found->row_b, expected->row_b);
    ASSERT_EQ(found->distance, expected->distance);
  }
  EXPECT_GT(none, 100U);
  EXPECT_LT(none, 1900U);
}

// The plain loop over all pairs: of ties the first, and no distance that is not a number.
std::optional<ClosestRows> plain_closest_rows(const Table& grid, const Batch& batch) {
  std::optional<ClosestRows> closest;
  for (std::size_t a = 0; a < grid.rows(); ++a) {
    for (std::size_t b = a + 1; b < grid.rows(); ++b) {
      if (batch.ids[a] == batch.ids[b] && a % batch.T == b % batch.T) continue;
      const double distance = l2_distance(grid.row(a), grid.row(b));
      if (!std::isnan(distance) && (!closest || distance < closest->distance))
        closest = ClosestRows{a, b, distance};
    }
  }
  return closest;
}

void expect_plain_closest_rows(const Table& grid, const Batch& batch) {
  const auto expected = plain_closest_rows(grid, batch);
  const auto found = closest_rows(grid, batch);
  ASSERT_EQ(found.has_value(), expected.has_value());
  if (!found) return;
  ASSERT_EQ(found->row_a, expected->row_a);
  ASSERT_EQ(found->row_b, expected->row_b);
  ASSERT_EQ(found->distance, expected->distance);
}

// Grids of all kinds: random rows, a grid of few values with many ties, rows whose numbers differ by their
// last bits only, numbers of every size with NaN and infinities, and equal steps from slot to slot.
TEST(Distance, ClosestRowsAreThoseOfThePlainLoop) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const std::size_t B = 1 + random.below(3);
    const std::size_t T = 1 + random.below(i < 290 ? 40 : 100);
    const std::size_t d = 1 + random.below(50);
    const auto ids = random_ids(random, B * T, 1 + random.below(20));
    const Batch batch{ids, B, T};
    expect_plain_closest_rows(make_table(B * T, d, [&] { return random.small_float(); }), batch);
    expect_plain_closest_rows(
        make_table(B * T, 2, [&] { return static_cast<float>(random.below(2000)) * 0.1F; }), batch);
    expect_plain_closest_rows(
        make_table(
            B * T, d,
            [&] { return std::bit_cast<float>(0x447A0000U + static_cast<std::uint32_t>(random.below(4))); }),
        batch);
    expect_plain_closest_rows(make_table(B * T, 1 + d % 3, [&] { return random.any_float(); }), batch);
    float step = 0.0F;
    expect_plain_closest_rows(make_table(B * T, 1, [&] { return step += 0.1F; }), batch);
    expect_plain_closest_rows(make_table(B * T, d, [] { return kNaN; }), batch);
  }
}

TEST(Distance, ClosestRowsLeaveOutTheSameTokenInTheSameSlot) {
  // (2, 2): both sequences hold token 0 in slot 0, with the same row; token 1 is as close as 5.
  const std::vector<TokenId> ids = {0, 1, 0, 2};
  const Table grid = table_of({{0.0F, 0.0F}, {3.0F, 4.0F}, {0.0F, 0.0F}, {30.0F, 40.0F}});
  const auto closest = closest_rows(grid, {ids, 2, 2});
  ASSERT_TRUE(closest.has_value());
  EXPECT_EQ(closest->row_a, 0U);
  EXPECT_EQ(closest->row_b, 1U);
  EXPECT_EQ(closest->distance, 5.0);
  // One sequence of the same four: rows 0 and 2 stand in other slots, and count.
  EXPECT_EQ(closest_rows(grid, {ids, 1, 4})->distance, 0.0);
}

TEST(Distance, NoClosestRowsWithoutTwoThatDiffer) {
  EXPECT_EQ(closest_rows(Table(0, 4, {}), {{}, 1, 0}), std::nullopt);
  EXPECT_EQ(closest_rows(Table(0, 4, {}), {{}, 0, 3}), std::nullopt);
  const std::vector<TokenId> ids = {4, 4, 4};
  EXPECT_EQ(closest_rows(table_of({{1.0F}, {1.0F}, {1.0F}}), {ids, 3, 1}), std::nullopt);
  EXPECT_EQ(closest_rows(table_of({{1.0F}}), {std::span(ids).first(1), 1, 1}), std::nullopt);
}

// A distance that is not a number is no distance: the pair does not count.
TEST(Distance, ANaNRowIsNotTheClosest) {
  const std::vector<TokenId> ids = {0, 1, 2};
  const auto closest = closest_rows(table_of({{kNaN}, {1.0F}, {3.0F}}), {ids, 1, 3});
  ASSERT_TRUE(closest.has_value());
  EXPECT_EQ(closest->row_a, 1U);
  EXPECT_EQ(closest->row_b, 2U);
  EXPECT_EQ(closest->distance, 2.0);
}

TEST(Distance, ClosestRowsRefuseAGridOfAnotherShape) {
  const std::vector<TokenId> ids = {0, 1, 2, 3, 4, 5};
  EXPECT_TRUE(names(message_of<ShapeError>([&] {
                      closest_rows(Table(5, 1, Row(5)), {ids, 2, 3});
                    }),
                    {2, 3, 6, 5}));
  EXPECT_TRUE(names(message_of<ShapeError>([&] {
                      closest_rows(Table(6, 1, Row(6)), {ids, 2, 4});
                    }),
                    {2, 4, 8}));
}

}  // namespace
}  // namespace whatwhere
