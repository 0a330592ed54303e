// Everything that is computed about a real model: what became of the typed text, the grid, the verdicts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

// What a typed text is to the model's tables.
struct ModelText {
  std::vector<TokenId> ids;          // (T); empty if the text has more tokens than slots and may not be cut
  std::size_t count = 0;             // how many tokens of the text have a row of E
  std::vector<std::string> no_rows;  // what has none, each once, as a person reads it
  std::string problem;               // why nothing was read, as a sentence; empty if it was
};

// The text of the choices as ids: by the model's tokenizer, or as numbers with commas or spaces between.
ModelText read_text(const ModelChoices& choices);

// How many slots there are: P's, and kMostSlots at most.
std::size_t most_slots(const Model& model);

// A token as a person reads it: its bytes as text, "#123" where they are not known.
std::string token_text(const Model& model, TokenId id);

// What typing these tokens as ids, and as a text, would be: "262, 3797"; their bytes, with spaces between
// them where the tokenizer reads only that as the same tokens.
std::string text_of_ids(const std::vector<TokenId>& ids);
std::string text_of_tokens(const Model& model, const std::vector<TokenId>& ids);

// Why the choices cannot have this scheme, as a sentence; empty if they can.
std::string why_not_scheme(const Model& model, PositionScheme scheme);

// Choices that begin with this model: its own P if it has one, and what a built-in one starts with.
ModelChoices first_choices(std::shared_ptr<const Model> model);

struct ModelResults : GridResults {
  ModelText text;
};

// The results of one model's choices. Only the rows of the ids, and of P for their slots, are read. The range
// covers every sum that a row of an id and a row of a slot could make.
ModelResults compute(const ModelChoices& choices);

// The results of the present choices, computed anew only when these have changed.
class ModelLesson {
 public:
  const ModelResults& of(const ModelChoices& choices);

 private:
  std::optional<ModelChoices> choices_;
  ModelResults results_;
};

}  // namespace whatwhere
