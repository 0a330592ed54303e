#include "core/session/session_file.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/errors.h"
#include "core/numbers.h"
#include "core/session/files.h"

namespace whatwhere {

namespace {

using Json = nlohmann::ordered_json;

// A session is under 1 kB; this bounds what is read of a wrong file.
constexpr std::size_t kLargestFile = 1 << 20;

// The inverse of origins(): `present` put back into the order before.
Sequence order_before(const Sequence& present, const std::vector<std::size_t>& from) {
  std::vector<std::size_t> order(from.size(), from.size());
  for (std::size_t t = 0; t < from.size(); ++t) {
    if (from[t] < order.size()) order[from[t]] = t;
  }
  if (from.size() != present.size() || std::find(order.begin(), order.end(), order.size()) != order.end()) {
    throw FileError("\"moved_from\" must name each slot from 0 to " + std::to_string(present.size()) +
                    " (not included) once");
  }
  Sequence before = present;
  before.permute(order);
  return before;
}

// A value as a message shows it: short, whatever the file holds.
std::string shown(const Json& value) {
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  constexpr std::size_t kLongest = 60;
  const std::string text = value.dump();
  return text.size() <= kLongest ? text : "too long";
}

// json[key], or the fallback where it is left out. `kind` says in a message what it should be.
template <typename Value>
Value value_or(const Json& json, const char* key, Value fallback, bool (Json::*is_kind)() const noexcept,
               const char* kind) {
  if (!json.contains(key)) return fallback;
  const Json& value = json.at(key);
  if (!(value.*is_kind)()) {
    throw FileError("\"" + std::string(key) + "\" is " + shown(value) + ": use " + kind);
  }
  return value.get<Value>();
}

std::uint64_t whole_number(const Json& json, const char* key, std::uint64_t fallback) {
  return value_or(json, key, fallback, &Json::is_number_unsigned,
                  "a whole number from 0 to 18446744073709551615");
}

const Json& list_at(const Json& json, const char* key) {
  if (json.contains(key) && json.at(key).is_array()) return json.at(key);
  throw FileError("\"" + std::string(key) + "\" must be there and be a list of whole numbers");
}

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

std::vector<std::size_t> slots_from(const Json& list) {
  std::vector<std::size_t> slots;
  for (const Json& item : list) {
    // Anything that is not a slot's number becomes one that no sequence has.
    slots.push_back(item.is_number_unsigned() ? item.get<std::size_t>() : list.size());
  }
  return slots;
}

template <typename Named>
Named named(const Json& json, const char* key, Named fallback, std::initializer_list<Named> all) {
  if (!json.contains(key)) return fallback;
  const auto name = value_or<std::string>(json, key, "", &Json::is_string, "a name in quotes");
  std::string known;
  for (const Named one : all) {
    if (name == name_of(one)) return one;
    known.append(known.empty() ? "\"" : " or \"").append(name_of(one)).append("\"");
  }
  throw FileError("\"" + std::string(key) + "\" is " + shown(json.at(key)) + ": use " + known);
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
  view.theme = named(json, "theme", view.theme, {Theme::dark, Theme::light});
  view.zoom = value_or(json, "zoom", view.zoom, &Json::is_number, "a number from 0.5 to 4");
  if (!(view.zoom >= kMinZoom && view.zoom <= kMaxZoom)) {
    throw FileError("\"zoom\" is " + shortest(view.zoom) + ": use a number from 0.5 to 4");
  }
  view.motion = value_or(json, "motion", view.motion, &Json::is_boolean, "true or false");
  return view;
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
  session.position =
      named(json, "position", session.position, {PositionScheme::off, PositionScheme::learned});
  session.seed = whole_number(json, "seed", session.seed);
  session.std = value_or(json, "std", session.std, &Json::is_number, "a number from 0 to 1000000");
  check_std(session.std);
  session.shuffles = whole_number(json, "shuffles", session.shuffles);
  if (json.contains("moved_from")) {
    session.before = order_before(session.sequence, slots_from(list_at(json, "moved_from")));
  }
  if (json.contains("view")) session.view = view_from(json.at("view"));
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
  json["shuffles"] = session.shuffles;
  if (session.before) json["moved_from"] = origins(session.sequence, *session.before);
  json["view"] = {
      {"theme", name_of(session.view.theme)}, {"zoom", session.view.zoom}, {"motion", session.view.motion}};
  return json.dump(2) + "\n";
}

Session session_from_json(std::string_view text, const std::string& where) {
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !json.contains("whatwhere")) {
      throw FileError("it is JSON, but not a whatwhere session (no \"whatwhere\" version in it)");
    }
    return session_from(json);
  } catch (const Error& error) {
    throw FileError("cannot open " + where + ": " + error.what());
  } catch (const Json::parse_error& error) {
    throw FileError("cannot open " + where + ": it is not JSON (at byte " + std::to_string(error.byte) +
                    "); open a file that whatwhere saved");
  } catch (const Json::exception& error) {
    throw FileError("cannot open " + where + ": " + error.what());
  }
}

Session load_session(const std::filesystem::path& path) {
  return session_from_json(read_file(path, kLargestFile), path.string());
}

void save_session(const std::filesystem::path& path, const Session& session) {
  write_file(path, to_json(session));
}

std::string_view name_of(PositionScheme scheme) { return scheme == PositionScheme::off ? "off" : "learned"; }

std::string_view name_of(Theme theme) { return theme == Theme::dark ? "dark" : "light"; }

}  // namespace whatwhere
