#include "core/input/vocabulary.h"

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

// The lesson's own numbering: "the cat the" is 5 2 5 and "dog bites man" is 3 4 0.
TEST(Vocabulary, IdsOfTheLesson) {
  EXPECT_EQ(ids_of_words("the cat the"), (std::vector<TokenId>{5, 2, 5}));
  EXPECT_EQ(ids_of_words("dog bites man"), (std::vector<TokenId>{3, 4, 0}));
  EXPECT_EQ(ids_of_words("man runs cat dog bites the"), (std::vector<TokenId>{0, 1, 2, 3, 4, 5}));
}

TEST(Vocabulary, WordsAndIdsAreInverse) {
  const std::set<std::string_view> distinct(kVocabulary.begin(), kVocabulary.end());
  EXPECT_EQ(distinct.size(), 6U);
  for (TokenId id = 0; id < 6; ++id) {
    EXPECT_EQ(ids_of_words(word_of(id)), std::vector<TokenId>{id});
  }
}

TEST(Vocabulary, AnyWhiteSpaceSeparates) {
  EXPECT_TRUE(ids_of_words("").empty());
  EXPECT_TRUE(ids_of_words(" \t\r\n\f\v").empty());
  EXPECT_EQ(ids_of_words("  the\tcat\r\nthe \v\f"), (std::vector<TokenId>{5, 2, 5}));
}

TEST(Vocabulary, NamesTheUnknownWordItsPlaceAndTheKnownOnes) {
  for (const std::string word : {"cow", "The", "thecat", "the,", "5", "%s", "\xC3\x97"}) {
    const auto message = message_of<IdError>([&] { ids_of_words("the cat " + word + " dog"); });
    EXPECT_TRUE(holds(message, {"\"" + word + "\"", "slot 2"}));
    for (const auto known : kVocabulary) EXPECT_TRUE(holds(message, {std::string(known)}));
  }
}

TEST(Vocabulary, NoWordOutsideV) {
  for (const TokenId id : {-1, 6, std::numeric_limits<TokenId>::min(), std::numeric_limits<TokenId>::max()}) {
    EXPECT_TRUE(names(message_of<IdError>([&] { word_of(id); }), {id, 6}));
  }
}

}  // namespace
}  // namespace whatwhere
