#include "core/topics/product_topic.h"

#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

ProductTopic topic_of(const std::vector<TokenId>& ids) {
  Session session;
  session.sequence = Sequence(ids);
  return product_topic(session, compute(session));
}

TEST(ProductTopic, OneHotRowsByHand) {
  const ProductTopic topic = topic_of({5, 2, 5});
  EXPECT_TRUE(
      same_table(topic.one_hot, table_of({{0, 0, 0, 0, 0, 1}, {0, 0, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 1}})));
  EXPECT_EQ(topic.survives, (std::vector<bool>{false, false, true, false, false, true}));
}

// Each row of the product is 1 * E[id] + five zeros: the bytes of E[id], unless one of them is a -0.
TEST(ProductTopic, TheProductIsTheFetchedRows) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    Session session;
    session.sequence = Sequence(random_ids(random, random.below(9), kVocabSize));
    session.seed = random.bits();
    const LessonResults results = compute(session);
    const ProductTopic topic = product_topic(session, results);
    ASSERT_TRUE(topic.same_bytes);
    ASSERT_TRUE(same_table(topic.product, results.grid.tok_emb));
  }
}

// A -0 is fetched as it is; in the product 1 * -0 + 0 = +0 (IEEE 754-2019, 6.3).
TEST(ProductTopic, ANegativeZeroIsEqualButNotTheSameBytes) {
  Session session;
  session.sequence = Sequence(std::vector<TokenId>{0, 1, 2, 3, 4, 5});
  session.changed = ChangedTables{.E = Table(6, 4, std::vector<float>(24, -0.0F)), .P = compute(session).P};
  const LessonResults results = compute(session);
  EXPECT_EQ(results.one_hot_error, 0.0F);
  EXPECT_FALSE(product_topic(session, results).same_bytes);
}

// (V - 1) / V of the multiplications are by 0. GPT-2 small: 50257 * 768 = 38,597,376 parameters.
TEST(ProductTopic, WhatTheSizesCost) {
  const ProductTopic topic = topic_of({5, 2, 5});
  ASSERT_EQ(topic.sizes.size(), kModelSizes);
  EXPECT_EQ(topic.sizes[2].model.name, "GPT-2 small");
  EXPECT_EQ(topic.sizes[2].cost.parameters, 38'597'376U);
  EXPECT_EQ(topic.sizes[2].cost.multiplications, 115'792'128U);
  for (const ProductTopic::Size& size : topic.sizes) {
    const auto V = static_cast<double>(size.model.V);
    EXPECT_DOUBLE_EQ(size.skipped_percent, 100.0 * (V - 1.0) / V) << size.model.name;
  }
}

TEST(ProductTopic, NoTokens) {
  const ProductTopic topic = topic_of({});
  EXPECT_EQ(topic.one_hot.rows(), 0U);
  EXPECT_TRUE(topic.same_bytes);
  EXPECT_EQ(topic.survives, std::vector<bool>(kVocabSize, false));
  EXPECT_EQ(topic.sizes[2].skipped_percent, 0.0);
  EXPECT_EQ(topic.sizes[2].cost.parameters, 38'597'376U);
}

}  // namespace
}  // namespace whatwhere
