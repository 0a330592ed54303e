#include "core/topics/positions_topic.h"

#include <algorithm>
#include <cmath>

#include "core/input/position.h"
#include "core/session/actions.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

Session session_of(const std::vector<TokenId>& ids, PositionScheme position) {
  Session session;
  session.sequence = Sequence(ids);
  session.position = position;
  return session;
}

PositionsTopic topic_of(const Session& session) { return positions_topic(session, compute(session)); }

TEST(PositionsTopic, SinusoidsGoOnWhereTheLearnedTableEnds) {
  const Session learned = session_of({5, 2, 5}, PositionScheme::learned);
  EXPECT_TRUE(topic_of(learned).rows == tables_of(learned).P);
  EXPECT_EQ(topic_of(learned).rows.rows(), 8U);
  const Session waves = session_of({5, 2, 5}, PositionScheme::sinusoidal);
  EXPECT_TRUE(topic_of(waves).rows == sinusoidal_table(16, 4, 10000.0));
  // sin^2 + cos^2 = 1 in both of the two pairs, times the gain twice.
  Session twice = waves;
  twice.positions.gain = 2.0;
  EXPECT_NEAR(topic_of(waves).products.row(9)[9], 2.0F, 1e-6F);
  EXPECT_NEAR(topic_of(twice).products.row(9)[9], 8.0F, 1e-5F);
}

// P[a] . P[b] = sum_i cos((a - b) f_i) of sinusoids: the distance alone, up to the rounding of numbers
// near 2. Seeded normals know nothing of distances; their products are of the size 4 * 0.02^2 = 0.0016.
TEST(PositionsTopic, OnlySinusoidsKnowDistances) {
  EXPECT_LT(topic_of(session_of({}, PositionScheme::sinusoidal)).spread, 1e-6F);
  EXPECT_GT(topic_of(session_of({}, PositionScheme::learned)).spread, 0.0004F);
}

TEST(PositionsTopic, ARotatedScoreDependsOnTheDistance) {
  Session session = session_of({5, 2}, PositionScheme::rotary);
  session.positions.query_slot = 2;
  session.positions.key_slot = 5;
  const PositionsTopic topic = topic_of(session);
  EXPECT_TRUE(topic.from_sequence);
  EXPECT_EQ(topic.query_token, 5);
  EXPECT_EQ(topic.key_token, 2);
  for (const RotaryScores& scores : {topic.interleaved, topic.half_split}) {
    EXPECT_LT(scores.largest_difference, 1e-13);
    ASSERT_EQ(scores.by_distance.size(), 31U);
    EXPECT_NEAR(scores.by_distance[15 + 3], scores.here, 1e-14);
    EXPECT_GT(std::abs(scores.by_distance[15 + 4] - scores.here), 1e-3);
    EXPECT_LE(std::abs(scores.here), 1.0 + 1e-6);  // two vectors of length 1
  }
  // Distance 0 turns q and k alike: their cosine, in either pairing.
  EXPECT_NEAR(topic.interleaved.by_distance[15], topic.half_split.by_distance[15], 1e-14);
}

TEST(PositionsTopic, WithoutTwoTokensQAndKAreTheFirstRowsOfE) {
  const PositionsTopic topic = topic_of(session_of({3}, PositionScheme::rotary));
  EXPECT_FALSE(topic.from_sequence);
  EXPECT_EQ(topic.query_token, 0);
  EXPECT_EQ(topic.key_token, 1);
}

TEST(PositionsTopic, NothingAddedLeavesEveryWord) {
  for (const PositionScheme scheme : {PositionScheme::off, PositionScheme::rotary}) {
    const PositionsTopic topic = topic_of(session_of({5, 2, 5}, scheme));
    EXPECT_EQ(topic.words.found, 3U);
    EXPECT_EQ(topic.words.nearest[1].row, 2U);
    EXPECT_EQ(topic.words.nearest[1].distance, 0.0);
    EXPECT_EQ(topic.pairs_apart, 0U);
  }
}

TEST(PositionsTopic, TheGainDecidesWhetherTheWordSurvives) {
  Session session = session_of({0, 1, 2, 3, 4, 5}, PositionScheme::learned);
  session.positions.gain = 0.0;
  EXPECT_EQ(topic_of(session).words.found, 6U);
  session.positions.gain = kMaxGain;
  EXPECT_LT(topic_of(session).words.found, 6U);
}

// All rows of E are zeros with a deviation of 0: a word's own row is then as near as any.
TEST(PositionsTopic, OfEquallyNearRowsTheOwnOneCounts) {
  Session session = session_of({5, 2, 5}, PositionScheme::learned);
  session.std = 0.0;
  EXPECT_EQ(topic_of(session).words.found, 3U);
}

TEST(PositionsTopic, PairsOfOneTokenAreToldApartByWhatIsAdded) {
  EXPECT_EQ(topic_of(session_of({5, 2, 5, 5}, PositionScheme::learned)).pairs_apart, 3U);
  EXPECT_EQ(topic_of(session_of({5, 2, 5, 5}, PositionScheme::off)).pairs_apart, 0U);
}

TEST(PositionsTopic, ABuiltCollisionIsFound) {
  const Session before = session_of({5, 2, 5, 0}, PositionScheme::learned);
  EXPECT_FALSE(topic_of(before).collided);
  ASSERT_EQ(why_not(before, {.id = ActionId::collide}), "");
  const Session after = apply(before, {.id = ActionId::collide});
  const PositionsTopic topic = topic_of(after);
  ASSERT_TRUE(topic.collided);
  const auto [a, b] = *topic.collided;
  const LessonResults results = compute(after);
  EXPECT_NE(results.ids[a], results.ids[b]);
  EXPECT_TRUE(same_bytes(results.grid.input_emb.row(a), results.grid.input_emb.row(b)));
  EXPECT_TRUE(after.changed->E == tables_of(before).E);
  EXPECT_FALSE(topic_of(apply(after, {.id = ActionId::restore_tables})).collided);
}

}  // namespace
}  // namespace whatwhere
