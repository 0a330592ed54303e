#include "core/session/tour.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "core/input/product_cost.h"

namespace whatwhere {

namespace {

constexpr std::size_t kFullBatch = 8;

bool has_reordered(const LessonResults& r) { return r.before && r.before->ids != r.ids; }

bool is_plain(const Session& s) { return s.position == PositionScheme::off; }

bool took_a_step(const Session& s) { return s.changed && s.changed->E_moments.steps > 0; }

// A step after which the rows that no slot reads have to keep their bytes.
bool took_a_plain_step(const Session& s, const LessonResults& r) {
  const OptimizerSettings& o = s.learning.optimizer;
  const bool is_plain_sgd =
      o.kind == Optimizer::sgd && o.weight_decay == 0.0 && !s.learning.tied && o.lr > 0.0;
  return took_a_step(s) && is_plain_sgd && !r.ids.empty();
}

bool found_structure(const Session& s, const LessonResults&) {
  return s.changed && s.changed->training_steps > 0 && s.changed->curve &&
         found_cat_like_dog(s.changed->curve->back());
}

bool trained_positions(const Session& s) {
  if (!s.changed || s.changed->P == toy_tables(s.seed, s.std).P) return false;
  return s.changed->P_moments.steps > 0 || (s.changed->training_steps > 0 && s.learning.training.positional);
}

// Is a text too long for context_length on the page, and treated like this?
bool is_too_long(const Session& s, const LessonResults& r, ContextPolicy policy) {
  const bool broken = s.failures.broken[static_cast<std::size_t>(Failure::too_long)];
  return broken && s.failures.policy == policy && !r.ids.empty();
}

bool is_refused(const Session& s, const LessonResults& r) { return is_too_long(s, r, ContextPolicy::refuse); }

bool is_truncated(const Session& s, const LessonResults& r) {
  return is_too_long(s, r, ContextPolicy::truncate);
}

// The tour is about the toy.
bool is_there(const Session& s, const TourStep& step) {
  if (shows_model(s)) return false;
  return s.view.page == step.page && (step.page != Page::learning || s.learning.part == step.part);
}

constexpr std::array<TourStep, kTourSteps> kTour = {{
    {Page::widget,
     {},
     2,
     0,
     [](const Session& s, const LessonResults& r) { return is_plain(s) && r.same.verdict == Verdict::yes; }},
    {Page::widget,
     {},
     2,
     1,
     [](const Session& s, const LessonResults& r) {
       return s.position == PositionScheme::learned && r.same.verdict == Verdict::no;
     }},
    {Page::widget,
     {},
     2,
     0,
     [](const Session& s, const LessonResults& r) {
       return is_plain(s) && has_reordered(r) && r.before->order.same_multiset;
     }},
    {Page::widget,
     {},
     2,
     1,
     [](const Session& s, const LessonResults& r) {
       return s.position == PositionScheme::learned && has_reordered(r) && !r.before->order.same_multiset;
     }},
    {Page::raw_ids,
     {},
     3,
     0,
     [](const Session& s, const LessonResults& r) { return s.renumberings > 0 && !r.ids.empty(); }},
    {Page::product,
     {},
     3,
     2,
     [](const Session& s, const LessonResults&) { return s.model_size == kGpt2Small; }},
    {Page::positions,
     {},
     2,
     0,
     [](const Session& s, const LessonResults& r) {
       return s.position == PositionScheme::rotary && r.same.verdict == Verdict::yes;
     }},
    {Page::order,
     {},
     2,
     0,
     [](const Session& s, const LessonResults& r) { return is_plain(s) && !s.causal && has_reordered(r); }},
    {Page::order,
     {},
     2,
     1,
     [](const Session& s, const LessonResults& r) { return is_plain(s) && s.causal && has_reordered(r); }},
    {Page::batches,
     {},
     2,
     0,
     [](const Session& s, const LessonResults&) {
       return adds_to_input(s.position) && s.windows.B == kFullBatch;
     }},
    {Page::failures, {}, 2, 0, is_refused},
    {Page::failures, {}, 2, 0, is_truncated},
    {Page::learning, LearningPart::step, 2, 1, took_a_plain_step},
    {Page::learning, LearningPart::training, 2, 0, found_structure},
}};

// What shows each item of the checklist.
constexpr std::array<bool (*)(const Session&, const LessonResults&), kChecklist> kShown = {
    [](const Session& s, const LessonResults&) {
      return s.changed && !(s.changed->E == toy_tables(s.seed, s.std).E);
    },
    [](const Session& s, const LessonResults& r) { return s.view.page == Page::batches && !r.ids.empty(); },
    [](const Session& s, const LessonResults& r) {
      return s.position == PositionScheme::learned && !r.ids.empty();
    },
    [](const Session& s, const LessonResults& r) {
      return adds_to_input(s.position) && r.same.verdict == Verdict::no;
    },
    [](const Session& s, const LessonResults&) { return trained_positions(s); },
};

}  // namespace

std::span<const TourStep, kTourSteps> tour() { return kTour; }

bool is_at_end(const Progress& progress) { return progress.step >= kTourSteps; }

std::size_t right_predictions(const Progress& progress) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < std::min(progress.step, kTourSteps); ++i) {
    if (progress.predicted[i] == kTour[i].right) ++right;
  }
  return right;
}

