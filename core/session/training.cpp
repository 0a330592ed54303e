#include "core/session/training.h"

#include <memory>

#include "core/session/lesson.h"

namespace whatwhere {

TrainingRun training_run(const Session& session) {
  const ChangedTables tables = tables_to_change(session);
  const Table W =
      tables.W.rows() > 0 ? tables.W : next_token_weights(session.seed, kWidth, kVocabSize, session.std);
  return TrainingRun({tables.E, tables.P, W}, session.learning.training, tables.training_steps, tables.curve);
}

ChangedTables outcome(const Session& session, const TrainingRun& run) {
  ChangedTables tables = tables_to_change(session);
  const NextTokenModel model = run.model();
  tables.E = model.E;
  tables.P = model.P;
  tables.W = model.W;
  tables.training_steps = run.steps();
  tables.curve = std::make_shared<const TrainingCurve>(run.curve());
  return tables;
}

}  // namespace whatwhere
