// tests/data/random_reference.json, which make_random_reference.py beside it computes without any of our C++.
#pragma once

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "core/tables/random.h"
#include "tests/core/helpers.h"

namespace whatwhere {

inline const nlohmann::json& random_reference() {
  static const auto json = nlohmann::json::parse(bytes_of(WHATWHERE_TEST_DATA "/random_reference.json"));
  return json;
}

inline Purpose purpose_of(const std::string& name) {
  if (name == "token_table") return Purpose::token_table;
  if (name == "position_table") return Purpose::position_table;
  if (name == "shuffle") return Purpose::shuffle;
  throw std::runtime_error("no purpose is called " + name);
}

// Python's float.hex() restores a double exactly.
inline double hex_double(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

}  // namespace whatwhere
