// Rows of d numbers as points of a plane: their first two principal components.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/tables/table.h"

namespace whatwhere {

// The plane through the mean along which the rows spread most.
struct PrincipalPlane {
  std::vector<double> mean;                 // (d)
  std::array<std::vector<double>, 2> axes;  // (d) each: orthogonal unit vectors, or zeros where there is none
  std::array<double, 2> explained{0.0, 0.0};  // share of the total variance along each axis, in [0, 1]
};

// The first two eigenvectors of the covariance of the rows (n, d), in double. The sign of an axis: its
// component of the largest absolute value is positive (of several, the first), so that a picture does not
// flip from step to step. An axis along which the rows do not spread (all rows equal, d = 1, fewer than three
// rows) is all zeros and explains 0, so every row projects to 0 there. Rows that hold a NaN or an infinity
// have no plane: mean and axes are then zeros. Not bit for bit the same on every machine: Eigen's arithmetic
// may differ in the last digits.
PrincipalPlane principal_plane(const Table& rows);

// The coordinates of a row (d) in that plane: (row - mean) . axis for both axes. NaN if the row holds a NaN
// or an infinity. Throws ShapeError if the row has another width than the plane.
std::array<double, 2> project(const PrincipalPlane& plane, std::span<const float> row);

}  // namespace whatwhere
