// Broadcasting: which shapes can be added, and what shape the sum has.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace whatwhere {

// The shape of a + b by the rule of NumPy and PyTorch (NumPy manual, "Broadcasting"; torch.broadcast_shapes):
// shapes are aligned at their last axis, missing axes in front count as 1, and two sizes go together if they
// are equal or one of them is 1.
// (B, T, d) + (T, d) is the sum that is meant. (B, T, d) + (B, d) raises only while B and T differ (and
// neither is 1): with B = T it goes through and adds row t to slot t that was meant for sequence t.
// Throws ShapeError that names both shapes and the last axis that does not fit.
std::vector<std::size_t> broadcast_shape(std::span<const std::size_t> a, std::span<const std::size_t> b);

// As Python writes it: "(2, 4, 3)", "(4,)", "()".
std::string shape_text(std::span<const std::size_t> shape);

}  // namespace whatwhere
