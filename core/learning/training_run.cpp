#include "core/learning/training_run.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/fixed_math.h"
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

// How many steps lie between the points of a curve around this one.
std::uint64_t spacing_at(std::uint64_t step) { return std::max<std::uint64_t>(std::bit_floor(step) / 32, 1); }

}  // namespace

bool found_cat_like_dog(const CurvePoint& point) {
  const double guessing = fixed_log(static_cast<double>(point.E.rows()));
  return point.cat_dog > 0.9 && point.cat_dog - point.cat_the > 0.3 && point.loss < guessing;
}

bool has_diverged(const CurvePoint& point) {
  return !std::isfinite(point.loss) || !std::isfinite(point.cat_dog);
}

TrainingRun::TrainingRun(const NextTokenModel& model, const NextTokenOptions& options, std::uint64_t steps,
                         std::shared_ptr<const TrainingCurve> curve)
    : training_(model, corpus(), options), before_(steps) {
  if (curve) kept_ = *curve;
  std::erase_if(kept_, [](const CurvePoint& point) { return point.step % spacing_at(point.step) != 0; });
  keep_if_due();
}

CurvePoint TrainingRun::present() const {
  const NextTokenGradients gradients = training_.gradients();
  const Table E = training_.model().E;
  return {steps(), gradients.loss, gradients.norm, cosine_of(E, "cat", "dog"), cosine_of(E, "cat", "the"), E};
}

void TrainingRun::keep_if_due() {
  const bool is_kept = !kept_.empty() && kept_.back().step == steps();
  if (steps() % spacing_at(steps()) == 0 && !is_kept) kept_.push_back(present());
}

void TrainingRun::run(std::uint64_t steps) {
  while (steps > 0 && (kept_.empty() || !has_diverged(kept_.back()))) {
    const std::uint64_t spacing = spacing_at(this->steps());
    const std::uint64_t until_due = spacing - this->steps() % spacing;
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
