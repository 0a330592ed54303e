// A training run that keeps its curve: what a person watches while noise becomes structure.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/learning/next_token.h"

namespace whatwhere {

// The run as it stood before one step.
struct CurvePoint {
  std::uint64_t step = 0;
  double loss = 0.0;           // mean cross entropy in nats
  double gradient_norm = 0.0;  // L2, of all gradients together
  double cat_dog = 0.0;        // cosine of the two rows of E: words that the corpus uses alike
  double cat_the = 0.0;        // and of two that it does not
  Table E;                     // (V, d)
};
using TrainingCurve = std::vector<CurvePoint>;

// Has the model found out that cat and dog are alike? Their rows point the same way (cosine above 0.9), and
// clearly more so than those of cat and the (by 0.3 at least), and it predicts better than by guessing (a
// loss below log V).
bool found_cat_like_dog(const CurvePoint& point);

// Are the loss and the rows no longer finite? Training cannot come back from there.
bool has_diverged(const CurvePoint& point);

// Next-token training on the built-in corpus. The same start gives the same numbers, however the steps are
// cut into calls of run. The curve has a point at each of the first 64 steps, and from then on 32 each time
// that the number of steps doubles: the beginning, where most happens, stays in it, and it never grows large.
class TrainingRun {
 public:
  // Goes on from a model that has taken `steps` steps with this curve; a new run has 0 and none.
  // Throws as NextTokenTraining does.
  TrainingRun(const NextTokenModel& model, const NextTokenOptions& options, std::uint64_t steps,
              std::shared_ptr<const TrainingCurve> curve);

  // Goes on until a point's numbers are no longer finite; from there it takes no step.
  void run(std::uint64_t steps);

  std::uint64_t steps() const { return before_ + training_.steps(); }
  NextTokenModel model() const { return training_.model(); }
  // The points kept so far, and the present state as the last one.
  TrainingCurve curve() const;

 private:
  CurvePoint present() const;
  void keep_if_due();

  NextTokenTraining training_;
  std::uint64_t before_ = 0;  // steps taken by the model that was given
  TrainingCurve kept_;
};

}  // namespace whatwhere
