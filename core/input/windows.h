// Training batches cut from a text with a sliding window.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/input/lookup.h"

namespace whatwhere {

// Where the windows of T tokens begin in a text of `length` tokens: 0, stride, 2 * stride and so on, as long
// as a whole window follows. stride = T: every token in at most one window; stride < T: windows overlap.
// Throws ValueError if T or stride is 0.
std::vector<std::size_t> window_starts(std::size_t length, std::size_t T, std::size_t stride);

// ids (B, T) flattened, B = starts.size(): row b is text[starts[b] .. starts[b] + T).
// Throws ShapeError if a window reaches past the end of the text.
std::vector<TokenId> windows(std::span<const TokenId> text, std::span<const std::size_t> starts,
                             std::size_t T);

}  // namespace whatwhere
