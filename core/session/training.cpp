#include "core/session/training.h"

#include <memory>

#include "core/session/lesson.h"

namespace whatwhere {

TrainingRun training_run(const ToyChoices& choices) {
  const ChangedTables tables = tables_to_change(choices);
  const Table W =
      tables.W.rows() > 0 ? tables.W : next_token_weights(choices.seed, kWidth, kVocabSize, choices.std);
  return TrainingRun({tables.E, tables.P, W}, choices.learning.training, tables.training_steps, tables.curve);
}

ChangedTables outcome(const ToyChoices& choices, const TrainingRun& run) {
  ChangedTables tables = tables_to_change(choices);
  const NextTokenModel model = run.model();
  tables.E = model.E;
  tables.P = model.P;
  tables.W = model.W;
  tables.training_steps = run.steps();
  tables.curve = std::make_shared<const TrainingCurve>(run.curve());
  return tables;
}

}  // namespace whatwhere
