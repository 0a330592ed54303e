// The other way to put word and position together: side by side instead of added.
#pragma once

#include "core/tables/table.h"

namespace whatwhere {

// (T, 2d): row t is tok_emb[t] (d), then pos_emb[t] (d), as torch.cat(…, dim=-1). Nothing is mixed, but the
// next layer has to be twice as wide at its entrance: (2d, d) instead of (d, d) parameters.
// The two may differ in width. Throws ShapeError if they differ in rows.
Table concatenated(const Table& tok_emb, const Table& pos_emb);

// x (T, n) times W (n, m): (T, m), a layer without bias. float32 products, summed in float32 in the order of
// the n slots, so that the bits are the same on every machine. O(T * n * m).
// Throws ShapeError if the width of x is not n.
Table linear(const Table& x, const Table& W);

}  // namespace whatwhere
