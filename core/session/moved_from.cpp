#include "core/session/moved_from.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/session/json_reading.h"

namespace whatwhere {

using json_reading::Json;

void add_moved_from(Json& json, const Sequence& present, const std::optional<Sequence>& before) {
  if (before) json["moved_from"] = origins(present, *before);
}

std::optional<Sequence> order_before(const Json& json, const Sequence& present) {
  if (!json.contains("moved_from")) return std::nullopt;
  const Json& from = json_reading::list_at(json, "moved_from");
  // order[t]: the present slot that stood in slot t.
  std::vector<std::size_t> order(from.size(), from.size());
  for (std::size_t t = 0; t < from.size(); ++t) {
    if (!from[t].is_number_unsigned()) continue;
    const auto slot = from[t].get<std::size_t>();
    if (slot < order.size()) order[slot] = t;
  }
  if (from.size() != present.size() || std::find(order.begin(), order.end(), order.size()) != order.end()) {
    throw FileError("\"moved_from\" must name each slot from 0 to " + std::to_string(present.size()) +
                    " (not included) once");
  }
  Sequence before = present;
  before.permute(order);
  return before;
}

}  // namespace whatwhere
