#include "core/tables/initialise.h"

#include <limits>

#include "core/errors.h"
#include "tests/core/helpers.h"
#include "tests/core/reference.h"

namespace whatwhere {
namespace {

std::vector<std::uint32_t> bits_of_table(const Table& table) {
  std::vector<std::uint32_t> bits;
  for (const float x : table.numbers()) bits.push_back(std::bit_cast<std::uint32_t>(x));
  return bits;
}

// Bit for bit what make_random_reference.py computes with statistics.NormalDist and struct: double, then one
// rounding to float32. The two logarithms may differ in a double's last bit; no float32 here shows it.
TEST(Initialise, TheTablesOfASeedArePinned) {
  ASSERT_EQ(random_reference().at("tables").size(), 6U);
  for (const auto& entry : random_reference().at("tables")) {
    const std::uint64_t seed = entry.at("seed");
    const double std = entry.at("std");
    EXPECT_EQ(bits_of_table(normal_table(6, 4, seed, Purpose::token_table, std)),
              entry.at("E_bits").get<std::vector<std::uint32_t>>())
        << "E of seed " << seed << ", std " << std;
    EXPECT_EQ(bits_of_table(normal_table(8, 4, seed, Purpose::position_table, std)),
              entry.at("P_bits").get<std::vector<std::uint32_t>>())
        << "P of seed " << seed << ", std " << std;
  }
}

TEST(Initialise, ElementsDoNotDependOnTheShape) {
  const Table tall = normal_table(50, 3, 9, Purpose::token_table, 1.0);
  const Table wide = normal_table(3, 50, 9, Purpose::token_table, 1.0);
  EXPECT_TRUE(same_bytes(tall.numbers(), wide.numbers()));
}

TEST(Initialise, SeedsAndPurposesGiveOtherTables) {
  const Table table = normal_table(6, 4, 1, Purpose::token_table, 0.02);
  EXPECT_TRUE(same_table(table, normal_table(6, 4, 1, Purpose::token_table, 0.02)));
  for (const Table& other : {normal_table(6, 4, 2, Purpose::token_table, 0.02),
                             normal_table(6, 4, 1, Purpose::position_table, 0.02)}) {
    for (std::size_t i = 0; i < 24; ++i) EXPECT_NE(table.numbers()[i], other.numbers()[i]) << i;
  }
}

TEST(Initialise, WithoutDeviationEveryByteIsZero) {
  for (const double std : {0.0, -0.0}) {
    const Table table = normal_table(40, 25, 3, Purpose::token_table, std);
    for (const auto bits : bits_of_table(table)) ASSERT_EQ(bits, 0U);
  }
}

TEST(Initialise, NoElementIsMinusZero) {
  // So small that most elements underflow: to +0.0, from either side.
  const Table table = normal_table(100, 100, 3, Purpose::token_table, 1e-46);
  std::size_t zeros = 0;
  for (const auto bits : bits_of_table(table)) {
    ASSERT_NE(bits, 0x80000000U);
    zeros += bits == 0 ? 1 : 0;
  }
  EXPECT_GT(zeros, 9000U);
}

// A million elements: the mean's standard error is std/1000, that of the deviation std/1414; five of each.
TEST(Initialise, MeanAndDeviation) {
  const Table table = normal_table(1000, 1000, 42, Purpose::token_table, kGpt2Std);
  double sum = 0.0;
  double squares = 0.0;
  for (const float x : table.numbers()) {
    sum += static_cast<double>(x);
    squares += static_cast<double>(x) * static_cast<double>(x);
  }
  EXPECT_NEAR(sum / 1e6, 0.0, 0.02 * 5e-3);
  EXPECT_NEAR(std::sqrt(squares / 1e6), 0.02, 0.02 * 3.6e-3);
}

TEST(Initialise, RefusesDeviationsOutsideTheRange) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  for (const double std : {-1.0, -1e-300, std::nextafter(kMaxStd, kInf), 1e300, kInf, -kInf,
                           std::numeric_limits<double>::quiet_NaN()}) {
    const auto message = message_of<ValueError>([&] { check_std(std); });
    EXPECT_TRUE(names(message, {0, 1'000'000}));
    EXPECT_EQ(message_of<ValueError>([&] { normal_table(2, 2, 1, Purpose::token_table, std); }), message);
  }
  EXPECT_TRUE(holds(message_of<ValueError>([] { check_std(-0.5); }), {"-0.5"}));
  EXPECT_TRUE(holds(message_of<ValueError>([] { check_std(std::nan("")); }), {"NaN"}));
  EXPECT_NO_THROW(check_std(0.0));
  EXPECT_NO_THROW(check_std(kMaxStd));
  const Table widest = normal_table(6, 4, 1, Purpose::token_table, kMaxStd);
  for (const float x : widest.numbers()) EXPECT_TRUE(std::isfinite(x));
}

}  // namespace
}  // namespace whatwhere
