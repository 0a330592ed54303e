#include "core/topics/training_topic.h"

#include <algorithm>

#include "core/learning/projection.h"
#include "core/session/training.h"

namespace whatwhere {

namespace {

constexpr std::size_t kTrailPoints = 60;

TrainingCurve curve_of(const ToyChoices& choices) {
  if (choices.changed && choices.changed->curve) return *choices.changed->curve;
  return training_run(choices).curve();
}

}  // namespace

TrainingTopic training_topic(const ToyChoices& choices, const LessonResults& results) {
  TrainingTopic topic;
  topic.curve = curve_of(choices);
  const PrincipalPlane plane = principal_plane(results.E);
  topic.explained = plane.explained;
  topic.trails.resize(results.E.rows());
  // Spread over the curve's points: its first, the present state, and what lies between.
  const std::size_t count = std::min(topic.curve.size(), kTrailPoints);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t last = topic.curve.size() - 1;
    const Table& E = topic.curve[count == 1 ? last : last * k / (count - 1)].E;
    for (std::size_t id = 0; id < E.rows(); ++id) topic.trails[id].push_back(project(plane, E.row(id)));
  }
  return topic;
}

}  // namespace whatwhere
