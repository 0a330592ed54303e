// The guided tour: its steps, what a person has met so far, and how both follow from what is done.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

// One step: a question is asked, the person predicts, then does something that shows the answer.
struct TourStep {
  Page page;                                           // where it is done
  LearningPart part;                                   // of the page about learning
  std::size_t options;                                 // how many answers there are to choose from
  std::size_t right;                                   // which of them is
  bool (*done)(const Session&, const LessonResults&);  // does the Session show the answer?
};

inline constexpr std::size_t kTourSteps = 14;
std::span<const TourStep, kTourSteps> tour();

// The items of the checklist; each is met by doing something that shows it.
inline constexpr std::size_t kChecklist = 5;

// How far a person is. Kept from start to start, and apart from the Session: undo does not unlearn.
struct Progress {
  bool touring = false;  // is the tour's card shown?
  std::size_t step = 0;  // the step that is next; kTourSteps at the end
  std::array<std::optional<std::size_t>, kTourSteps> predicted{};  // which answer was chosen
  bool already = false;  // did the Session show the answer before it was predicted? Then a person goes on
  std::array<bool, kChecklist> checked{};
  bool operator==(const Progress&) const = default;
};

bool is_at_end(const Progress& progress);

// How many predictions of the steps that are done were right.
std::size_t right_predictions(const Progress& progress);

// Is the page shown on which the present step is done?
bool is_at_place(const Progress& progress, const Session& session);

// Chooses an answer to the present step. The first choice counts: it is a prediction.
Progress with_prediction(Progress progress, std::size_t option, const Session& session,
                         const LessonResults& results);

// On to the next step where the answer stood there already.
Progress gone_on(Progress progress);

// After anything was done: ticks what the Session shows, and moves the tour on once the present step was
// predicted, and is then done on its page.
Progress observed(Progress progress, const Session& session, const LessonResults& results);

// {"whatwhere_progress": 1, "touring": true, "step": 2, "predicted": [0, 1, null, …], "checked": [true, …]}
std::string to_json(const Progress& progress);

// Throws FileError if it is not the progress of this program.
Progress progress_from_json(std::string_view text);

}  // namespace whatwhere
