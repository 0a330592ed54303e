#include "core/model/principal_components.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/order/distance.h"
#include "core/symmetric_eigenvectors.h"
#include "core/tables/initialise.h"
#include "core/tables/panel_products.h"
#include "tests/core/tensors.h"

namespace whatwhere {
namespace {

PrincipalComponents components_of(const Tensor& table, std::size_t k = 3, std::size_t threads = 0) {
  Unwatched run;
  auto result = principal_components(table, k, run.cancelled, run.progress, threads);
  EXPECT_TRUE(result.has_value());
  EXPECT_EQ(run.progress, 1.0F);
  return *result;
}

TEST(PanelProducts, AreSumsInTheOrderOfRows) {
  Random random(1);
  for (const std::size_t rows : {0U, 1U, 5U, 130U}) {
    std::vector<double> packed(3 * rows * kPanel);
    for (double& x : packed)
      x = static_cast<double>(random.small_float()) + 0x1p-40 * static_cast<double>(random.small_float());
    std::vector<double> tiles(3 * kTile);
    for (double& x : tiles) x = static_cast<double>(random.small_float());
    std::vector<double> expected = tiles;
    for (std::size_t q = 0; q < 3; ++q) {
      for (std::size_t i = 0; i < kPanel; ++i) {
        for (std::size_t j = 0; j < kPanel; ++j) {
          for (std::size_t r = 0; r < rows; ++r)
            expected[q * kTile + i * kPanel + j] +=
                packed[r * kPanel + i] * packed[(q * rows + r) * kPanel + j];
        }
      }
    }
    add_panel_products(packed.data(), packed.data(), 3, rows, tiles.data());
    EXPECT_EQ(tiles, expected) << "the same bits";
  }
}

// Points on the line through (1, 2) along (3, 4) / 5, at -10, 0 and 10, and one across it.
TEST(PrincipalComponents, ByHand) {
  const PrincipalComponents pc = components_of(
      tensor_of(table_of({{-5.0F, -6.0F}, {1.0F, 2.0F}, {7.0F, 10.0F}, {5.0F, -1.0F}, {-3.0F, 5.0F}})));
  EXPECT_EQ(pc.rows, 5U);
  EXPECT_EQ(pc.mean, (std::vector<double>{1.0, 2.0}));
  ASSERT_EQ(pc.components.size(), 2U) << "no more than there are columns";
  EXPECT_NEAR(pc.components[0][0], 0.6, 1e-14);
  EXPECT_NEAR(pc.components[0][1], 0.8, 1e-14);
  EXPECT_NEAR(pc.components[1][0], 0.8, 1e-14) << "the larger number is positive";
  EXPECT_NEAR(pc.components[1][1], -0.6, 1e-14);
  EXPECT_NEAR(pc.variances[0], 40.0, 1e-12);  // (100 + 100) / 5
  EXPECT_NEAR(pc.variances[1], 10.0, 1e-12);  // (25 + 25) / 5
  EXPECT_NEAR(pc.explained[0], 0.8, 1e-14);
  EXPECT_NEAR(pc.scores.row(2)[0], 10.0, 1e-6);
  EXPECT_NEAR(pc.scores.row(3)[1], 5.0, 1e-6);
}

double cosine_of(const std::vector<double>& a, const Eigen::VectorXd& b) {
  return std::abs(Eigen::Map<const Eigen::VectorXd>(a.data(), b.size()).dot(b));
}

// Eigen's solver for all vectors, on the covariance of the plain formula.
TEST(PrincipalComponents, AgreeWithTheWholeDecomposition) {
  Random random(2);
  for (const std::size_t d : {1U, 2U, 3U, 9U, 50U}) {
    const std::size_t V = 2300;
    std::vector<float> size(d);
    for (float& x : size) x = 0.1F + static_cast<float>(random.below(100));
    std::size_t j = 0;
    const Table table = make_table(V, d, [&] { return 3.0F + size[j++ % d] * random.small_float(); });
    Eigen::MatrixXd rows(V, d);
    for (std::size_t i = 0; i < V; ++i) {
      for (std::size_t c = 0; c < d; ++c)
        rows(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c)) =
            static_cast<double>(table.row(i)[c]);
    }
    rows.rowwise() -= rows.colwise().mean().eval();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> whole(rows.transpose() * rows /
                                                               static_cast<double>(V));
    const PrincipalComponents pc = components_of(tensor_of(table));
    ASSERT_EQ(pc.components.size(), std::min<std::size_t>(3, d));
    for (std::size_t c = 0; c < pc.components.size(); ++c) {
      const auto at = static_cast<Eigen::Index>(d - 1 - c);
      EXPECT_GT(cosine_of(pc.components[c], whole.eigenvectors().col(at)), 0.999999);
      EXPECT_NEAR(pc.variances[c] / whole.eigenvalues()[at], 1.0, 1e-12);
      EXPECT_NEAR(pc.explained[c], whole.eigenvalues()[at] / whole.eigenvalues().sum(), 1e-12);
    }
  }
}

TEST(PrincipalComponents, DoNotDependOnTheNumberOfThreads) {
  Random random(3);
  const Tensor table = tensor_of(make_table(9000, 20, [&] { return random.small_float(); }));
  const PrincipalComponents one = components_of(table, 3, 1);
  for (std::size_t threads = 2; threads <= 5; ++threads) {
    const PrincipalComponents some = components_of(table, 3, threads);
    EXPECT_EQ(one.mean, some.mean);
    EXPECT_EQ(one.components, some.components);
    EXPECT_EQ(one.variances, some.variances);
    EXPECT_EQ(one.scores, some.scores);
  }
}

TEST(PrincipalComponents, RowsWithoutNumbersAreLeftOut) {
  const PrincipalComponents with = components_of(
      tensor_of(table_of({{1.0F, 2.0F}, {kNaN, 0.0F}, {3.0F, 1.0F}, {0.0F, -kInfinity}, {5.0F, 5.0F}})));
  const PrincipalComponents without =
      components_of(tensor_of(table_of({{1.0F, 2.0F}, {3.0F, 1.0F}, {5.0F, 5.0F}})));
  EXPECT_EQ(with.rows, 3U);
  EXPECT_EQ(with.mean, without.mean);
  EXPECT_EQ(with.components, without.components);
  EXPECT_TRUE(std::isnan(with.scores.row(1)[0]) && std::isnan(with.scores.row(3)[1]));
  EXPECT_TRUE(same_bytes(with.scores.row(4), without.scores.row(2)));
}

TEST(PrincipalComponents, WhereNothingVaries) {
  for (const Table& table : {table_of({{2.0F, 3.0F}, {2.0F, 3.0F}}), table_of({{kNaN, 1.0F}})}) {
    const PrincipalComponents pc = components_of(tensor_of(table));
    EXPECT_EQ(pc.variances, (std::vector<double>{0.0, 0.0}));
    EXPECT_EQ(pc.explained, (std::vector<double>{0.0, 0.0}));
  }
}

TEST(PrincipalComponents, CancelledIsNothing) {
  Unwatched run;
  run.cancelled = true;
  EXPECT_FALSE(principal_components(tensor_of(table_of({{1.0F}, {2.0F}})), 3, run.cancelled, run.progress));
}

// A v - value v is small, and the vectors are orthogonal: for matrices with equal eigenvalues, too.
void expect_eigenpairs(const Eigen::MatrixXd& matrix, std::size_t k) {
  const auto pairs = largest_eigenpairs(matrix, k);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> whole(matrix);
  const double size = std::max(matrix.norm(), 1e-300);
  for (std::size_t a = 0; a < k; ++a) {
    const Eigen::Map<const Eigen::VectorXd> v(pairs[a].vector.data(), matrix.rows());
    EXPECT_NEAR(pairs[a].value, whole.eigenvalues()[matrix.rows() - 1 - static_cast<Eigen::Index>(a)],
                1e-13 * size);
    EXPECT_LT((matrix * v - pairs[a].value * v).norm(), 1e-12 * size);
    for (std::size_t b = 0; b <= a; ++b) {
      const Eigen::Map<const Eigen::VectorXd> w(pairs[b].vector.data(), matrix.rows());
      EXPECT_NEAR(v.dot(w), a == b ? 1.0 : 0.0, 1e-13);
    }
  }
}

TEST(SymmetricEigenvectors, OfAwkwardMatrices) {
  expect_eigenpairs(Eigen::MatrixXd::Zero(5, 5), 5);
  expect_eigenpairs(Eigen::MatrixXd::Identity(40, 40), 40);
  expect_eigenpairs(Eigen::MatrixXd::Identity(6, 6) * 1e80, 3);
  expect_eigenpairs(Eigen::MatrixXd::Ones(30, 30), 30);
  expect_eigenpairs(Eigen::VectorXd::LinSpaced(20, -3.0, 4.0).asDiagonal(), 20);
  Random random(4);
  const auto next = [&] { return static_cast<double>(random.small_float()); };
  for (Eigen::Index n = 1; n < 40; ++n) {
    Eigen::MatrixXd x(n, n);
    for (double& number : x.reshaped()) number = next();
    expect_eigenpairs(x + x.transpose(), static_cast<std::size_t>(n));
    const Eigen::MatrixXd few = x.leftCols((n + 2) / 3);
    expect_eigenpairs(few * few.transpose(), static_cast<std::size_t>(n));
    // Wilkinson's W(2m + 1)+: its largest eigenvalues agree to many digits.
    Eigen::MatrixXd wilkinson = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      wilkinson(i, i) = std::abs(static_cast<double>(i) - static_cast<double>(n - 1) / 2.0);
      if (i > 0) wilkinson(i, i - 1) = wilkinson(i - 1, i) = 1.0;
    }
    expect_eigenpairs(wilkinson, static_cast<std::size_t>(n));
  }
}

