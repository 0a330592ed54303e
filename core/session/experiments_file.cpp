#include "core/session/experiments_file.h"

#include <array>
#include <initializer_list>
#include <string>

#include "core/session/actions.h"
#include "core/session/json_reading.h"
#include "core/session/session_file.h"
#include "core/session/table_json.h"

namespace whatwhere {

namespace {

using namespace json_reading;

// A choice that is a number: its key, the action that makes it and so knows its range, and its value.
struct NumberChoice {
  const char* key;
  ActionId action;
  double (*value)(const Session&);
};
constexpr std::array kNumbers = {
    NumberChoice{"gain", ActionId::set_gain, [](const Session& s) { return s.positions.gain; }},
    NumberChoice{"base", ActionId::set_base, [](const Session& s) { return s.positions.base; }},
    NumberChoice{"learning_rate", ActionId::set_learning_rate,
                 [](const Session& s) { return s.learning.optimizer.lr; }},
    NumberChoice{"weight_decay", ActionId::set_weight_decay,
                 [](const Session& s) { return s.learning.optimizer.weight_decay; }},
    NumberChoice{"training_rate", ActionId::set_training_rate,
                 [](const Session& s) { return s.learning.training.lr; }},
};

struct CountChoice {
  const char* key;
  ActionId action;
  std::size_t (*value)(const Session&);
};
constexpr std::array kCounts = {
    CountChoice{"query_slot", ActionId::set_query_slot,
                [](const Session& s) { return s.positions.query_slot; }},
    CountChoice{"key_slot", ActionId::set_key_slot, [](const Session& s) { return s.positions.key_slot; }},
    CountChoice{"model_size", ActionId::choose_model, [](const Session& s) { return s.model_size; }},
    CountChoice{"windows", ActionId::set_window_count, [](const Session& s) { return s.windows.B; }},
    CountChoice{"window_length", ActionId::set_window_length, [](const Session& s) { return s.windows.T; }},
    CountChoice{"stride", ActionId::set_window_stride, [](const Session& s) { return s.windows.stride; }},
};

constexpr std::initializer_list<Failure> kAllFailures = {
    Failure::raw_ids, Failure::no_positions, Failure::widths, Failure::too_long, Failure::concatenation};

constexpr std::array<const char*, kShapeAxes> kShapeKeys = {"B", "T", "d", "V"};

// Carries out the action that makes the choice; its refusal is what is wrong with the file.
void choose(const Json& json, const char* key, Session& session, const Action& action) {
  try {
    session = apply(session, action);
  } catch (const ActionRefused& refused) {
    wrong(json, key, refused.what());
  }
}

// A choice that is on or off.
struct SwitchChoice {
  const char* key;
  bool& (*value)(Session&);
};
constexpr std::array kSwitches = {
    SwitchChoice{"causal", [](Session& s) -> bool& { return s.causal; }},
    SwitchChoice{"wrong_axis", [](Session& s) -> bool& { return s.windows.wrong_axis; }},
    SwitchChoice{"tied", [](Session& s) -> bool& { return s.learning.tied; }},
    SwitchChoice{"training_tied", [](Session& s) -> bool& { return s.learning.training.tied; }},
    SwitchChoice{"training_positional", [](Session& s) -> bool& { return s.learning.training.positional; }},
};

bool true_or_false(const Json& json, const char* key, bool fallback) {
  return value_or(json, key, fallback, &Json::is_boolean, "true or false");
}

Json edits_to_json(const std::vector<GradientEdit>& edits) {
  Json list = Json::array();
  for (const GradientEdit& edit : edits) {
    list.push_back({{"slot", edit.slot}, {"column", edit.column}, {"value", number_to_json(edit.value)}});
  }
  return list;
}

void edits_from_json(const Json& json, Session& session) {
  const char* key = "gradient_edits";
  if (!json.at(key).is_array()) wrong(json, key, "use a list");
  for (const Json& edit : json.at(key)) {
    if (!edit.is_object()) wrong(json, key, "use objects with slot, column and value in the list");
    choose(json, key, session,
           {.id = ActionId::set_gradient,
            .slot = whole_number(edit, "slot", kContextLength),
            .choice = whole_number(edit, "column", kWidth),
            .value = value_or(edit, "value", 0.0, &Json::is_number, "a number")});
  }
}

}  // namespace

nlohmann::ordered_json experiments_to_json(Session session) {
  Json json;
  for (const NumberChoice& choice : kNumbers) json[choice.key] = choice.value(session);
  for (const CountChoice& choice : kCounts) json[choice.key] = choice.value(session);
  json["renumberings"] = session.renumberings;
  json["gradient"] = session.learning.gradient;
  json["optimizer"] = name_of(session.learning.optimizer.kind);
  json["learning"] = name_of(session.learning.part);
  for (const SwitchChoice& choice : kSwitches) json[choice.key] = choice.value(session);
  if (!session.learning.edits.empty()) json["gradient_edits"] = edits_to_json(session.learning.edits);
  for (const Failure failure : kAllFailures) {
    json["broken"][std::string(name_of(failure))] =
        session.failures.broken[static_cast<std::size_t>(failure)];
  }
  json["broken_last"] = name_of(session.failures.latest);
  for (std::size_t i = 0; i < kShapeAxes; ++i) json["shape"][kShapeKeys[i]] = session.shape[i];
  json["too_long"] = name_of(session.failures.policy);
  return json;
}

void experiments_from_json(const nlohmann::ordered_json& json, Session& session) {
  for (const NumberChoice& choice : kNumbers) {
    const double value = value_or(json, choice.key, choice.value(session), &Json::is_number, "a number");
    choose(json, choice.key, session, {.id = choice.action, .value = value});
  }
  for (const CountChoice& choice : kCounts) {
    const std::size_t value = whole_number(json, choice.key, choice.value(session));
    choose(json, choice.key, session, {.id = choice.action, .choice = value});
  }
  session.renumberings = whole_number(json, "renumberings", session.renumberings);
  session.learning.gradient = whole_number(json, "gradient", session.learning.gradient);
  session.learning.optimizer.kind = named(json, "optimizer", session.learning.optimizer.kind,
                                          {Optimizer::sgd, Optimizer::adam, Optimizer::adamw});
  session.learning.part = named(json, "learning", session.learning.part,
                                {LearningPart::step, LearningPart::example, LearningPart::training});
  for (const SwitchChoice& choice : kSwitches) {
    choice.value(session) = true_or_false(json, choice.key, choice.value(session));
  }
  if (json.contains("gradient_edits")) edits_from_json(json, session);
  if (json.contains("shape")) {
    const Json& shape = json.at("shape");
    if (!shape.is_object()) wrong(json, "shape", "use an object");
    for (std::size_t i = 0; i < kShapeAxes; ++i) {
      const std::size_t size = whole_number(shape, kShapeKeys[i], session.shape[i]);
      choose(shape, kShapeKeys[i], session, {.id = ActionId::set_shape, .slot = i, .choice = size});
    }
  }
  if (json.contains("broken")) {
    const Json& broken = json.at("broken");
    if (!broken.is_object()) wrong(json, "broken", "use an object");
    for (const Failure failure : kAllFailures) {
      session.failures.broken[static_cast<std::size_t>(failure)] =
          true_or_false(broken, std::string(name_of(failure)).c_str(), false);
    }
  }
  session.failures.latest = named(json, "broken_last", session.failures.latest, kAllFailures);
  session.failures.policy =
      named(json, "too_long", session.failures.policy, {ContextPolicy::refuse, ContextPolicy::truncate});
}

}  // namespace whatwhere
