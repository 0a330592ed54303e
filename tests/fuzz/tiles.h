// What holds of the tokens of any text, whatever the tokenizer.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include "core/text/tokenizer.h"

namespace whatwhere {

// Aborts unless the tokens lie one behind the other from the text's begin to its end and, joined, are its
// bytes.
inline void check_tokens(const Tokenizer& tokenizer, std::string_view text, bool allow_specials) {
  std::size_t at = 0;
  std::string joined;
  for (const TextToken& token : tokenizer.encode(text, allow_specials)) {
    const auto bytes = tokenizer.bytes_of(token.id);
    if (!bytes || token.begin != at || token.end < at) std::abort();
    at = token.end;
    joined += *bytes;
    display_text(*bytes);
  }
  if (at != text.size() || joined != text) std::abort();
}

}  // namespace whatwhere
