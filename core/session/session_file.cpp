#include "core/session/session_file.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/errors.h"
#include "core/numbers.h"
#include "core/session/experiments_file.h"
#include "core/session/files.h"
#include "core/session/json_reading.h"
#include "core/session/model_choices_file.h"
#include "core/session/moved_from.h"
#include "core/session/table_json.h"

namespace whatwhere {

namespace {

using namespace json_reading;

constexpr std::array<std::string_view, 4> kSchemes = {"off", "learned", "sinusoidal", "rotary"};
constexpr std::array<std::string_view, kPages> kPageNames = {"widget", "raw-ids",  "product",    "positions",
                                                             "order",  "learning", "batches",    "failures",
                                                             "lesson", "table",    "neighbours", "map"};

constexpr std::array<std::string_view, kFailures> kFailureNames = {"raw_ids", "no_positions", "widths",
                                                                   "too_long", "concatenation"};

// A session is a few kB and a text; this bounds what is read of a wrong file.
constexpr std::size_t kLargestFile = 7 * kLongestText;

std::vector<TokenId> ids_from(const Json& list) {
  std::vector<TokenId> ids;
  for (const Json& item : list) {
    const std::int64_t id = item.is_number_integer() ? item.get<std::int64_t>() : -1;
    if (id < 0 || id > std::numeric_limits<TokenId>::max()) {
      throw IdError((item.is_number() ? "id " : "") + shown(item) + " in slot " + std::to_string(ids.size()) +
                    " is not a token id: use an integer from 0 to " + std::to_string(kVocabSize - 1));
    }
    ids.push_back(static_cast<TokenId>(id));
  }
  check_sequence(ids);
  return ids;
}

// "tokens" is for the reader, but must not say something else than "ids".
void check_tokens(const Json& list, const std::vector<TokenId>& ids) {
  Json words = Json::array();
  for (const TokenId id : ids) words.push_back(word_of(id));
  if (list == words) return;
  throw FileError("\"tokens\" and \"ids\" disagree: the ids say " + words.dump() +
                  "; correct one of them, or leave \"tokens\" out");
}

ViewOptions view_from(const Json& json) {
  if (!json.is_object()) throw FileError("\"view\" is " + shown(json) + ": use an object");
  ViewOptions view;
  view.page = named(json, "page", view.page,
                    {Page::widget, Page::raw_ids, Page::product, Page::positions, Page::order, Page::learning,
                     Page::batches, Page::failures, Page::lesson, Page::table, Page::neighbours, Page::map});
  view.theme = named(json, "theme", view.theme, {Theme::dark, Theme::light});
  view.zoom = value_or(json, "zoom", view.zoom, &Json::is_number, "a number from 0.5 to 4");
  if (!(view.zoom >= kMinZoom && view.zoom <= kMaxZoom)) {
    throw FileError("\"zoom\" is " + shortest(view.zoom) + ": use a number from 0.5 to 4");
  }
  view.motion = value_or(json, "motion", view.motion, &Json::is_boolean, "true or false");
  return view;
}

// The tables that were changed, without the curve of the training: that begins anew where the run stands.
Json changed_to_json(const ChangedTables& tables) {
  Json json;
  json["E"] = table_to_json(tables.E);
  json["P"] = table_to_json(tables.P);
  const auto add_moments = [&](const char* key, const Moments& moments) {
    if (moments == Moments{}) return;
    json[key]["steps"] = moments.steps;
    if (moments.m.rows() == 0) return;
    json[key]["m"] = table_to_json(moments.m);
    json[key]["v"] = table_to_json(moments.v);
  };
  add_moments("E_moments", tables.E_moments);
  add_moments("P_moments", tables.P_moments);
  if (tables.W.rows() > 0) json["W"] = table_to_json(tables.W);
  json["training_steps"] = tables.training_steps;
  return json;
}

std::uint64_t steps_from(const Json& json, const char* key) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 53;  // leaves room to go on counting
  const std::uint64_t steps = whole_number(json, key, 0);
  if (steps > kMost) wrong(json, key, "use a whole number from 0 to " + std::to_string(kMost));
  return steps;
}

Moments moments_from(const Json& json, const char* key, std::size_t rows) {
  Moments moments;
  if (!json.contains(key)) return moments;
  const Json& from = json.at(key);
  if (!from.is_object()) wrong(json, key, "use an object");
  moments.steps = steps_from(from, "steps");
  if (!from.contains("m")) return moments;
  moments.m = table_from_json(from, "m", rows, kWidth);
  moments.v = table_from_json(from, "v", rows, kWidth);
  const auto squares = moments.v.numbers();
  if (std::any_of(squares.begin(), squares.end(), [](float x) { return x < 0.0F; })) {
    wrong(from, "v", "means of squares are not negative");
  }
  return moments;
}

ChangedTables changed_from(const Json& json) {
  if (!json.is_object()) throw FileError("\"tables\" is " + shown(json) + ": use an object");
  ChangedTables tables;
  tables.E = table_from_json(json, "E", kVocabSize, kWidth);
  tables.P = table_from_json(json, "P", kContextLength, kWidth);
  tables.E_moments = moments_from(json, "E_moments", kVocabSize);
  tables.P_moments = moments_from(json, "P_moments", kContextLength);
  if (json.contains("W")) tables.W = table_from_json(json, "W", kWidth, kVocabSize);
  tables.training_steps = steps_from(json, "training_steps");
  return tables;
}

Session session_from(const Json& json) {
  if (json.at("whatwhere") != kSessionVersion) {
    throw FileError("it has version " + shown(json.at("whatwhere")) + ", this program reads version " +
                    std::to_string(kSessionVersion));
  }
  Session session;
  const std::vector<TokenId> ids = ids_from(list_at(json, "ids"));
  if (json.contains("tokens")) check_tokens(json.at("tokens"), ids);
  session.sequence = Sequence(ids);
  session.position = named(
      json, "position", session.position,
      {PositionScheme::off, PositionScheme::learned, PositionScheme::sinusoidal, PositionScheme::rotary});
  session.seed = whole_number(json, "seed", session.seed);
  session.std = value_or(json, "std", session.std, &Json::is_number, "a number from 0 to 1000000");
  check_std(session.std);
  if (json.contains("tables")) session.changed = changed_from(json.at("tables"));
  session.shuffles = whole_number(json, "shuffles", session.shuffles);
  session.before = order_before(json, session.sequence);
  if (json.contains("pages")) {
    if (!json.at("pages").is_object()) wrong(json, "pages", "use an object");
    experiments_from_json(json.at("pages"), session);
  }
  if (json.contains("view")) session.view = view_from(json.at("view"));
  return session;
}

// Calls read(); what is wrong with the JSON as a FileError that names its source.
template <typename Read>
auto read_from(const std::string& where, Read read) {
  try {
    return read();
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& error) {
    throw FileError("cannot open " + where + ": " + error.what());
  } catch (const Json::parse_error& error) {
    throw FileError("cannot open " + where + ": it is not JSON (at byte " + std::to_string(error.byte) +
                    "); open a file that whatwhere saved");
  } catch (const Json::exception& error) {
    throw FileError("cannot open " + where + ": " + error.what());
  }
}

// Everything but the real model, which stays unopened.
Session parsed(std::string_view text) {
  const Json json = Json::parse(text);
  if (!json.is_object() || !json.contains("whatwhere")) {
    throw FileError("it is JSON, but not a whatwhere session (no \"whatwhere\" version in it)");
  }
  Session session = session_from(json);
  if (json.contains("model")) {
    const Json& model = json.at("model");
    session.unopened = UnopenedModel{model_path(model), model.dump()};
  }
  return session;
}

}  // namespace

