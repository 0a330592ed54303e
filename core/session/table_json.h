// Tables in JSON: rows of numbers, each with the nine digits that restore its float32.
#pragma once

#include <nlohmann/json.hpp>

#include "core/tables/table.h"

namespace whatwhere {

// Short to read, and it restores x. What is not finite is a string: "NaN", "Infinity", "-Infinity".
nlohmann::ordered_json number_to_json(float x);

// [[…], …]: one list a row.
nlohmann::ordered_json table_to_json(const Table& table);

// json[key] as a (rows, d) table. Throws FileError that names the key if it is not one.
Table table_from_json(const nlohmann::ordered_json& json, const char* key, std::size_t rows, std::size_t d);

}  // namespace whatwhere
