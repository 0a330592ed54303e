#include "core/session/topics.h"

#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

// Two topics that count how often they were computed.
struct SumOfIds {
  TokenId sum = 0;
};
struct Length {
  std::size_t T = 0;
};

int sums_computed = 0;
int lengths_computed = 0;

SumOfIds sum_of_ids(const ToyChoices&, const LessonResults& results) {
  ++sums_computed;
  SumOfIds topic;
  for (const TokenId id : results.ids) topic.sum += id;
  return topic;
}

Length length(const ToyChoices& choices, const LessonResults&) {
  ++lengths_computed;
  return {choices.sequence.size()};
}

TEST(Topics, AreComputedAnewOnlyWhenNumbersChange) {
  sums_computed = 0;
  lengths_computed = 0;
  Topics topics;
  Session s;
  s.sequence = Sequence(std::vector<TokenId>{5, 2});
  EXPECT_EQ(topics.of(s, compute(s), sum_of_ids).sum, 7);
  EXPECT_EQ(topics.of(s, compute(s), sum_of_ids).sum, 7);
  EXPECT_EQ(sums_computed, 1);
  s.view = {Page::learning, Theme::light, 2.0, false};
  EXPECT_EQ(topics.of(s, compute(s), sum_of_ids).sum, 7);
  EXPECT_EQ(sums_computed, 1) << "the view changes no number";

  EXPECT_EQ(topics.of(s, compute(s), length).T, 2U);
  EXPECT_EQ(lengths_computed, 1);
  EXPECT_EQ(topics.of(s, compute(s), sum_of_ids).sum, 7);
  EXPECT_EQ(sums_computed, 1) << "one topic does not push the other out";

  s = apply(s, {.id = ActionId::append_token, .token = 4});
  EXPECT_EQ(topics.of(s, compute(s), sum_of_ids).sum, 11);
  EXPECT_EQ(sums_computed, 2);
  EXPECT_EQ(lengths_computed, 1) << "nobody asked for it";
  EXPECT_EQ(topics.of(s, compute(s), length).T, 3U);
  s = apply(s, {.id = ActionId::learn_step});
  topics.of(s, compute(s), sum_of_ids);
  EXPECT_EQ(sums_computed, 3) << "the tables are numbers too";
}

}  // namespace
}  // namespace whatwhere
