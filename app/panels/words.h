// What the numbers show, in words: sentences that claim no more than the results do.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/ui/heat_strip.h"
#include "core/session/lesson.h"
#include "core/session/model_lesson.h"

namespace whatwhere {

// One line of a cell's equation.
struct EquationTerm {
  std::string item;  // "E", "P" or "X"
  std::string sign;  // " ", "+" or "="
  std::string name;  // "E[5,2]"
  float value = 0.0F;
};

// How a cell comes about: "E[5,2] + P[0,2] = X[0,2]", term by term. X is input_emb.
struct Equation {
  std::string text;
  std::vector<EquationTerm> terms;
  std::string note;  // what is not in it, or what it is the row of; may be empty
};

Equation equation_of(const LessonResults& results, const CellRef& cell);

// The same for a cell of a real model's grid. Slot t reads row t + position_offset of P.
Equation equation_of(const GridResults& results, const CellRef& cell, std::size_t position_offset);

// A token's word in double quotes.
std::string quoted(TokenId id);

// "yes", "no", or "—" where no token repeats.
std::string same_token_verdict_word(const SameToken& same);

// One short line: how many pairs there are, and how many of them differ.
std::string same_token_line(const SameToken& same);

// The first of the pairs, one a line, with their distances. `word`: a token as it is shown.
std::string same_token_evidence(const SameToken& same, const std::function<std::string(TokenId)>& word);

// A model's token on the screen: spaces as "·", what the typeface has no sign for as "U+4F60".
std::string token_label(const Ui& ui, const Model& model, TokenId id);

// "yes", "no", or "—" where there is no order before.
std::string multiset_word(const GridResults& results);

// "2 of 3", or "—" where there is no order before.
std::string slots_changed_word(const GridResults& results);

// What a reorder did, sentence by sentence: the multiset, the slots that changed, those that did not and why.
std::vector<std::string> order_sentences(PositionScheme scheme, const GridResults& results);

}  // namespace whatwhere
