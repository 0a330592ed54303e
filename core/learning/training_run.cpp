#include "core/learning/training_run.h"

#include <algorithm>
#include <utility>

#include "core/input/vocabulary.h"
#include "core/learning/corpus.h"
#include "core/order/distance.h"

namespace whatwhere {

namespace {

double cosine_of(const Table& E, std::string_view a, std::string_view b) {
  const auto row = [&](std::string_view word) {
    return E.row(static_cast<std::size_t>(ids_of_words(word)[0]));
  };
  return cosine(row(a), row(b));
}

void keep_multiples(TrainingCurve& curve, std::uint64_t spacing) {
  std::erase_if(curve, [&](const CurvePoint& point) { return point.step % spacing != 0; });
}

}  // namespace

TrainingRun::TrainingRun(const NextTokenModel& model, const NextTokenOptions& options, std::uint64_t steps,
                         std::shared_ptr<const TrainingCurve> curve)
    : training_(model, corpus(), options), before_(steps) {
  while (steps / spacing_ >= 2 * kCurvePoints) spacing_ *= 2;
  if (curve) kept_ = *curve;
  keep_multiples(kept_, spacing_);
  keep_if_due();
}

CurvePoint TrainingRun::present() const {
  const NextTokenGradients gradients = training_.gradients();
  const Table E = training_.model().E;
  return {steps(), gradients.loss, gradients.norm, cosine_of(E, "cat", "dog"), cosine_of(E, "cat", "the"), E};
}

void TrainingRun::keep_if_due() {
  if (steps() % spacing_ != 0 || (!kept_.empty() && kept_.back().step == steps())) return;
  kept_.push_back(present());
  if (steps() / spacing_ < 2 * kCurvePoints) return;
  spacing_ *= 2;
  keep_multiples(kept_, spacing_);
}

void TrainingRun::run(std::uint64_t steps) {
  while (steps > 0) {
    const std::uint64_t until_due = spacing_ - this->steps() % spacing_;
    const std::uint64_t now = std::min(steps, until_due);
    training_.run(now);
    steps -= now;
    keep_if_due();
  }
}

TrainingCurve TrainingRun::curve() const {
  TrainingCurve curve = kept_;
  if (curve.empty() || curve.back().step != steps()) curve.push_back(present());
  return curve;
}

}  // namespace whatwhere
