// What a reorder does to the vectors: is the multiset the same, which slots changed, and the bag itself.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/input/lookup.h"
#include "core/tables/table.h"

namespace whatwhere {

struct OrderVerdict {
  bool same_multiset = false;     // the same vectors by bytes, each as often as before
  std::vector<bool> changed;      // slot by slot: does it hold another vector than before?
  std::size_t slots_changed = 0;  // how many of them are true
};

// Compares before (T, d) with after (T', d), by bytes. A slot that only one of them has counts as changed.
// O(T * d + T log T): the rows that changed are paired by hashes, and compared. `origin` (T), if given, is a
// guess that saves the hashes where it is right: row t of `after` is row origin[t] of `before`.
OrderVerdict compare_order(const Table& before, const Table& after, std::span<const std::size_t> origin = {});

// The rows of grid (T, d) as a bag: their indices sorted column by column, each by value and where the value
// is the same by bits (-0.0 before 0.0). Rows with the same bytes keep their order. Grids with the same
// multiset of vectors give the same sequence of vectors. O(T log T * d).
std::vector<std::size_t> bag_order(const Table& grid);

// The same, and rows with the same bytes by their token's id: what the bag shows beside its vectors does not
// depend on the order either. ids (T). Throws ShapeError if grid has not T rows.
std::vector<std::size_t> bag_order(const Table& grid, std::span<const TokenId> ids);

}  // namespace whatwhere
