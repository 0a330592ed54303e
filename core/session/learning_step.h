// One step of learning on the Session's own tables: from an upstream gradient to the rows after it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

// Why a row changes that the sequence does not read.
enum class SideEffect {
  tied,   // E is the output layer too, and that one scores every token
  decay,  // weight decay pulls every row
  memory  // the optimizer remembers an earlier gradient
};

// Everything that one step is made of, before it is taken.
struct LearningStep {
  Table G;                    // (T, d): the upstream gradient, the person's numbers in it
  Table dE;                   // (V, d): the sum of what comes in through the lookup and, if tied, the output
  std::optional<Table> tied;  // (V, d): the output's part of dE; nothing unless tied
  std::optional<Table> dP;    // (context_length, d): nothing unless the learned P is added
  OptimizerStep E;            // after the step
  std::optional<OptimizerStep> P;

  std::vector<std::size_t> touched;    // rows of E that the sequence reads
  std::vector<std::size_t> changed;    // rows of E whose bytes the step changes
  std::vector<std::size_t> P_changed;  // and of P
  // What moves the first changed row that was not touched; empty if all those keep their bytes.
  std::vector<SideEffect> side_effects;
};

// The step that Session::learning describes. Throws ValueError if its settings are out of range.
LearningStep learning_step(const ToyChoices& choices, const LessonResults& results);

// The Session after it.
Session after_step(const Session& session);

}  // namespace whatwhere
