#include "core/order/same_token.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

TEST(SameToken, NoneWithoutARepeat) {
  EXPECT_EQ(same_token_verdict({}, Table(0, 2, {})), Verdict::none);
  EXPECT_EQ(same_token_verdict(Ids{3}, table_of({{1.0F, 2.0F}})), Verdict::none);
  // Other tokens with one vector are no repeat.
  const SameToken same = same_token(Ids{5, 2}, table_of({{1.0F, 2.0F}, {1.0F, 2.0F}}));
  EXPECT_EQ(same.verdict, Verdict::none);
  EXPECT_EQ(same.pair_count, 0U);
  EXPECT_TRUE(same.pairs.empty());
}

TEST(SameToken, YesByHand) {
  const SameToken same = same_token(Ids{5, 2, 5}, table_of({{3.0F, 4.0F}, {0.0F, 1.0F}, {3.0F, 4.0F}}));
  EXPECT_EQ(same.verdict, Verdict::yes);
  EXPECT_EQ(same.pair_count, 1U);
  ASSERT_EQ(same.pairs.size(), 1U);
  EXPECT_EQ(same.pairs[0].id, 5);
  EXPECT_EQ(same.pairs[0].slot_a, 0U);
  EXPECT_EQ(same.pairs[0].slot_b, 2U);
  EXPECT_TRUE(same.pairs[0].same);
  EXPECT_EQ(same.pairs[0].distance, 0.0);
  EXPECT_EQ(same.pairs[0].cosine, 1.0);
}

TEST(SameToken, NoByHand) {
  const SameToken same = same_token(Ids{5, 2, 5}, table_of({{1.0F, 0.0F}, {0.0F, 1.0F}, {4.0F, 4.0F}}));
  EXPECT_EQ(same.verdict, Verdict::no);
  ASSERT_EQ(same.pairs.size(), 1U);
  EXPECT_FALSE(same.pairs[0].same);
  EXPECT_EQ(same.pairs[0].distance, 5.0);  // 3, 4, 5
  EXPECT_DOUBLE_EQ(same.pairs[0].cosine, std::sqrt(0.5));
}

// One pair that differs is enough for "no", wherever it stands among pairs that agree.
TEST(SameToken, OneDifferentSlotIsEnough) {
  for (std::size_t odd = 0; odd < 4; ++odd) {
    std::vector<float> numbers(4, 1.0F);
    numbers[odd] = std::nextafter(1.0F, 2.0F);
    EXPECT_EQ(same_token_verdict(Ids{0, 0, 0, 0}, Table(4, 1, numbers)), Verdict::no) << odd;
  }
  EXPECT_EQ(same_token_verdict(Ids{1, 0, 1, 0}, table_of({{1.0F}, {2.0F}, {1.0F}, {3.0F}})), Verdict::no);
  EXPECT_EQ(same_token_verdict(Ids{0, 1, 0, 1}, table_of({{2.0F}, {1.0F}, {3.0F}, {1.0F}})), Verdict::no);
}

TEST(SameToken, MinusZeroIsNotZeroThoughTheirDistanceIs) {
  const SameToken same = same_token(Ids{1, 1}, table_of({{0.0F, 2.0F}, {-0.0F, 2.0F}}));
  EXPECT_EQ(same.verdict, Verdict::no);
  EXPECT_FALSE(same.pairs[0].same);
  EXPECT_EQ(same.pairs[0].distance, 0.0);
  EXPECT_EQ(same.pairs[0].cosine, 1.0);
}

TEST(SameToken, ANaNRowIsItselfByBytes) {
  const SameToken same = same_token(Ids{1, 1}, table_of({{kNaN, 2.0F}, {kNaN, 2.0F}}));
  EXPECT_EQ(same.verdict, Verdict::yes);
  EXPECT_TRUE(same.pairs[0].same);
  EXPECT_TRUE(std::isnan(same.pairs[0].distance));
  EXPECT_TRUE(std::isnan(same.pairs[0].cosine));
}

