// A reader of tokenizers under libFuzzer: whatever the bytes, it opens them or throws FileError, and what it
// opens encodes a text. The reader's name comes from the build.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/errors.h"
#include "core/text/bpe_files.h"

namespace {

using namespace whatwhere;

Bytes owned(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return owned_bytes({view.begin(), view.end()});
}

[[maybe_unused]] std::shared_ptr<const Tokenizer> tokenizer_json(std::string_view text) {
  return read_tokenizer_json(owned(text));
}

// The vocabulary, a byte 0, the merges.
[[maybe_unused]] std::shared_ptr<const Tokenizer> vocab_and_merges(std::string_view text) {
  const std::size_t cut = std::min(text.find('\0'), text.size());
  return byte_bpe_from(owned(text.substr(0, cut)), owned(text.substr(std::min(cut + 1, text.size()))));
}

// The first byte chooses the pattern.
[[maybe_unused]] std::shared_ptr<const Tokenizer> tiktoken(std::string_view text) {
  constexpr std::array<std::string_view, 4> kNames = {"gpt2", "cl100k_base", "o200k_base", "another"};
  const auto name = text.empty() ? 0 : static_cast<unsigned char>(text.front()) % kNames.size();
  return read_tiktoken(owned(text), kNames[name]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    const auto tokenizer = WHATWHERE_FUZZED({reinterpret_cast<const char*>(bytes), size});
    for (const bool allow_specials : {false, true}) {
      // A vocabulary can have a pattern that takes too many steps: ValueError.
      for (const TextToken& token :
           tokenizer->encode("hello's  12 \xE2\x80\xA8\xFF<|endoftext|>\n", allow_specials)) {
        const auto token_bytes = tokenizer->bytes_of(token.id);
        if (!token_bytes) std::abort();
        if (!tokenizer->id_of(*token_bytes)) std::abort();
      }
    }
  } catch (const Error&) {
  }
  return 0;
}
