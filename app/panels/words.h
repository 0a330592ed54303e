// What the numbers show, in words: sentences that claim no more than the results do.
#pragma once

#include <string>
#include <vector>

#include "app/ui/heat_strip.h"
#include "core/session/lesson.h"

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

// A token's word in double quotes.
std::string quoted(TokenId id);

// "yes", "no", or "—" where no token repeats.
std::string same_token_verdict_word(const SameToken& same);

// One short line: how many pairs there are, and how many of them differ.
std::string same_token_line(const SameToken& same);

// The pairs, one a line, with their distances.
std::string same_token_evidence(const SameToken& same);

// "yes", "no", or "—" where there is no order before.
std::string multiset_word(const LessonResults& results);

// "2 of 3", or "—" where there is no order before.
std::string slots_changed_word(const LessonResults& results);

// What a reorder did, sentence by sentence: the multiset, the slots that changed, those that did not and why.
std::vector<std::string> order_sentences(const Session& session, const LessonResults& results);

}  // namespace whatwhere
