// What turns a text into token ids: a model's own tokenizer, of whatever kind.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/input/lookup.h"

namespace whatwhere {

// The id of a word that a table of words has no row for.
inline constexpr TokenId kNoToken = -1;

// A token in a text: its id, and the bytes that it stands for.
struct TextToken {
  TokenId id = kNoToken;
  std::size_t begin = 0;  // byte offsets into the text
  std::size_t end = 0;
  bool operator==(const TextToken&) const = default;
};

class Tokenizer {
 public:
  virtual ~Tokenizer() = default;

  // For a person: "byte-level BPE (vocab.json and merges.txt)".
  virtual std::string kind() const = 0;

  // The text's tokens in order. Text that looks like a special token is one only if `allow_specials`.
  virtual std::vector<TextToken> encode(std::string_view text, bool allow_specials = false) const = 0;

  // The bytes of a token; nothing for an id without one.
  virtual std::optional<std::string_view> bytes_of(TokenId id) const = 0;

  // The token with exactly these bytes.
  virtual std::optional<TokenId> id_of(std::string_view bytes) const = 0;

  // How many ids have bytes, special tokens in.
  virtual std::size_t size() const = 0;
};

// A token's bytes for a person: valid UTF-8 as it is, a control character as "\n", "\t", "\r" or "<00>", a
// byte that is no UTF-8 as "<E2>".
std::string display_text(std::string_view bytes);

}  // namespace whatwhere
