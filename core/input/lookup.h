// The lookup, twice: as a fetch of rows and as the one-hot matrix product it is equal to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tables/table.h"

namespace whatwhere {

using TokenId = std::int32_t;

// tok_emb (T, d): row t is E[ids[t]], copied byte for byte (torch.nn.functional.embedding).
// For a batch, pass ids (B, T) flattened: the result (B * T, d) is (B, T, d) in row-major order.
// Throws IdError that names the id, its place and V if an id is outside [0, V).
Table lookup(const Table& E, std::span<const TokenId> ids);

// onehot(ids) (T, V): row t is 0 everywhere but 1 at ids[t] (torch.nn.functional.one_hot).
// Throws IdError as lookup does.
Table one_hot(std::span<const TokenId> ids, std::size_t V);

// onehot(ids) (T, V) times E (V, d): the same rows by way of a matrix product, (T, d).
// A -0.0 comes out as 0.0, and a NaN or an infinity anywhere in E spreads (0 * NaN = NaN), as it does in a
// real product. Throws IdError as lookup does. O(T * V * d).
Table one_hot_product(const Table& E, std::span<const TokenId> ids);

// Throws IdError if an id is outside [0, V).
void check_ids(std::span<const TokenId> ids, std::size_t V);

}  // namespace whatwhere
