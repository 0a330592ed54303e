// The largest eigenvalues of a symmetric matrix with their vectors, without the others' vectors.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace whatwhere {

struct EigenPair {
  double value = 0.0;
  std::vector<double> vector;  // (n) of length 1, with a fixed sign
};

// An axis, turned so that the first of its components of the largest absolute value is positive.
std::vector<double> with_fixed_sign(const Eigen::VectorXd& axis);

// The k largest eigenvalues of a symmetric matrix (n, n) of finite numbers, falling, with orthogonal vectors:
// Householder's tridiagonal form and its eigenvalues (Eigen), then inverse iteration for the k vectors (Ipsen
// 1997, "Computing an Eigenvector with Inverse Iteration"). k is at most n. O(n^3), most of it for the
// tridiagonal form: at n = 768 a fifth of the time that all vectors would take.
std::vector<EigenPair> largest_eigenpairs(const Eigen::MatrixXd& matrix, std::size_t k);

}  // namespace whatwhere
