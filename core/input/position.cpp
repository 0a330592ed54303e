#include "core/input/position.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/fixed_math.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

void check_even(std::size_t d) {
  if (d % 2 == 0) return;
  throw ShapeError("a vector of width d = " + std::to_string(d) +
                   " cannot be turned pair by pair: rotary positions need an even d");
}

void check_position(double position) {
  if (std::abs(position) <= static_cast<double>(kMaxPosition)) return;
  throw ValueError("position " + shortest(position) + " is too far: use one within " +
                   std::to_string(kMaxPosition) + " of 0");
}

// base^(-2i/d): by how many radians pair i turns from one slot to the next.
double frequency(std::size_t pair, std::size_t d, double base) {
  return fixed_exp(-static_cast<double>(2 * pair) / static_cast<double>(d) * fixed_log(base));
}

template <typename Real>
void turn(std::span<Real> x, double position, double base, Pairing pairing) {
  check_base(base);
  check_position(position);
  check_even(x.size());
  if (position == 0.0) return;  // a product with cos 0 and sin 0 would change -0.0, and infinities
  const std::size_t half = x.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    const double angle = position * frequency(i, x.size(), base);
    const double cosine = fixed_cos(angle);
    const double sine = fixed_sin(angle);
    Real& a = pairing == Pairing::interleaved ? x[2 * i] : x[i];
    Real& b = pairing == Pairing::interleaved ? x[2 * i + 1] : x[i + half];
    const double old_a = a;
    const double old_b = b;
    a = static_cast<Real>(old_a * cosine - old_b * sine);
    b = static_cast<Real>(old_a * sine + old_b * cosine);
  }
}

}  // namespace

void check_base(double base) {
  if (base > 1.0 && base <= kMaxBase) return;
  throw ValueError("base " + shortest(base) + " is outside (1, 1000000000]: the papers use 10000");
}

Table sinusoidal_table(std::size_t rows, std::size_t d, double base) {
  check_base(base);
  if (rows > 0) check_position(static_cast<double>(rows - 1));
  std::vector<float> numbers(rows * d);
  for (std::size_t j = 0; j < d; ++j) {
    const double step = frequency(j / 2, d, base);
    for (std::size_t t = 0; t < rows; ++t) {
      const double angle = static_cast<double>(t) * step;
      numbers[t * d + j] = static_cast<float>(j % 2 == 0 ? fixed_sin(angle) : fixed_cos(angle));
    }
  }
  return Table(rows, d, std::move(numbers));
}

Table rotary_angles(std::size_t rows, std::size_t d, double base) {
  check_base(base);
  check_even(d);
  if (rows > 0) check_position(static_cast<double>(rows - 1));
  std::vector<float> angles;
  angles.reserve(rows * d / 2);
  for (std::size_t m = 0; m < rows; ++m) {
    for (std::size_t i = 0; i < d / 2; ++i) {
      angles.push_back(static_cast<float>(static_cast<double>(m) * frequency(i, d, base)));
    }
  }
  return Table(rows, d / 2, std::move(angles));
}

Table scaled(const Table& P, double gain) {
  if (gain == 1.0) return P;
  std::vector<float> numbers;
  numbers.reserve(P.numbers().size());
  for (const float x : P.numbers()) numbers.push_back(static_cast<float>(gain * static_cast<double>(x)));
  return Table(P.rows(), P.d(), std::move(numbers));
}

Table dot_products(const Table& rows) {
  const std::size_t T = rows.rows();
  std::vector<float> products(T * T);
  for (std::size_t a = 0; a < T; ++a) {
    for (std::size_t b = 0; b < T; ++b) {
      products[a * T + b] = static_cast<float>(dot_product(rows.row(a), rows.row(b)));
    }
  }
  return Table(T, T, std::move(products));
}

float diagonal_spread(const Table& map) {
  if (map.rows() != map.d()) {
    throw ShapeError("a map of shape (" + std::to_string(map.rows()) + ", " + std::to_string(map.d()) +
                     ") has no slots against slots: it needs as many columns as rows");
  }
  const std::size_t T = map.rows();
  float spread = 0.0F;
  // The diagonal that starts in column k of row 0, and the one that starts in row k of column 0.
  for (std::size_t k = 0; k < T; ++k) {
    float low[2] = {map.row(0)[k], map.row(k)[0]};
    float high[2] = {low[0], low[1]};
    for (std::size_t i = 0; i + k < T; ++i) {
      const float here[2] = {map.row(i)[i + k], map.row(i + k)[i]};
      for (std::size_t side = 0; side < 2; ++side) {
        low[side] = std::min(low[side], here[side]);
        high[side] = std::max(high[side], here[side]);
        spread = std::max(spread, high[side] - low[side]);
      }
    }
  }
  return spread;
}

void rotate_in_place(std::span<float> x, double position, double base, Pairing pairing) {
  turn(x, position, base, pairing);
}

void rotate_in_place(std::span<double> x, double position, double base, Pairing pairing) {
  turn(x, position, base, pairing);
}

double rotary_score(std::span<const float> q, std::span<const float> k, double m, double n, double base,
                    Pairing pairing) {
  if (q.size() != k.size()) {
    throw ShapeError("q has width d = " + std::to_string(q.size()) + " and k has width d = " +
                     std::to_string(k.size()) + ": a score needs one width for both");
  }
  std::vector<double> turned_q(q.begin(), q.end());
  std::vector<double> turned_k(k.begin(), k.end());
  rotate_in_place(std::span(turned_q), m, base, pairing);
  rotate_in_place(std::span(turned_k), n, base, pairing);
  return dot_product(std::span<const double>(turned_q), std::span<const double>(turned_k));
}

}  // namespace whatwhere
