// Reading values out of JSON with errors that say which key, what it holds and what to use instead.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>

#include "core/errors.h"

namespace whatwhere::json_reading {

using Json = nlohmann::ordered_json;

// A value as a message shows it: short, whatever the file holds.
inline std::string shown(const Json& value) {
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  constexpr std::size_t kLongest = 60;
  const std::string text = value.dump();
  return text.size() <= kLongest ? text : "too long";
}

[[noreturn]] inline void wrong(const Json& json, const char* key, const std::string& use) {
  throw FileError("\"" + std::string(key) + "\" is " + shown(json.at(key)) + ": " + use);
}

// json[key], or the fallback where it is left out. `kind` says in a message what it should be.
template <typename Value>
Value value_or(const Json& json, const char* key, Value fallback, bool (Json::*is_kind)() const noexcept,
               const char* kind) {
  if (!json.contains(key)) return fallback;
  const Json& value = json.at(key);
  if (!(value.*is_kind)()) wrong(json, key, std::string("use ") + kind);
  return value.get<Value>();
}

inline const Json& list_at(const Json& json, const char* key) {
  if (json.contains(key) && json.at(key).is_array()) return json.at(key);
  throw FileError("\"" + std::string(key) + "\" must be there and be a list of whole numbers");
}

inline std::uint64_t whole_number(const Json& json, const char* key, std::uint64_t fallback) {
  return value_or(json, key, fallback, &Json::is_number_unsigned,
                  "a whole number from 0 to 18446744073709551615");
}

// json[key] as one of `all` by its name_of, or the fallback where it is left out.
template <typename Named>
Named named(const Json& json, const char* key, Named fallback, std::initializer_list<Named> all) {
  if (!json.contains(key)) return fallback;
  const auto name = value_or<std::string>(json, key, "", &Json::is_string, "a name in quotes");
  std::string known;
  for (const Named one : all) {
    if (name == name_of(one)) return one;
    known.append(known.empty() ? "\"" : " or \"").append(name_of(one)).append("\"");
  }
  wrong(json, key, "use " + known);
}

}  // namespace whatwhere::json_reading
