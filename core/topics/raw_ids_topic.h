// Ids fed to a layer as numbers, beside the embedding, under any numbering of the vocabulary.
#pragma once

#include <vector>

#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

struct RawIdsTopic {
  std::vector<TokenId> numbering;  // (V): what the tokens' ids are now
  std::vector<TokenId> ids;        // (T): the sequence in that numbering
  Table own_outputs;               // (T, 1): w * id + b with the tokens' own ids
  Table outputs;                   // (T, 1): with the present ids
  Table tok_emb;                   // (T, d): looked up with the present ids in the rows renumbered along

  std::size_t outputs_changed = 0;  // slots whose output differs from its own_output
  float largest_change = 0.0F;      // max |outputs - own_outputs|
  bool embedding_same = true;       // is tok_emb, byte for byte, that of the own numbering?

  Table one_hot;                 // (V, V): row i is the one-hot code of id i
  double one_hot_nearest = 0.0;  // the smallest and the largest distance of two of its rows: both sqrt(2)
  double one_hot_farthest = 0.0;
};

// Of the present E and numbering; the sequence may be empty.
RawIdsTopic raw_ids_topic(const ToyChoices& choices, const LessonResults& results);

}  // namespace whatwhere
