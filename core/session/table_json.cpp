#include "core/session/table_json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/numbers.h"
#include "core/session/json_reading.h"

namespace whatwhere {

namespace {

using json_reading::Json;

float number_from(const Json& value, const char* key) {
  if (value.is_number()) {
    constexpr double kLargest = std::numeric_limits<float>::max();
    const auto number = value.get<double>();
    // The largest ones end in digits that lie above the float32 that they restore.
    if (std::abs(number) < 0x1.ffffffp127) return static_cast<float>(std::clamp(number, -kLargest, kLargest));
    throw FileError("\"" + std::string(key) + "\" holds " + json_reading::shown(value) +
                    ", which does not fit float32");
  }
  if (value == "NaN") return std::numeric_limits<float>::quiet_NaN();
  if (value == "Infinity") return std::numeric_limits<float>::infinity();
  if (value == "-Infinity") return -std::numeric_limits<float>::infinity();
  throw FileError("\"" + std::string(key) + "\" holds " + json_reading::shown(value) +
                  ", which is not a number");
}

}  // namespace

nlohmann::ordered_json number_to_json(float x) {
  const auto value = parse_double(nine_digits(x));
  return value ? Json(*value) : Json(nine_digits(x));
}

nlohmann::ordered_json table_to_json(const Table& table) {
  Json list = Json::array();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    Json row = Json::array();
    for (const float x : table.row(i)) row.push_back(number_to_json(x));
    list.push_back(std::move(row));
  }
  return list;
}

Table table_from_json(const nlohmann::ordered_json& json, const char* key, std::size_t rows, std::size_t d) {
  const std::string needs = "\"" + std::string(key) + "\" needs a list of " + std::to_string(rows) +
                            " rows of " + std::to_string(d) + " numbers";
  if (!json.contains(key)) throw FileError("\"" + std::string(key) + "\" is missing: " + needs);
  const Json& list = json.at(key);
  if (!list.is_array() || list.size() != rows) throw FileError(needs);
  std::vector<float> numbers;
  for (const Json& row : list) {
    if (!row.is_array() || row.size() != d) throw FileError(needs);
    for (const Json& value : row) numbers.push_back(number_from(value, key));
  }
  return Table(rows, d, std::move(numbers));
}

}  // namespace whatwhere
