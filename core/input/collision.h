// Can two slots with different tokens hold the same sum? A P that makes them do so.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

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

// colliding_positions for the first ordered pair of slots with different tokens that has one; nullopt if none
// has. O(T * T * context_length * d). Throws as colliding_positions does.
std::optional<Table> any_colliding_positions(const Table& E, const Table& P, std::span<const TokenId> ids);

// The first two slots, in order, that hold different tokens and the same bytes in grid (T, d); nullopt if
// there are none. O(T * T * d). Throws ShapeError if grid has not T rows.
std::optional<std::pair<std::size_t, std::size_t>> collided_slots(std::span<const TokenId> ids,
                                                                  const Table& grid);

}  // namespace whatwhere
