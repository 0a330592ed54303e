#include "core/input/lookup.h"

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

constexpr TokenId kLowest = std::numeric_limits<TokenId>::min();
constexpr TokenId kHighest = std::numeric_limits<TokenId>::max();

// Row t is E[ids[t]], byte for byte: NaN payloads, -0.0 and subnormals included.
TEST(Lookup, RowsAreThoseOfTheTable) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const std::size_t V = 1 + random.below(40);
    const std::size_t d = random.below(20) == 0 ? 1024 : 1 + random.below(17);
    const Table E = make_table(V, d, [&] { return random.any_float(); });
    const auto ids = random_ids(random, random.below(30), V);
    const Table rows = lookup(E, ids);
    ASSERT_EQ(rows.rows(), ids.size());
    ASSERT_EQ(rows.d(), d);
    for (std::size_t t = 0; t < ids.size(); ++t) {
      const auto id = static_cast<std::size_t>(ids[t]);
      ASSERT_TRUE(same_bytes(rows.row(t), E.numbers().subspan(id * d, d)));
    }
  }
}

TEST(Lookup, OfNoIdsIsEmptyAndKeepsTheWidth) {
  const Table rows = lookup(table_of({{1.0F, 2.0F, 3.0F}}), {});
  EXPECT_EQ(rows.rows(), 0U);
  EXPECT_EQ(rows.d(), 3U);
  EXPECT_EQ(lookup(Table(0, 3, {}), {}).d(), 3U);
}

TEST(Lookup, NamesTheIdItsPlaceAndV) {
  const Table E(6, 2, std::vector<float>(12));
  for (const TokenId id : {-1, 6, 7, kLowest, kHighest}) {
    const std::vector<TokenId> ids = {0, 5, 3, id, 9};
    for (const auto& message :
         {message_of<IdError>([&] { lookup(E, ids); }), message_of<IdError>([&] { one_hot_product(E, ids); }),
          message_of<IdError>([&] { check_ids(ids, 6); })}) {
      EXPECT_TRUE(names(message, {id, 3, 6}));
    }
  }
  EXPECT_NO_THROW(check_ids(std::vector<TokenId>{0, 5}, 6));
  EXPECT_NO_THROW(check_ids({}, 0));
}

TEST(Lookup, NoIdFitsAnEmptyTable) {
  const std::vector<TokenId> ids = {0};
  EXPECT_TRUE(holds(message_of<IdError>([&] { lookup(Table(0, 4, {}), ids); }), {"[0, 0)", "empty"}));
}

TEST(Lookup, OneHotByHand) {
  EXPECT_TRUE(same_table(one_hot(std::vector<TokenId>{2, 0}, 3), table_of({{0, 0, 1}, {1, 0, 0}})));
  EXPECT_TRUE(same_table(one_hot({}, 3), Table(0, 3, {})));
  EXPECT_TRUE(names(message_of<IdError>([] { one_hot(std::vector<TokenId>{0, 3}, 3); }), {3, 1, 3}));
}

// The lesson's claim: onehot(ids) . E is E[ids]. Every product is 0 or E's own number, every sum exact. A sum
// of zeros is +0.0, so -0.0 in E is left to the next test; normal_table never gives one.
TEST(Lookup, OneHotProductEqualsTheLookupBitForBit) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    const std::size_t V = random.below(10) == 0 ? 300 + random.below(300) : 1 + random.below(30);
    const std::size_t d = random.below(10) == 0 ? 257 : 1 + random.below(17);
    const Table E = make_table(V, d, [&] { return random.finite_float() + 0.0F; });
    const auto ids = random_ids(random, random.below(random.below(10) == 0 ? 200 : 20), V);
    ASSERT_TRUE(same_table(one_hot_product(E, ids), lookup(E, ids))) << "V = " << V << ", d = " << d;
  }
}

TEST(Lookup, OneHotProductEqualsTheLookupInValueForMinusZero) {
  const Table E = table_of({{-0.0F, 1.0F}, {2.0F, -0.0F}});
  const Table product = one_hot_product(E, std::vector<TokenId>{0, 1});
  EXPECT_EQ(product.row(0)[0], 0.0F);
  EXPECT_EQ(product.row(0)[1], 1.0F);
  EXPECT_EQ(product.row(1)[0], 2.0F);
  EXPECT_EQ(product.row(1)[1], 0.0F);
}

// 0 * NaN = NaN and 0 * inf = NaN: one such number reaches its whole column, as in a real product.
TEST(Lookup, NaNAndInfinitySpreadInTheOneHotProduct) {
  const std::vector<TokenId> ids = {0, 1, 2, 1};
  const Table spread = one_hot_product(table_of({{1.0F, 2.0F}, {3.0F, kNaN}, {5.0F, 6.0F}}), ids);
  for (std::size_t t = 0; t < ids.size(); ++t) {
    EXPECT_TRUE(std::isnan(spread.row(t)[1])) << t;
    EXPECT_EQ(spread.row(t)[0], 1.0F + 2.0F * static_cast<float>(ids[t])) << t;
  }
  const Table infinite = one_hot_product(table_of({{1.0F}, {kInfinity}}), std::vector<TokenId>{0, 1});
  EXPECT_TRUE(std::isnan(infinite.row(0)[0]));
  EXPECT_EQ(infinite.row(1)[0], kInfinity);
}

}  // namespace
}  // namespace whatwhere
