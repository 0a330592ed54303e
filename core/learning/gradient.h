// The backward pass of the input side: from an upstream gradient G to the gradients of E and P.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/input/lookup.h"
#include "core/tables/table.h"

namespace whatwhere {

// dE (V, d) from ids (B * T) and G (B * T, d), the gradient of the loss with respect to tok_emb or input_emb:
// row k is the sum of the rows G[t] with ids[t] == k, added in float32 in slot order (the backward of
// torch.nn.Embedding). Every other row is +0.0.
// Throws ShapeError if G has not a row for each id; IdError for an id outside [0, V).
Table token_gradient(std::span<const TokenId> ids, const Table& G, std::size_t V);

// dP (context_length, d) from G (B * T, d): row t is the sum over the batch of G[b * T + t], in float32 and
// in batch order. Rows T and beyond are +0.0. Throws ShapeError if G has not B * T rows or T exceeds
// context_length.
Table position_gradient(const Table& G, std::size_t B, std::size_t T, std::size_t context_length);

// The rows of E that ids read, and so the rows of dE that can differ from zero: ascending, each once.
// Throws IdError for a negative id.
std::vector<std::size_t> rows_touched(std::span<const TokenId> ids);

// The rows whose bytes differ, ascending. Throws ShapeError if the shapes differ.
std::vector<std::size_t> rows_changed(const Table& before, const Table& after);

}  // namespace whatwhere
