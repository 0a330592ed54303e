#include "core/symmetric_eigenvectors.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/tables/random.h"

namespace whatwhere {

namespace {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;

constexpr double kSmallest = std::numeric_limits<double>::epsilon();  // beside numbers of about 1
constexpr int kIterations = 4;  // two are enough by far where the start is not orthogonal to the vector

// A tridiagonal matrix minus a shift, as a product of lower and upper ones: Gaussian elimination that swaps
// neighbouring rows for the larger pivot.
class ShiftedTridiagonal {
 public:
  // A pivot of nothing becomes kSmallest, so that an exact eigenvalue can be the shift.
  ShiftedTridiagonal(const Vector& diagonal, const Vector& beside, double shift)
      : pivot_(diagonal.array() - shift),
        right_(Vector::Zero(diagonal.size())),
        second_(Vector::Zero(diagonal.size())),
        factor_(Vector::Zero(diagonal.size())),
        swaps_(static_cast<std::size_t>(diagonal.size()), false) {
    const Index n = diagonal.size();
    right_.head(n - 1) = beside;
    for (Index i = 0; i + 1 < n; ++i) {
      double below = beside[i];
      if (std::abs(below) > std::abs(pivot_[i])) {
        swaps_[static_cast<std::size_t>(i)] = true;
        std::swap(pivot_[i], below);
        std::swap(right_[i], pivot_[i + 1]);
        std::swap(second_[i], right_[i + 1]);
      }
      if (std::abs(pivot_[i]) < kSmallest) pivot_[i] = kSmallest;
      factor_[i] = below / pivot_[i];
      pivot_[i + 1] -= factor_[i] * right_[i];
      right_[i + 1] -= factor_[i] * second_[i];
    }
    if (std::abs(pivot_[n - 1]) < kSmallest) pivot_[n - 1] = kSmallest;
  }

  void solve(Vector& x) const {
    const Index n = x.size();
    for (Index i = 0; i + 1 < n; ++i) {
      if (swaps_[static_cast<std::size_t>(i)]) std::swap(x[i], x[i + 1]);
      x[i + 1] -= factor_[i] * x[i];
    }
    for (Index i = n - 1; i >= 0; --i) {
      if (i + 1 < n) x[i] -= right_[i] * x[i + 1];
      if (i + 2 < n) x[i] -= second_[i] * x[i + 2];
      x[i] /= pivot_[i];
    }
  }

 private:
  Vector pivot_;  // the upper matrix's diagonal, and the two beside it
  Vector right_;
  Vector second_;
  Vector factor_;  // the lower matrix's
  std::vector<bool> swaps_;
};

// Orthogonal to the vectors found already (twice, since once leaves what rounding left), of length 1.
void orthonormalise(const std::vector<Vector>& found, Vector& x) {
  x /= x.lpNorm<Eigen::Infinity>();
  for (int time = 0; time < 2; ++time) {
    for (const Vector& other : found) x -= other.dot(x) * other;
  }
  x.normalize();
}

Vector random_vector(Index n, std::size_t number) {
  const RandomStream stream = numbered_stream(1, Purpose::dense_layer, number);
  Vector x(n);
  for (Index i = 0; i < n; ++i) x[i] = stream.normal(static_cast<std::uint64_t>(i));
  return x;
}

}  // namespace

std::vector<double> with_fixed_sign(const Eigen::VectorXd& axis) {
  Index largest = 0;
  for (Index j = 1; j < axis.size(); ++j) {
    // Not by rounding errors alone: two components of one size stay in their order.
    if (std::abs(axis[j]) > std::abs(axis[largest]) * (1.0 + 1e-9)) largest = j;
  }
  const double sign = axis[largest] < 0.0 ? -1.0 : 1.0;
  std::vector<double> turned;
  for (const double x : axis) turned.push_back(sign * x);
  return turned;
}

std::vector<EigenPair> largest_eigenpairs(const Eigen::MatrixXd& matrix, std::size_t k) {
  const Index n = matrix.rows();
  k = std::min(k, static_cast<std::size_t>(n));
  if (n == 1 && k == 1) return {{matrix(0, 0), {1.0}}};
  // Scaled to numbers of at most 1: their squares do not leave the range of double.
  const double scale = std::max(matrix.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  const Eigen::Tridiagonalization<Eigen::MatrixXd> form(matrix / scale);
  const Vector diagonal = form.diagonal();
  const Vector beside = form.subDiagonal();
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> values;
  values.computeFromTridiagonal(diagonal, beside, Eigen::EigenvaluesOnly);

  std::vector<EigenPair> pairs;
  std::vector<Vector> found;
  for (std::size_t number = 0; number < k; ++number) {
    const double value = values.eigenvalues()[n - 1 - static_cast<Index>(number)];
    const ShiftedTridiagonal shifted(diagonal, beside, value);
    Vector x = random_vector(n, number);
    orthonormalise(found, x);
    for (int i = 0; i < kIterations; ++i) {
      shifted.solve(x);
      orthonormalise(found, x);
    }
    found.push_back(x);
    pairs.push_back({value * scale, with_fixed_sign(form.matrixQ() * x)});
  }
  return pairs;
}

}  // namespace whatwhere