bool is_at_place(const Progress& progress, const Session& session) {
  return !is_at_end(progress) && is_there(session, kTour[progress.step]);
}

Progress with_prediction(Progress progress, std::size_t option, const Session& session,
                         const LessonResults& results) {
  if (is_at_end(progress) || option >= kTour[progress.step].options) return progress;
  auto& prediction = progress.predicted[progress.step];
  if (prediction) return progress;
  prediction = option;
  progress.already = kTour[progress.step].done(session, results);
  return progress;
}

Progress gone_on(Progress progress) {
  if (progress.already) ++progress.step;
  progress.already = false;
  return progress;
}

Progress observed(Progress progress, const Session& session, const LessonResults& results) {
  for (std::size_t i = 0; i < kChecklist; ++i) {
    if (!progress.checked[i]) progress.checked[i] = kShown[i](session, results);
  }
  if (!progress.touring || is_at_end(progress) || !progress.predicted[progress.step]) return progress;
  const bool done = kTour[progress.step].done(session, results);
  if (!done) progress.already = false;
  if (done && !progress.already && is_at_place(progress, session)) ++progress.step;
  return progress;
}

std::string to_json(const Progress& progress) {
  nlohmann::ordered_json json;
  json["whatwhere_progress"] = 1;
  json["touring"] = progress.touring;
  json["step"] = progress.step;
  for (const auto& option : progress.predicted) {
    json["predicted"].push_back(option ? nlohmann::ordered_json(*option) : nlohmann::ordered_json(nullptr));
  }
  json["checked"] = progress.checked;
  return json.dump(2) + "\n";
}

Progress progress_from_json(std::string_view text) {
  try {
    const auto json = nlohmann::json::parse(text);
    if (json.at("whatwhere_progress") != 1) throw FileError("it has another version");
    Progress progress;
    progress.touring = json.at("touring").get<bool>();
    progress.step = std::min(json.at("step").get<std::size_t>(), kTourSteps);
    for (std::size_t i = 0; i < kTourSteps; ++i) {
      const auto& option = json.at("predicted").at(i);
      if (!option.is_null()) progress.predicted[i] = option.get<std::size_t>();
    }
    for (std::size_t i = 0; i < kChecklist; ++i) progress.checked[i] = json.at("checked").at(i).get<bool>();
    return progress;
  } catch (const nlohmann::json::exception& error) {
    throw FileError(std::string("it is not the progress of a lesson: ") + error.what());
  }
}

}  // namespace whatwhere
