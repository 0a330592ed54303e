// Which rows a query names, and which a search finds, in the built-in models: ids as their vocab.json and
// words.txt have them.
#include "core/model/query.h"

#include "core/model/built_in.h"
#include "core/model/token_search.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

constexpr TokenId kKing = 529;  // " king"
constexpr TokenId kMother = 928;
constexpr TokenId kFather = 590;

TEST(Query, ATokenAsItStandsOrWithASpaceBeforeIt) {
  const Model model = open_built_in("shakespeare");
  EXPECT_EQ(row_named(model, " king"), kKing);
  EXPECT_EQ(row_named(model, "father"), kFather) << "no token \"father\", but \" father\"";
  EXPECT_EQ(row_named(model, "#17"), TokenId{17});
  EXPECT_EQ(row_named(model, "#2048"), std::nullopt);
  EXPECT_EQ(row_named(model, "antidisestablishmentarianism"), std::nullopt);
}

TEST(Query, SumsOfRows) {
  const Model model = open_built_in("words");
  const Query query = parse_query(model, "king - man + woman");
  EXPECT_EQ(query.terms, (std::vector<QueryTerm>{{654, 1.0F}, {287, -1.0F}, {737, 1.0F}}));
  EXPECT_TRUE(query.names(287));
  EXPECT_FALSE(query.names(0));
  std::vector<float> a(100);
  std::vector<float> b(100);
  std::vector<float> c(100);
  read_row(model.token_table(), 654, a);
  read_row(model.token_table(), 287, b);
  read_row(model.token_table(), 737, c);
  const auto sum = query_vector(model.token_table(), query.terms);
  for (std::size_t j = 0; j < 100; ++j) EXPECT_EQ(sum[j], a[j] - b[j] + c[j]);
}

TEST(Query, WhatNamesNoRowIsSaid) {
  const Model model = open_built_in("words");
  EXPECT_EQ(parse_query(model, "king - xyzzy").problem, "There is no row for \"xyzzy\".");
  EXPECT_TRUE(parse_query(model, "king - xyzzy").terms.empty());
  EXPECT_FALSE(parse_query(model, "").problem.empty());
  EXPECT_FALSE(parse_query(model, " + ").problem.empty());
  EXPECT_FALSE(parse_query(open_built_in("shakespeare"), " king - ").problem.empty()) << "half typed";
}

TEST(TokenSearch, FindsTheTokenItsTwinAndWhatHoldsIt) {
  const Model model = open_built_in("shakespeare");
  const auto found = find_tokens(model, "other", 8);
  ASSERT_GE(found.size(), 3U);
  EXPECT_EQ(found[0], row_named(model, "other"));
  EXPECT_NE(std::find(found.begin(), found.end(), kMother), found.end()) << "\" mother\" holds it";
  EXPECT_EQ(find_tokens(model, "#5", 8), (std::vector<TokenId>{5}));
  EXPECT_EQ(find_tokens(model, "0x20 6b 69 6E 67", 8), (std::vector<TokenId>{kKing}))
      << "the bytes of \" king\"";
  EXPECT_EQ(find_tokens(model, "", 8), std::vector<TokenId>{});
  EXPECT_EQ(find_tokens(model, "e", 4).size(), 4U);
  EXPECT_EQ(find_tokens(model, "zzzzqq", 4), std::vector<TokenId>{});
}

TEST(TokenSearch, SpacedTwins) {
  const Model model = open_built_in("shakespeare");
  const auto the = model.tokenizer->id_of("the");
  const auto spaced = model.tokenizer->id_of(" the");
  ASSERT_TRUE(the && spaced);
  EXPECT_EQ(spaced_twin(model, *the), spaced);
  EXPECT_EQ(spaced_twin(model, *spaced), the);
  EXPECT_EQ(spaced_twin(model, kFather), std::nullopt);
}

}  // namespace
}  // namespace whatwhere
