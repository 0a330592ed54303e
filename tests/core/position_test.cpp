#include "core/input/position.h"

#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

constexpr Pairing kPairings[] = {Pairing::interleaved, Pairing::half_split};

nlohmann::json golden(const std::string& name) {
  return nlohmann::json::parse(bytes_of(WHATWHERE_TEST_DATA "/" + name));
}

std::vector<float> random_vector(Random& random, std::size_t d) {
  std::vector<float> x(d);
  for (float& number : x) number = random.small_float();
  return x;
}

std::vector<float> rotate(std::span<const float> x, double position, double base, Pairing pairing) {
  std::vector<float> turned(x.begin(), x.end());
  rotate_in_place(turned, position, base, pairing);
  return turned;
}

double norm(std::span<const float> x) {
  double sum = 0.0;
  for (const float number : x) sum += static_cast<double>(number) * static_cast<double>(number);
  return std::sqrt(sum);
}

// tests/data/sinusoidal.json: tables from position 0, and rows of far positions.
TEST(Position, SinusoidalTablesAreTheGoldenOnes) {
  std::size_t rows = 0;
  for (const auto& entry : golden("sinusoidal.json")) {
    const auto expected = entry.at("table").get<std::vector<std::vector<float>>>();
    std::vector<std::size_t> positions(expected.size());
    for (std::size_t t = 0; t < positions.size(); ++t) positions[t] = t;
    if (entry.contains("positions")) positions = entry.at("positions").get<std::vector<std::size_t>>();
    const Table P = sinusoidal_table(positions.back() + 1, entry.at("d"), entry.at("base"));
    for (std::size_t t = 0; t < positions.size(); ++t, ++rows) {
      ASSERT_EQ(P.d(), expected[t].size());
      for (std::size_t j = 0; j < P.d(); ++j) EXPECT_NEAR(P.row(positions[t])[j], expected[t][j], 1e-6F);
    }
  }
  EXPECT_EQ(rows, 24U);
}

// d = 2 has the frequency 1 alone, whatever the base: sin t and cos t, rounded once from double.
TEST(Position, TheFirstPairTurnsByOneRadianASlot) {
  const Table P = sinusoidal_table(50, 2, 7.0);
  for (std::size_t t = 0; t < 50; ++t) {
    EXPECT_FLOAT_EQ(P.row(t)[0], static_cast<float>(std::sin(static_cast<double>(t))));
    EXPECT_FLOAT_EQ(P.row(t)[1], static_cast<float>(std::cos(static_cast<double>(t))));
  }
  EXPECT_EQ(sinusoidal_table(0, 4, 10000.0).d(), 4U);
  EXPECT_EQ(sinusoidal_table(3, 0, 10000.0).rows(), 3U);
}

