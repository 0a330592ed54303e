#include "core/topics/worked_example.h"

#include "core/tables/random.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

// "I love AI" in a vocabulary of 50257: ids 15, 824, 391, d = 4, lr 0.1. Of all rows exactly three change.
TEST(WorkedExample, ThreeRowsOf50257Change) {
  const WorkedExample example = worked_example({.seed = 42, .std = 0.02});
  EXPECT_EQ(example.ids, (std::vector<TokenId>{15, 824, 391}));
  EXPECT_EQ(example.V, 50257U);
  EXPECT_EQ(example.lr, 0.1);
  EXPECT_EQ(example.rows_changed, 3U);
  EXPECT_EQ(example.G,
            table_of({{0.5F, -0.2F, 0.1F, 0.3F}, {-0.4F, 0.6F, 0.2F, -0.1F}, {0.3F, 0.1F, -0.5F, 0.2F}}));
  const RandomStream stream(42, Purpose::token_table);
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t j = 0; j < 4; ++j) {
      const auto element = static_cast<std::uint64_t>(example.ids[t]) * 4 + j;
      EXPECT_EQ(example.rows.row(t)[j], static_cast<float>(0.02 * stream.normal(element)));
      const float moved = 0.1F * example.G.row(t)[j];
      EXPECT_EQ(example.rows_after.row(t)[j], example.rows.row(t)[j] - moved);
    }
  }
}

}  // namespace
}  // namespace whatwhere
