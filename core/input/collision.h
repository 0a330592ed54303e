// Can two slots with different tokens hold the same sum? A P that makes them do so.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/input/lookup.h"
#include "core/tables/table.h"

namespace whatwhere {

// P (context_length, d) with row slot_b alone changed, so that E[ids[slot_b]] + P'[slot_b] is the same bytes
// as E[ids[slot_a]] + P[slot_a] after rounding to float32: nothing in the sum tells the two slots apart.
// nullopt where some column has no such float. That is the case where the sum is much smaller than
// E[ids[slot_b]], so that both summands have a coarser grid than the sum: about every fourth column of seeded
// normals. With d = 4 a third of all ordered pairs of different tokens can be made to collide (try others),
// with d = 64 none; two slots of one token always.
// Throws ShapeError if a slot is not below T = ids.size(), T exceeds context_length or E and P differ in
// width; ValueError if the slots are the same; IdError for an id outside [0, V).
std::optional<Table> colliding_positions(const Table& E, const Table& P, std::span<const TokenId> ids,
                                         std::size_t slot_a, std::size_t slot_b);

}  // namespace whatwhere
