#include "core/session/model_choices_file.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/input/lookup.h"
#include "core/session/json_reading.h"
#include "core/session/model_lesson.h"
#include "core/session/moved_from.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

using namespace json_reading;

std::string text_at(const Json& json, const char* key) {
  return value_or<std::string>(json, key, "", &Json::is_string, "a text in quotes");
}

std::size_t tensor_named(const Model& model, const std::string& name) {
  const auto& tensors = model.file.tensors;
  const auto found =
      std::find_if(tensors.begin(), tensors.end(), [&](const Tensor& t) { return t.name == name; });
  if (found == tensors.end()) throw FileError("it has no tensor \"" + name + "\" any more");
  return static_cast<std::size_t>(found - tensors.begin());
}

// The model with the tables that were chosen for it.
Model model_at(const Json& json, const ReadWatch& watch) {
  Model model = open_model(model_path(json), watch);
  if (json.contains("E")) {
    std::optional<std::size_t> P;
    if (json.contains("P") && json.at("P").is_string()) P = tensor_named(model, text_at(json, "P"));
    const std::size_t E = tensor_named(model, text_at(json, "E"));
    if (E != model.E || P != model.P) model = with_tables(model, E, P);
  }
  const auto offset = static_cast<std::size_t>(whole_number(json, "position_offset", model.position_offset));
  return offset == model.position_offset ? model : with_position_offset(model, offset);
}

Sequence sequence_at(const Json& json, const Model& model) {
  std::vector<TokenId> ids;
  for (const Json& item : list_at(json, "ids")) {
    const std::int64_t id = item.is_number_integer() ? item.get<std::int64_t>() : -1;
    if (id < 0 || id > std::numeric_limits<TokenId>::max())
      throw FileError("\"ids\" holds " + shown(item) + ", which is not a token id");
    ids.push_back(static_cast<TokenId>(id));
  }
  check_ids(ids, static_cast<std::size_t>(model.token_table().rows()));
  check_context(ids.size(), most_slots(model));
  return Sequence(ids);
}

}  // namespace

nlohmann::ordered_json model_to_json(const ModelChoices& choices) {
  const Model& model = *choices.model;
  Json json;
  json["path"] = model.path.string();
  json["E"] = model.token_table().name;
  json["P"] = model.P ? Json(model.position_table()->name) : Json(nullptr);
  json["position_offset"] = model.position_offset;
  json["position"] = name_of(choices.position);
  json["text"] = choices.text;
  json["by_ids"] = choices.by_ids;
  json["cut"] = choices.cut;
  json["ids"] = choices.sequence.ids();
  add_moved_from(json, choices.sequence, choices.before);
  json["shuffles"] = choices.shuffles;
  json["query"] = choices.query;
  json["metric"] = name_of(choices.metric);
  return json;
}

std::string model_path(const nlohmann::ordered_json& json) {
  if (!json.is_object()) throw FileError("\"model\" is " + shown(json) + ": use an object");
  return text_at(json, "path");
}

ModelChoices model_from_json(const nlohmann::ordered_json& json, const ReadWatch& watch) {
  ModelChoices choices = first_choices(std::make_shared<const Model>(model_at(json, watch)));
  const Model& model = *choices.model;
  choices.position = named(
      json, "position", choices.position,
      {PositionScheme::off, PositionScheme::learned, PositionScheme::sinusoidal, PositionScheme::rotary});
  if (const std::string reason = why_not_scheme(model, choices.position); !reason.empty())
    throw FileError(reason);
  choices.text = text_at(json, "text");
  if (choices.text.size() > kLongestText) throw FileError("\"text\" is too long");
  choices.by_ids = value_or(json, "by_ids", choices.by_ids, &Json::is_boolean, "true or false");
  choices.cut = value_or(json, "cut", choices.cut, &Json::is_boolean, "true or false");
  choices.sequence = sequence_at(json, model);
  choices.before = order_before(json, choices.sequence);
  choices.shuffles = whole_number(json, "shuffles", choices.shuffles);
  choices.query = text_at(json, "query");
  choices.metric = named(json, "metric", choices.metric, {Metric::cosine, Metric::dot, Metric::l2});
  return choices;
}

}  // namespace whatwhere
