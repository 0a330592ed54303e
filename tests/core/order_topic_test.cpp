#include "core/topics/order_topic.h"

#include "core/session/actions.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

Session reversed(const std::string& words, PositionScheme position, bool causal) {
  Session session;
  session.sequence = Sequence(ids_of_words(words));
  session.position = position;
  session.causal = causal;
  return apply(session, {.id = ActionId::reverse});
}

OrderTopic topic_of(const Session& session) { return order_topic(session, compute(session)); }

// Nothing in softmax(q k^T / sqrt(d)) v knows a slot's number, so a permuted input gives the same rows,
// permuted; in double they differ by rounding of 1e-16 of numbers of size 1.
TEST(OrderTopic, WithoutPositionAndMaskTheRowsTravel) {
  const OrderTopic topic = topic_of(reversed("the dog bites man", PositionScheme::off, false));
  ASSERT_TRUE(topic.moved.has_value());
  EXPECT_TRUE(topic.moved->check.rows_travel);
  EXPECT_EQ(topic.moved->rows_same(), 4U);
  EXPECT_LT(topic.moved->check.difference_in_double, 1e-14);
  EXPECT_LT(topic.moved->check.difference, 1e-5F);
  EXPECT_TRUE(topic.bites.check.same_bag);
}

// What breaks it: a mask, a row added to the input, a turn of q and k. The difference is then the same in
// both precisions.
TEST(OrderTopic, AMaskOrAPositionShows) {
  for (const auto& [position, causal] :
       {std::pair{PositionScheme::off, true}, std::pair{PositionScheme::learned, false},
        std::pair{PositionScheme::sinusoidal, false}, std::pair{PositionScheme::rotary, false}}) {
    const OrderTopic topic = topic_of(reversed("the dog bites man", position, causal));
    EXPECT_FALSE(topic.moved->check.rows_travel);
    EXPECT_FALSE(topic.bites.check.same_bag);
    EXPECT_GT(topic.moved->check.difference_in_double, 1e-3);
    EXPECT_NEAR(static_cast<double>(topic.moved->check.difference), topic.moved->check.difference_in_double,
                1e-5);
  }
}

// Slot t of the mask sees slots 0 to t: (T^2 - T) / 2 weights are exactly 0, and row 0 is all on slot 0.
TEST(OrderTopic, TheMaskHidesWhatComesLater) {
  const Table weights = topic_of(reversed("the dog bites", PositionScheme::off, true)).present.weights;
  EXPECT_EQ(weights.row(0)[0], 1.0F);
  EXPECT_EQ(weights.row(0)[1], 0.0F);
  EXPECT_EQ(weights.row(0)[2], 0.0F);
  EXPECT_EQ(weights.row(1)[2], 0.0F);
  EXPECT_GT(weights.row(2)[2], 0.0F);
}

// Every slot of "the the the" averages copies of one v, under the mask too: v again. So the mask alone cannot
// count, whatever the session's own scheme and mask are.
TEST(OrderTopic, TheMaskAloneCannotCount) {
  const OrderTopic topic = topic_of(reversed("cat runs", PositionScheme::learned, false));
  EXPECT_LT(topic.masked_repeats_gap, 1e-14);
  EXPECT_FALSE(topic.masked_bites.check.same_bag);
}

TEST(OrderTopic, TheBagsAreSortedByValue) {
  const OrderPair pair = topic_of(reversed("cat runs", PositionScheme::off, false)).bites;
  EXPECT_EQ(pair.before_ids, ids_of_words("dog bites man"));
  EXPECT_EQ(pair.ids, ids_of_words("man bites dog"));
  ASSERT_EQ(pair.bag.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(pair.bag[i], pair.origin[pair.before_bag[i]]);
  EXPECT_LE(pair.check.present.out.row(pair.bag[0])[0], pair.check.present.out.row(pair.bag[1])[0]);
}

TEST(OrderTopic, WithoutAnOrderBeforeThereIsNothingToCompare) {
  Session session;
  EXPECT_FALSE(topic_of(session).moved.has_value());
  session.sequence = Sequence(ids_of_words("the cat"));
  EXPECT_FALSE(topic_of(session).moved.has_value());
  EXPECT_EQ(topic_of(session).present.out.rows(), 2U);
}

// E and P so large that their sum is infinite: layer_norm makes NaN of it.
TEST(OrderTopic, OverflowIsNoNumberAndNotADifference) {
  Session session = reversed("the dog", PositionScheme::learned, false);
  const auto largest = [] { return std::numeric_limits<float>::max(); };
  session.changed = ChangedTables{.E = make_table(kVocabSize, kWidth, largest),
                                  .P = make_table(kContextLength, kWidth, largest)};
  const OrderTopic topic = topic_of(session);
  EXPECT_FALSE(topic.moved->has_numbers());
  EXPECT_FALSE(topic.bites.has_numbers());
}

}  // namespace
}  // namespace whatwhere
