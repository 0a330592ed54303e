// Byte-level BPE: growth with the text, the hardest text there is, and tiktoken's WebAssembly build beside
// it.
//
// WHATWHERE_GPT2_TOKENIZER names a folder with GPT-2's encoder.json and vocab.bpe; without it the vocabulary
// is the small one of assets/models/shakespeare, and nothing is compared. WHATWHERE_TIKTOKEN names the
// node_modules folder of the npm package tiktoken.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/tables/random.h"
#include "core/text/find_tokenizer.h"
#include "tests/bench/rounds.h"

namespace whatwhere::bench {
namespace {

constexpr std::size_t kLong = 1'000'000;
constexpr std::size_t kShort = 100'000;
constexpr std::uint64_t kSeed = 1;

std::shared_ptr<const Tokenizer> tokenizer() {
  const char* folder = std::getenv("WHATWHERE_GPT2_TOKENIZER");
  return open_tokenizer(folder == nullptr ? WHATWHERE_SHAKESPEARE : folder);
}

bool is_word(std::string_view bytes) {
  return bytes.size() > 1 && bytes[0] == ' ' &&
         bytes.find_first_not_of("abcdefghijklmnopqrstuvwxyz", 1) == std::string_view::npos;
}

// `size` bytes that split and repeat as English does: the vocabulary's own words, whose ids ascend about as
// their frequency falls, drawn by Zipf's law; one in eight has another behind it, so that it is no token;
// with commas, full stops and lines. The same text for the same vocabulary.
std::string english(const Tokenizer& words_of, std::size_t size) {
  std::vector<std::string> words;
  for (TokenId id = 0; static_cast<std::size_t>(id) < words_of.size(); ++id) {
    const auto bytes = words_of.bytes_of(id);
    if (bytes && is_word(*bytes)) words.emplace_back(*bytes);
  }
  const RandomStream stream(kSeed, Purpose::shuffle);
  const auto word = [&](std::uint64_t i) -> const std::string& {
    const double u = static_cast<double>(stream.bits(i) >> 11) * 0x1p-53;
    return words[static_cast<std::size_t>(std::pow(static_cast<double>(words.size()), u)) - 1];
  };
  std::string text = "It";
  for (std::uint64_t i = 0; text.size() < size; ++i) {
    text += word(2 * i);
    if (i % 8 == 7) text += word(2 * i + 1).substr(1);
    if (i % 12 == 11) text += i % 24 == 11 ? "," : ".";
    if (i % 96 == 95) text += "\n";
  }
  text.resize(size);
  return text;
}

double seconds_of(const Tokenizer& bpe, const std::string& text, std::size_t calls) {
  return seconds_per_call(calls, [&] { benchmark::DoNotOptimize(bpe.encode(text)); });
}

// MB_per_s, and x_short (with _min, _max): the time of 1 MB over that of its first 100 kB: 10 is linear
// growth.
void english_grows(benchmark::State& state) {
  const auto bpe = tokenizer();
  const std::string text = english(*bpe, kLong);
  const std::string shorter = text.substr(0, kShort);
  Rounds mb_per_s, x_short;
  for ([[maybe_unused]] auto round : state) {
    const double few = seconds_of(*bpe, shorter, 10);
    const double seconds = seconds_of(*bpe, text, 1);
    state.SetIterationTime(seconds);
    mb_per_s.add(kLong / seconds / 1e6);
    x_short.add(seconds / few);
  }
  mb_per_s.report_range(state, "MB_per_s");
  x_short.report_range(state, "x_short");
}
BENCHMARK(english_grows)
    ->Name("byte_bpe/english:1MB")
    ->Iterations(21)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// A million equal letters are one piece. Argument: the letter.
void equal_letters(benchmark::State& state) {
  const auto bpe = tokenizer();
  const std::string text(kLong, static_cast<char>(state.range(0)));
  for ([[maybe_unused]] auto round : state) state.SetIterationTime(seconds_of(*bpe, text, 1));
}
BENCHMARK(equal_letters)
    ->Name("byte_bpe/equal_letters:1MB")
    ->ArgName("byte")
    ->Arg('a')
    ->Arg(' ')
    ->Arg('\n')
    ->Iterations(5)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// What tiktoken_wasm.mjs prints of a text; null if there is no node, or no tiktoken.
nlohmann::json tiktoken_of(const std::string& text) {
  std::string name = "/tmp/whatwhere-bench-XXXXXX";
  const int file = ::mkstemp(name.data());
  if (file < 0) return nullptr;
  ::fclose(::fdopen(file, "w"));
  std::ofstream(name, std::ios::binary) << text;
  std::string answer;
  if (std::FILE* node =
          ::popen(("node " WHATWHERE_TIKTOKEN_WASM " " + name + " 3 2>/dev/null").c_str(), "r")) {
    for (int c = std::fgetc(node); c != EOF; c = std::fgetc(node)) answer += static_cast<char>(c);
    ::pclose(node);
  }
  std::remove(name.c_str());
  const nlohmann::json json = nlohmann::json::parse(answer, nullptr, false);
  return json.is_object() ? json : nullptr;
}

// tiktoken_x (with _min, _max): its time over ours, for the same tokens of the same text.
void beside_tiktoken(benchmark::State& state) {
  if (std::getenv("WHATWHERE_GPT2_TOKENIZER") == nullptr || std::getenv("WHATWHERE_TIKTOKEN") == nullptr) {
    state.SkipWithError("skipped: set WHATWHERE_GPT2_TOKENIZER and WHATWHERE_TIKTOKEN");
    return;
  }
  const auto bpe = tokenizer();
  const std::string text = english(*bpe, kLong);
  Rounds tiktoken_x;
  for ([[maybe_unused]] auto round : state) {
    const nlohmann::json theirs = tiktoken_of(text);
    if (theirs.is_null() || theirs.at("tokens") != bpe->encode(text).size()) {
      state.SkipWithError(theirs.is_null() ? "skipped: no node, or no tiktoken there" : "the tokens differ");
      return;
    }
    const double seconds = seconds_of(*bpe, text, 3);
    state.SetIterationTime(seconds);
    Rounds rounds;
    for (const double one : theirs.at("seconds")) rounds.add(one);
    tiktoken_x.add(rounds.median() / seconds);
  }
  tiktoken_x.report_range(state, "tiktoken_x");
}
BENCHMARK(beside_tiktoken)
    ->Name("byte_bpe_beside_tiktoken_wasm/english:1MB")
    ->Iterations(7)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace whatwhere::bench
