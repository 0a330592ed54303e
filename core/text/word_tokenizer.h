// The tokenizer of a table with a word a row: GloVe, word2vec.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/tokenizer.h"

namespace whatwhere {

// Splits at Unicode's white space. A word is looked up as it is and, failing that, in lower case (of Latin,
// Greek and Cyrillic letters); without a row its id is kNoToken. Of rows with the same word the first counts.
class WordTokenizer : public Tokenizer {
 public:
  // Row i is that of words[i].
  explicit WordTokenizer(const std::vector<std::string>& words);
  WordTokenizer(const WordTokenizer&) = delete;
  WordTokenizer& operator=(const WordTokenizer&) = delete;

  std::string kind() const override { return "words of the rows"; }
  std::vector<TextToken> encode(std::string_view text, bool allow_specials = false) const override;
  std::optional<std::string_view> bytes_of(TokenId id) const override;
  // The row with exactly this word.
  std::optional<TokenId> id_of(std::string_view bytes) const override;
  std::size_t size() const override { return ends_.size(); }

 private:
  std::string bytes_;              // of all words, one behind the other
  std::vector<std::size_t> ends_;  // of each
  std::unordered_map<std::string_view, TokenId> ids_;
};

}  // namespace whatwhere