TEST(Position, RefusesBasesAndPositionsOutOfRange) {
  for (const double base : {1.0, 0.0, -2.0, 1.1e9, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    EXPECT_TRUE(holds(message_of<ValueError>([&] { sinusoidal_table(2, 2, base); }), {"base", "10000"}));
    message_of<ValueError>([&] { rotate(std::vector<float>(2), 1.0, base, Pairing::interleaved); });
  }
  EXPECT_NO_THROW(sinusoidal_table(2, 2, kMaxBase));
  EXPECT_NO_THROW(sinusoidal_table(kMaxPosition + 1, 1, 1.5));
  EXPECT_TRUE(names(message_of<ValueError>([&] { sinusoidal_table(kMaxPosition + 2, 1, 1.5); }),
                    {kMaxPosition + 1, kMaxPosition}));
  for (const double position : {1048577.0, -1048577.0, HUGE_VAL, std::nan("")}) {
    message_of<ValueError>([&] { rotate(std::vector<float>(2), position, 10.0, Pairing::half_split); });
  }
}

TEST(Position, ScaledByOneIsTheSameTableAndByTwoTwice) {
  Random random(1);
  const Table P = make_table(5, 3, [&] { return random.any_float(); });
  EXPECT_EQ(scaled(P, 1.0).numbers().data(), P.numbers().data());
  const Table twice = scaled(table_of({{1.5F, -0.0F}, {kInfinity, 0.1F}}), 2.0);
  EXPECT_TRUE(same_table(twice, table_of({{3.0F, -0.0F}, {kInfinity, 0.2F}})));
  // 3 * float32(0.1) = 0.3000000044703484 exactly, which rounds to float32 0x3E99999A.
  EXPECT_EQ(scaled(table_of({{0.1F}}), 3.0).row(0)[0], 0x1.333334p-2F);
}

TEST(Position, DotProductsByHand) {
  const Table products = dot_products(table_of({{1.0F, 2.0F}, {3.0F, -4.0F}}));
  EXPECT_TRUE(same_table(products, table_of({{5.0F, -5.0F}, {-5.0F, 25.0F}})));
  // Summed in float32, 1e8 + 1 - 1e8 would be 0.
  EXPECT_EQ(dot_products(table_of({{1e4F, 1.0F, 1e4F}, {1e4F, 1.0F, -1e4F}})).row(0)[1], 1.0F);
  EXPECT_EQ(dot_products(Table(0, 3, {})).rows(), 0U);
}

// sin a sin b + cos a cos b = cos(a - b): along each diagonal the products of a sinusoidal table are the
// same, up to the rounding of its d = 8 numbers to float32.
TEST(Position, DotProductsOfSinusoidsDependOnTheDistanceAlone) {
  const Table products = dot_products(sinusoidal_table(16, 8, 10000.0));
  for (std::size_t a = 0; a + 1 < 16; ++a) {
    for (std::size_t b = 0; b + 1 < 16; ++b) {
      EXPECT_NEAR(products.row(a)[b], products.row(a + 1)[b + 1], 2e-6F);
    }
    EXPECT_NEAR(products.row(a)[a], 4.0F, 1e-6F);
    EXPECT_GT(4.0F - products.row(a)[a + 1], 0.1F);
  }
}

// tests/data/rope.json: vectors within 1e-6, scores within 2e-6.
TEST(Position, RotaryVectorsAndScoresAreTheGoldenOnes) {
  const auto entries = golden("rope.json");
  ASSERT_EQ(entries.size(), 2U);
  for (const auto& entry : entries) {
    const Pairing pairing = entry.at("pairing") == "interleaved" ? Pairing::interleaved : Pairing::half_split;
    const double base = entry.at("base");
    const auto q = entry.at("q").get<std::vector<float>>();
    const auto k = entry.at("k").get<std::vector<float>>();
    ASSERT_EQ(entry.at("cases").size(), 5U);
    for (const auto& c : entry.at("cases")) {
      const double m = c.at("m");
      const double n = c.at("n");
      const auto q_rot = rotate(q, m, base, pairing);
      const auto k_rot = rotate(k, n, base, pairing);
      for (std::size_t j = 0; j < q.size(); ++j) {
        EXPECT_NEAR(q_rot[j], c.at("q_rot")[j].get<float>(), 1e-6F);
        EXPECT_NEAR(k_rot[j], c.at("k_rot")[j].get<float>(), 1e-6F);
      }
      EXPECT_NEAR(rotary_score(q, k, m, n, base, pairing), c.at("score").get<double>(), 2e-6);
    }
  }
}

// Why it is called relative: all of double's 16 digits, less those of angles up to 1000 radians.
TEST(Position, RotaryScoreDependsOnTheDistanceAlone) {
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const std::size_t d = 2 * (1 + random.below(16));
    const auto q = random_vector(random, d);
    const auto k = random_vector(random, d);
    const double m = static_cast<double>(random.below(500));
    const double n = static_cast<double>(random.below(500));
    const double shift = static_cast<double>(random.below(500));
    for (const Pairing pairing : kPairings) {
      const double score = rotary_score(q, k, m, n, 10000.0, pairing);
      ASSERT_NEAR(rotary_score(q, k, m + shift, n + shift, 10000.0, pairing), score, 1e-11);
      ASSERT_NEAR(rotary_score(q, k, 0.0, n - m, 10000.0, pairing), score, 1e-11);
      ASSERT_GT(std::abs(rotary_score(q, k, m + 1.0, n, 10000.0, pairing) - score), 1e-9);
    }
  }
}

