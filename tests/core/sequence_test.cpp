#include "core/order/sequence.h"

#include <algorithm>
#include <map>

#include "tests/core/helpers.h"
#include "tests/core/reference.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

std::vector<Slot> slots_of(const Sequence& s) { return {s.slots().begin(), s.slots().end()}; }

std::set<std::uint32_t> identities(const Sequence& s) {
  std::set<std::uint32_t> all;
  for (const Slot& slot : s.slots()) all.insert(slot.identity);
  return all;
}

// The same slots, each with its id, in whatever order?
bool same_slots(const Sequence& a, const Sequence& b) {
  const auto ids = [](const Sequence& s) {
    std::map<std::uint32_t, TokenId> by_identity;
    for (const Slot& slot : s.slots()) by_identity[slot.identity] = slot.id;
    return by_identity;
  };
  return a.size() == b.size() && ids(a).size() == a.size() && ids(a) == ids(b);
}

TEST(Sequence, HoldsTheIdsInOrder) {
  const Sequence s(Ids{5, 2, 5});
  EXPECT_EQ(s.ids(), (Ids{5, 2, 5}));
  EXPECT_EQ(s.size(), 3U);
  EXPECT_FALSE(s.empty());
  EXPECT_EQ(identities(s).size(), 3U);
  EXPECT_TRUE(Sequence().empty());
  EXPECT_EQ(Sequence(), Sequence(Ids{}));
}

TEST(Sequence, InsertAndRemove) {
  Sequence s(Ids{1, 2});
  const auto old = slots_of(s);
  s.insert(0, 7);
  s.insert(3, 8);
  s.insert(2, 9);
  EXPECT_EQ(s.ids(), (Ids{7, 1, 9, 2, 8}));
  EXPECT_EQ(s.slots()[1], old[0]);
  EXPECT_EQ(s.slots()[3], old[1]);
  EXPECT_EQ(identities(s).size(), 5U);
  s.remove(0);
  s.remove(3);
  s.remove(1);
  EXPECT_EQ(s.ids(), (Ids{1, 2}));
  EXPECT_EQ(slots_of(s), old);
}

// A new slot is never taken for one that was removed.
TEST(Sequence, IdentitiesAreNotUsedAgain) {
  Sequence s(Ids{1});
  std::set<std::uint32_t> seen = identities(s);
  for (int i = 0; i < 100; ++i) {
    s.remove(0);
    s.insert(0, 1);
    ASSERT_TRUE(seen.insert(s.slots()[0].identity).second) << i;
  }
}

TEST(Sequence, MoveByHand) {
  const auto moved = [](std::size_t from, std::size_t to) {
    Sequence s(Ids{0, 1, 2, 3});
    s.move(from, to);
    return s.ids();
  };
  EXPECT_EQ(moved(0, 3), (Ids{1, 2, 3, 0}));
  EXPECT_EQ(moved(3, 0), (Ids{3, 0, 1, 2}));
  EXPECT_EQ(moved(1, 2), (Ids{0, 2, 1, 3}));
  EXPECT_EQ(moved(2, 1), (Ids{0, 2, 1, 3}));
  EXPECT_EQ(moved(2, 2), (Ids{0, 1, 2, 3}));
}

// "Takes slot `from` out and puts it where it becomes slot `to`", done with erase and insert.
TEST(Sequence, MoveIsTakingOutAndPuttingIn) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    Sequence s(random_ids(random, 1 + random.below(8), 4));
    const std::size_t from = random.below(s.size());
    const std::size_t to = random.below(s.size());
    auto expected = slots_of(s);
    const Slot slot = expected[from];
    expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(from));
    expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(to), slot);
    s.move(from, to);
    ASSERT_EQ(slots_of(s), expected);
  }
}

TEST(Sequence, ReverseAndPermute) {
  Sequence s(Ids{5, 2, 5, 1});
  const auto old = slots_of(s);
  s.reverse();
  EXPECT_EQ(slots_of(s), (std::vector<Slot>{old[3], old[2], old[1], old[0]}));
  s.reverse();
  s.permute(std::vector<std::size_t>{2, 0, 3, 1});
  EXPECT_EQ(slots_of(s), (std::vector<Slot>{old[2], old[0], old[3], old[1]}));
}

TEST(Sequence, HasOtherOrder) {
  EXPECT_FALSE(Sequence().has_other_order());
  EXPECT_FALSE(Sequence(Ids{3}).has_other_order());
  EXPECT_FALSE(Sequence(Ids{3, 3}).has_other_order());
  EXPECT_FALSE(Sequence(Ids{3, 3, 3, 3}).has_other_order());
  EXPECT_TRUE(Sequence(Ids{3, 1}).has_other_order());
  EXPECT_TRUE(Sequence(Ids{3, 3, 3, 1}).has_other_order());
  EXPECT_TRUE(Sequence(Ids{1, 3, 3, 3}).has_other_order());
}

