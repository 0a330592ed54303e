// One step of learning on the Session's own tables: from an upstream gradient to the rows after it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

// Everything that one step is made of, before it is taken.
struct LearningStep {
  Table G;                    // (T, d): the upstream gradient, the person's numbers in it
  Table dE;                   // (V, d): the sum of what comes in through the lookup and, if tied, the output
  std::optional<Table> tied;  // (V, d): the output's part of dE; nothing unless tied
  std::optional<Table> dP;    // (context_length, d): nothing unless the learned P is added
  OptimizerStep E;            // after the step
  std::optional<OptimizerStep> P;

  std::vector<std::size_t> touched;  // rows of E that the sequence reads
  std::vector<std::size_t> changed;  // rows of E whose bytes the step changes
  bool others_unchanged = true;      // is every row that was not touched the same bytes as before?
};

// The step that Session::learning describes. Throws ValueError if its settings are out of range.
LearningStep learning_step(const Session& session, const LessonResults& results);

// The Session after it.
Session after_step(const Session& session);

// The training run of the Session, ready to go on, and the Session that has its outcome.
TrainingRun training_run(const Session& session);
ChangedTables outcome(const Session& session, const TrainingRun& run);

// The worked example: one SGD step, lr 0.1, on E (50257, 4) for the ids 15, 824, 391 with given gradients.
struct WorkedExample {
  std::vector<TokenId> ids;  // (3)
  Table rows;                // (3, d): E[ids] before
  Table G;                   // (3, d)
  Table rows_after;          // (3, d)
  double lr = 0.0;
  std::size_t V = 0;
  std::size_t rows_changed = 0;  // of all V, compared byte by byte
};
WorkedExample worked_example(const Session& session, const LessonResults& results);

}  // namespace whatwhere
