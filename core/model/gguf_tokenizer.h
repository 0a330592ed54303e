// What a GGUF file holds of a tokenizer, left where it lies.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "core/model/mapped_file.h"

namespace whatwhere {

// `count` strings one behind the other, each with eight bytes of length before it. The reader of the file
// made sure that they end where the bytes end.
struct StoredStrings {
  Bytes bytes;
  std::uint64_t count = 0;

  // Calls use(std::string_view) for each, in order.
  template <typename Use>
  void each(Use use) const {
    std::string_view rest = bytes.text();
    for (std::uint64_t i = 0; i < count; ++i) {
      std::uint64_t size = 0;
      std::memcpy(&size, rest.data(), sizeof size);
      use(rest.substr(sizeof size, static_cast<std::size_t>(size)));
      rest.remove_prefix(sizeof size + static_cast<std::size_t>(size));
    }
  }
};

// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, section "Tokenizer".
struct GgufTokenizer {
  std::string model;               // tokenizer.ggml.model: "gpt2", "llama" …
  std::optional<std::string> pre;  // tokenizer.ggml.pre: how a text is split
  StoredStrings tokens;            // tokenizer.ggml.tokens: of the rows, in order
  StoredStrings merges;            // tokenizer.ggml.merges: "a b" by rank
  Bytes types;                     // tokenizer.ggml.token_type: an int32 a token; empty if there are none
};

}  // namespace whatwhere
