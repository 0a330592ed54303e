#include "core/model/gguf_tokenizer.h"

#include "core/errors.h"
#include "core/model/model_file.h"
#include "core/text/bpe_files.h"
#include "core/text/bpe_text.h"
#include "core/text/byte_letters.h"

namespace whatwhere {

namespace {

// llama.cpp's numbers for what a token is.
enum TokenType : std::int32_t { kNormal = 1, kUnknown = 2, kControl = 3, kUserDefined = 4, kUnused = 5 };

TokenType type_of(const GgufTokenizer& stored, std::size_t token) {
  std::int32_t type = kNormal;
  if (stored.types.size() > 0)
    std::memcpy(&type, stored.types.view.data() + token * sizeof type, sizeof type);
  return static_cast<TokenType>(type);
}

void check_kind(const GgufTokenizer& stored) {
  if (stored.model != "gpt2")
    throw FileError("its tokenizer \"" + one_line(stored.model) +
                    "\" is not supported: only a byte-level BPE, \"gpt2\", is");
  const std::string pre = stored.pre.value_or("default");
  if (pre != "default" && pre != "gpt-2")
    throw FileError("its tokenizer splits text as \"" + one_line(pre) +
                    "\", which is not supported: only \"gpt-2\" and \"default\" are");
  if (stored.types.size() > 0 && stored.types.size() / sizeof(std::int32_t) != stored.tokens.count)
    throw FileError("its tokenizer has " + std::to_string(stored.tokens.count) + " tokens and " +
                    std::to_string(stored.types.size() / sizeof(std::int32_t)) + " types of them");
}

}  // namespace

std::shared_ptr<const Tokenizer> read_gguf_tokenizer(const GgufTokenizer& stored) {
  check_kind(stored);
  BpeParts parts;
  parts.kind = "byte-level BPE (GGUF)";
  TokenId id = 0;
  stored.tokens.each([&](std::string_view word) {
    const TokenType type = type_of(stored, static_cast<std::size_t>(id));
    if (type == kControl || type == kUserDefined || type == kUnknown) {
      if (!word.empty())
        parts.added.push_back({.text = std::string(word), .id = id, .is_special = type != kUserDefined});
    } else if (type != kUnused) {
      parts.tokens.emplace_back(bytes_of_word(word), id);
    }
    ++id;
  });
  stored.merges.each([&](std::string_view merge) {
    parts.merges.push_back(merge_of_words(merge, "merge " + std::to_string(parts.merges.size() + 1)));
  });
  if (stored.types.size() == 0) specials_from_merges(parts);
  return std::make_shared<ByteBpe>(std::move(parts));
}

}  // namespace whatwhere
