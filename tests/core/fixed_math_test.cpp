#include "core/fixed_math.h"

#include <cfloat>

#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// In [low, high).
double between(Random& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random.bits() >> 11) * 0x1p-53);
}

// |ours - right| in units of the last place of `right`.
double ulps(double ours, double right) {
  const double next = std::nextafter(std::abs(right), kInfinite);
  return std::abs(ours - right) / (next - std::abs(right));
}

struct Point {
  double x;
  double y;
};

// The right values to the last bit: Python's decimal at 80 digits (exp and ln are built in; sin and cos by
// their Taylor series after a reduction by an 80-digit pi from Machin's formula), rounded once to a double.
// Ours need not be right to the last bit everywhere; at these points they are.
TEST(FixedMath, BitsArePinned) {
  constexpr Point kExp[] = {{0.0, 1.0},
                            {2.0, 0x1.d8e64b8d4ddaep+2},
                            {-1.0, 0x1.78b56362cef38p-2},
                            {0.5, 0x1.a61298e1e069cp+0},
                            {1e-3, 0x1.0041919b7ee34p+0},
                            {-0.02, 0x1.f5dc99badec5bp-1},
                            {10.0, 0x1.5829dcf950560p+14},
                            {-37.5, 0x1.dd5c566301ec8p-55},
                            {100.0, 0x1.3494a9b171bf5p+144},
                            {-700.0, 0x1.14f2b0fb9307fp-1010},
                            {709.0, 0x1.d422d2be5dc9bp+1022},
                            {-744.5, 0x1p-1074}};
  for (const Point& p : kExp) EXPECT_TRUE(same_double(fixed_exp(p.x), p.y)) << "exp " << p.x;
  constexpr Point kLog[] = {{1.0, 0.0},
                            {2.0, 0x1.62e42fefa39efp-1},
                            {0.5, -0x1.62e42fefa39efp-1},
                            {0.1, -0x1.26bb1bbb55515p+1},
                            {1.5, 0x1.9f323ecbf984cp-2},
                            {1e-300, -0x1.5963447f87fb5p+9},
                            {1e300, 0x1.5963447f87fb5p+9},
                            {0.9999, -0x1.a3738d2cf1cc2p-14}};
  for (const Point& p : kLog) EXPECT_TRUE(same_double(fixed_log(p.x), p.y)) << "log " << p.x;
  constexpr Point kSin[] = {{0.0, 0.0},
                            {1.0, 0x1.aed548f090ceep-1},
                            {-1.0, -0x1.aed548f090ceep-1},
                            {0.5, 0x1.eaee8744b05f0p-2},
                            {1e-3, 0x1.0624da5218a62p-10},
                            {3.0, 0x1.210386db6d55bp-3},
                            {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53},  // the double next to pi
                            {100.0, -0x1.03425b78c4db8p-1},
                            {1023.0, -0x1.d53d921a57389p-1},
                            {65535.0, 0x1.f67090db1f5c3p-1},
                            {1e6, -0x1.6664b2568d867p-2},
                            {-12345.678, 0x1.687d5890974a5p-1}};
  for (const Point& p : kSin) EXPECT_TRUE(same_double(fixed_sin(p.x), p.y)) << "sin " << p.x;
  constexpr Point kCos[] = {{0.0, 1.0},
                            {1.0, 0x1.14a280fb5068cp-1},
                            {-1.0, 0x1.14a280fb5068cp-1},
                            {0.5, 0x1.c1528065b7d50p-1},
                            {1e-3, 0x1.ffffef390876cp-1},
                            {3.0, -0x1.fae04be85e5d2p-1},
                            {0x1.921fb54442d18p+1, -1.0},
                            {100.0, 0x1.b981dbf665fdfp-1},
                            {1023.0, 0x1.99ab7a3c97099p-2},
                            {65535.0, 0x1.89eba92bf27c6p-3},
                            {1e6, 0x1.df9df9906d32cp-1},
                            {-12345.678, 0x1.6b94c3bbe24b8p-1}};
  for (const Point& p : kCos) EXPECT_TRUE(same_double(fixed_cos(p.x), p.y)) << "cos " << p.x;
}

