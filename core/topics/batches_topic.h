// Windows of a text as a batch, the one P that all of its sequences share, and what the shapes cost.
#pragma once

#include <string>
#include <vector>

#include "core/input/shape_cost.h"
#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

// (B, T, d) + (B, d): one row for each sequence, added as if it were one for each slot.
struct WrongAxis {
  std::string error;               // what the addition throws; empty if it goes through
  std::vector<std::size_t> shape;  // of the sum, if it goes through
  std::size_t wrong_rows = 0;      // rows of a (B, T, d) sum that are not tok_emb[b, t] + row b, to the bit
};

struct BatchesTopic {
  std::vector<TokenId> text;  // the session's tokens, then the corpus
  std::size_t own = 0;        // how many of them are the session's

  std::vector<std::size_t> starts;  // (B): where the windows begin; fewer than asked for if the text ends
  std::vector<TokenId> ids;         // (B, T)
  InputGrid grid;                   // tok_emb and input_emb (B * T, d), pos_emb (T, d)
  std::size_t rows_shared = 0;      // rows [b, t] of input_emb that are tok_emb[b, t] + P[t], to the bit

  WrongAxis wrong_axis;

  struct Model {
    InputShape shape;
    std::vector<ArrayCost> arrays;
  };
  std::vector<Model> models;  // the toy, two known ones, the session's own
};

// Of the present tables and choices; the sequence may be empty, since the corpus follows it.
BatchesTopic batches_topic(const ToyChoices& choices, const LessonResults& results);

}  // namespace whatwhere
