#include "core/learning/projection.h"

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

void expect_vector(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t j = 0; j < found.size(); ++j) EXPECT_NEAR(found[j], expected[j], 1e-12) << j;
}

// Four points at +-2 on the second axis and +-1 on the third, around (1, 5, 5): variances 2 and 1/2.
TEST(Projection, ByHand) {
  const PrincipalPlane plane = principal_plane(
      table_of({{1.0F, 7.0F, 5.0F}, {1.0F, 3.0F, 5.0F}, {1.0F, 5.0F, 6.0F}, {1.0F, 5.0F, 4.0F}}));
  expect_vector(plane.mean, {1.0, 5.0, 5.0});
  expect_vector(plane.axes[0], {0.0, 1.0, 0.0});
  expect_vector(plane.axes[1], {0.0, 0.0, 1.0});
  EXPECT_NEAR(plane.explained[0], 0.8, 1e-12);
  EXPECT_NEAR(plane.explained[1], 0.2, 1e-12);
  const auto point = project(plane, std::vector<float>{9.0F, 7.0F, 4.0F});
  EXPECT_NEAR(point[0], 2.0, 1e-12);
  EXPECT_NEAR(point[1], -1.0, 1e-12);
}

// Axes are orthogonal unit vectors; no unit vector of many tried shows more variance than the first, none
// orthogonal to it more than the second.
TEST(Projection, NoOtherDirectionSpreadsMore) {
  Random random(1);
  for (int i = 0; i < 50; ++i) {
    const std::size_t d = 2 + random.below(6);
    const Table rows = make_table(3 + random.below(9), d, [&] { return random.small_float(); });
    const PrincipalPlane plane = principal_plane(rows);
    EXPECT_NEAR(dot(plane.axes[0], plane.axes[0]), 1.0, 1e-12);
    EXPECT_NEAR(dot(plane.axes[1], plane.axes[1]), 1.0, 1e-12);
    EXPECT_NEAR(dot(plane.axes[0], plane.axes[1]), 0.0, 1e-12);
    double total = 0.0;
    std::vector<std::vector<double>> centred;
    for (std::size_t r = 0; r < rows.rows(); ++r) {
      centred.emplace_back(rows.row(r).begin(), rows.row(r).end());
      for (std::size_t j = 0; j < d; ++j) centred.back()[j] -= plane.mean[j];
      total += dot(centred.back(), centred.back());
    }
    const auto share = [&](const std::vector<double>& axis) {
      double sum = 0.0;
      for (const auto& row : centred) sum += dot(row, axis) * dot(row, axis);
      return sum / total / dot(axis, axis);
    };
    EXPECT_NEAR(share(plane.axes[0]), plane.explained[0], 1e-12);
    EXPECT_NEAR(share(plane.axes[1]), plane.explained[1], 1e-12);
    for (int k = 0; k < 200; ++k) {
      std::vector<double> direction(d);
      for (double& x : direction) x = random.small_float();
      EXPECT_LE(share(direction), plane.explained[0] + 1e-12);
      const double along = dot(direction, plane.axes[0]);
      for (std::size_t j = 0; j < d; ++j) direction[j] -= along * plane.axes[0][j];
      EXPECT_LE(share(direction), plane.explained[1] + 1e-12);
    }
  }
}

// Rows that move by a little move their points by a little: no axis flips. The mirrored rows have the same
// axes.
TEST(Projection, TheLargestComponentOfAnAxisIsPositive) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const Table rows = make_table(6, 4, [&] { return random.small_float(); });
    const PrincipalPlane plane = principal_plane(rows);
    for (const auto& axis : plane.axes) {
      const auto largest = std::max_element(axis.begin(), axis.end(),
                                            [](double a, double b) { return std::abs(a) < std::abs(b); });
      EXPECT_GT(*largest, 0.0);
    }
    std::size_t at = 0;
    const PrincipalPlane mirrored = principal_plane(make_table(6, 4, [&] { return -rows.numbers()[at++]; }));
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(mirrored.axes[k][j], plane.axes[k][j], 1e-9);
    }
  }
}

TEST(Projection, OfTwoEqualComponentsTheFirstIsPositive) {
  const PrincipalPlane plane = principal_plane(table_of({{1.0F, -1.0F}, {-1.0F, 1.0F}, {0.0F, 0.0F}}));
  expect_vector(plane.axes[0], {std::sqrt(0.5), -std::sqrt(0.5)});
}

// Where rows do not spread there is no axis: zeros, so that every row lies at 0 there.
TEST(Projection, ADirectionWithoutSpreadIsNoAxis) {
  const std::vector<double> none(3, 0.0);
  // The mean of seven doubles 0.1F is not that number to the last bit.
  for (const Table& equal : {Table(7, 3, std::vector<float>(21, 0.1F)), Table(1, 3, {1.0F, 2.0F, 3.0F})}) {
    const PrincipalPlane plane = principal_plane(equal);
    EXPECT_EQ(plane.axes[0], none);
    EXPECT_EQ(plane.axes[1], none);
    EXPECT_EQ(plane.explained, (std::array<double, 2>{0.0, 0.0}));
    EXPECT_EQ(project(plane, equal.row(0)), (std::array<double, 2>{0.0, 0.0}));
  }
  const PrincipalPlane line =
      principal_plane(table_of({{0.1F, 0.2F, 0.3F}, {0.2F, 0.4F, 0.6F}, {0.4F, 0.8F, 1.2F}}));
  EXPECT_NEAR(line.explained[0], 1.0, 1e-12);
  EXPECT_EQ(line.axes[1], none);
  const PrincipalPlane narrow = principal_plane(table_of({{1.0F}, {3.0F}}));
  expect_vector(narrow.axes[0], {1.0});
  expect_vector(narrow.axes[1], {0.0});
  EXPECT_EQ(project(narrow, std::vector<float>{5.0F}), (std::array<double, 2>{3.0, 0.0}));
}

TEST(Projection, OfNothingOrOfNaNsThereIsNoPlane) {
  EXPECT_TRUE(principal_plane(Table()).mean.empty());
  EXPECT_EQ(principal_plane(Table(0, 2, {})).axes[0], std::vector<double>(2, 0.0));
  for (const float bad : {kNaN, kInfinity}) {
    const PrincipalPlane plane = principal_plane(table_of({{1.0F, bad}, {2.0F, 3.0F}}));
    EXPECT_EQ(plane.mean, std::vector<double>(2, 0.0));
    EXPECT_EQ(plane.axes[0], std::vector<double>(2, 0.0));
    EXPECT_EQ(plane.explained, (std::array<double, 2>{0.0, 0.0}));
  }
}

TEST(Projection, HoldsTheLargestFloats) {
  const float max = std::numeric_limits<float>::max();
  const PrincipalPlane plane = principal_plane(table_of({{max, 0.0F}, {-max, 0.0F}}));
  EXPECT_NEAR(plane.explained[0], 1.0, 1e-12);
  EXPECT_TRUE(std::isfinite(project(plane, std::vector<float>{max, max})[0]));
}

TEST(Projection, RefusesARowOfAnotherWidth) {
  const PrincipalPlane plane = principal_plane(table_of({{1.0F, 2.0F}, {2.0F, 3.0F}}));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { project(plane, std::vector<float>(3)); }), {3, 2}));
}

}  // namespace
}  // namespace whatwhere
