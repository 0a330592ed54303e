// The inner loop of lookup_add: a gather of rows and one add per number, as fast as memory allows.
#pragma once

#include <cstddef>

#include "core/input/lookup.h"

namespace whatwhere {

// out (B, T, d) = E[ids] (B, T, d) + P[0..T) (T, d): out[b, t, j] = E[ids[b, t], j] + P[t, j], each number
// one float32 add, so the bits do not depend on the instructions a CPU has. E (V, d), P (at least T, d), ids
// (B, T) and out are row-major and may stand at any address that suits their type. Checks nothing: every id
// must lie in [0, V), and out must overlap neither E, P nor ids.
void lookup_add_rows(const float* E, const float* P, const TokenId* ids, std::size_t B, std::size_t T,
                     std::size_t d, float* out);

}  // namespace whatwhere
