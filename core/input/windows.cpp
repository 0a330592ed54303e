#include "core/input/windows.h"

#include <string>

#include "core/errors.h"

namespace whatwhere {

std::vector<std::size_t> window_starts(std::size_t length, std::size_t T, std::size_t stride) {
  if (T == 0) throw ValueError("a window of T = 0 tokens holds nothing: use T of 1 or more");
  if (stride == 0) throw ValueError("with stride 0 every window is the first one: use a stride of 1 or more");
  if (length < T) return {};
  std::vector<std::size_t> starts((length - T) / stride + 1);
  for (std::size_t b = 0; b < starts.size(); ++b) starts[b] = b * stride;
  return starts;
}

std::vector<TokenId> windows(std::span<const TokenId> text, std::span<const std::size_t> starts,
                             std::size_t T) {
  std::vector<TokenId> ids;
  for (const std::size_t start : starts) {
    if (T > text.size() || start > text.size() - T) {
      throw ShapeError("a window of " + std::to_string(T) + " tokens from token " + std::to_string(start) +
                       " on reaches past the text's " + std::to_string(text.size()) +
                       ": begin it earlier or make it shorter");
    }
    const auto window = text.subspan(start, T);
    ids.insert(ids.end(), window.begin(), window.end());
  }
  return ids;
}

}  // namespace whatwhere