TEST(SameToken, CosineOfZeroRowsIsNaN) {
  const SameToken same = same_token(Ids{1, 1}, table_of({{0.0F, 0.0F}, {0.0F, 0.0F}}));
  EXPECT_EQ(same.verdict, Verdict::yes);
  EXPECT_TRUE(std::isnan(same.pairs[0].cosine));
}

TEST(SameToken, PairsComeByIdAndThenBySlots) {
  const Ids ids = {4, 0, 4, 0, 4, 2};
  const SameToken same = same_token(ids, Table(6, 1, std::vector<float>(6)));
  using Pair = std::tuple<TokenId, std::size_t, std::size_t>;
  std::vector<Pair> found;
  for (const auto& pair : same.pairs) found.emplace_back(pair.id, pair.slot_a, pair.slot_b);
  EXPECT_EQ(found, (std::vector<Pair>{{0, 1, 3}, {4, 0, 2}, {4, 0, 4}, {4, 2, 4}}));
  EXPECT_EQ(same.pair_count, 4U);
}

// Every two slots, one by one.
std::vector<SameTokenPair> all_pairs(const Ids& ids, const Table& grid) {
  std::vector<SameTokenPair> pairs;
  for (std::size_t a = 0; a < ids.size(); ++a) {
    for (std::size_t b = a + 1; b < ids.size(); ++b) {
      if (ids[a] != ids[b]) continue;
      pairs.push_back({ids[a], a, b, same_bytes(grid.row(a), grid.row(b)),
                       l2_distance(grid.row(a), grid.row(b)), cosine(grid.row(a), grid.row(b))});
    }
  }
  return pairs;
}

Verdict verdict_of(const std::vector<SameTokenPair>& pairs) {
  if (pairs.empty()) return Verdict::none;
  return std::all_of(pairs.begin(), pairs.end(), [](const auto& p) { return p.same; }) ? Verdict::yes
                                                                                       : Verdict::no;
}

bool same_pair(const SameTokenPair& a, const SameTokenPair& b) {
  return a.id == b.id && a.slot_a == b.slot_a && a.slot_b == b.slot_b && a.same == b.same &&
         same_double(a.distance, b.distance) && same_double(a.cosine, b.cosine);
}

TEST(SameToken, AgreesWithBruteForce) {
  Random random(1);
  std::map<Verdict, std::size_t> verdicts;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t T = random.below(12);
    const auto ids = random_ids(random, T, 1 + random.below(8));
    // Rows that mostly depend on the id alone, now and then with another number in one place.
    const std::size_t spoiled = random.below(2) == 0 ? T : random.below(T + 1);
    std::size_t i_number = 0;
    const Table grid = make_table(T, 2, [&] {
      const std::size_t t = i_number++ / 2;
      return static_cast<float>(ids[t]) + (t == spoiled ? 0.5F : 0.0F);
    });
    auto expected = all_pairs(ids, grid);
    std::stable_sort(expected.begin(), expected.end(),
                     [](const auto& a, const auto& b) { return a.id < b.id; });
    const SameToken found = same_token(ids, grid);
    ASSERT_EQ(found.verdict, verdict_of(expected));
    ASSERT_EQ(same_token_verdict(ids, grid), found.verdict);
    ASSERT_EQ(found.pair_count, expected.size());
    ASSERT_TRUE(
        std::equal(found.pairs.begin(), found.pairs.end(), expected.begin(), expected.end(), same_pair));
    ++verdicts[found.verdict];
  }
  for (const Verdict verdict : {Verdict::none, Verdict::yes, Verdict::no}) EXPECT_GT(verdicts[verdict], 300U);
}

// 45 slots of one token and 5 of another: 45 * 44 / 2 + 5 * 4 / 2 = 1000 pairs; two more slots make 1001.
TEST(SameToken, AThousandPairsAreListedAndNoMore) {
  Ids ids(45, 3);
  ids.insert(ids.end(), 5, 1);
  EXPECT_EQ(same_token(ids, Table(50, 1, std::vector<float>(50))).pairs.size(), 1000U);
  ids.insert(ids.end(), 2, 0);
  const SameToken more = same_token(ids, Table(52, 1, std::vector<float>(52)));
  EXPECT_EQ(more.pair_count, 1001U);
  EXPECT_EQ(more.pairs.size(), 2U);
  EXPECT_EQ(more.verdict, Verdict::yes);
}

