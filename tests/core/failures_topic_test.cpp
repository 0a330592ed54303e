#include "core/topics/failures_topic.h"

#include "core/input/raw_ids.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

Session with(const std::string& words) {
  Session s;
  s.sequence = Sequence(ids_of_words(words));
  return s;
}

Session breaking(Failure failure, const std::string& words) {
  return apply(with(words), {.id = ActionId::toggle_failure, .choice = static_cast<std::size_t>(failure)});
}

FailuresTopic topic_of(const Session& s) { return failures_topic(s, compute(s)); }

// A renumbering leaves no id as it was, so each w * id + b becomes another.
TEST(FailuresTopic, RawIdsChangeWithTheNumberingAndRowsDoNot) {
  const RawIdsFailure mended = topic_of(with("the cat the")).raw_ids;
  EXPECT_EQ(mended.slots_changed, 0U);
  EXPECT_EQ(mended.largest_change, 0.0F);
  EXPECT_NE(mended.ids, mended.renumbered_ids);
  EXPECT_TRUE(same_table(mended.input, compute(with("the cat the")).grid.tok_emb));
  EXPECT_TRUE(same_table(mended.renumbered_input, mended.input));

  const RawIdsFailure broken = topic_of(breaking(Failure::raw_ids, "the cat the")).raw_ids;
  EXPECT_EQ(broken.slots_changed, 3U);
  EXPECT_TRUE(same_table(broken.input, apply_to_ids(dense_layer(42, 4), broken.ids)));
  const DenseLayer layer = dense_layer(42, 4);
  float largest = 0.0F;
  for (std::size_t t = 0; t < 3; ++t) {
    const auto moved = static_cast<float>(broken.renumbered_ids[t] - broken.ids[t]);
    for (const float w : layer.w) largest = std::max(largest, std::abs(w * moved));
  }
  EXPECT_NEAR(broken.largest_change, largest, 1e-5F);
}

// The mean over a set does not depend on its order; what is left is rounding, some 1e-7 of numbers of size 1
// in float32 and 1e-16 in double.
TEST(FailuresTopic, WithoutPositionsTheReverseScoresTheSame) {
  const NoPositionsFailure broken = topic_of(breaking(Failure::no_positions, "dog bites man")).no_positions;
  EXPECT_TRUE(broken.has_order);
  EXPECT_EQ(broken.reversed_ids, ids_of_words("man bites dog"));
  EXPECT_TRUE(broken.same_vectors);
  EXPECT_NE(broken.score, 0.0);
  EXPECT_NEAR(broken.score, broken.reversed_score, 1e-6);
  EXPECT_LT(broken.apart_in_double, 1e-14);

  const NoPositionsFailure mended = topic_of(with("dog bites man")).no_positions;
  EXPECT_FALSE(mended.same_vectors);
  EXPECT_GT(std::abs(mended.score - mended.reversed_score), 1e-3);
}

TEST(FailuresTopic, WhateverTheSchemeOfTheSession) {
  Session s = breaking(Failure::no_positions, "dog bites man");
  const NoPositionsFailure off = topic_of(s).no_positions;
  s.position = PositionScheme::sinusoidal;
  s.positions.gain = 3.0;
  EXPECT_EQ(topic_of(s).no_positions.score, off.score);
  EXPECT_TRUE(topic_of(s).no_positions.same_vectors);
  EXPECT_TRUE(same_table(topic_of(s).widths.pos_emb, topic_of(with("dog bites man")).widths.pos_emb));
}

TEST(FailuresTopic, APalindromeHasNoOrderToTell) {
  for (const char* words : {"the", "the the", "the cat the"}) {
    EXPECT_FALSE(topic_of(with(words)).no_positions.has_order) << words;
  }
  EXPECT_TRUE(topic_of(with("the cat")).no_positions.has_order);
}