std::string to_json(const Session& session) {
  Json json;
  json["whatwhere"] = kSessionVersion;
  json["tokens"] = Json::array();
  json["ids"] = session.sequence.ids();
  for (const TokenId id : session.sequence.ids()) json["tokens"].push_back(word_of(id));
  json["position"] = name_of(session.position);
  json["seed"] = session.seed;
  json["std"] = session.std;
  if (session.changed) json["tables"] = changed_to_json(*session.changed);
  json["shuffles"] = session.shuffles;
  add_moved_from(json, session.sequence, session.before);
  json["pages"] = experiments_to_json(session);
  if (session.real) json["model"] = model_to_json(*session.real);
  if (session.unopened) json["model"] = Json::parse(session.unopened->json);
  json["view"] = {{"page", name_of(session.view.page)},
                  {"theme", name_of(session.view.theme)},
                  {"zoom", session.view.zoom},
                  {"motion", session.view.motion}};
  // A text may hold bytes that are no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Session session_from_json(std::string_view text, const std::string& where, const ReadWatch& watch) {
  return read_from(where, [&] {
    Session session = parsed(text);
    if (session.unopened) session.real = open_unopened(*session.unopened, watch);
    session.unopened.reset();
    return session;
  });
}

Session load_session(const std::filesystem::path& path, const ReadWatch& watch) {
  return session_from_json(read_file(path, kLargestFile), path.string(), watch);
}

Session load_without_model(const std::filesystem::path& path) {
  return read_from(path.string(), [&] { return parsed(read_file(path, kLargestFile)); });
}

ModelChoices open_unopened(const UnopenedModel& model, const ReadWatch& watch) {
  return model_from_json(Json::parse(model.json), watch);
}

void save_session(const std::filesystem::path& path, const Session& session) {
  write_file(path, to_json(session));
}

std::string_view name_of(PositionScheme scheme) { return kSchemes[static_cast<std::size_t>(scheme)]; }

std::string_view name_of(Page page) { return kPageNames[static_cast<std::size_t>(page)]; }

std::string_view name_of(Failure failure) { return kFailureNames[static_cast<std::size_t>(failure)]; }

std::string_view name_of(ContextPolicy policy) {
  return policy == ContextPolicy::refuse ? "refuse" : "truncate";
}

std::string_view name_of(Optimizer optimizer) {
  if (optimizer == Optimizer::sgd) return "sgd";
  return optimizer == Optimizer::adam ? "adam" : "adamw";
}

std::string_view name_of(LearningPart part) {
  if (part == LearningPart::step) return "step";
  return part == LearningPart::example ? "example" : "training";
}

std::string_view name_of(Metric metric) {
  if (metric == Metric::cosine) return "cosine";
  return metric == Metric::dot ? "dot" : "l2";
}

std::string_view name_of(Theme theme) { return theme == Theme::dark ? "dark" : "light"; }

}  // namespace whatwhere
