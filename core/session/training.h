// The training run of a Session: from its tables to those that it comes to.
#pragma once

#include "core/learning/training_run.h"
#include "core/session/session.h"

namespace whatwhere {

// The session's run, ready to go on where its tables stand. The output layer W (d, V) is drawn from the seed
// if there is none yet. Throws as TrainingRun does.
TrainingRun training_run(const ToyChoices& choices);

// What the session's tables become by the run: E, P, W, the steps and the curve. The Session itself stays.
ChangedTables outcome(const ToyChoices& choices, const TrainingRun& run);

}  // namespace whatwhere
