// The part of a session file that holds a real model: "model": {"path": "/models/gpt2", "E": "wte.weight",
// "P": "wpe.weight", "position_offset": 0, "text": "…", "ids": [262, 3797], …}. The numbers stay in the
// model's own file.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/model/read_watch.h"
#include "core/session/session.h"

namespace whatwhere {

nlohmann::ordered_json model_to_json(const ModelChoices& choices);

// Opens the model and lays the choices over it. Throws FileError that says what is wrong, and where;
// Cancelled if `watch` says so.
ModelChoices model_from_json(const nlohmann::ordered_json& json, const ReadWatch& watch);

// Where the model is. Throws FileError.
std::string model_path(const nlohmann::ordered_json& json);

}  // namespace whatwhere
