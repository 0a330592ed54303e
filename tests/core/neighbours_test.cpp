#include "core/model/neighbours.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

Tensor tensor_of(const Table& table) {
  std::vector<std::byte> bytes(table.numbers().size_bytes());
  std::copy_n(std::as_bytes(table.numbers()).begin(), bytes.size(), bytes.begin());
  return {"E", {table.rows(), table.d()}, "F32", DType::f32, owned_bytes(std::move(bytes))};
}

std::vector<std::size_t> rows_of(const std::vector<Neighbour>& found) {
  std::vector<std::size_t> rows;
  for (const Neighbour& neighbour : found) rows.push_back(neighbour.row);
  return rows;
}

// The query is (1, 0).
TEST(Neighbours, ByHand) {
  const Tensor E =
      tensor_of(table_of({{0.0F, 0.0F}, {2.0F, 0.0F}, {1.0F, 1.0F}, {-3.0F, 0.0F}, {1.0F, 0.5F}}));
  const std::vector<float> query = {1.0F, 0.0F};
  using Rows = std::vector<std::size_t>;
  const auto by_cosine = neighbours(E, query, 10, Metric::cosine);
  EXPECT_EQ(rows_of(by_cosine), (Rows{1, 4, 2, 3})) << "a row of zeros has no direction";
  EXPECT_DOUBLE_EQ(by_cosine[0].score, 1.0);
  EXPECT_DOUBLE_EQ(by_cosine[2].score, std::sqrt(0.5));
  EXPECT_DOUBLE_EQ(by_cosine[3].score, -1.0);
  EXPECT_EQ(rows_of(neighbours(E, query, 10, Metric::dot)), (Rows{1, 2, 4, 0, 3})) << "equal ones by row";
  const auto by_distance = neighbours(E, query, 3, Metric::l2);
  EXPECT_EQ(rows_of(by_distance), (Rows{4, 0, 1}));
  EXPECT_DOUBLE_EQ(by_distance[0].score, 0.5);
  EXPECT_TRUE(neighbours(E, query, 0, Metric::l2).empty());
}

TEST(Neighbours, AreTheBestOfAllRows) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const std::size_t d = 1 + random.below(6);
    const Table table = make_table(1 + random.below(60), d, [&] { return random.small_float(); });
    std::vector<float> query(d);
    for (float& x : query) x = random.small_float();
    for (const Metric metric : {Metric::cosine, Metric::dot, Metric::l2}) {
      std::vector<Neighbour> all = neighbours(tensor_of(table), query, table.rows(), metric);
      ASSERT_EQ(all.size(), table.rows());
      ASSERT_TRUE(std::is_sorted(all.begin(), all.end(), [&](const Neighbour& a, const Neighbour& b) {
        return metric == Metric::l2 ? a.score < b.score : a.score > b.score;
      }));
      const std::size_t k = random.below(table.rows() + 1);
      const auto some = neighbours(tensor_of(table), query, k, metric);
      all.resize(k);
      ASSERT_EQ(rows_of(some), rows_of(all));
    }
  }
}

TEST(Neighbours, RowsWithoutANumberAreLeftOut) {
  const Tensor E = tensor_of(table_of({{kNaN}, {1.0F}, {kInfinity}}));
  EXPECT_EQ(rows_of(neighbours(E, std::vector<float>{1.0F}, 5, Metric::l2)),
            (std::vector<std::size_t>{1, 2}));
  EXPECT_THROW(neighbours(E, std::vector<float>{1.0F, 2.0F}, 5, Metric::dot), ShapeError);
}

}  // namespace
}  // namespace whatwhere