TEST(SameToken, OfManyPairsTheClosestAndTheFarthest) {
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    const auto ids = random_ids(random, 80 + random.below(60), 3);
    const Table grid = make_table(ids.size(), 3, [&] { return random.small_float(); });
    const auto expected = all_pairs(ids, grid);
    ASSERT_GT(expected.size(), kMaxListedPairs);
    const auto nearer = [](const auto& a, const auto& b) { return a.distance < b.distance; };
    const SameToken found = same_token(ids, grid);
    ASSERT_EQ(found.pair_count, expected.size());
    ASSERT_EQ(found.verdict, Verdict::no);
    ASSERT_EQ(found.pairs.size(), 2U);
    ASSERT_TRUE(same_pair(found.pairs[0], *std::min_element(expected.begin(), expected.end(), nearer)));
    ASSERT_TRUE(same_pair(found.pairs[1], *std::max_element(expected.begin(), expected.end(), nearer)));
  }
}

// Vectors that repeat, infinities, NaN and zeros of both signs among them: the same two, and of equal ones
// the first by id and slots; and as many that differ.
TEST(SameToken, OfManyPairsTheFirstOfEqualOnes) {
  Random random(4);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::vector<float> few = {0.0F, -0.0F, 1.0F, 1.0F, 2.0F, -3.0F, kInfinity, kNaN};
  for (int i = 0; i < 100; ++i) {
    const auto ids = random_ids(random, 100 + random.below(60), 1 + random.below(3));
    const std::size_t kinds = 1 + random.below(few.size());
    const Table grid = make_table(ids.size(), 1 + random.below(2), [&] { return few[random.below(kinds)]; });
    auto expected = all_pairs(ids, grid);
    ASSERT_GT(expected.size(), kMaxListedPairs);
    const SameToken found = same_token(ids, grid);
    ASSERT_EQ(found.different_count,
              static_cast<std::uint64_t>(std::count_if(expected.begin(), expected.end(),
                                                       [](const auto& pair) { return !pair.same; })));
    std::erase_if(expected, [](const auto& pair) { return std::isnan(pair.distance); });
    if (expected.empty()) {
      ASSERT_TRUE(found.pairs.empty());
      continue;
    }
    std::stable_sort(expected.begin(), expected.end(),
                     [](const auto& a, const auto& b) { return a.id < b.id; });
    const auto nearer = [](const auto& a, const auto& b) { return a.distance < b.distance; };
    const auto farther = [](const auto& a, const auto& b) { return a.distance > b.distance; };
    ASSERT_EQ(found.pairs.size(), 2U);
    ASSERT_TRUE(same_pair(found.pairs[0], *std::min_element(expected.begin(), expected.end(), nearer)));
    ASSERT_TRUE(same_pair(found.pairs[1], *std::min_element(expected.begin(), expected.end(), farther)));
  }
}

// The verdict alone compares each slot with the first of its group: a hundred thousand slots of one token
// would be 5e9 pairs, a minute at the least.
TEST(SameToken, TheVerdictIsNotQuadratic) {
  const Ids ids(100'000, 0);
  std::vector<float> numbers(ids.size(), 1.0F);
  EXPECT_EQ(same_token_verdict(ids, Table(ids.size(), 1, numbers)), Verdict::yes);
  numbers.back() = 2.0F;
  EXPECT_EQ(same_token_verdict(ids, Table(ids.size(), 1, numbers)), Verdict::no);
}

TEST(SameToken, RefusesAGridOfAnotherLength) {
  const Table grid(3, 1, std::vector<float>(3));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { same_token(Ids{0, 1}, grid); }), {2, 3}));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { same_token_verdict(Ids{0, 1, 2, 3}, grid); }), {4, 3}));
}

}  // namespace
}  // namespace whatwhere