TEST(Sequence, AShuffleIsAnotherOrderOfTheSameSlots) {
  Random random(2);
  for (int i = 0; i < 5000; ++i) {
    const Sequence start(random_ids(random, 2 + random.below(7), 1 + random.below(6)));
    if (!start.has_other_order()) continue;
    const std::uint64_t seed = random.bits();
    const std::uint64_t number = random.below(2) == 0 ? random.below(10) : random.bits();
    Sequence s = start;
    s.shuffle(seed, number);
    ASSERT_TRUE(same_slots(s, start));
    ASSERT_NE(s.ids(), start.ids());
    Sequence again = start;
    again.shuffle(seed, number);
    ASSERT_EQ(again, s);
  }
}

TEST(Sequence, ShufflesDependOnSeedAndNumber) {
  const Sequence start(Ids{0, 1, 2, 3, 4, 5, 6, 7});
  std::set<Ids> by_number;
  std::set<Ids> by_seed;
  std::set<Ids> by_both;  // the sum of the two is not all that counts
  for (std::uint64_t i = 0; i < 100; ++i) {
    Sequence a = start;
    a.shuffle(42, i);
    by_number.insert(a.ids());
    Sequence b = start;
    b.shuffle(i, 0);
    by_seed.insert(b.ids());
    Sequence c = start;
    c.shuffle(i, 100 - i);
    by_both.insert(c.ids());
  }
  // 8! = 40320 orders: among 100 draws fewer than 1 pair coincides on average (100 * 99 / 2 / 40319 = 0.12).
  EXPECT_GE(by_number.size(), 97U);
  EXPECT_GE(by_seed.size(), 97U);
  EXPECT_GE(by_both.size(), 97U);
}

// From tests/data/make_random_reference.py, which draws them in Python integers: the order of a seed and a
// number is the same on every machine.
TEST(Sequence, TheOrdersOfASeedArePinned) {
  ASSERT_EQ(random_reference().at("shuffles").size(), 60U);
  for (const auto& entry : random_reference().at("shuffles")) {
    const Sequence start(entry.at("ids").get<Ids>());
    Sequence expected = start;
    expected.permute(entry.at("order").get<std::vector<std::size_t>>());
    Sequence s = start;
    s.shuffle(entry.at("seed"), entry.at("number"));
    ASSERT_EQ(s, expected) << entry;
  }
}

// Pearson's chi-square of the orders drawn against equal chances for all `others` orders but the present one.
double chi_square(const Ids& ids, std::size_t others, std::uint64_t draws, bool over_seeds) {
  std::map<Ids, double> counts;
  for (std::uint64_t i = 0; i < draws; ++i) {
    Sequence s(ids);
    s.shuffle(over_seeds ? i : 42, over_seeds ? 0 : i);
    counts[s.ids()] += 1.0;
  }
  EXPECT_EQ(counts.count(ids), 0U);
  EXPECT_EQ(counts.size(), others);
  const double expected = static_cast<double>(draws) / static_cast<double>(others);
  double sum = 0.0;
  for (const auto& [order, count] : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// Upper 0.1 % points of chi-square (NIST/SEMATECH e-Handbook, 1.3.6.7.4): 18.467 for 4 degrees of freedom,
// 29.588 for 10. The draws are fixed: a fair shuffle that passes once passes always.
TEST(Sequence, AShuffleOfThreeIsUniformOverTheOtherFiveOrders) {
  for (const bool over_seeds : {false, true}) {
    EXPECT_LT(chi_square({0, 1, 2}, 5, 50'000, over_seeds), 18.467);
    EXPECT_LT(chi_square({2, 0, 1}, 5, 50'000, over_seeds), 18.467);
  }
}

// {a, a, b, c} has 4! / 2! = 12 orders.
TEST(Sequence, AShuffleWithARepeatIsUniformOverTheOtherElevenOrders) {
  for (const bool over_seeds : {false, true}) {
    EXPECT_LT(chi_square({0, 0, 1, 2}, 11, 110'000, over_seeds), 29.588);
    EXPECT_LT(chi_square({1, 0, 2, 0}, 11, 110'000, over_seeds), 29.588);
  }
}

// Equal tokens are told apart by their slots: of {a, a, b} the b moves to one of two places, and each a is as
// likely as the other to come first (chi-square over the four arrangements, 3 degrees of freedom: 16.266).
TEST(Sequence, EqualTokensChangePlacesToo) {
  std::map<std::vector<std::uint32_t>, double> counts;
  constexpr std::uint64_t draws = 40'000;
  for (std::uint64_t i = 0; i < draws; ++i) {
    Sequence s(Ids{0, 0, 1});
    s.shuffle(1, i);
    std::vector<std::uint32_t> order;
    for (const Slot& slot : s.slots()) order.push_back(slot.identity);
    counts[order] += 1.0;
  }
  EXPECT_EQ(counts.size(), 4U);
  double sum = 0.0;
  for (const auto& [order, count] : counts)
    sum += (count - draws / 4.0) * (count - draws / 4.0) / (draws / 4.0);
  EXPECT_LT(sum, 16.266);
}

}  // namespace
}  // namespace whatwhere
