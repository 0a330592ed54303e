// What the tests of tokenizers share.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/bpe_files.h"
#include "tests/core/helpers.h"

namespace whatwhere {

inline std::string tokenizer_data(const std::string& name) {
  return std::string(WHATWHERE_TEST_DATA "/tokenizer/") + name;
}

inline Bytes bytes_from(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return owned_bytes({view.begin(), view.end()});
}

// The vocabulary of tests/data/tokenizer.
inline std::shared_ptr<const Tokenizer> small_bpe() {
  return byte_bpe_from(map_file(tokenizer_data("vocab.json")), map_file(tokenizer_data("merges.txt")));
}

inline std::vector<TokenId> ids_of(const Tokenizer& tokenizer, std::string_view text, bool specials = false) {
  std::vector<TokenId> ids;
  for (const TextToken& token : tokenizer.encode(text, specials)) ids.push_back(token.id);
  return ids;
}

}  // namespace whatwhere