// libm's double functions are within 1 ulp of the truth, and so are exp, sin and cos of ours: 2 between them.
TEST(FixedMath, AgreesWithLibm) {
  Random random(1);
  double exp_error = 0.0;
  double log_error = 0.0;
  double sin_error = 0.0;
  double cos_error = 0.0;
  for (int i = 0; i < 300'000; ++i) {
    const double size = i % 3 == 0 ? 1.0 : i % 3 == 1 ? 40.0 : 708.0;
    const double x = between(random, -size, size);
    exp_error = std::max(exp_error, ulps(fixed_exp(x), std::exp(x)));
    const double y = i % 2 == 0 ? between(random, 1e-3, 4.0) : std::exp(x);
    log_error = std::max(log_error, ulps(fixed_log(y), std::log(y)));
    const double angle_size = i % 2 == 0 ? 7.0 : 0x1p20;
    const double angle = between(random, -angle_size, angle_size);
    sin_error = std::max(sin_error, ulps(fixed_sin(angle), std::sin(angle)));
    cos_error = std::max(cos_error, ulps(fixed_cos(angle), std::cos(angle)));
  }
  RecordProperty("ulps", std::to_string(exp_error) + " " + std::to_string(log_error) + " " +
                             std::to_string(sin_error) + " " + std::to_string(cos_error));
  EXPECT_LE(exp_error, 2.0);
  EXPECT_LE(log_error, 3.0);
  EXPECT_LE(sin_error, 2.0);
  EXPECT_LE(cos_error, 2.0);
}

// The doubles nearest to whole multiples of pi/2: there a reduction by a plain 2 pi would leave nothing
// right.
TEST(FixedMath, SinAndCosAreRightWhereTheyCrossZero) {
  for (int k = 1; k < 600'000; k += 7) {
    const double x = k * 1.5707963267948966;
    ASSERT_LE(ulps(fixed_sin(x), std::sin(x)), 2.0) << x;
    ASSERT_LE(ulps(fixed_cos(x), std::cos(x)), 2.0) << x;
  }
}

TEST(FixedMath, ExpAtItsEnds) {
  EXPECT_EQ(fixed_exp(kInfinite), kInfinite);
  EXPECT_EQ(fixed_exp(-kInfinite), 0.0);
  EXPECT_TRUE(std::isnan(fixed_exp(kNotANumber)));
  EXPECT_EQ(fixed_exp(1e300), kInfinite);
  EXPECT_EQ(fixed_exp(-1e300), 0.0);
  // log(DBL_MAX) = 709.78271289338397..., log(2^-1075) = -745.13321910194122...
  EXPECT_LT(fixed_exp(709.78271289338391), kInfinite);
  EXPECT_EQ(fixed_exp(709.78271289338409), kInfinite);
  EXPECT_EQ(fixed_exp(-745.13321910194), 0x1p-1074);
  EXPECT_EQ(fixed_exp(-745.14), 0.0);
  // Subnormals: rounded once to a multiple of 2^-1074.
  for (double x = -745.0; x < -708.0; x += 0.01) ASSERT_NEAR(fixed_exp(x), std::exp(x), 0x1p-1074) << x;
  EXPECT_EQ(fixed_exp(0.0), 1.0);
  EXPECT_EQ(fixed_exp(-0.0), 1.0);
  EXPECT_EQ(fixed_exp(DBL_MIN), 1.0);
}

TEST(FixedMath, ExpIsMonotonicAcrossItsSeams) {
  for (int n = -1000; n < 1000; ++n) {
    double x = (n + 0.5) * 0.6931471805599453 * (1.0 - 0x1p-49);
    for (int i = 0; i < 40; ++i) {
      const double next = std::nextafter(x, kInfinite);
      ASSERT_LE(fixed_exp(x), fixed_exp(next)) << x;
      x = next;
    }
  }
}

TEST(FixedMath, AnglesOutOfReachAreNaN) {
  for (const double x : {0x1.0000000000001p20, -1e7, 1e300, kInfinite, -kInfinite, kNotANumber}) {
    EXPECT_TRUE(std::isnan(fixed_sin(x))) << x;
    EXPECT_TRUE(std::isnan(fixed_cos(x))) << x;
  }
  EXPECT_LE(ulps(fixed_sin(0x1p20), std::sin(0x1p20)), 2.0);
}

}  // namespace
}  // namespace whatwhere
