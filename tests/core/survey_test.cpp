#include "core/model/survey.h"

#include <cmath>

#include "core/errors.h"
#include "core/order/distance.h"
#include "core/tables/row_hash.h"
#include "tests/core/tensors.h"

namespace whatwhere {
namespace {

using Rows = std::vector<std::uint32_t>;

TableSurvey survey_of(const Tensor& table, std::size_t threads = 0) {
  Unwatched run;
  auto result = survey(table, run.cancelled, run.progress, threads);
  EXPECT_TRUE(result.has_value());
  EXPECT_EQ(run.progress, 1.0F);
  return *result;
}

TEST(Survey, ByHand) {
  const TableSurvey s = survey_of(
      tensor_of(table_of({{3.0F, 4.0F}, {0.0F, -0.0F}, {-3.0F, 0.0F}, {3.0F, 4.0F}, {2.0F, -3.0F}})));
  EXPECT_EQ(s.norms, (std::vector<double>{5.0, 0.0, 3.0, 5.0, std::sqrt(13.0)}));
  EXPECT_EQ(s.centroid, (std::vector<double>{1.0, 1.0}));  // 5 / 5 and 5 / 5
  EXPECT_EQ(s.centroid_distance[0], std::sqrt(13.0));
  EXPECT_EQ(s.centroid_distance[2], std::sqrt(17.0));
  EXPECT_EQ(s.columns[0].mean, 1.0);
  EXPECT_DOUBLE_EQ(s.columns[0].std, std::sqrt((4.0 + 1.0 + 16.0 + 4.0 + 1.0) / 5.0));
  EXPECT_EQ(s.columns[1].low, -3.0F);
  EXPECT_EQ(s.columns[1].high, 4.0F);
  EXPECT_EQ(s.zero_rows, Rows{1});
  EXPECT_TRUE(s.odd_rows.empty());
  EXPECT_EQ(s.duplicates, (std::vector<DuplicateRow>{{3, 0}}));
  EXPECT_EQ(s.counts, (NumberCounts{0, 0, 0, 1, 0}));
  EXPECT_EQ(s.range, 4.0F);
  // Squares of the distances from (1, 1): 13, 2, 17, 13, 17.
  EXPECT_EQ(nearest_to_centroid(s, 4), (Rows{1, 0, 3, 2}));
  EXPECT_EQ(nearest_to_centroid(s, 9).size(), 5U);
}

TEST(Survey, OddNumbersAreCountedAndLeftOut) {
  constexpr float kSubnormal = 1e-45F;
  const TableSurvey s = survey_of(tensor_of(
      table_of({{1.0F, kNaN}, {kInfinity, -7.0F}, {-kInfinity, kNaN}, {3.0F, kSubnormal}, {1.0F, kNaN}})));
  EXPECT_EQ(s.odd_rows, (Rows{0, 1, 2, 4}));
  EXPECT_EQ(s.counts, (NumberCounts{3, 1, 1, 0, 1}));
  EXPECT_EQ(s.centroid, (std::vector<double>{3.0, static_cast<double>(kSubnormal)}));
  EXPECT_DOUBLE_EQ(s.columns[0].mean, 5.0 / 3.0) << "1, 3 and 1 are finite";
  EXPECT_DOUBLE_EQ(s.columns[0].std, std::sqrt((4.0 + 16.0 + 4.0) / 27.0));
  EXPECT_DOUBLE_EQ(s.columns[1].mean, -3.5);
  EXPECT_EQ(s.columns[1].low, -7.0F);
  EXPECT_EQ(s.range, 7.0F);
  EXPECT_EQ(s.duplicates, (std::vector<DuplicateRow>{{4, 0}})) << "a NaN is the same bits as itself";
  EXPECT_TRUE(std::isnan(s.centroid_distance[0]));
  EXPECT_EQ(s.centroid_distance[3], 0.0);
  EXPECT_EQ(s.norms[1], static_cast<double>(kInfinity));
  EXPECT_EQ(nearest_to_centroid(s, 5), Rows{3});
}

TEST(Survey, NothingFinite) {
  const TableSurvey s = survey_of(tensor_of(table_of({{kNaN}, {kInfinity}})));
  EXPECT_TRUE(std::isnan(s.centroid[0]));
  EXPECT_TRUE(std::isnan(s.columns[0].mean) && std::isnan(s.columns[0].std));
  EXPECT_TRUE(std::isnan(s.columns[0].low) && std::isnan(s.columns[0].high));
  EXPECT_EQ(s.range, 0.0F);
  EXPECT_TRUE(s.outlier_columns.empty());
}

TEST(Survey, ColumnsThatStandOut) {
  Random random(3);
  Table table = make_table(600, 40, [&] { return random.small_float(); });
  std::vector<float> numbers(table.numbers().begin(), table.numbers().end());
  for (std::size_t i = 0; i < 600; ++i) {
    numbers[i * 40 + 7] *= 8.0F;   // eight times the others' std
    numbers[i * 40 + 20] += 5.0F;  // the others' means are about 0.02
    numbers[i * 40 + 30] *= 4.0F;  // not six times
    numbers[i * 40 + 31] += 0.4F;  // less than their std, about 0.58
  }
  EXPECT_EQ(survey_of(tensor_of(Table(600, 40, numbers))).outlier_columns, (Rows{7, 20}));
}

// The plain loops, for tables of many blocks with rows of all kinds.
TEST(Survey, AgreesWithPlainLoopsAndWithItselfOnAnyNumberOfThreads) {
  Random random(4);
  for (const std::size_t V : {1U, 255U, 257U, 1500U}) {
    const std::size_t d = 1 + random.below(20);
    const Tensor table = half_tensor(V, d, random);
    const TableSurvey one = survey_of(table, 1);
    const TableSurvey three = survey_of(table, 3);
    std::vector<double> sum(d, 0.0);
    std::size_t finite = 0;
    std::vector<float> row(d);
    for (std::size_t i = 0; i < V; ++i) {
      read_row(table, i, row);
      const bool is_odd = !std::all_of(row.begin(), row.end(), [](float x) { return std::isfinite(x); });
      EXPECT_EQ(std::binary_search(one.odd_rows.begin(), one.odd_rows.end(), i), is_odd);
      if (is_odd) continue;
      ++finite;
      EXPECT_EQ(one.norms[i], l2_distance(row, std::vector<float>(d, 0.0F)));
      for (std::size_t j = 0; j < d; ++j) sum[j] += static_cast<double>(row[j]);
    }
    for (std::size_t j = 0; j < d && finite > 0; ++j)
      EXPECT_NEAR(one.centroid[j], sum[j] / static_cast<double>(finite), 1e-9);
    for (std::size_t i = 0; i < V; ++i) {
      ASSERT_TRUE(same_double(one.norms[i], three.norms[i]));
      ASSERT_TRUE(same_double(one.centroid_distance[i], three.centroid_distance[i]));
    }
    for (std::size_t j = 0; j < d; ++j) {
      ASSERT_TRUE(same_double(one.centroid[j], three.centroid[j]));
      ASSERT_TRUE(same_double(one.columns[j].mean, three.columns[j].mean));
      ASSERT_TRUE(same_double(one.columns[j].std, three.columns[j].std));
    }
    EXPECT_EQ(one.counts, three.counts);
    EXPECT_EQ(one.odd_rows, three.odd_rows);
    EXPECT_EQ(one.duplicates, three.duplicates);
  }
}

// Rows of two numbers of four values: many are the same.
TEST(Survey, DuplicatesAgreeWithPlainLoops) {
  Random random(5);
  const Table table = make_table(300, 2, [&] { return static_cast<float>(random.below(9)) - 4.0F; });
  std::vector<DuplicateRow> expected;
  for (std::uint32_t i = 0; i < 300; ++i) {
    if (table.row(i)[0] == 0.0F && table.row(i)[1] == 0.0F) continue;
    std::uint32_t first = 0;
    while (!same_bytes(table.row(first), table.row(i))) ++first;
    if (first < i) expected.push_back({i, first});
  }
  EXPECT_EQ(survey_of(tensor_of(table)).duplicates, expected);
  EXPECT_GT(expected.size(), 100U);
}

TEST(Survey, CancelledIsNothing) {
  Unwatched run;
  run.cancelled = true;
  const Tensor table = tensor_of(table_of({{1.0F}, {2.0F}}));
  EXPECT_FALSE(survey(table, run.cancelled, run.progress));
  EXPECT_FALSE(block_extremes(table, {}, 1, run.cancelled, run.progress));
}

TEST(Survey, Histograms) {
  const std::vector<double> values = {0.0, 1.0, 2.0, 3.9, 4.0, std::nan(""), 1.0 / 0.0};
  const Histogram four = histogram(values, 4);
  EXPECT_EQ(four.low, 0.0);
  EXPECT_EQ(four.high, 4.0);
  EXPECT_EQ(four.counts, (std::vector<std::uint64_t>{1, 1, 1, 2}));
  EXPECT_EQ(histogram(std::vector<double>{7.0, 7.0}, 3).counts, (std::vector<std::uint64_t>{2, 0, 0}));
  EXPECT_EQ(histogram({}, 2).counts, (std::vector<std::uint64_t>{0, 0}));
  EXPECT_TRUE(histogram(values, 0).counts.empty());
}

TEST(BlockExtremes, ByHand) {
  Unwatched run;
  const Tensor table =
      tensor_of(table_of({{1.0F, -1.0F}, {2.0F, kNaN}, {-3.0F, 5.0F}, {4.0F, 0.0F}, {9.0F, kInfinity}}));
  const auto two = block_extremes(table, {}, 2, run.cancelled, run.progress);
  ASSERT_TRUE(two.has_value());
  EXPECT_EQ(run.progress, 1.0F);
  EXPECT_EQ(two->rows_per_block, 2U);
  ASSERT_EQ(two->low.rows(), 3U);
  EXPECT_EQ(two->low.row(0)[0], 1.0F);
  EXPECT_EQ(two->high.row(0)[0], 2.0F);
  EXPECT_TRUE(std::isnan(two->low.row(0)[1]) && std::isnan(two->high.row(0)[1]));
  EXPECT_EQ(two->low.row(1)[1], 0.0F);
  EXPECT_EQ(two->high.row(1)[1], 5.0F);
  EXPECT_EQ(two->high.row(2)[1], kInfinity);
  const Rows order = {4, 2, 0};
  const auto all = block_extremes(table, order, 10, run.cancelled, run.progress);
  EXPECT_EQ(all->low, table_of({{-3.0F, -1.0F}}));
  EXPECT_EQ(all->high, table_of({{9.0F, kInfinity}}));
  EXPECT_THROW(block_extremes(table, order, 0, run.cancelled, run.progress), ValueError);
  EXPECT_TRUE(names(
      message_of<ValueError>([&] { block_extremes(table, Rows{5}, 1, run.cancelled, run.progress); }), {5}));
}

TEST(RowHash, IsOfTheBytes) {
  Random random(6);
  std::set<std::uint64_t> hashes;
  for (std::size_t d = 0; d < 40; ++d) {
    std::vector<float> row(d);
    for (float& x : row) x = random.any_float();
    hashes.insert(row_hash(row));
    EXPECT_EQ(row_hash(row), row_hash(std::vector<float>(row)));
    for (std::size_t j = 0; j < d; ++j) {
      std::vector<float> other = row;
      other[j] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(row[j]) ^ 0x80000000U);
      hashes.insert(row_hash(other));
    }
  }
  EXPECT_EQ(hashes.size(), 40U + 39U * 40U / 2U);
}

}  // namespace
}  // namespace whatwhere
