#include "core/session/experiments_file.h"

#include <array>

#include "core/session/actions.h"
#include "core/session/json_reading.h"
#include "core/session/session_file.h"

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

constexpr std::array<const char*, kFailures> kFailureKeys = {"raw_ids", "no_positions", "widths", "too_long",
                                                             "concatenation"};

constexpr std::array<const char*, kShapeAxes> kShapeKeys = {"B", "T", "d", "V"};

// Carries out the action that makes the choice; its refusal is what is wrong with the file.
void choose(const Json& json, const char* key, Session& session, const Action& action) {
  try {
    session = apply(session, action);
  } catch (const ActionRefused& refused) {
    wrong(json, key, refused.what());
  }
}

bool true_or_false(const Json& json, const char* key, bool fallback) {
  return value_or(json, key, fallback, &Json::is_boolean, "true or false");
}

}  // namespace

nlohmann::ordered_json experiments_to_json(const Session& session) {
  Json json;
  for (const NumberChoice& choice : kNumbers) json[choice.key] = choice.value(session);
  for (const CountChoice& choice : kCounts) json[choice.key] = choice.value(session);
  json["renumberings"] = session.renumberings;
  json["causal"] = session.causal;
  json["wrong_axis"] = session.windows.wrong_axis;
  for (std::size_t i = 0; i < kShapeAxes; ++i) json["shape"][kShapeKeys[i]] = session.shape[i];
  for (std::size_t i = 0; i < kFailures; ++i) json["broken"][kFailureKeys[i]] = session.failures.broken[i];
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
  session.causal = true_or_false(json, "causal", session.causal);
  session.windows.wrong_axis = true_or_false(json, "wrong_axis", session.windows.wrong_axis);
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
    for (std::size_t i = 0; i < kFailures; ++i) {
      session.failures.broken[i] = true_or_false(broken, kFailureKeys[i], false);
    }
  }
  session.failures.policy =
      named(json, "too_long", session.failures.policy, {ContextPolicy::refuse, ContextPolicy::truncate});
}

}  // namespace whatwhere
