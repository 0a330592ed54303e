#include "core/topics/batches_topic.h"

#include "core/learning/corpus.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

Session with_windows(std::size_t B, std::size_t T, std::size_t stride) {
  Session session;
  session.sequence = Sequence(ids_of_words("man runs cat dog"));
  session.position = PositionScheme::learned;
  session.windows.B = B;
  session.windows.T = T;
  session.windows.stride = stride;
  return session;
}

BatchesTopic topic_of(const Session& session) { return batches_topic(session, compute(session)); }

// The session's ids 0 1 2 3, then the corpus, which begins "the cat runs" = 5 2 1.
TEST(BatchesTopic, WindowsSlideOverTheTokensAndTheCorpus) {
  const BatchesTopic topic = topic_of(with_windows(3, 3, 2));
  EXPECT_EQ(topic.own, 4U);
  std::size_t corpus_tokens = 0;
  for (const auto& sentence : corpus()) corpus_tokens += sentence.size();
  EXPECT_EQ(topic.text.size(), 4 + corpus_tokens);
  EXPECT_EQ(topic.starts, (std::vector<std::size_t>{0, 2, 4}));
  EXPECT_EQ(topic.ids, (Ids{0, 1, 2, 2, 3, 5, 5, 2, 1}));
}

TEST(BatchesTopic, WindowsThatDoNotFitAreLeftOut) {
  Session session = with_windows(8, 8, 8);
  const BatchesTopic topic = topic_of(session);
  EXPECT_EQ(topic.starts.size(), topic.text.size() / 8);
  EXPECT_LT(topic.starts.size(), 8U);
  EXPECT_EQ(topic.ids.size(), topic.starts.size() * 8);
}

TEST(BatchesTopic, EverySequenceGetsTheSameRows) {
  for (const PositionScheme scheme : {PositionScheme::learned, PositionScheme::sinusoidal}) {
    Session session = with_windows(3, 4, 2);
    session.position = scheme;
    EXPECT_EQ(topic_of(session).rows_shared, 12U);
  }
}

// Without a scheme input_emb is tok_emb, and no row of a P without zeros was added.
TEST(BatchesTopic, NothingAddedIsNotShared) {
  Session session = with_windows(3, 4, 2);
  session.position = PositionScheme::off;
  EXPECT_EQ(topic_of(session).rows_shared, 0U);
}

TEST(BatchesTopic, TheWrongAxisIsRefusedWhereBAndTDiffer) {
  const WrongAxis wrong = topic_of(with_windows(3, 4, 2)).wrong_axis;
  EXPECT_TRUE(holds(wrong.error, {"(3, 4, 4)", "(3, 4)", "axis -2"}));
}

// B = T = 3: slot t gets row t where row b was meant, which is right for b = t only: 9 - 3 rows are wrong.
TEST(BatchesTopic, TheWrongAxisGoesThroughWhereBIsT) {
  const WrongAxis wrong = topic_of(with_windows(3, 3, 2)).wrong_axis;
  EXPECT_EQ(wrong.error, "");
  EXPECT_EQ(wrong.shape, (std::vector<std::size_t>{3, 3, 4}));
  EXPECT_EQ(wrong.wrong_rows, 6U);
}

// One sequence: its row goes to all slots, as meant. One slot: (3, 1, 4) + (3, 4) is (3, 3, 4).
TEST(BatchesTopic, TheWrongAxisWithASizeOfOne) {
  const WrongAxis one_sequence = topic_of(with_windows(1, 4, 2)).wrong_axis;
  EXPECT_EQ(one_sequence.shape, (std::vector<std::size_t>{1, 4, 4}));
  EXPECT_EQ(one_sequence.wrong_rows, 0U);
  EXPECT_EQ(topic_of(with_windows(3, 1, 2)).wrong_axis.shape, (std::vector<std::size_t>{3, 3, 4}));
}

TEST(BatchesTopic, CountsTheSessionsOwnShape) {
  Session session = with_windows(2, 3, 2);
  session.shape = {2, 3, 5, 7};
  const BatchesTopic topic = topic_of(session);
  ASSERT_EQ(topic.models.size(), 4U);
  EXPECT_EQ(topic.models[3].shape.context_length, 3U);
  EXPECT_EQ(topic.models[3].arrays[1].elements, 30U);    // tok_emb (2, 3, 5)
  EXPECT_EQ(topic.models[3].arrays[4].bytes, 7U * 20U);  // E (7, 5)
}

}  // namespace
}  // namespace whatwhere
