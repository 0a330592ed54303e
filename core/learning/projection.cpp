#include "core/learning/projection.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/errors.h"
#include "core/symmetric_eigenvectors.h"

namespace whatwhere {

namespace {

// Below these shares, of the variance and of the mean square, a direction holds rounding errors and nothing
// else: two float32 that differ do so by 1e-15 of their square at the least.
constexpr double kLeastOfVariance = 1e-12;
constexpr double kLeastOfSquare = 1e-24;

// (n, d) in double
Eigen::MatrixXd matrix_of(const Table& table) {
  using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto n = static_cast<Eigen::Index>(table.rows());
  const auto d = static_cast<Eigen::Index>(table.d());
  return Eigen::Map<const RowMajor>(table.numbers().data(), n, d).cast<double>();
}

}  // namespace

PrincipalPlane principal_plane(const Table& rows) {
  PrincipalPlane plane;
  plane.mean.assign(rows.d(), 0.0);
  plane.axes.fill(std::vector<double>(rows.d(), 0.0));
  const auto numbers = rows.numbers();
  if (numbers.empty() ||
      !std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); }))
    return plane;

  Eigen::MatrixXd centred = matrix_of(rows);
  const double squares = centred.squaredNorm();  // before they are centred
  const Eigen::RowVectorXd mean = centred.colwise().mean();
  centred.rowwise() -= mean;
  plane.mean.assign(mean.begin(), mean.end());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(centred.transpose() * centred);
  const Eigen::VectorXd& variance = solver.eigenvalues();  // ascending; times n
  const double total = variance.sum();
  const double least = std::max(kLeastOfVariance * total, kLeastOfSquare * squares);
  for (Eigen::Index k = 0; k < std::min<Eigen::Index>(2, variance.size()); ++k) {
    const Eigen::Index i = variance.size() - 1 - k;
    if (!(variance[i] > least)) break;
    plane.explained[static_cast<std::size_t>(k)] = variance[i] / total;
    plane.axes[static_cast<std::size_t>(k)] = with_fixed_sign(solver.eigenvectors().col(i));
  }
  return plane;
}

std::array<double, 2> project(const PrincipalPlane& plane, std::span<const float> row) {
  if (row.size() != plane.mean.size()) {
    throw ShapeError("a row of width " + std::to_string(row.size()) + " has no place in a plane of width " +
                     std::to_string(plane.mean.size()));
  }
  std::array<double, 2> point{0.0, 0.0};
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t j = 0; j < row.size(); ++j) point[k] += (row[j] - plane.mean[j]) * plane.axes[k][j];
  }
  return point;
}

}  // namespace whatwhere
