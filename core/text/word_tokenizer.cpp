#include "core/text/word_tokenizer.h"

#include <limits>

#include "core/errors.h"
#include "core/text/utf8.h"

namespace whatwhere {

namespace {

// A letter of Latin-1, Greek or Cyrillic in lower case; any other character as it is.
char32_t in_lower_case(char32_t code) {
  const bool is_latin = (code >= 'A' && code <= 'Z') || (code >= 0xC0 && code <= 0xDE && code != 0xD7);
  const bool is_greek = code >= 0x391 && code <= 0x3A9 && code != 0x3A2;
  if (is_latin || is_greek || (code >= 0x410 && code <= 0x42F)) return code + 0x20;
  return code >= 0x400 && code <= 0x40F ? code + 0x50 : code;
}

std::string in_lower_case(std::string_view word) {
  std::string lower;
  for (std::size_t at = 0; at < word.size();) {
    const auto character = character_at(word, at);
    if (character) {
      append_utf8(lower, in_lower_case(character->code));
    } else {
      lower += word[at];
    }
    at += character ? character->size : 1;
  }
  return lower;
}

// How many bytes of white space stand at byte `at`; 0 if none do.
std::size_t white_space_at(std::string_view text, std::size_t at) {
  const auto character = character_at(text, at);
  return character && is_white_space(character->code) ? character->size : 0;
}

}  // namespace

WordTokenizer::WordTokenizer(const std::vector<std::string>& words) {
  if (words.size() > static_cast<std::size_t>(std::numeric_limits<TokenId>::max()))
    throw FileError("it has " + std::to_string(words.size()) + " words: more than ids");
  for (const std::string& word : words) {
    bytes_ += word;
    ends_.push_back(bytes_.size());
  }
  ids_.reserve(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto id = static_cast<TokenId>(i);
    ids_.emplace(*bytes_of(id), id);
  }
}

std::vector<TextToken> WordTokenizer::encode(std::string_view text, bool /*allow_specials*/) const {
  std::vector<TextToken> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t space = white_space_at(text, at); space > 0) {
      at += space;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && white_space_at(text, at) == 0) ++at;
    const std::string_view word = text.substr(begin, at - begin);
    auto id = id_of(word);
    if (!id) id = id_of(in_lower_case(word));
    tokens.push_back({id.value_or(kNoToken), begin, at});
  }
  return tokens;
}

std::optional<std::string_view> WordTokenizer::bytes_of(TokenId id) const {
  if (id < 0 || static_cast<std::size_t>(id) >= ends_.size()) return std::nullopt;
  const auto i = static_cast<std::size_t>(id);
  const std::size_t from = i == 0 ? 0 : ends_[i - 1];
  return std::string_view(bytes_).substr(from, ends_[i] - from);
}

std::optional<TokenId> WordTokenizer::id_of(std::string_view bytes) const {
  const auto found = ids_.find(bytes);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace whatwhere