TEST(PositionCosines, AreThoseOfPairs) {
  Random random(5);
  for (const auto& [T, most] : {std::pair{1U, 30U}, {7U, 30U}, {8U, 30U}, {30U, 30U}, {9U, 300U}}) {
    const Table P =
        make_table(T, most < 100 ? 1 + random.below(most) : most, [&] { return random.small_float(); });
    const Table cosines = position_cosines(P);
    ASSERT_EQ(cosines.rows(), T);
    ASSERT_EQ(cosines.d(), T);
    for (std::size_t a = 0; a < T; ++a) {
      for (std::size_t b = 0; b < T; ++b)
        ASSERT_EQ(cosines.row(a)[b], static_cast<float>(cosine(P.row(a), P.row(b))));
    }
  }
  const Table with_zero = position_cosines(table_of({{0.0F, 0.0F}, {0.0F, 2.0F}}));
  EXPECT_TRUE(std::isnan(with_zero.row(0)[0]) && std::isnan(with_zero.row(0)[1]));
  EXPECT_EQ(with_zero.row(1)[1], 1.0F);
  const std::atomic<bool> cancelled = true;
  EXPECT_THROW(position_cosines(table_of({{1.0F}}), {&cancelled, nullptr}), Cancelled);
}

}  // namespace
}  // namespace whatwhere
