// The order before a reorder in a session file: "moved_from": [1, 0, 2] says that slot t stood in slot
// moved_from[t].
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "core/order/sequence.h"

namespace whatwhere {

// Adds "moved_from" to the object, if there was an order before.
void add_moved_from(nlohmann::ordered_json& json, const Sequence& present,
                    const std::optional<Sequence>& before);

// `present` put back into the order before; nothing without "moved_from".
// Throws FileError unless it names each slot once.
std::optional<Sequence> order_before(const nlohmann::ordered_json& json, const Sequence& present);

}  // namespace whatwhere
