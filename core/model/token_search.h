// Finding rows of a table by what their tokens say.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/input/lookup.h"

namespace whatwhere {

struct Model;

// At most `most` rows: "#12" names row 12, "0x20 63" the token with these bytes; anything else is text. First
// the token that is the text, then its twin with a space before it (or without), then those that hold it,
// ASCII letters of either case alike, by id. O(V) and the length of all tokens.
std::vector<TokenId> find_tokens(const Model& model, const std::string& what, std::size_t most);

// The token that differs only by a space before it: " cat" for "cat", and the other way round.
std::optional<TokenId> spaced_twin(const Model& model, TokenId id);

}  // namespace whatwhere
