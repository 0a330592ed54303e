#include "core/input/shape_cost.h"

#include <limits>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/input/input_embedding.h"

namespace whatwhere {

namespace {

ArrayCost array_cost(const char* name, std::vector<std::uint64_t> shape, std::uint64_t bytes_each) {
  std::uint64_t bytes = bytes_each;
  for (const std::uint64_t size : shape) {
    if (size != 0 && bytes > std::numeric_limits<std::uint64_t>::max() / size) {
      throw ValueError(std::string("the bytes of ") + name + " do not fit 64 bits: use smaller sizes");
    }
    bytes *= size;
  }
  return {name, std::move(shape), bytes / bytes_each, bytes};
}

}  // namespace

std::vector<ArrayCost> shape_cost(const InputShape& s) {
  check_context(s.T, s.context_length);
  return {array_cost("ids", {s.B, s.T}, 8),     array_cost("tok_emb", {s.B, s.T, s.d}, 4),
          array_cost("pos_emb", {s.T, s.d}, 4), array_cost("input_emb", {s.B, s.T, s.d}, 4),
          array_cost("E", {s.V, s.d}, 4),       array_cost("P", {s.context_length, s.d}, 4)};
}

}  // namespace whatwhere
