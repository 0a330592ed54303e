#include "core/fixed_math.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace whatwhere {

namespace {

// c[I] + c[I + 1] x + c[I + 2] x^2 + ... by Horner's rule; a recursion, as compilers leave a loop a loop.
template <std::size_t I = 0, std::size_t N>
double polynomial(const std::array<double, N>& c, double x) {
  if constexpr (I + 1 == N) {
    return c[I];
  } else {
    return polynomial<I + 1>(c, x) * x + c[I];
  }
}

// The N numbers sign^i / (first + step * i)!: each of these factorials is an exact double.
template <std::size_t N>
constexpr std::array<double, N> inverse_factorials(int first, int step, double sign) {
  std::array<double, N> c{};
  double factorial = 1.0;
  double s = 1.0;
  for (int n = 2; n <= first; ++n) factorial *= n;
  for (std::size_t i = 0; i < N; ++i) {
    c[i] = s / factorial;
    s *= sign;
    const int last = first + step * static_cast<int>(i);
    for (int n = last + 1; n <= last + step; ++n) factorial *= n;
  }
  return c;
}

// Adding this leaves the nearest whole number in the low bits: a double of this size has no place for a
// fraction.
constexpr double kRound = 0x1.8p52;

struct Rounded {
  double value;
  std::int64_t integer;
};

// The whole number nearest to x, |x| < 2^50.
Rounded rounded(double x) {
  const double shifted = x + kRound;
  return {shifted - kRound, std::bit_cast<std::int64_t>(shifted) - std::bit_cast<std::int64_t>(kRound)};
}

// 2^n for n in [-1022, 1023].
double power_of_two(std::int64_t n) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

// a + b as a rounded sum and what the rounding lost (Knuth's TwoSum): hi + lo is exact.
struct Sum {
  double hi;
  double lo;
};

Sum two_sum(double a, double b) {
  const double hi = a + b;
  const double b_in_hi = hi - a;
  return {hi, (a - (hi - b_in_hi)) + (b - b_in_hi)};
}

// x = quarter * pi/2 + (r.hi + r.lo) with |r| <= pi/4, after Cody and Waite 1980: pi/2 is cut in three, so
// that quarter (20 bits) times each of the first two parts (33 bits) is exact.
struct Reduced {
  std::int64_t quarter;
  Sum r;
};

Reduced reduced(double x) {
  const Rounded n = rounded(x * 0x1.45f306dc9c883p-1);  // 2/pi
  const Sum r = two_sum(x - n.value * 0x1.921fb544p+0, -(n.value * 0x1.0b4611a6p-34));
  return {n.integer, two_sum(r.hi, r.lo - n.value * 0x1.3198a2e037073p-69)};
}

// sin(r) = r - r^3/3! + r^5/5! - ...; the low part of r counts with sin' = cos, 1 - r^2/2.
double sine(const Sum& r) {
  constexpr auto c = inverse_factorials<8>(3, 2, -1.0);
  const double r2 = r.hi * r.hi;
  return r.hi + (r.lo * (1.0 - 0.5 * r2) - r.hi * r2 * polynomial(c, r2));
}

// cos(r) = 1 - r^2/2 + r^4/4! - ...; the low part of r counts with cos' = -sin, -r.
double cosine(const Sum& r) {
  constexpr auto c = inverse_factorials<7>(4, 2, -1.0);
  const double r2 = r.hi * r.hi;
  const double head = 1.0 - 0.5 * r2;
  return head + (((1.0 - head) - 0.5 * r2) + (r2 * r2 * polynomial(c, r2) - r.hi * r.lo));
}

// sin(x + turns * pi/2)
double sine_of(double x, std::int64_t turns) {
  if (!(std::abs(x) <= 0x1p20)) return std::numeric_limits<double>::quiet_NaN();
  const Reduced a = reduced(x);
  switch ((a.quarter + turns) & 3) {
    case 0:
      return sine(a.r);
    case 1:
      return cosine(a.r);
    case 2:
      return -sine(a.r);
    default:
      return -cosine(a.r);
  }
}

}  // namespace

// x = n log 2 + r with |r| <= log(2)/2, e^x = 2^n e^r. log 2 is cut in two, so that n times its first part is
// exact; 2^n is applied in two factors, as it may itself be too large or too small for a double.
double fixed_exp(double x) {
  if (x > 710.0) return std::numeric_limits<double>::infinity();
  if (x < -746.0) return 0.0;
  if (x != x) return x;
  constexpr auto c = inverse_factorials<12>(2, 1, 1.0);
  const Rounded n = rounded(x * 0x1.71547652b82fep+0);  // 1 / log 2
  const double r = (x - n.value * 0x1.62e42fefa38p-1) - n.value * 0x1.ef35793c7673p-45;
  const double power = 1.0 + (r + r * r * polynomial(c, r));
  const std::int64_t half = n.integer >> 1;
  return power * power_of_two(half) * power_of_two(n.integer - half);
}

// x = m * 2^e with m in [sqrt(1/2), sqrt(2)), log m = 2 atanh(s) = 2 (s + s^3/3 + s^5/5 + ...) with
// s = (m - 1) / (m + 1).
double fixed_log(double x) {
  constexpr std::array<double, 11> c = {1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13,
                                        1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23};
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFF) | 0x3FF0000000000000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    exponent += 1;
  }
  const double s = (m - 1.0) / (m + 1.0);
  const double s2 = s * s;
  return exponent * 0.6931471805599453 + 2.0 * (s + s * (s2 * polynomial(c, s2)));
}

double fixed_sin(double x) { return sine_of(x, 0); }

double fixed_cos(double x) { return sine_of(x, 1); }

}  // namespace whatwhere
