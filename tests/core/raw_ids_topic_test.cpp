#include "core/topics/raw_ids_topic.h"

#include <cmath>

#include "core/input/raw_ids.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

RawIdsTopic topic_of(const Session& session) { return raw_ids_topic(session, compute(session)); }

Session with(const Ids& ids, std::uint64_t renumberings) {
  Session s;
  s.sequence = Sequence(ids);
  s.renumberings = renumberings;
  return s;
}

TEST(RawIdsTopic, TheOwnNumberingChangesNothing) {
  const RawIdsTopic topic = topic_of(with({5, 2, 5}, 0));
  EXPECT_EQ(topic.numbering, (Ids{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(topic.ids, (Ids{5, 2, 5}));
  EXPECT_EQ(topic.outputs, topic.own_outputs);
  EXPECT_EQ(topic.outputs_changed, 0U);
  EXPECT_EQ(topic.largest_change, 0.0F);
  EXPECT_TRUE(topic.embedding_same);
}

// Another numbering leaves no id as it was, so every w * id + b moves by w times the difference of the ids;
// the rows of E move along with their tokens, so the embedding stays the same bytes.
TEST(RawIdsTopic, AnotherNumberingMovesTheOutputsAndNotTheEmbedding) {
  const Ids ids{5, 2, 5, 0};
  for (std::uint64_t number = 1; number <= 20; ++number) {
    const Session s = with(ids, number);
    const RawIdsTopic topic = topic_of(s);
    const DenseLayer layer = dense_layer(s.seed, 1);
    float largest = 0.0F;
    for (std::size_t t = 0; t < ids.size(); ++t) {
      ASSERT_EQ(topic.ids[t], topic.numbering[static_cast<std::size_t>(ids[t])]);
      ASSERT_NE(topic.ids[t], ids[t]);
      const auto output = [&](TokenId id) {
        const float product = layer.w[0] * static_cast<float>(id);
        return product + layer.b[0];
      };
      ASSERT_EQ(topic.own_outputs.row(t)[0], output(ids[t]));
      ASSERT_EQ(topic.outputs.row(t)[0], output(topic.ids[t]));
      largest = std::max(largest, std::abs(output(topic.ids[t]) - output(ids[t])));
    }
    EXPECT_EQ(topic.outputs_changed, ids.size());
    EXPECT_EQ(topic.largest_change, largest);
    EXPECT_TRUE(topic.embedding_same);
    EXPECT_EQ(topic.tok_emb, compute(s).grid.tok_emb);
  }
}

// Ones on the diagonal; any two rows differ in two places, by 1 each.
TEST(RawIdsTopic, OneHotCodesAreAllEquallyFarApart) {
  const RawIdsTopic topic = topic_of(with({}, 0));
  ASSERT_EQ(topic.one_hot.rows(), kVocabSize);
  for (std::size_t i = 0; i < kVocabSize; ++i) {
    for (std::size_t j = 0; j < kVocabSize; ++j) EXPECT_EQ(topic.one_hot.row(i)[j], i == j ? 1.0F : 0.0F);
  }
  EXPECT_EQ(topic.one_hot_nearest, std::sqrt(2.0));
  EXPECT_EQ(topic.one_hot_farthest, std::sqrt(2.0));
}

TEST(RawIdsTopic, WithoutTokensThereIsNothingToCompare) {
  const RawIdsTopic topic = topic_of(with({}, 3));
  EXPECT_TRUE(topic.ids.empty());
  EXPECT_EQ(topic.outputs.rows(), 0U);
  EXPECT_EQ(topic.outputs_changed, 0U);
  EXPECT_TRUE(topic.embedding_same);
}

}  // namespace
}  // namespace whatwhere
