#include "core/order/reorder.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

std::string bytes_of_row(const Table& grid, std::size_t t) {
  const auto row = grid.row(t);
  std::string bytes(row.size_bytes(), '\0');
  std::memcpy(bytes.data(), row.data(), row.size_bytes());
  return bytes;
}

std::multiset<std::string> multiset_of(const Table& grid) {
  std::multiset<std::string> rows;
  for (std::size_t t = 0; t < grid.rows(); ++t) rows.insert(bytes_of_row(grid, t));
  return rows;
}

Table permuted(const Table& grid, const std::vector<std::size_t>& order) {
  std::vector<float> numbers;
  for (const std::size_t t : order) numbers.insert(numbers.end(), grid.row(t).begin(), grid.row(t).end());
  return Table(order.size(), grid.d(), std::move(numbers));
}

std::vector<std::size_t> random_order(Random& random, std::size_t n) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

// Few different numbers, so that rows repeat; among them those that value and bytes tell apart.
float awkward(Random& random) {
  const float numbers[] = {0.0F, -0.0F, 1.0F, -1.0F, kNaN, -kNaN, kInfinity, 0x1p-149F};
  return numbers[random.below(std::size(numbers))];
}

void expect_as_brute_force(const Table& before, const Table& after) {
  const OrderVerdict verdict = compare_order(before, after);
  ASSERT_EQ(verdict.same_multiset, multiset_of(before) == multiset_of(after));
  ASSERT_EQ(verdict.changed.size(), std::max(before.rows(), after.rows()));
  std::size_t changed = 0;
  for (std::size_t t = 0; t < verdict.changed.size(); ++t) {
    const bool both = t < before.rows() && t < after.rows();
    const bool differs = !both || bytes_of_row(before, t) != bytes_of_row(after, t);
    ASSERT_EQ(verdict.changed[t], differs) << t;
    changed += differs ? 1 : 0;
  }
  ASSERT_EQ(verdict.slots_changed, changed);
}

TEST(Reorder, APermutationKeepsTheMultiset) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Table before = make_table(random.below(10), 1 + random.below(3), [&] { return awkward(random); });
    const auto order = random_order(random, before.rows());
    const Table after = permuted(before, order);
    ASSERT_TRUE(compare_order(before, after).same_multiset);
    ASSERT_TRUE(compare_order(before, after, order).same_multiset);
    expect_as_brute_force(before, after);
    const Table ordered = permuted(before, bag_order(before));
    ASSERT_TRUE(same_table(ordered, permuted(after, bag_order(after))));
  }
}

// Many rows that begin alike, some of them the same, some with another last number.
TEST(Reorder, RowsThatBeginAlikeAreToldApart) {
  Random random(7);
  std::size_t same = 0;
  for (int i = 0; i < 200; ++i) {
    const std::size_t d = 17 + random.below(40);
    std::size_t at = 0;
    const Table before = make_table(
        random.below(30), d, [&] { return ++at % d == 0 ? awkward(random) : static_cast<float>(at % d); });
    const Table after = permuted(before, random_order(random, before.rows()));
    expect_as_brute_force(before, after);
    std::vector<float> numbers(after.numbers().begin(), after.numbers().end());
    if (!numbers.empty()) numbers.back() = awkward(random);
    const Table other(after.rows(), d, numbers);
    expect_as_brute_force(before, other);
    same += compare_order(before, other).same_multiset ? 1 : 0;
  }
  EXPECT_GT(same, 10U);
  EXPECT_LT(same, 190U);
}

TEST(Reorder, AgreesWithBruteForceOnOtherGrids) {
  Random random(2);
  std::size_t same = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::size_t d = 1 + random.below(2);
    const Table before = make_table(random.below(5), d, [&] { return awkward(random); });
    const Table after = make_table(random.below(5), d, [&] { return awkward(random); });
    expect_as_brute_force(before, after);
    const bool is_same = compare_order(before, after).same_multiset;
    // A wrong guess of where the rows went, one that names a row twice or one that is not there among them.
    std::vector<std::size_t> guess(after.rows());
    for (std::size_t& row : guess) row = random.below(before.rows() + 1);
    ASSERT_EQ(compare_order(before, after, guess).same_multiset, is_same);
    same += is_same ? 1 : 0;
  }
  EXPECT_GT(same, 50U);
}

