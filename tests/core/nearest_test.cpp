#include "core/order/nearest.h"

#include <algorithm>

#include "core/errors.h"
#include "core/input/input_embedding.h"
#include "core/order/distance.h"
#include "core/tables/initialise.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Row = std::vector<float>;

TEST(Nearest, ByHand) {
  const Table E = table_of({{0.0F, 0.0F}, {10.0F, 0.0F}, {0.0F, 10.0F}});
  const auto row_of = [&](Row x) { return nearest_row(E, x).row; };
  EXPECT_EQ(row_of({1.0F, 2.0F}), 0U);
  EXPECT_EQ(row_of({7.0F, 4.0F}), 1U);
  EXPECT_EQ(row_of({-3.0F, 14.0F}), 2U);
  EXPECT_EQ(nearest_row(E, Row{-3.0F, 14.0F}).distance, 5.0);
}

TEST(Nearest, OfEqualsTheFirst) {
  const Table E = table_of({{9.0F}, {1.0F}, {-1.0F}, {1.0F}});
  EXPECT_EQ(nearest_row(E, Row{0.0F}).row, 1U);
  EXPECT_EQ(nearest_row(E, Row{-1.0F}).row, 2U);
}

TEST(Nearest, ADistanceThatIsNotANumberDoesNotCount) {
  const Table E = table_of({{kNaN}, {5.0F}, {kNaN}, {3.0F}});
  EXPECT_EQ(nearest_row(E, Row{0.0F}).row, 3U);
  const Nearest none = nearest_row(E, Row{kNaN});
  EXPECT_EQ(none.row, 0U);
  EXPECT_TRUE(std::isnan(none.distance));
  EXPECT_EQ(nearest_row(table_of({{kNaN}, {kInfinity}}), Row{0.0F}).row, 1U);
}

TEST(Nearest, IsTheLeastOfAllDistances) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const std::size_t d = 1 + random.below(5);
    const Table E = make_table(1 + random.below(20), d, [&] { return random.small_float(); });
    const Table X = make_table(random.below(6), d, [&] { return random.small_float(); });
    for (std::size_t t = 0; t < X.rows(); ++t) {
      const Nearest nearest = nearest_row(E, X.row(t));
      std::vector<double> distances;
      for (std::size_t v = 0; v < E.rows(); ++v) distances.push_back(l2_distance(E.row(v), X.row(t)));
      const auto least = std::min_element(distances.begin(), distances.end());
      ASSERT_EQ(nearest.row, static_cast<std::size_t>(least - distances.begin()));
      ASSERT_EQ(nearest.distance, *least);
    }
  }
}

// Two rows of E are sqrt(2 d) std apart and a row of P is sqrt(d) std long: with d = 64 the word stays
// nearest. A P of ten times that size carries the sums out of the words' reach.
TEST(Nearest, ASmallPositionLeavesTheWordNearestALargeOneDoesNot) {
  const Table E = normal_table(50, 64, 42, Purpose::token_table, 0.02);
  std::vector<TokenId> ids(50);
  for (std::size_t t = 0; t < ids.size(); ++t) ids[t] = static_cast<TokenId>(t);
  const auto words_kept = [&](double std) {
    const Table P = normal_table(50, 64, 42, Purpose::position_table, std);
    return find_words(E, input_embedding(E, P, ids, PositionScheme::learned).input_emb, ids).found;
  };
  EXPECT_EQ(words_kept(0.0), 50U);
  EXPECT_EQ(words_kept(0.02), 50U);
  EXPECT_LT(words_kept(0.2), 25U);
}

// Rows 1 and 2 of E are one point: a word is found there, whichever of the two it is. A vector of NaN is near
// to nothing, so no word is found in it, though row 0 is named.
TEST(Nearest, OfEquallyNearRowsTheTokensOwnCountsAndNoNumberNever) {
  const Table E = table_of({{0.0F}, {5.0F}, {5.0F}});
  const WordSearch words =
      find_words(E, table_of({{5.0F}, {4.0F}, {1.0F}, {kNaN}}), std::vector<TokenId>{1, 2, 2, 0});
  EXPECT_EQ(words.found, 2U);
  ASSERT_EQ(words.nearest.size(), 4U);
  EXPECT_EQ(words.nearest[0].row, 1U);
  EXPECT_EQ(words.nearest[1].row, 2U);
  EXPECT_EQ(words.nearest[1].distance, 1.0);
  EXPECT_EQ(words.nearest[2].row, 0U);
  EXPECT_TRUE(std::isnan(words.nearest[3].distance));
  EXPECT_TRUE(
      holds(message_of<ShapeError>([&] { find_words(E, E, std::vector<TokenId>{0}); }), {"(3, 1)", "1 ids"}));
  EXPECT_THROW(find_words(E, E, std::vector<TokenId>{0, 1, 3}), IdError);
}

TEST(Nearest, WhatDoesNotFitIsRefused) {
  EXPECT_TRUE(holds(message_of<ShapeError>([] {
                      nearest_row(Table(0, 2, {}), Row{1.0F, 2.0F});
                    }),
                    {"empty"}));
  EXPECT_TRUE(names(message_of<ShapeError>([] {
                      nearest_row(table_of({{1.0F, 2.0F}}), Row{1.0F});
                    }),
                    {2, 1}));
}

}  // namespace
}  // namespace whatwhere
