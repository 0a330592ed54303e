#include "core/learning/corpus.h"

#include <map>

#include "core/input/vocabulary.h"
#include "core/learning/next_token.h"
#include "core/order/distance.h"
#include "core/tables/initialise.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

TokenId id_of(std::string_view word) { return ids_of_words(word).at(0); }
bool is_noun(TokenId id) { return id == id_of("man") || id == id_of("cat") || id == id_of("dog"); }
bool is_verb(TokenId id) { return id == id_of("runs") || id == id_of("bites"); }

// The sentences with two words exchanged, in a fixed order.
std::multiset<Ids> sentences_with(TokenId a, TokenId b) {
  std::multiset<Ids> all;
  for (Ids ids : corpus()) {
    for (TokenId& id : ids) id = id == a ? b : id == b ? a : id;
    all.insert(ids);
  }
  return all;
}

TEST(Corpus, CatAndDogAreInterchangeableAndManIsNot) {
  const std::multiset<Ids> sentences(corpus().begin(), corpus().end());
  EXPECT_EQ(sentences_with(id_of("cat"), id_of("dog")), sentences);
  EXPECT_NE(sentences_with(id_of("cat"), id_of("man")), sentences);
  EXPECT_NE(sentences_with(id_of("runs"), id_of("bites")), sentences);
}

TEST(Corpus, IsShortSentencesOfTheVocabularyInOneGrammar) {
  std::map<TokenId, std::size_t> predicts;  // how often each word has a next one
  for (const Ids& ids : corpus()) {
    EXPECT_GE(ids.size(), 2U);
    EXPECT_LE(ids.size(), 8U);
    EXPECT_NO_THROW(check_ids(ids, kVocabulary.size()));
    EXPECT_EQ(ids[0], id_of("the"));
    for (std::size_t t = 0; t < ids.size(); ++t) {
      if (t + 1 < ids.size()) ++predicts[ids[t]];
      EXPECT_EQ(is_noun(ids[t]), t > 0 && ids[t - 1] == id_of("the"));
      EXPECT_EQ(is_verb(ids[t]), t > 0 && is_noun(ids[t - 1]));
    }
  }
  EXPECT_EQ(predicts.size(), kVocabulary.size())
      << "untied, a word that predicts nothing would learn nothing";
}

// The toy's tables before training, as GPT-2 draws them.
NextTokenModel toy_model(std::uint64_t seed) {
  return {normal_table(6, 4, seed, Purpose::token_table, kGpt2Std),
          normal_table(8, 4, seed, Purpose::position_table, kGpt2Std),
          next_token_weights(seed, 4, 6, kGpt2Std)};
}

double cosine_of(const Table& E, std::string_view a, std::string_view b) {
  return cosine(E.row(static_cast<std::size_t>(id_of(a))), E.row(static_cast<std::size_t>(id_of(b))));
}

// From noise to structure: words that do the same come to point the same way, whatever the noise was. 0.677
// is the least mean loss any model of pairs of words can reach here (CountsGiveTheLeastLoss).
TEST(Corpus, TrainingMakesTwinsOfCatAndDogForEverySeed) {
  for (const bool positional : {false, true}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", positional " << positional);
      NextTokenTraining training(toy_model(seed), corpus(), {false, positional, 0.3});
      EXPECT_NEAR(training.loss(), std::log(6.0), 0.01);
      training.run(300);
      const Table E = training.model().E;
      EXPECT_GT(cosine_of(E, "cat", "dog"), 0.98);
      EXPECT_GT(cosine_of(E, "runs", "bites"), 0.98);
      EXPECT_LT(cosine_of(E, "cat", "the"), 0.5);
      EXPECT_LT(training.loss(), 0.72);
    }
  }
}

// 300 steps of exponentials and sums: one operation that another compiler or machine rounds differently
// shows.
TEST(Corpus, TheBitsAfterTrainingArePinned) {
  const auto cat_after = [](bool tied, bool positional) {
    NextTokenTraining training(toy_model(42), corpus(), {tied, positional, 0.3});
    training.run(300);
    return std::bit_cast<std::uint32_t>(training.model().E.row(2)[0]);
  };
  EXPECT_EQ(cat_after(false, false), 0xBEEABF2DU);
  EXPECT_EQ(cat_after(false, true), 0x3F03B1E8U);
  EXPECT_EQ(cat_after(true, false), 0x3DF250B2U);
  EXPECT_EQ(cat_after(true, true), 0xBECA017AU);
}

// The best that the token alone can tell of the next one: the mean of -log(count(token, next) /
// count(token)).
TEST(Corpus, CountsGiveTheLeastLoss) {
  std::map<TokenId, std::map<TokenId, double>> next;
  std::map<TokenId, double> count;
  double n = 0.0;
  for (const Ids& ids : corpus()) {
    for (std::size_t t = 0; t + 1 < ids.size(); ++t) {
      next[ids[t]][ids[t + 1]] += 1.0;
      count[ids[t]] += 1.0;
      n += 1.0;
    }
  }
  double least = 0.0;
  for (const auto& [id, followers] : next) {
    for (const auto& [follower, times] : followers) least -= times / n * std::log(times / count[id]);
  }
  NextTokenTraining training(toy_model(42), corpus(), {false, false, 1.0});
  training.run(5000);
  EXPECT_GT(training.loss(), least);
  EXPECT_NEAR(training.loss(), least, 1e-3);
}

// Tied and without positions, the logits E . E^T are symmetric: "cat" after "the" is as likely as "the" after
// "cat" before the softmax. This text is not, so the loss stays near log 6; positions help.
TEST(Corpus, TiedWithoutPositionsCannotLearnOrder) {
  const auto loss_after = [](bool positional) {
    NextTokenTraining training(toy_model(42), corpus(), {true, positional, 0.3});
    training.run(1000);
    return training.loss();
  };
  EXPECT_GT(loss_after(false), 1.7);
  EXPECT_LT(loss_after(true), 0.7);
}

}  // namespace
}  // namespace whatwhere