TEST(FailuresTopic, WidthsThatDifferAreRefused) {
  const WidthsFailure broken = topic_of(breaking(Failure::widths, "the cat")).widths;
  EXPECT_EQ(broken.tok_emb.d(), 4U);
  EXPECT_EQ(broken.pos_emb.rows(), 2U);
  EXPECT_EQ(broken.pos_emb.d(), 3U);
  EXPECT_EQ(broken.input_emb.rows(), 0U);
  EXPECT_TRUE(holds(broken.error, {"E has width d = 4", "P has width d = 3"}));

  const WidthsFailure mended = topic_of(with("the cat")).widths;
  EXPECT_EQ(mended.error, "");
  Session learned = with("the cat");
  learned.position = PositionScheme::learned;
  EXPECT_TRUE(same_table(mended.input_emb, compute(learned).grid.input_emb));
}

TEST(FailuresTopic, ATextLongerThanTheContextIsRefusedOrTruncated) {
  Session s = breaking(Failure::too_long, "the cat");
  const TooLongFailure refused = topic_of(s).too_long;
  EXPECT_EQ(refused.text, ids_of_words("the cat the cat the cat the cat the cat the"));
  EXPECT_EQ(refused.kept, 0U);
  EXPECT_TRUE(holds(refused.error, {"T = 11", "context_length = 8", "no row 8 in P"}));

  s.failures.policy = ContextPolicy::truncate;
  const TooLongFailure truncated = topic_of(s).too_long;
  EXPECT_EQ(truncated.text.size(), 11U);
  EXPECT_EQ(truncated.kept, 8U);
  EXPECT_EQ(truncated.input_emb.rows(), 8U);
  EXPECT_EQ(truncated.error, "");

  const TooLongFailure mended = topic_of(with("the cat")).too_long;
  EXPECT_EQ(mended.text, ids_of_words("the cat"));
  EXPECT_EQ(mended.kept, 2U);
  EXPECT_EQ(mended.error, "");
}

TEST(FailuresTopic, TheNextLayerRefusesTwoRowsSideBySide) {
  const ConcatenationFailure broken = topic_of(breaking(Failure::concatenation, "the cat the")).concatenation;
  EXPECT_EQ(broken.x.d(), 8U);
  EXPECT_EQ(broken.y.rows(), 0U);
  EXPECT_TRUE(holds(broken.error, {"(3, 8)", "(4, 4)", "width 8"}));

  const ConcatenationFailure mended = topic_of(with("the cat the")).concatenation;
  EXPECT_EQ(mended.x.d(), 4U);
  EXPECT_EQ(mended.y.rows(), 3U);
  EXPECT_EQ(mended.y.d(), 4U);
  EXPECT_EQ(mended.error, "");
  EXPECT_EQ(mended.words_found, broken.words_found) << "the words are looked for in the sum either way";
}

// With all numbers 0 every row is as near as the first, which is "man".
TEST(FailuresTopic, WordsAreLookedForInTheSum) {
  Session s = with("man cat man");
  s.std = 0.0;
  EXPECT_EQ(topic_of(s).concatenation.words_found, 3U);  // all rows are 0, so each token's own is as near
}

// GPT-2 small: d = 768.
TEST(FailuresTopic, ParametersOfTheNextLayer) {
  EXPECT_EQ(layer_parameters(768).added, 589824U);
  EXPECT_EQ(layer_parameters(768).concatenated, 1179648U);
}

TEST(FailuresTopic, AnEmptySequenceFailsInNoWay) {
  Session s;
  for (bool& broken : s.failures.broken) broken = true;
  const FailuresTopic topic = topic_of(s);
  EXPECT_EQ(topic.raw_ids.slots_changed, 0U);
  EXPECT_FALSE(topic.no_positions.has_order);
  EXPECT_EQ(topic.too_long.text.size(), 0U);
}

TEST(FailuresTopic, TheOneThatWasBrokenLast) {
  Session s = breaking(Failure::widths, "the");
  EXPECT_EQ(s.failures.latest, Failure::widths);
  s = apply(s, {.id = ActionId::toggle_failure, .choice = 0});
  EXPECT_EQ(s.failures.latest, Failure::raw_ids);
  s = apply(s, {.id = ActionId::toggle_failure, .choice = 2});
  EXPECT_EQ(s.failures.latest, Failure::raw_ids) << "mending is not breaking";
}

}  // namespace
}  // namespace whatwhere
