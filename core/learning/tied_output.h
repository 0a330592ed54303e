// What tied weights add to dE: the output layer is E itself, so every row of it gets a gradient.
#pragma once

#include <span>

#include "core/input/lookup.h"
#include "core/tables/table.h"

namespace whatwhere {

// dE (V, d) through logits = x . E^T alone, for x (T, d) = input_emb of ids (T) and the mean cross entropy of
// the T - 1 next tokens: row k is the mean over t of (softmax(logits[t])[k] - [ids[t + 1] == k]) * x[t]. In
// double, rounded once. All zeros for T < 2: there is nothing to predict.
// Source: Press and Wolf 2017, "Using the Output Embedding to Improve Language Models".
// Throws ShapeError if x has not T rows or not E's width; IdError for an id outside [0, V).
Table tied_output_gradient(const Table& E, const Table& x, std::span<const TokenId> ids);

}  // namespace whatwhere
