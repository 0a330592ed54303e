#include "core/input/broadcast.h"

#include <algorithm>

#include "core/errors.h"

namespace whatwhere {

namespace {

// The size of the axis `from_last` places before the last one; 1 where the shape has no such axis.
std::size_t size_of_axis(std::span<const std::size_t> shape, std::size_t from_last) {
  return from_last < shape.size() ? shape[shape.size() - 1 - from_last] : 1;
}

}  // namespace

std::vector<std::size_t> broadcast_shape(std::span<const std::size_t> a, std::span<const std::size_t> b) {
  std::vector<std::size_t> sum(std::max(a.size(), b.size()));
  for (std::size_t from_last = 0; from_last < sum.size(); ++from_last) {
    const std::size_t of_a = size_of_axis(a, from_last);
    const std::size_t of_b = size_of_axis(b, from_last);
    if (of_a != of_b && of_a != 1 && of_b != 1) {
      throw ShapeError("cannot add " + shape_text(a) + " + " + shape_text(b) +
                       ": aligned at the last axis, axis -" + std::to_string(from_last + 1) + " is " +
                       std::to_string(of_a) + " in one and " + std::to_string(of_b) +
                       " in the other; sizes must be equal, or one of them 1");
    }
    sum[sum.size() - 1 - from_last] = of_a == 1 ? of_b : of_a;
  }
  return sum;
}

std::string shape_text(std::span<const std::size_t> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace whatwhere
