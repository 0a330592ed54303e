// The six words of the toy: small enough to see the whole table, enough to say "dog bites man" both ways.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/input/lookup.h"

namespace whatwhere {

// Word i has token id i.
inline constexpr std::array<std::string_view, 6> kVocabulary = {"man", "runs", "cat", "dog", "bites", "the"};

// The word of an id. Throws IdError if id is outside [0, V).
std::string_view word_of(TokenId id);

// The ids of words separated by white space, in order; an empty text gives none.
// Throws IdError that names the unknown word, its place and the vocabulary.
std::vector<TokenId> ids_of_words(std::string_view text);

}  // namespace whatwhere
