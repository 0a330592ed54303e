#include "core/model/neighbours.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/errors.h"
#include "tests/core/tensors.h"

namespace whatwhere {
namespace {

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

TEST(Neighbours, CanBeWatchedAndStopped) {
  const Tensor E = tensor_of(make_table(3000, 4, [i = 0]() mutable { return static_cast<float>(i++ % 7); }));
  std::atomic<bool> cancelled = false;
  std::atomic<float> progress = 0.0F;
  const ReadWatch watch{&cancelled, &progress};
  const std::vector<double> norms = row_norms(E, 2, watch);
  EXPECT_EQ(progress, 1.0F);
  progress = 0.0F;
  const std::vector<float> query(4, 1.0F);
  EXPECT_EQ(neighbours(E, norms, query, 3, Metric::dot, 2, watch).size(), 3U);
  EXPECT_EQ(progress, 1.0F);
  cancelled = true;
  EXPECT_THROW(row_norms(E, 2, watch), Cancelled);
  EXPECT_THROW(neighbours(E, norms, query, 3, Metric::dot, 2, watch), Cancelled);
}

// Every metric and several k: the rows and scores of the plain function, bit for bit.
void expect_the_same(const Tensor& table, std::span<const float> query) {
  const auto V = static_cast<std::size_t>(table.rows());
  const std::vector<double> norms = row_norms(table, 2);
  for (const Metric metric : {Metric::cosine, Metric::dot, Metric::l2}) {
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{3}, V / 2, V, V + 5}) {
      const auto expected = neighbours(table, query, k, metric);
      for (const std::size_t threads : {1U, 3U}) {
        const auto found = neighbours(table, norms, query, k, metric, threads);
        ASSERT_EQ(rows_of(found), rows_of(expected)) << "k = " << k;
        for (std::size_t i = 0; i < found.size(); ++i)
          ASSERT_TRUE(same_double(found[i].score, expected[i].score));
      }
    }
  }
}

std::vector<float> random_query(std::size_t d, Random& random) {
  std::vector<float> query(d);
  for (float& x : query) x = random.small_float();
  return query;
}

TEST(QuickNeighbours, AreThePlainOnes) {
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const std::size_t d = 1 + random.below(100);
    const std::size_t V = 1 + random.below(1500);
    const Table table = make_table(V, d, [&] { return random.small_float(); });
    expect_the_same(tensor_of(table), random_query(d, random));
    expect_the_same(tensor_of(table), table.row(random.below(V)));
  }
}

// Few values: many rows are equally near, and the lower ones come first.
TEST(QuickNeighbours, OfTiesAndRowsOfZeros) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const std::size_t d = 1 + random.below(3);
    const Table table =
        make_table(1 + random.below(700), d, [&] { return static_cast<float>(random.below(3)) - 1.0F; });
    expect_the_same(tensor_of(table), table.row(0));
    expect_the_same(tensor_of(table), std::vector<float>(d, 0.0F));
  }
}

// Rows that differ from one another, and from the query, by a few of the last bits only: float32 cannot tell
// which is nearer.
TEST(QuickNeighbours, OfRowsThatFloat32CannotTellApart) {
  Random random(4);
  for (const float offset : {1.0F, 1000.0F, 1e-30F, 1e25F}) {
    const std::size_t d = 40;
    const auto next = [&] {
      const auto bits = std::bit_cast<std::uint32_t>(offset) + static_cast<std::uint32_t>(random.below(4));
      return std::bit_cast<float>(bits);
    };
    const Table table = make_table(600, d, next);
    std::vector<float> query(d);
    for (float& x : query) x = next();
    expect_the_same(tensor_of(table), query);
    expect_the_same(tensor_of(table), random_query(d, random));
  }
}

TEST(QuickNeighbours, OfAnyNumbersAtAll) {
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const std::size_t d = 1 + random.below(4);
    const Table any = make_table(200, d, [&] { return random.any_float(); });
    expect_the_same(tensor_of(any), any.row(0));
    expect_the_same(tensor_of(any), random_query(d, random));
    const Table finite = make_table(200, d, [&] { return random.finite_float(); });
    expect_the_same(tensor_of(finite), finite.row(0));
  }
}

TEST(QuickNeighbours, OfTablesThatAreNotFloat32) {
  Random random(6);
  for (int i = 0; i < 8; ++i) {
    const std::size_t d = 1 + random.below(70);
    Tensor table = half_tensor(1 + random.below(700), d, random);
    expect_the_same(table, random_query(d, random));
    table.big_endian = true;
    expect_the_same(table, random_query(d, random));
    table.big_endian = false;
    table.column_major = true;
    expect_the_same(table, random_query(d, random));
    table.dtype = DType::bf16;
    expect_the_same(table, random_query(d, random));
  }
}

TEST(QuickNeighbours, NeedAQueryAndNormsThatFit) {
  const Tensor table = tensor_of(table_of({{1.0F}, {2.0F}}));
  const std::vector<float> query = {1.0F, 2.0F};
  const std::vector<double> norms = {1.0, 2.0, 3.0};
  EXPECT_THROW(neighbours(table, std::span(norms).first(2), query, 1, Metric::dot), ShapeError);
  EXPECT_TRUE(names(
      message_of<ShapeError>([&] { neighbours(table, norms, std::span(query).first(1), 1, Metric::dot); }),
      {3, 2, 1}));
}

}  // namespace
}  // namespace whatwhere
