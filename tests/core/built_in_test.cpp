// The models inside the program against what was computed of them in float64: tests/data/shakespeare.json
// (token ids by the tokenizer that they were trained with, nearest rows, cosines of positions), and the first
// words of GloVe against word_neighbours_20k.json, whose lists are over 20,000 words.
#include "core/model/built_in.h"

#include "core/errors.h"
#include "core/model/neighbours.h"
#include "core/model/principal_components.h"
#include "core/model/query.h"
#include "tests/core/golden.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

std::vector<TokenId> ids_of(const Model& model, const std::string& text) {
  std::vector<TokenId> ids;
  for (const TextToken& token : model.tokenizer->encode(text)) ids.push_back(token.id);
  return ids;
}

// The nearest rows of one row, without itself.
std::vector<Neighbour> nearest_of(const Model& model, const std::string& name, std::size_t k) {
  const Query query = parse_query(model, name);
  EXPECT_EQ(query.problem, "") << name;
  auto found = neighbours(model.token_table(), query_vector(model.token_table(), query.terms),
                          k + query.terms.size(), Metric::cosine);
  std::erase_if(found, [&](const Neighbour& n) { return query.names(n.row); });
  found.resize(std::min(found.size(), k));
  return found;
}

TEST(BuiltIn, ShakespeareIsWhole) {
  const Model model = open_model("builtin:shakespeare");
  EXPECT_EQ(shape_text(model.token_table()), "(2048, 64)");
  ASSERT_TRUE(model.P);
  EXPECT_EQ(shape_text(*model.position_table()), "(128, 64)");
  EXPECT_EQ(model.context_length(), 128U);
  EXPECT_EQ(model.position_offset, 0U);
  EXPECT_EQ(model.tokenizer->size(), 2048U);
  EXPECT_TRUE(model.notes.empty()) << model.notes.front();
}

TEST(BuiltIn, ShakespearesTokensAreThoseOfItsTraining) {
  const Model model = open_built_in("shakespeare");
  const auto texts = golden_cases("shakespeare.json").at("tokens");
  for (const auto& entry : texts)
    EXPECT_EQ(ids_of(model, entry.at("text")), entry.at("ids").get<std::vector<TokenId>>())
        << entry.at("text");
}

TEST(BuiltIn, ShakespearesNeighbours) {
  const Model model = open_built_in("shakespeare");
  const auto lists = golden_cases("shakespeare.json").at("neighbours");
  ASSERT_EQ(lists.size(), 6U);
  for (const auto& [word, list] : lists.items()) {
    const auto found = nearest_of(model, " " + word, list.size());
    ASSERT_EQ(found.size(), list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      EXPECT_EQ(found[i].row, list[i][0].get<std::size_t>()) << word << ", " << i;
      EXPECT_EQ(model.tokenizer->bytes_of(static_cast<TokenId>(found[i].row)), list[i][1].get<std::string>());
      EXPECT_NEAR(found[i].score, list[i][2].get<double>(), 1e-6) << word << ", " << i;
    }
  }
}

// Of slot 64's row of P with those of other slots: near slots are alike, which no noise is.
TEST(BuiltIn, ShakespearesPositions) {
  const Model model = open_built_in("shakespeare");
  const Table cosines = position_cosines(read_rows(*model.position_table(), 0, 128));
  constexpr std::size_t kSlots[] = {60, 62, 63, 64, 65, 66, 68, 96, 0};
  const auto expected = golden_cases("shakespeare.json").at("position_cosine_with_slot_64");
  ASSERT_EQ(expected.size(), std::size(kSlots));
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(static_cast<double>(cosines.row(64)[kSlots[i]]), expected[i].get<double>(), 1e-6)
        << kSlots[i];
}

TEST(BuiltIn, WordsAreThoseOfTheTable) {
  const Model model = open_model("builtin:words");
  EXPECT_EQ(shape_text(model.token_table()), "(4000, 100)");
  EXPECT_FALSE(model.P);
  EXPECT_EQ(ids_of(model, "king queen man woman"), (std::vector<TokenId>{654, 1948, 287, 737}));
  EXPECT_EQ(ids_of(model, "The xyzzy"), (std::vector<TokenId>{0, kNoToken}));
}

// Of the lists over 20,000 words those of the first 4,000 come in the same order with the same cosines.
TEST(BuiltIn, WordsHaveTheirNeighbours) {
  const Model model = open_built_in("words");
  const auto all = golden_cases("word_neighbours_20k.json");
  std::size_t compared = 0;
  for (const char* kind : {"neighbours", "analogies"}) {
    for (const auto& [query, list] : all.at(kind).items()) {
      if (!parse_query(model, query).problem.empty()) continue;
      const auto found = nearest_of(model, query, 10);
      std::size_t at = 0;
      for (const auto& entry : list) {
        if (entry[1].get<std::size_t>() >= 4000) continue;
        ASSERT_LT(at, found.size());
        EXPECT_EQ(found[at].row, entry[1].get<std::size_t>()) << query;
        EXPECT_NEAR(found[at].score, entry[2].get<double>(), 1e-6) << query;
        ++at;
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 20U);
  EXPECT_EQ(nearest_of(model, "king - man + woman", 1)[0].row, 1948U) << "queen";
}

TEST(BuiltIn, AnotherNameIsRefused) {
  EXPECT_TRUE(holds(message_of<FileError>([] { open_model("builtin:gpt5"); }),
                    {"gpt5", "builtin:shakespeare", "builtin:words"}));
}

}  // namespace
}  // namespace whatwhere
