// The files of tokenizers: each format reads to the same tokens, and what is not followed is refused by its
// name.
#include "core/errors.h"
#include "core/model/model.h"
#include "core/text/find_tokenizer.h"
#include "tests/core/golden.h"
#include "tests/core/tokenizers.h"

namespace whatwhere {
namespace {

namespace fs = std::filesystem;
using Ids = std::vector<TokenId>;
using nlohmann::json;

std::string text_of(const std::string& name) { return bytes_of(tokenizer_data(name)); }

json base() { return json::parse(text_of("tokenizer.json")); }

std::shared_ptr<const Tokenizer> read_json(const json& tokenizer) {
  return read_tokenizer_json(bytes_from(tokenizer.dump()));
}

// The base with `value` at `pointer`.
json with(const char* pointer, const json& value) {
  json changed = base();
  changed[json::json_pointer(pointer)] = value;
  return changed;
}

std::string refusal_of(const json& tokenizer) {
  return error_of([&] { read_json(tokenizer); });
}

void expect_says(const std::string& message, const std::string& says) {
  EXPECT_NE(message.find(says), std::string::npos) << "\"" << message << "\" has no \"" << says << "\"";
}

TEST(VocabAndMerges, ReadWithEitherLineEnd) {
  std::string merges;
  for (const char c : text_of("merges.txt")) merges += c == '\n' ? "\r\n" : std::string(1, c);
  const auto bpe = byte_bpe_from(bytes_from(text_of("vocab.json")), bytes_from(merges));
  EXPECT_EQ(ids_of(*bpe, "hello cat"), (Ids{259, 265}));
}

TEST(VocabAndMerges, DamagedOnesAreRefused) {
  const auto refusal = [](const std::string& vocab, const std::string& merges) {
    return error_of([&] { byte_bpe_from(bytes_from(vocab), bytes_from(merges)); });
  };
  const std::string vocab = text_of("vocab.json");
  expect_says(refusal(vocab.substr(0, 100), "a a\n"), "no JSON object");
  expect_says(refusal(vocab, "a a\na\n"), "line 2 of the merges");
  expect_says(refusal(vocab, "a a a\n"), "line 1 of the merges");
  expect_says(refusal(vocab, "z z\n"), "merge 1 needs the token \"zz\"");
  expect_says(refusal(R"({"a": 0})", "a a\n"), "the byte 0 has no token");
  expect_says(refusal(R"({"▁the": 0})", "a a\n"), "\"▁the\" is not written in GPT-2's letters");
  expect_says(refusal(R"({"a": -1})", "a a\n"), "no id");
  expect_says(refusal(R"({"a": 4294967296})", "a a\n"), "no id");
  expect_says(refusal("version https://git-lfs.github.com/spec/v1\n", "a a\n"), "Git LFS pointer");
  json twice = json::parse(vocab);
  twice["hello"] = 0;
  expect_says(refusal(twice.dump(), "a a\n"), "two tokens have the id 0");
}

TEST(TokenizerJson, ReadsMergesInBothForms) {
  const auto strings = read_json(base());
  EXPECT_EQ(strings->kind(), "byte-level BPE (tokenizer.json)");
  EXPECT_EQ(strings->size(), 267U);
  EXPECT_EQ(ids_of(*strings, "hello cat"), (Ids{259, 265}));
  EXPECT_EQ(ids_of(*strings, "<|endoftext|>", true), Ids{266});
  EXPECT_GT(ids_of(*strings, "<|endoftext|>").size(), 1U);
  json pairs = base();
  for (json& merge : pairs["model"]["merges"]) {
    const std::string text = merge;
    merge = {text.substr(0, text.find(' ')), text.substr(text.find(' ') + 1)};
  }
  EXPECT_EQ(ids_of(*read_json(pairs), "hello cat"), (Ids{259, 265}));
  json early = base();  // GPT-2's first one says no type
  early["model"].erase("type");
  EXPECT_EQ(ids_of(*read_json(early), "hello"), Ids{259});
}

// "zebra" is a token that no merge makes.
TEST(TokenizerJson, IgnoreMergesTakesAPieceWhole) {
  json whole = with("/model/vocab/zebra", 300);
  EXPECT_EQ(ids_of(*read_json(whole), "zebra"), (Ids{89, 68, 65, 81, 64}));
  whole["model"]["ignore_merges"] = true;
  EXPECT_EQ(ids_of(*read_json(whole), "zebra"), Ids{300});
  EXPECT_EQ(ids_of(*read_json(whole), "zebras"), (Ids{89, 68, 65, 81, 64, 82})) << "not a piece of its own";
}

TEST(TokenizerJson, APrefixSpaceHasNoBytesInTheText) {
  const auto bpe = read_json(with("/pre_tokenizer/add_prefix_space", true));
  EXPECT_EQ(bpe->encode("hello cat"), (std::vector<TextToken>{{260, 0, 5}, {265, 5, 9}}));
  EXPECT_EQ(ids_of(*bpe, " hello"), Ids{260}) << "one space is enough";
  EXPECT_EQ(bpe->encode("!"), (std::vector<TextToken>{{220, 0, 0}, {0, 0, 1}}));
  EXPECT_EQ(ids_of(*bpe, ""), Ids{});
}

TEST(TokenizerJson, SplitsByItsOwnPattern) {
  const auto sequence = [](const std::string& pattern) {
    return with("/pre_tokenizer",
                {{"type", "Sequence"},
                 {"pretokenizers",
                  {{{"type", "Split"},
                    {"pattern", {{"Regex", pattern}}},
                    {"behavior", "Isolated"},
                    {"invert", false}},
                   {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", false}}}}});
  };
  EXPECT_EQ(ids_of(*read_json(sequence(R"(\s+|\S+)")), " hello"), (Ids{220, 259})) << "the space alone";
  EXPECT_EQ(ids_of(*read_json(sequence(R"(\p{N})")), "aa1aa aa"), (Ids{261, 16, 261, 220, 261}))
      << "what the pattern leaves out is a piece";
  const auto published = open_tokenizer(tokenizer_data("split.json"));
  EXPECT_EQ(ids_of(*published, "\"hello 11\n\nAA'S"), (Ids{1, 259, 220, 16, 16, 198, 198, 32, 32, 6, 50}));
  EXPECT_EQ(ids_of(*published, ".hello"), (Ids{13, 259}));
  EXPECT_EQ(ids_of(*read_json(sequence(R"((?i:a)[^\s]*)")), "Aa aa"), (Ids{32, 64, 220, 261}));
  for (const char* other : {R"(\w+)", R"(\bcat)", "^a", "a$", "(?<name>a)", "(*UTF)", R"([\S])", "[a&&b]",
                            "[[:alpha:]]", "a{,3}", "a{2}+", R"((a)\1)"}) {
    expect_says(refusal_of(sequence(other)), "not supported");
  }
  expect_says(refusal_of(sequence("(a")), "malformed");
  expect_says(refusal_of(sequence(std::string(5000, 'a'))), "5000 bytes");
}

TEST(TokenizerJson, AddedTokensAreFoundBeforeTheText) {
  json added = base();
  added["added_tokens"].push_back({{"id", 300}, {"content", "<mask>"}, {"special", true}, {"lstrip", true}});
  added["added_tokens"].push_back({{"id", 301}, {"content", "<mask>s"}, {"special", true}});
  added["added_tokens"].push_back({{"id", 302}, {"content", "▁x"}, {"special", false}});
  added["model"]["vocab"]["▁x"] = 302;
  const auto bpe = read_json(added);
  EXPECT_EQ(bpe->encode("hello \xC2\xA0<mask> cat", true),
            (std::vector<TextToken>{{259, 0, 5}, {300, 5, 14}, {265, 14, 18}}))
      << "with the white space before it";
  EXPECT_EQ(ids_of(*bpe, "<mask>s", true), Ids{301}) << "the longest one";
  EXPECT_EQ(ids_of(*bpe, "aa▁x"), (Ids{261, 302})) << "one that is not special is always a token";
  EXPECT_EQ(bpe->size(), 270U);
  EXPECT_EQ(bpe->id_of("<mask>"), 300);
}

TEST(TokenizerJson, WhatIsNotFollowedIsNamed) {
  expect_says(refusal_of(with("/model/type", "WordPiece")), "the model \"WordPiece\" is not supported");
  expect_says(refusal_of(with("/model/type", "Unigram")), "the model \"Unigram\"");
  expect_says(refusal_of(with("/model/byte_fallback", true)), "byte_fallback");
  expect_says(refusal_of(with("/model/dropout", 0.1)), "dropout");
  expect_says(refusal_of(with("/model/end_of_word_suffix", "</w>")), "end_of_word_suffix");
  expect_says(refusal_of(with("/model/continuing_subword_prefix", "##")), "continuing_subword_prefix");
  expect_says(refusal_of(with("/normalizer", {{"type", "NFC"}})), "the normalizer \"NFC\"");
  expect_says(refusal_of(with("/pre_tokenizer", nullptr)), "without a pre-tokenizer");
  expect_says(refusal_of(with("/pre_tokenizer", {{"type", "Metaspace"}})), "\"Metaspace\"");
  expect_says(refusal_of(with("/pre_tokenizer/use_regex", false)), "use_regex");
  expect_says(refusal_of(with("/added_tokens/0/single_word", true)), "single_word");
}

TEST(TokenizerJson, DamagedOnesAreRefused) {
  const std::string text = text_of("tokenizer.json");
  expect_says(error_of([&] { read_tokenizer_json(bytes_from(text.substr(0, text.size() / 2))); }),
              "no JSON object");
  expect_says(refusal_of(json::object()), "no \"model\"");
  expect_says(refusal_of(with("/model/vocab", json::array())), "\"vocab\"");
  expect_says(refusal_of(with("/model/merges", json::object())), "\"merges\"");
  expect_says(refusal_of(with("/model/merges/3", 7)), "merge 4");
  expect_says(refusal_of(with("/model/merges/3", "hello")), "merge 4");
  expect_says(refusal_of(with("/model/vocab/hello", "x")), "\"hello\" has no id");
  expect_says(refusal_of(with("/added_tokens", 7)), "\"added_tokens\"");
  expect_says(refusal_of(with("/added_tokens/0/content", "")), "empty");
}

// By rank: two parts merge if they make a token. "hel" is none, so that "he" and "ll" meet.
TEST(Tiktoken, GoesByTheFileName) {
  const std::string file = text_of("gpt2.tiktoken");
  const auto bpe = read_tiktoken(bytes_from(file), "gpt2.tiktoken");
  EXPECT_EQ(bpe->kind(), "byte-level BPE (gpt2, tiktoken)");
  EXPECT_EQ(ids_of(*bpe, "hello hello cat"), (Ids{259, 260, 265}));
  EXPECT_EQ(ids_of(*bpe, "aaaaaaa"), (Ids{262, 261, 64}));
  EXPECT_EQ(ids_of(*bpe, "aa11"), (Ids{261, 16, 16}));
  EXPECT_EQ(bpe->id_of("<|endoftext|>"), 50256);
  // cl100k_base keeps a line's end with what stands before it.
  std::string longer = file + "ISEK 266\n";
  EXPECT_EQ(ids_of(*read_tiktoken(bytes_from(longer), "cl100k_base"), "!!\n"), Ids{266});
  EXPECT_EQ(ids_of(*read_tiktoken(bytes_from(longer), "r50k_base"), "!!\n"), (Ids{0, 0, 198}));
  EXPECT_EQ(ids_of(*read_tiktoken(bytes_from(longer), "o200k_base"), "hello"), Ids{259});
  const auto refusal = [](const std::string& text, const std::string& name) {
    return error_of([&] { read_tiktoken(bytes_from(text), name); });
  };
  expect_says(refusal(file, "mine.tiktoken"), "\"mine\" is none of the names whose pattern is known");
  expect_says(refusal(file + "IQ=\n", "gpt2"), "line 267");
  expect_says(refusal(file + "I?== 266\n", "gpt2"), "line 267");
  expect_says(refusal(file + "ISEK x\n", "gpt2"), "line 267");
  expect_says(refusal("IQ== 0\n", "gpt2"), "the byte 0 has no token");
}

template <typename Number>
void put(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put_text(std::string& out, const std::string& text) {
  put<std::uint64_t>(out, text.size());
  out += text;
}

void put_strings(std::string& out, const std::string& key, const std::vector<std::string>& strings) {
  put_text(out, key);
  put<std::uint32_t>(out, 9);
  put<std::uint32_t>(out, 8);
  put<std::uint64_t>(out, strings.size());
  for (const std::string& text : strings) put_text(out, text);
}

// The small vocabulary as a GGUF, with a token table (rows, 1) of zeros. Of its tokens the last is a control
// one.
std::string gguf(const std::string& model, const std::string& pre, std::uint64_t rows) {
  const json base_model = base()["model"];
  std::vector<std::string> tokens(base_model["vocab"].size());
  for (const auto& [word, id] : base_model["vocab"].items()) tokens[id.get<std::size_t>()] = word;
  std::string out = "GGUF";
  put<std::uint32_t>(out, 3);
  put<std::uint64_t>(out, 1);
  put<std::uint64_t>(out, pre.empty() ? 4 : 5);
  const auto put_value = [&](const std::string& key, const std::string& value) {
    put_text(out, key);
    put<std::uint32_t>(out, 8);
    put_text(out, value);
  };
  put_value("tokenizer.ggml.model", model);
  if (!pre.empty()) put_value("tokenizer.ggml.pre", pre);
  put_strings(out, "tokenizer.ggml.tokens", tokens);
  put_strings(out, "tokenizer.ggml.merges", base_model["merges"]);
  put_text(out, "tokenizer.ggml.token_type");
  put<std::uint32_t>(out, 9);
  put<std::uint32_t>(out, 5);
  put<std::uint64_t>(out, tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) put<std::int32_t>(out, i + 1 == tokens.size() ? 3 : 1);
  put_text(out, "token_embd.weight");
  put<std::uint32_t>(out, 2);
  put<std::uint64_t>(out, 1);
  put<std::uint64_t>(out, rows);
  put<std::uint32_t>(out, 0);
  put<std::uint64_t>(out, 0);
  out.resize((out.size() + 31) / 32 * 32);
  out.resize(out.size() + rows * sizeof(float));
  return out;
}

TEST(GgufTokenizer, IsReadWhereItIsGpt2s) {
  const ModelFile file = read_gguf(bytes_from(gguf("gpt2", "gpt-2", 267)));
  ASSERT_TRUE(file.tokenizer.has_value());
  EXPECT_EQ(file.tokenizer->tokens.count, 267U);
  const auto bpe = read_gguf_tokenizer(*file.tokenizer);
  EXPECT_EQ(bpe->kind(), "byte-level BPE (GGUF)");
  EXPECT_EQ(bpe->size(), 267U);
  EXPECT_EQ(ids_of(*bpe, "hello cat"), (Ids{259, 265}));
  EXPECT_EQ(ids_of(*bpe, "<|endoftext|>", true), Ids{266});
  const auto refusal = [](const std::string& model, const std::string& pre) {
    return error_of([&] { read_gguf_tokenizer(*read_gguf(bytes_from(gguf(model, pre, 267))).tokenizer); });
  };
  EXPECT_EQ(refusal("gpt2", ""), "");
  EXPECT_EQ(refusal("gpt2", "default"), "");
  expect_says(refusal("llama", ""), "\"llama\" is not supported");
  expect_says(refusal("gpt2", "llama-bpe"), "\"llama-bpe\"");
}

// Files in a folder of their own, as a model has them.
class InFolder : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& bytes) const { put_bytes(folder_ / name, bytes); }
  fs::path path(const std::string& name = "") const { return name.empty() ? folder_.path() : folder_ / name; }

 private:
  TemporaryFolder folder_;
};

bool has_note(const Model& model, const std::string& says) {
  return std::any_of(model.notes.begin(), model.notes.end(),
                     [&](const std::string& note) { return note.find(says) != std::string::npos; });
}

TEST_F(InFolder, AModelOpensWithTheTokenizerBesideIt) {
  write("model.gguf", gguf("gpt2", "gpt-2", 267));
  EXPECT_EQ(open_model(path()).tokenizer->kind(), "byte-level BPE (GGUF)");
  write("encoder.json", text_of("vocab.json"));
  write("vocab.bpe", text_of("merges.txt"));
  EXPECT_EQ(open_model(path("model.gguf")).tokenizer->kind(), "byte-level BPE (encoder.json and vocab.bpe)");
  write("vocab.json", text_of("vocab.json"));
  write("merges.txt", text_of("merges.txt"));
  EXPECT_EQ(open_model(path()).tokenizer->kind(), "byte-level BPE (vocab.json and merges.txt)");
  write("tokenizer.json", text_of("tokenizer.json"));
  const Model model = open_model(path());
  EXPECT_EQ(model.tokenizer->kind(), "byte-level BPE (tokenizer.json)");
  EXPECT_FALSE(has_note(model, "tokenizer")) << "267 rows and 267 tokens";
}

TEST_F(InFolder, WhatIsNotSupportedLeavesTheModelOpenWithANote) {
  write("model.gguf", gguf("llama", "", 267));
  const Model llama = open_model(path());
  EXPECT_EQ(llama.tokenizer, nullptr);
  EXPECT_TRUE(has_note(llama, "There is no tokenizer: GGUF: its tokenizer \"llama\""));
  expect_says(error_of([&] { open_tokenizer(path()); }), "llama");
  write("tokenizer.json", with("/model/type", "Unigram").dump());
  const Model unigram = open_model(path());
  EXPECT_EQ(unigram.tokenizer, nullptr);
  EXPECT_TRUE(has_note(unigram, "tokenizer.json: the model \"Unigram\""));
  expect_says(error_of([&] { open_tokenizer(path()); }), "Unigram");
}

TEST_F(InFolder, APaddedTableIsNoted) {
  write("model.gguf", gguf("gpt2", "", 272));
  EXPECT_TRUE(has_note(open_model(path()),
                       "E has 272 rows, the tokenizer 267 tokens: rows 267 to 271 have no token."));
  write("model.gguf", gguf("gpt2", "", 268));
  EXPECT_TRUE(
      has_note(open_model(path()), "E has 268 rows, the tokenizer 267 tokens: row 267 has no token."));
  write("model.gguf", gguf("gpt2", "", 265));
  EXPECT_TRUE(
      has_note(open_model(path()), "E has 265 rows, the tokenizer 267 tokens: 2 tokens have no row."));
}

TEST_F(InFolder, ATokenizerOpensAlone) {
  EXPECT_EQ(open_tokenizer(tokenizer_data("gpt2.tiktoken"))->kind(), "byte-level BPE (gpt2, tiktoken)");
  EXPECT_EQ(open_tokenizer(tokenizer_data("merges.txt"))->kind(),
            "byte-level BPE (vocab.json and merges.txt)");
  const auto stored = open_model(tokenizer_data("small.gguf")).file.tokenizer;
  ASSERT_TRUE(stored.has_value());
  EXPECT_EQ(read_gguf_tokenizer(*stored)->size(), 267U);
  EXPECT_EQ(open_tokenizer(WHATWHERE_TEST_DATA "/tokenizer")->kind(), "byte-level BPE (tokenizer.json)");
  const auto words = open_tokenizer(WHATWHERE_TEST_DATA "/models/glove.txt");
  EXPECT_EQ(words->kind(), "words of the rows");
  EXPECT_EQ(words->size(), open_model(WHATWHERE_TEST_DATA "/models/glove.txt").token_table().rows());
  expect_says(error_of([&] { open_tokenizer(path()); }), path().string());
  expect_says(error_of([&] { open_tokenizer(path("nowhere")); }), "nowhere");
  expect_says(error_of([&] { open_tokenizer(WHATWHERE_TEST_DATA "/models/E_v1.npy"); }), "no tokenizer.json");
}

}  // namespace
}  // namespace whatwhere
