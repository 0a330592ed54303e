#include "core/input/raw_ids.h"

#include <map>
#include <numeric>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

TEST(RawIds, ALayerByHand) {
  const DenseLayer layer{{2.0F, -0.5F, 0.0F}, {1.0F, 0.0F, 3.0F}};
  const Table out = apply_to_ids(layer, Ids{0, 3, -4});
  EXPECT_TRUE(same_table(out, table_of({{1.0F, 0.0F, 3.0F}, {7.0F, -1.5F, 3.0F}, {-7.0F, 2.0F, 3.0F}})));
  EXPECT_TRUE(same_table(apply_to_ids(layer, {}), Table(0, 3, {})));
  EXPECT_TRUE(same_table(apply_to_ids({}, Ids{1, 2}), Table(2, 0, {})));
}

TEST(RawIds, TwoStepsAreRoundedNotOne) {
  // w * 3 = 3 + 3 * 2^-23 rounds (ties to even) to 3 + 2^-21, so minus 3 is 2^-21, not 3 * 2^-23.
  const DenseLayer layer{{1.0F + 0x1p-23F}, {-3.0F}};
  EXPECT_EQ(apply_to_ids(layer, Ids{3}).row(0)[0], 0x1p-21F);
}

TEST(RawIds, ALayerHoldsTheNormalsOfItsPurpose) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{42}}) {
    const DenseLayer layer = dense_layer(seed, 5);
    const RandomStream stream(seed, Purpose::dense_layer);
    ASSERT_EQ(layer.w.size(), 5U);
    ASSERT_EQ(layer.b.size(), 5U);
    for (std::size_t j = 0; j < 5; ++j) {
      EXPECT_EQ(layer.w[j], static_cast<float>(stream.normal(j)));
      EXPECT_EQ(layer.b[j], static_cast<float>(stream.normal(5 + j)));
    }
  }
}

TEST(RawIds, ALayerOfUnequalHalvesIsRefused) {
  const std::string message = message_of<ShapeError>([] { apply_to_ids({{1.0F, 2.0F}, {1.0F}}, Ids{0}); });
  EXPECT_TRUE(names(message, {2, 1}));
}

TEST(RawIds, NumberZeroLeavesEveryId) {
  Ids identity(50);
  std::iota(identity.begin(), identity.end(), 0);
  for (const std::uint64_t seed : {0U, 1U, 42U}) EXPECT_EQ(renumbering(50, seed, 0), identity);
}

TEST(RawIds, OtherNumbersLeaveNoId) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::size_t V = 2 + random.below(random.below(50) == 0 ? 3000 : 12);
    const std::uint64_t seed = random.bits();
    const std::uint64_t number = 1 + random.below(10);
    const Ids ids = renumbering(V, seed, number);
    ASSERT_EQ(ids, renumbering(V, seed, number));
    ASSERT_EQ(std::set<TokenId>(ids.begin(), ids.end()).size(), V);
    for (std::size_t old = 0; old < V; ++old) {
      ASSERT_GE(ids[old], 0);
      ASSERT_LT(static_cast<std::size_t>(ids[old]), V);
      ASSERT_NE(static_cast<std::size_t>(ids[old]), old);
    }
  }
}

TEST(RawIds, FewerThanTwoIdsStay) {
  EXPECT_EQ(renumbering(0, 42, 3), Ids{});
  EXPECT_EQ(renumbering(1, 42, 3), Ids{0});
  EXPECT_EQ(renumbering(2, 42, 3), (Ids{1, 0}));
}

// Four ids have nine derangements. Pearson's chi-square, 8 degrees of freedom: the upper 0.1 % point
// is 26.124 (NIST/SEMATECH e-Handbook, 1.3.6.7.4). The draws are fixed: what passes once passes always.
TEST(RawIds, RenumberingsAreUniformOverTheDerangements) {
  for (const bool over_seeds : {false, true}) {
    std::map<Ids, double> counts;
    for (std::uint64_t i = 0; i < 45'000; ++i) {
      counts[over_seeds ? renumbering(4, i, 1) : renumbering(4, 42, i + 1)] += 1.0;
    }
    EXPECT_EQ(counts.size(), 9U);
    double sum = 0.0;
    for (const auto& [ids, count] : counts) sum += (count - 5000.0) * (count - 5000.0) / 5000.0;
    EXPECT_LT(sum, 26.124);
  }
}

TEST(RawIds, RenumberedByHand) {
  const Ids cycle = {1, 2, 0};
  EXPECT_EQ(renumbered(Ids{0, 2, 2, 1}, cycle), (Ids{1, 0, 0, 2}));
  const Table E = table_of({{0.0F, 0.5F}, {1.0F, 1.5F}, {2.0F, 2.5F}});
  EXPECT_TRUE(same_table(renumber_rows(E, cycle), table_of({{2.0F, 2.5F}, {0.0F, 0.5F}, {1.0F, 1.5F}})));
}

// The lesson's claim: a table does not care how the tokens are numbered, a layer on the id does.
TEST(RawIds, TheLookupOfRenumberedIdsIsTheSameBytes) {
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    const std::size_t V = 1 + random.below(40);
    const Table E = make_table(V, 1 + random.below(9), [&] { return random.any_float(); });
    const Ids ids = random_ids(random, random.below(30), V);
    const Ids new_ids = renumbering(V, random.bits(), random.below(4));
    ASSERT_TRUE(same_table(lookup(renumber_rows(E, new_ids), renumbered(ids, new_ids)), lookup(E, ids)));
  }
}

TEST(RawIds, ALayerOnRenumberedIdsGivesOtherNumbers) {
  const DenseLayer layer = dense_layer(42, 4);
  const Ids ids = {0, 1, 2, 3, 4, 5};
  const Table before = apply_to_ids(layer, ids);
  const Table after = apply_to_ids(layer, renumbered(ids, renumbering(6, 42, 1)));
  for (std::size_t t = 0; t < ids.size(); ++t) EXPECT_FALSE(same_bytes(before.row(t), after.row(t)));
}

TEST(RawIds, WhatDoesNotFitIsRefused) {
  const Table E(3, 2, std::vector<float>(6));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { renumber_rows(E, Ids{1, 0}); }), {3, 2}));
  EXPECT_TRUE(names(message_of<IdError>([&] { renumber_rows(E, Ids{1, 3, 0}); }), {3, 1}));
  EXPECT_TRUE(names(message_of<IdError>([&] { renumbered(Ids{0, 2}, Ids{1, 0}); }), {2, 1}));
  const std::size_t too_many = (std::size_t{1} << 31) + 1;
  EXPECT_TRUE(holds(message_of<ValueError>([&] { renumbering(too_many, 42, 1); }), {"2147483649", "2^31"}));
}

}  // namespace
}  // namespace whatwhere
