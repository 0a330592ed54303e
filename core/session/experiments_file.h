// The part of a session file that holds what a person chose on the pages: "pages": {"gain": 1.0, "base":
// 10000.0, "query_slot": 1, …}. What is left out has its default.
#pragma once

#include <nlohmann/json.hpp>

#include "core/session/session.h"

namespace whatwhere {

nlohmann::ordered_json experiments_to_json(Session session);

// Lays the choices over the session. Throws FileError that names the key, what it holds and what to use.
void experiments_from_json(const nlohmann::ordered_json& json, Session& session);

}  // namespace whatwhere