TEST(Position, TurningKeepsTheNorm) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const auto x = random_vector(random, 2 * (1 + random.below(16)));
    for (const Pairing pairing : kPairings) {
      const auto turned = rotate(x, static_cast<double>(random.below(kMaxPosition)), 10000.0, pairing);
      ASSERT_NEAR(norm(turned) / norm(x), 1.0, 1e-7);
    }
  }
}

TEST(Position, PositionZeroLeavesEveryBit) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    std::vector<float> x(8);
    for (float& number : x) number = random.any_float();
    for (const Pairing pairing : kPairings) EXPECT_TRUE(same_bytes(rotate(x, 0.0, 10000.0, pairing), x));
  }
}

// d = 4, base 4: pair 0 turns by 1 radian a slot, pair 1 by 4^(-1/2) = 1/2. From (1, 0) to (cos, sin).
TEST(Position, PairsAreThoseOfThePairing) {
  const float c1 = static_cast<float>(std::cos(1.0));
  const float s1 = static_cast<float>(std::sin(1.0));
  const float c2 = static_cast<float>(std::cos(0.5));
  const float s2 = static_cast<float>(std::sin(0.5));
  const auto near = [](const std::vector<float>& x, const std::vector<float>& y) {
    for (std::size_t j = 0; j < 4; ++j) EXPECT_FLOAT_EQ(x[j], y[j]) << j;
  };
  near(rotate(std::vector{1.0F, 0.0F, 1.0F, 0.0F}, 1.0, 4.0, Pairing::interleaved), {c1, s1, c2, s2});
  near(rotate(std::vector{1.0F, 1.0F, 0.0F, 0.0F}, 1.0, 4.0, Pairing::half_split), {c1, c2, s1, s2});
}

TEST(Position, RefusesOddAndUnequalWidths) {
  const std::vector<float> three(3);
  const std::vector<float> two(2);
  for (const Pairing pairing : kPairings) {
    EXPECT_TRUE(names(message_of<ShapeError>([&] { rotate(three, 1.0, 10.0, pairing); }), {3}));
    EXPECT_TRUE(
        names(message_of<ShapeError>([&] { rotary_score(two, three, 0.0, 0.0, 10.0, pairing); }), {2, 3}));
    message_of<ShapeError>([&] { rotate(three, 0.0, 10.0, pairing); });
  }
}

// base^(-2i/d) with d = 4: 1 and 10000^(-1/2) = 0.01 radians a slot.
TEST(RotaryAngles, ByHand) {
  const Table angles = rotary_angles(3, 4, 10000.0);
  EXPECT_LT(max_abs_difference(angles, table_of({{0.0F, 0.0F}, {1.0F, 0.01F}, {2.0F, 0.02F}})), 1e-8F);
  EXPECT_THROW(rotary_angles(3, 5, 10000.0), ShapeError);
  EXPECT_THROW(rotary_angles(3, 4, 1.0), ValueError);
}

TEST(DiagonalSpread, ByHand) {
  EXPECT_EQ(diagonal_spread(table_of({{1.0F, 2.0F, 9.0F}, {5.0F, 1.0F, 2.0F}, {-9.0F, 5.0F, 1.0F}})), 0.0F);
  EXPECT_EQ(diagonal_spread(table_of({{1.0F, 2.0F}, {5.0F, 4.0F}})), 3.0F);
  EXPECT_EQ(diagonal_spread(table_of({{1.0F, 2.0F, 0.0F}, {5.0F, 1.0F, 4.0F}, {0.0F, 12.0F, 1.0F}})), 7.0F);
  EXPECT_EQ(diagonal_spread(Table()), 0.0F);
  EXPECT_THROW(diagonal_spread(table_of({{1.0F, 2.0F}})), ShapeError);
}

}  // namespace
}  // namespace whatwhere
