#include "core/learning/optimizer.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

void check_shape(const Table& W, const Table& other, const std::string& name) {
  if (other.rows() == W.rows() && other.d() == W.d()) return;
  throw ShapeError(name + " of shape " + shape_text(other) + " does not fit weights of shape " +
                   shape_text(W) + ": an optimizer needs one number for each weight");
}

void check_not_negative(double x, const std::string& name) {
  if (x >= 0.0 && x <= std::numeric_limits<float>::max()) return;
  throw ValueError(name + " " + shortest(x) + " must be a finite float32 and not negative");
}

void check_beta(double beta, const std::string& name) {
  if (beta >= 0.0 && beta < 1.0) return;
  throw ValueError(name + " " + shortest(beta) + " is outside [0, 1)");
}

// base^exponent by squaring: only multiplications, so the bits are the same everywhere.
double power(double base, std::uint64_t exponent) {
  double result = 1.0;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

OptimizerStep sgd_step(const Table& W, const Table& dW, std::uint64_t steps, const OptimizerSettings& s) {
  const auto lr = static_cast<float>(s.lr);
  const auto weight_decay = static_cast<float>(s.weight_decay);
  std::vector<float> weights(W.numbers().begin(), W.numbers().end());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const float g = dW.numbers()[i];
    // Not 0 * weight: that is NaN for an infinite one.
    weights[i] -= lr * (weight_decay == 0.0F ? g : g + weight_decay * weights[i]);
  }
  return {Table(W.rows(), W.d(), std::move(weights)), {{}, {}, steps}};
}

// adam and adamw: they differ only in where weight decay goes.
OptimizerStep adam_step(const Table& W, const Table& dW, const Moments& moments, const OptimizerSettings& s) {
  const auto numbers_or_zeros = [&](const Table& table) {
    const auto numbers = table.numbers();
    return numbers.empty() ? std::vector<float>(W.numbers().size())
                           : std::vector<float>(numbers.begin(), numbers.end());
  };
  std::vector<float> m = numbers_or_zeros(moments.m);
  std::vector<float> v = numbers_or_zeros(moments.v);
  std::vector<float> weights(W.numbers().begin(), W.numbers().end());
  const std::uint64_t steps = moments.steps + 1;
  const double correction1 = 1.0 - power(s.beta1, steps);
  const double correction2 = 1.0 - power(s.beta2, steps);
  const double decay_in_gradient = s.kind == Optimizer::adam ? s.weight_decay : 0.0;
  const double decay_in_weight = s.kind == Optimizer::adamw ? s.weight_decay : 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double w = weights[i];
    const double g = dW.numbers()[i] + decay_in_gradient * w;
    m[i] = static_cast<float>(s.beta1 * m[i] + (1.0 - s.beta1) * g);
    v[i] = static_cast<float>(s.beta2 * v[i] + (1.0 - s.beta2) * g * g);
    const double direction = (m[i] / correction1) / (std::sqrt(v[i] / correction2) + s.eps);
    weights[i] = static_cast<float>(w * (1.0 - s.lr * decay_in_weight) - s.lr * direction);
  }
  return {Table(W.rows(), W.d(), std::move(weights)),
          {Table(W.rows(), W.d(), std::move(m)), Table(W.rows(), W.d(), std::move(v)), steps}};
}

}  // namespace

OptimizerStep optimizer_step(const Table& W, const Table& dW, const Moments& moments,
                             const OptimizerSettings& settings) {
  check_settings(settings);
  check_shape(W, dW, "a gradient");
  if (settings.kind == Optimizer::sgd) return sgd_step(W, dW, moments.steps + 1, settings);
  if (moments.steps > 0) {
    check_shape(W, moments.m, "a first moment");
    check_shape(W, moments.v, "a second moment");
  }
  return adam_step(W, dW, moments, settings);
}

CorrectedMoments corrected_moments(const Moments& moments, std::size_t i, const OptimizerSettings& settings) {
  return {moments.m.numbers()[i] / (1.0 - power(settings.beta1, moments.steps)),
          moments.v.numbers()[i] / (1.0 - power(settings.beta2, moments.steps))};
}

void check_settings(const OptimizerSettings& settings) {
  check_not_negative(settings.lr, "learning rate");
  check_not_negative(settings.weight_decay, "weight decay");
  check_not_negative(settings.eps, "eps");
  check_beta(settings.beta1, "beta1");
  check_beta(settings.beta2, "beta2");
}

}  // namespace whatwhere
