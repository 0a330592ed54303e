// Text to tokens. tests/data/tokenizer holds a vocabulary made for these tests: GPT-2's order of the 256
// bytes (id 0 is "!", 220 is a space), then ten merges from id 256 on, "h e" to "Ġc at", then <|endoftext|>,
// 266; as vocab.json with merges.txt, as tokenizer.json, as gpt2.tiktoken and as small.gguf; split.json
// splits as cl100k_base does. tests/data/gpt2_bpe.json: what tiktoken makes of 63 texts with GPT-2's tables.
#include "core/text/tokenizer.h"

#include <cstdlib>

#include "core/errors.h"
#include "core/text/bpe_files.h"
#include "core/text/find_tokenizer.h"
#include "core/text/word_tokenizer.h"
#include "tests/core/golden.h"
#include "tests/core/tokenizers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

TEST(DisplayText, ShowsWhatIsNoLetter) {
  EXPECT_EQ(display_text(" cat"), " cat");
  EXPECT_EQ(display_text("a\n\t\r"), "a\\n\\t\\r");
  EXPECT_EQ(display_text(std::string("\0\x1F\x7F", 3)), "<00><1F><7F>");
  EXPECT_EQ(display_text("\xC3\xA9\xF0\x9F\x98\x80"), "\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_EQ(display_text("\xE2\x80"), "<E2><80>");
  EXPECT_EQ(display_text("\xC0\xAF\xED\xA0\x80\xF5"), "<C0><AF><ED><A0><80><F5>") << "overlong, surrogate";
  EXPECT_EQ(display_text("\xC2\x85"), "<C2><85>") << "U+0085 is a control character";
}

TEST(ByteBpe, MergesByRank) {
  const auto bpe = small_bpe();
  EXPECT_EQ(bpe->kind(), "byte-level BPE (vocab.json and merges.txt)");
  EXPECT_EQ(bpe->size(), 267U);
  EXPECT_EQ(ids_of(*bpe, "hello hello"), (Ids{259, 260}));
  EXPECT_EQ(ids_of(*bpe, "hell help"), (Ids{258, 220, 256, 75, 79})) << "l and p are 75 and 79";
  EXPECT_EQ(ids_of(*bpe, "cat cat"), (Ids{66, 263, 265})) << "at, then \" cat\"";
  EXPECT_EQ(ids_of(*bpe, "aaaaaaa"), (Ids{262, 261, 64})) << "from the left";
  EXPECT_EQ(ids_of(*bpe, ""), Ids{});
  const auto tokens = bpe->encode("hello cat");
  EXPECT_EQ(tokens, (std::vector<TextToken>{{259, 0, 5}, {265, 5, 9}}));
  EXPECT_EQ(bpe->bytes_of(265), " cat");
  EXPECT_EQ(bpe->bytes_of(220), " ");
  EXPECT_EQ(bpe->bytes_of(267), std::nullopt);
  EXPECT_EQ(bpe->bytes_of(kNoToken), std::nullopt);
  EXPECT_EQ(bpe->id_of(" cat"), 265);
  EXPECT_EQ(bpe->id_of("<|endoftext|>"), 266);
  EXPECT_EQ(bpe->id_of(" dog"), std::nullopt);
}

// A scan for short pieces and a queue for long ones: n letters a give floor(n / 4) times aaaa, and the rest.
TEST(ByteBpe, ShortAndLongPiecesAgree) {
  const auto bpe = small_bpe();
  for (std::size_t n = 1; n < 200; ++n) {
    Ids expected(n / 4, 262);
    if (n % 4 >= 2) expected.push_back(261);
    if (n % 2 == 1) expected.push_back(64);
    ASSERT_EQ(ids_of(*bpe, std::string(n, 'a')), expected) << n;
  }
}

TEST(ByteBpe, SpecialTokensAreTokensWhereTheyAreAllowed) {
  const auto bpe = small_bpe();
  const std::string text = "cat<|endoftext|> cat<|endoftext|>";
  EXPECT_EQ(bpe->encode(text, true),
            (std::vector<TextToken>{{66, 0, 1}, {263, 1, 3}, {266, 3, 16}, {265, 16, 20}, {266, 20, 33}}));
  for (const TokenId id : ids_of(*bpe, text)) EXPECT_NE(id, 266);
}

// Whatever the bytes, the tokens lie one behind the other, and their bytes are the text's.
TEST(ByteBpe, TokensTileAnyBytes) {
  const auto bpe = small_bpe();
  Random random(1);
  const std::vector<std::string> parts = {
      "hello",     " cat", "a",  "\xFF", "\xC3",         "\xA9", "\xE2\x80\xA8",
      "e\xCC\x81", "\r\n", "  ", "'s",   "\xF0\x9F\x98", "7",    std::string(1, '\0')};
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::size_t n = random.below(12); n > 0; --n) text += parts[random.below(parts.size())];
    std::string joined;
    std::size_t at = 0;
    for (const TextToken& token : bpe->encode(text)) {
      ASSERT_EQ(token.begin, at);
      at = token.end;
      joined += *bpe->bytes_of(token.id);
    }
    ASSERT_EQ(at, text.size());
    ASSERT_EQ(joined, text);
  }
}

