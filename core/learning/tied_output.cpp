#include "core/learning/tied_output.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/fixed_math.h"

namespace whatwhere {

namespace {

// softmax(x . E^T) (V), in double.
std::vector<double> probabilities(const Table& E, std::span<const float> x) {
  std::vector<double> p(E.rows(), 0.0);
  for (std::size_t k = 0; k < E.rows(); ++k) {
    for (std::size_t j = 0; j < E.d(); ++j)
      p[k] += static_cast<double>(x[j]) * static_cast<double>(E.row(k)[j]);
  }
  const double largest = *std::max_element(p.begin(), p.end());
  double sum = 0.0;
  for (double& logit : p) sum += logit = fixed_exp(logit - largest);
  for (double& share : p) share /= sum;
  return p;
}

}  // namespace

Table tied_output_gradient(const Table& E, const Table& x, std::span<const TokenId> ids) {
  check_ids(ids, E.rows());
  if (x.rows() != ids.size() || x.d() != E.d()) {
    throw ShapeError("x is (" + std::to_string(x.rows()) + ", " + std::to_string(x.d()) + "), but " +
                     std::to_string(ids.size()) + " ids of width " + std::to_string(E.d()) + " are needed");
  }
  std::vector<double> sum(E.rows() * E.d(), 0.0);
  for (std::size_t t = 0; t + 1 < ids.size(); ++t) {
    std::vector<double> p = probabilities(E, x.row(t));
    p[static_cast<std::size_t>(ids[t + 1])] -= 1.0;
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] += p[i / E.d()] * static_cast<double>(x.row(t)[i % E.d()]);
  }
  const double predictions = ids.size() < 2 ? 1.0 : static_cast<double>(ids.size() - 1);
  std::vector<float> numbers(sum.size());
  for (std::size_t i = 0; i < sum.size(); ++i) numbers[i] = static_cast<float>(sum[i] / predictions);
  return Table(E.rows(), E.d(), std::move(numbers));
}

}  // namespace whatwhere
