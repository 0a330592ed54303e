#include "core/input/vocabulary.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "core/errors.h"

namespace whatwhere {

namespace {

constexpr std::string_view kSpace = " \t\r\n\f\v";

TokenId id_of(std::string_view word, std::size_t slot) {
  const auto found = std::find(kVocabulary.begin(), kVocabulary.end(), word);
  if (found != kVocabulary.end()) return static_cast<TokenId>(found - kVocabulary.begin());
  std::string known;
  for (const auto w : kVocabulary) known.append(known.empty() ? "" : ", ").append(w);
  throw IdError("word \"" + std::string(word) + "\" in slot " + std::to_string(slot) +
                " is not in the vocabulary: use " + known);
}

}  // namespace

std::string_view word_of(TokenId id) {
  check_ids({&id, 1}, kVocabulary.size());
  return kVocabulary[static_cast<std::size_t>(id)];
}

std::vector<TokenId> ids_of_words(std::string_view text) {
  std::vector<TokenId> ids;
  for (std::size_t at = text.find_first_not_of(kSpace); at != std::string_view::npos;
       at = text.find_first_not_of(kSpace, at)) {
    const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
    ids.push_back(id_of(text.substr(at, end - at), ids.size()));
    at = end;
  }
  return ids;
}

}  // namespace whatwhere