// Bytes that are no UTF-8 are tokens by themselves, and the text around them is split as usual.
TEST(ByteBpe, InvalidBytesStandAlone) {
  const auto bpe = small_bpe();
  const TokenId ff = *bpe->id_of("\xFF");
  EXPECT_EQ(ids_of(*bpe, "\xFF"), Ids{ff});
  EXPECT_EQ(ids_of(*bpe, "hello\xFF\xFF cat"), (Ids{259, ff, ff, 265}));
}

TEST(Golden, Gpt2AsTiktokenHasIt) {
  const char* folder = std::getenv("WHATWHERE_GPT2_TOKENIZER");
  if (folder == nullptr)
    GTEST_SKIP() << "WHATWHERE_GPT2_TOKENIZER names no folder with GPT-2's encoder.json and vocab.bpe";
  const auto gpt2 = open_tokenizer(folder);
  EXPECT_EQ(gpt2->size(), 50257U);
  EXPECT_EQ(gpt2->id_of("<|endoftext|>"), 50256);
  EXPECT_EQ(ids_of(*gpt2, "<|endoftext|>", true), Ids{50256});
  const auto cases = golden_cases("gpt2_bpe.json");
  EXPECT_EQ(cases.size(), 63U);
  for (const auto& one : cases) {
    EXPECT_EQ(nlohmann::json(ids_of(*gpt2, one.at("text").get<std::string>())), one.at("ids")) << one;
  }
}

// A real vocabulary of 2,048 tokens, with the ids that it was trained on.
TEST(Golden, ShakespeareAsItsTrainingHadIt) {
  const auto bpe = open_tokenizer(WHATWHERE_TEST_DATA "/../../assets/models/shakespeare");
  EXPECT_EQ(bpe->size(), 2048U);
  const auto cases = golden_cases("shakespeare_bpe.json");
  EXPECT_EQ(cases.size(), 8U);
  for (const auto& one : cases)
    EXPECT_EQ(nlohmann::json(ids_of(*bpe, one.at("text").get<std::string>())), one.at("ids")) << one;
}

TEST(WordTokenizer, LooksWordsUp) {
  const WordTokenizer words({"the", "The", "caf\xC3\xA9", "\xD0\xBC\xD0\xB8\xD1\x80", "the", "new york"});
  EXPECT_EQ(words.size(), 6U);
  EXPECT_EQ(words.encode(" the\tcat\xC2\xA0The THE\n"),
            (std::vector<TextToken>{{0, 1, 4}, {kNoToken, 5, 8}, {1, 10, 13}, {0, 14, 17}}));
  EXPECT_EQ(ids_of(words, "CAF\xC3\x89 \xD0\x9C\xD0\x98\xD0\xA0"), (Ids{2, 3})) << "in lower case";
  EXPECT_EQ(words.id_of("The"), 1);
  EXPECT_EQ(words.id_of("THE"), std::nullopt) << "exactly this word";
  EXPECT_EQ(words.id_of("new york"), 5);
  EXPECT_EQ(words.bytes_of(4), "the");
  EXPECT_EQ(words.bytes_of(6), std::nullopt);
  EXPECT_EQ(ids_of(words, "\xFF"), Ids{kNoToken});
}

}  // namespace
}  // namespace whatwhere
