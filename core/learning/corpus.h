// The text that the toy learns from: sentences over the toy vocabulary in which cat and dog do the same
// things.
#pragma once

#include <vector>

#include "core/input/lookup.h"

namespace whatwhere {

// Sentences of 3 to 5 ids of kVocabulary, the same at each call. "the" comes before each noun and nowhere
// else, and each sentence goes noun, verb, noun, as far as it goes. Exchanging cat and dog everywhere gives
// the same sentences in another order; man is no such twin, since it never bites.
const std::vector<std::vector<TokenId>>& corpus();

}  // namespace whatwhere
