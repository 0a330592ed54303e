// The training run as it is watched: its curve, and the rows of E as points with the way that they came.
#pragma once

#include <array>
#include <vector>

#include "core/session/lesson.h"
#include "core/session/session.h"

namespace whatwhere {

struct TrainingTopic {
  TrainingCurve curve;  // the present state last; before the first step it alone
  // (V): each row of E in the plane of the present rows' first two principal components, oldest first.
  std::vector<std::vector<std::array<double, 2>>> trails;
  std::array<double, 2> explained{};  // the share of the rows' variance along each of the two
};

// Of the present tables; the sequence has no part in it.
TrainingTopic training_topic(const ToyChoices& choices, const LessonResults& results);

}  // namespace whatwhere