TEST(Reorder, CountsMatterNotOnlyMembers) {
  const Table twice_a = table_of({{1.0F}, {1.0F}, {2.0F}});
  const Table twice_b = table_of({{1.0F}, {2.0F}, {2.0F}});
  EXPECT_FALSE(compare_order(twice_a, twice_b).same_multiset);
  EXPECT_EQ(compare_order(twice_a, twice_b).slots_changed, 1U);
}

TEST(Reorder, MinusZeroIsAnotherVector) {
  const OrderVerdict verdict = compare_order(table_of({{0.0F}}), table_of({{-0.0F}}));
  EXPECT_FALSE(verdict.same_multiset);
  EXPECT_EQ(verdict.slots_changed, 1U);
}

TEST(Reorder, ANaNRowIsItself) {
  const OrderVerdict verdict = compare_order(table_of({{kNaN}, {1.0F}}), table_of({{kNaN}, {1.0F}}));
  EXPECT_TRUE(verdict.same_multiset);
  EXPECT_EQ(verdict.slots_changed, 0U);
}

// A slot that only one grid has counts as changed.
TEST(Reorder, OfOtherLengths) {
  const Table two = table_of({{1.0F}, {2.0F}});
  const Table four = table_of({{1.0F}, {9.0F}, {2.0F}, {1.0F}});
  for (const OrderVerdict& verdict : {compare_order(two, four), compare_order(four, two)}) {
    EXPECT_FALSE(verdict.same_multiset);
    EXPECT_EQ(verdict.changed, (std::vector<bool>{false, true, true, true}));
    EXPECT_EQ(verdict.slots_changed, 3U);
  }
  EXPECT_TRUE(compare_order(Table(0, 4, {}), Table(0, 4, {})).same_multiset);
  EXPECT_EQ(compare_order(Table(0, 1, {}), two).slots_changed, 2U);
}

// The totalOrder of IEEE 754-2019, 5.10: -NaN, -inf, -1, -0, +0, smallest subnormal, 1, inf, NaN.
TEST(Reorder, BagOrderIsByValueThenByBytes) {
  const std::vector<float> sorted = {-kNaN, -kInfinity, -1.0F, -0x1p-149F, -0.0F,
                                     0.0F,  0x1p-149F,  1.0F,  kInfinity,  kNaN};
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const auto order = random_order(random, sorted.size());
    const Table grid = permuted(Table(sorted.size(), 1, sorted), order);
    ASSERT_TRUE(same_bytes(permuted(grid, bag_order(grid)).numbers(), sorted));
  }
}

TEST(Reorder, BagOrderGoesColumnByColumn) {
  const Table grid = table_of({{2.0F, 1.0F}, {1.0F, 9.0F}, {1.0F, -3.0F}, {-5.0F, 7.0F}, {1.0F, 9.0F}});
  // Rows 1 and 4 have the same bytes and keep their order.
  EXPECT_EQ(bag_order(grid), (std::vector<std::size_t>{3, 2, 1, 4, 0}));
  EXPECT_TRUE(bag_order(Table(0, 3, {})).empty());
}

TEST(Reorder, BagOrderOfFiniteNumbersIsTheirNumericOrder) {
  Random random(4);
  for (int i = 0; i < 300; ++i) {
    const Table grid = make_table(random.below(30), 1, [&] { return random.finite_float(); });
    const auto order = bag_order(grid);
    for (std::size_t k = 1; k < order.size(); ++k) {
      ASSERT_LE(grid.row(order[k - 1])[0], grid.row(order[k])[0]);
    }
  }
}

// The lesson: without positions a shuffle leaves the bag of vectors as it was, byte for byte.
TEST(Reorder, WithoutPositionsAShuffleLeavesTheBag) {
  Random random(5);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto [E, P] = toy_tables(seed, 0.02);
    Sequence sequence(random_ids(random, 2 + random.below(7), kVocabSize));
    if (!sequence.has_other_order()) continue;
    const Table before = input_embedding(E, P, sequence.ids(), PositionScheme::off).input_emb;
    sequence.shuffle(seed, random.below(10));
    const Table after = input_embedding(E, P, sequence.ids(), PositionScheme::off).input_emb;
    const OrderVerdict verdict = compare_order(before, after);
    ASSERT_TRUE(verdict.same_multiset);
    ASSERT_GE(verdict.slots_changed, 2U);
    ASSERT_TRUE(same_table(permuted(before, bag_order(before)), permuted(after, bag_order(after))));
  }
}

}  // namespace
}  // namespace whatwhere
