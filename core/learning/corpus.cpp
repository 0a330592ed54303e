#include "core/learning/corpus.h"

#include "core/input/vocabulary.h"

namespace whatwhere {

const std::vector<std::vector<TokenId>>& corpus() {
  static const std::vector<std::vector<TokenId>> sentences = {
      ids_of_words("the cat runs"),          ids_of_words("the dog runs"),
      ids_of_words("the man runs"),          ids_of_words("the cat bites the man"),
      ids_of_words("the dog bites the man"), ids_of_words("the cat bites the dog"),
      ids_of_words("the dog bites the cat"), ids_of_words("the man runs the cat"),
      ids_of_words("the man runs the dog"),
  };
  return sentences;
}

}  // namespace whatwhere
