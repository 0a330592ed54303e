#include "core/tables/random.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/core/helpers.h"
#include "tests/core/reference.h"

namespace whatwhere {
namespace {

// SplitMix64 as published: at these seeds, found by inverting the derivation of the key, a stream is plain
// SplitMix64 seeded with 0 or 1234567, whose outputs stand in the literature.
TEST(Random, IsSplitMix64) {
  ASSERT_EQ(random_reference().at("published").size(), 6U);
  for (const auto& entry : random_reference().at("published")) {
    const RandomStream stream(entry.at("seed"), purpose_of(entry.at("purpose")));
    const auto outputs = entry.at("outputs").get<std::vector<std::uint64_t>>();
    for (std::size_t i = 0; i < outputs.size(); ++i) ASSERT_EQ(stream.bits(i), outputs[i]) << entry;
  }
}

// From tests/data/make_random_reference.py, which computes them in Python integers.
TEST(Random, BitsArePinned) {
  ASSERT_EQ(random_reference().at("streams").size(), 18U);
  for (const auto& entry : random_reference().at("streams")) {
    const RandomStream stream(entry.at("seed"), purpose_of(entry.at("purpose")));
    for (const auto& element : entry.at("elements")) {
      ASSERT_EQ(stream.bits(element.at(0).get<std::uint64_t>()), element.at(1).get<std::uint64_t>()) << entry;
    }
  }
}

// (52 random bits + 1/2) / 2^52, by an exact scaling: the ends are 2^-53 and 1 - 2^-53.
TEST(Random, UniformIsInsideTheUnitIntervalAndSymmetric) {
  const RandomStream stream(42, Purpose::token_table);
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const double u = stream.uniform(i);
    ASSERT_GE(u, 0x1p-53);
    ASSERT_LE(u, 1.0 - 0x1p-53);
    ASSERT_EQ(u, std::ldexp(static_cast<double>((stream.bits(i) >> 12) * 2 + 1), -53));
  }
}

TEST(Random, NormalIsTheInverseNormalOfTheUniform) {
  const RandomStream stream(7, Purpose::position_table);
  for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_EQ(stream.normal(i), inverse_normal(stream.uniform(i)));
}

// The reference is CPython's statistics.NormalDist().inv_cdf, the same AS 241 with libm's log.
TEST(Random, InverseNormalAgreesWithPython) {
  const auto& points = random_reference().at("inverse_normal");
  ASSERT_GT(points.size(), 2500U);
  for (const auto& point : points) {
    const double p = hex_double(point.at(0));
    const double z = hex_double(point.at(1));
    const double ours = inverse_normal(p);
    if (z == 0.0) {
      ASSERT_EQ(ours, 0.0) << p;
    } else {
      ASSERT_LT(std::abs(ours / z - 1.0), 1e-14) << "p = " << p << ", z = " << z << ", ours = " << ours;
    }
  }
}

// Another way round: P(Z < z) = erfc(-z / sqrt 2) / 2. A relative error e of z is one of about z^2 e of p.
TEST(Random, InverseNormalInvertsTheDistributionFunction) {
  for (int k = 1; k <= 1000; ++k) {
    const double p = std::exp2(-k);
    const double z = inverse_normal(p);
    const double back = 0.5 * std::erfc(-z * std::sqrt(0.5));
    ASSERT_NEAR(back / p, 1.0, (1.0 + z * z) * 1e-14) << "p = 2^-" << k;
  }
}

// Tabulated: the 97.5 % and 99.5 % points of the standard normal (any table; NIST/SEMATECH
// e-Handbook 1.3.6.7.1).
TEST(Random, InverseNormalOfTabulatedPoints) {
  EXPECT_EQ(inverse_normal(0.5), 0.0);
  EXPECT_NEAR(inverse_normal(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(inverse_normal(0.995), 2.575829303548901, 1e-14);
  EXPECT_NEAR(inverse_normal(0.025), -1.959963984540054, 1e-14);
}

TEST(Random, InverseNormalIsOddAndIncreasing) {
  double last = -std::numeric_limits<double>::infinity();
  for (int i = 1; i < 4096; ++i) {
    const double p = i / 4096.0;  // 1 - p is exact
    const double z = inverse_normal(p);
    ASSERT_GT(z, last) << p;
    ASSERT_EQ(inverse_normal(1.0 - p), -z) << p;
    last = z;
  }
}

// The stream's elements in turn, those under 2^64 mod n left out: nearly half of them for n = 2^63 + 1.
TEST(Random, BelowIsTheRemainderOfTheFairElements) {
  const RandomStream stream(42, Purpose::shuffle);
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  struct Case {
    std::uint64_t n, unfair;
  };
  for (const auto& [n, unfair] : {Case{1, 0}, Case{6, 4}, Case{half, 0}, Case{half + 1, half - 1}}) {
    std::uint64_t next = 0;
    std::uint64_t expected_next = 0;
    for (int i = 0; i < 100; ++i) {
      while (stream.bits(expected_next) < unfair) ++expected_next;
      ASSERT_EQ(below(n, stream, next), stream.bits(expected_next++) % n);
      ASSERT_EQ(next, expected_next);
    }
    if (n == half + 1) {
      EXPECT_GT(next, 150U);
    }
  }
}

TEST(Random, ANumberedStreamIsSeededByTheElementOfThatNumber) {
  const RandomStream numbers(42, Purpose::renumbering);
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{7}}) {
    const RandomStream expected(numbers.bits(number), Purpose::renumbering);
    EXPECT_EQ(numbered_stream(42, Purpose::renumbering, number).bits(3), expected.bits(3));
  }
}

// The mean of n normals has standard error 1/sqrt(n) = 0.001, their standard deviation 1/sqrt(2n) = 0.0007:
// five of them are allowed. Neighbours and streams of other purposes are uncorrelated within five, too.
TEST(Random, AMillionNormalsHaveMeanZeroAndDeviationOne) {
  constexpr std::uint64_t n = 1'000'000;
  const RandomStream stream(42, Purpose::token_table);
  const RandomStream other(42, Purpose::position_table);
  double sum = 0.0;
  double squares = 0.0;
  double neighbours = 0.0;
  double purposes = 0.0;
  double previous = 0.0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double z = stream.normal(i);
    sum += z;
    squares += z * z;
    neighbours += z * previous;
    purposes += z * other.normal(i);
    previous = z;
  }
  const double mean = sum / static_cast<double>(n);
  EXPECT_NEAR(mean, 0.0, 5e-3);
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(n) - mean * mean), 1.0, 3.6e-3);
  EXPECT_NEAR(neighbours / static_cast<double>(n), 0.0, 5e-3);
  EXPECT_NEAR(purposes / static_cast<double>(n), 0.0, 5e-3);
}

}  // namespace
}  // namespace whatwhere
