#include "core/order/attention.h"

#include <nlohmann/json.hpp>
#include <numeric>

#include "core/errors.h"
#include "core/tables/initialise.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Order = std::vector<std::size_t>;

constexpr AttentionOptions kFull{};
constexpr AttentionOptions kCausal{true, std::nullopt};
constexpr AttentionOptions kRotary{false, Rotary{}};

Table table_from(const nlohmann::json& rows) {
  std::vector<float> numbers;
  for (const auto& row : rows) {
    for (const auto& number : row) numbers.push_back(number.get<float>());
  }
  return Table(rows.size(), rows.at(0).size(), std::move(numbers));
}

// Row t is x's row order[t].
Table reordered(const Table& x, const Order& order) {
  std::vector<float> numbers;
  for (const std::size_t t : order) numbers.insert(numbers.end(), x.row(t).begin(), x.row(t).end());
  return Table(x.rows(), x.d(), std::move(numbers));
}

Order random_order(Random& random, std::size_t T) {
  Order order(T);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t t = T; t > 1; --t) std::swap(order[t - 1], order[random.below(t)]);
  return order;
}

// Another order than 0, 1, 2, ...; T >= 2.
Order other_order(Random& random, std::size_t T) {
  for (;;) {
    Order order = random_order(random, T);
    if (!std::is_sorted(order.begin(), order.end())) return order;
  }
}

Table sum(const Table& a, const Table& b) {
  std::size_t i = 0;
  return make_table(a.rows(), a.d(), [&] {
    const float x = a.numbers()[i] + b.numbers()[i];
    ++i;
    return x;
  });
}

// Distinct rows of small random numbers, normed as the head gets them.
Table random_rows(Random& random, std::size_t T, std::size_t d) {
  return layer_norm(make_table(T, d, [&] { return random.small_float(); }));
}

// tests/data/attention.json, within 1e-5: float32 sums in another order.
TEST(Attention, IsTheGoldenOne) {
  const auto entries = nlohmann::json::parse(bytes_of(WHATWHERE_TEST_DATA "/attention.json"));
  ASSERT_EQ(entries.size(), 2U);
  for (const auto& entry : entries) {
    const Table x = table_from(entry.at("x"));
    const AttentionHead head{table_from(entry.at("Wq")), table_from(entry.at("Wk")),
                             table_from(entry.at("Wv"))};
    const auto order = entry.at("perm").get<Order>();
    for (const auto& [name, options] : {std::pair{"full", kFull}, std::pair{"causal", kCausal}}) {
      const auto& expected = entry.at(name);
      const Attention found = attention(x, head, options);
      EXPECT_LE(max_abs_difference(found.weights, table_from(expected.at("weights"))), 1e-5F);
      EXPECT_LE(max_abs_difference(found.out, table_from(expected.at("out"))), 1e-5F);
      const auto check = check_permutation(x, reordered(x, order), order, head, options);
      EXPECT_LE(max_abs_difference(check.present.out, table_from(expected.at("out_of_permuted"))), 1e-5F);
      EXPECT_TRUE(same_table(check.before.out, found.out));
      EXPECT_NEAR(check.difference,
                  expected.at("max_abs_diff_between_permuted_out_and_out_of_permuted").get<float>(),
                  options.causal ? 5e-3F : 1e-6F);  // the file rounds it to three digits
      EXPECT_EQ(check.rows_travel, !options.causal);
      EXPECT_EQ(check.same_bag, !options.causal);
    }
  }
}

// d = 1, W_q = W_k = W_v = (1), x = (0, 1): slot 0 scores 0 and 0, slot 1 scores 0 and 1.
TEST(Attention, ByHand) {
  const Table one = table_of({{1.0F}});
  const Attention found = attention(table_of({{0.0F}, {1.0F}}), {one, one, one}, kFull);
  const float w = static_cast<float>(std::exp(1.0) / (1.0 + std::exp(1.0)));
  EXPECT_EQ(found.weights.row(0)[0], 0.5F);
  EXPECT_EQ(found.weights.row(0)[1], 0.5F);
  EXPECT_NEAR(found.weights.row(1)[0], 1.0F - w, 1e-7F);
  EXPECT_NEAR(found.weights.row(1)[1], w, 1e-7F);
  EXPECT_EQ(found.out.row(0)[0], 0.5F);
  EXPECT_NEAR(found.out.row(1)[0], w, 1e-7F);
}

TEST(Attention, RowsOfWeightsSumToOneAndMaskedOnesAreZero) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const std::size_t T = 1 + random.below(8);
    const std::size_t d = 2 * (1 + random.below(6));
    const Table x = random_rows(random, T, d);
    for (const bool causal : {false, true}) {
      for (const auto& rotary :
           {std::optional<Rotary>(), std::optional(Rotary{100.0, Pairing::half_split})}) {
        const Attention found = attention(x, attention_head(random.bits(), d), {causal, rotary});
        for (std::size_t t = 0; t < T; ++t) {
          double total = 0.0;
          for (std::size_t s = 0; s < T; ++s) {
            const float weight = found.weights.row(t)[s];
            total += static_cast<double>(weight);
            if (causal && s > t) {
              ASSERT_TRUE(same_bytes({&weight, 1}, std::vector{0.0F}));
            } else {
              ASSERT_GT(weight, 0.0F);
            }
          }
          ASSERT_NEAR(total, 1.0, 1e-6);
        }
      }
    }
  }
}

// The weights of W_q = W_k = I with rotary positions are the softmax of rotary_score / sqrt(d).
TEST(Attention, RotaryTurnsEachRowByItsSlot) {
  Random random(2);
  const Table I = table_of({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}});
  const Table x = random_rows(random, 5, 4);
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
    const Attention found = attention(x, {I, I, I}, {false, Rotary{50.0, pairing}});
    for (std::size_t t = 0; t < 5; ++t) {
      std::vector<double> expected(5);
      for (std::size_t s = 0; s < 5; ++s) {
        expected[s] = std::exp(
            rotary_score(x.row(t), x.row(s), static_cast<double>(t), static_cast<double>(s), 50.0, pairing) /
            2.0);
      }
      const double total = std::accumulate(expected.begin(), expected.end(), 0.0);
      for (std::size_t s = 0; s < 5; ++s) EXPECT_NEAR(found.weights.row(t)[s], expected[s] / total, 1e-6);
    }
  }
}

// (1, 3): mean 2, variance 1. (5, 5): no variance, so exactly 0.
TEST(Attention, LayerNormByHand) {
  const Table normed = layer_norm(table_of({{1.0F, 3.0F}, {5.0F, 5.0F}}));
  EXPECT_NEAR(normed.row(0)[0], -1.0 / std::sqrt(1.00001), 1e-7);
  EXPECT_NEAR(normed.row(0)[1], 1.0 / std::sqrt(1.00001), 1e-7);
  EXPECT_EQ(normed.row(1)[0], 0.0F);
  EXPECT_EQ(layer_norm(Table(0, 3, {})).d(), 3U);
  EXPECT_EQ(layer_norm(Table(3, 0, {})).rows(), 3U);
}

TEST(Attention, TheHeadIsThatOfItsStreams) {
  const AttentionHead head = attention_head(7, 16);
  EXPECT_TRUE(same_table(head.W_q, normal_table(16, 16, 7, Purpose::attention_q, 0.25)));
  EXPECT_TRUE(same_table(head.W_k, normal_table(16, 16, 7, Purpose::attention_k, 0.25)));
  EXPECT_TRUE(same_table(head.W_v, normal_table(16, 16, 7, Purpose::attention_v, 0.25)));
  EXPECT_EQ(attention_head(7, 0).W_q.rows(), 0U);
}

// Without positions the context vectors travel with their tokens, though float32 mostly shows a difference.
TEST(Attention, WithoutPositionsTheRowsTravel) {
  Random random(3);
  int rounded = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::size_t T = 2 + random.below(7);
    const std::size_t d = 1 + random.below(16);
    const Table x = random_rows(random, T, d);
    const Order order = other_order(random, T);
    const auto check =
        check_permutation(x, reordered(x, order), order, attention_head(random.bits(), d), kFull);
    ASSERT_TRUE(check.rows_travel);
    ASSERT_TRUE(check.same_bag);
    ASSERT_EQ(check.same_row, std::vector<bool>(T, true));
    ASSERT_LE(check.difference, 5e-6F);
    ASSERT_LE(check.difference_in_double, 5e-14);
    rounded += check.difference > 0.0F ? 1 : 0;
  }
  EXPECT_GT(rounded, 500);
}

// Positions of each kind, and the mask, tell the orders apart: by far more than rounding.
TEST(Attention, WithPositionsOrAMaskTheyDoNot) {
  Random random(4);
  for (int i = 0; i < 500; ++i) {
    const std::size_t T = 2 + random.below(7);
    const std::size_t d = 4 + 2 * random.below(7);
    const Table x = random_rows(random, T, d);
    const Table P = sinusoidal_table(T, d, 10000.0);
    const Order order = other_order(random, T);
    const AttentionHead head = attention_head(random.bits(), d);
    for (const auto& check :
         {check_permutation(x, reordered(x, order), order, head, kCausal),
          check_permutation(x, reordered(x, order), order, head, kRotary),
          check_permutation(sum(x, P), sum(reordered(x, order), P), order, head, kFull)}) {
      ASSERT_FALSE(check.rows_travel);
      ASSERT_FALSE(check.same_bag);
      ASSERT_GT(check.difference_in_double, 1e-6);
      ASSERT_NEAR(check.difference, check.difference_in_double, 1e-5);
    }
  }
}

// Slots 0 and 1 change places under a mask: slot 2 sees the same three tokens as before, the other two do
// not.
TEST(Attention, UnderTheMaskARowThatSeesTheSameTokensIsTheSame) {
  Random random(5);
  const Table x = random_rows(random, 3, 8);
  const Order order = {1, 0, 2};
  const auto check = check_permutation(x, reordered(x, order), order, attention_head(1, 8), kCausal);
  EXPECT_EQ(check.same_row, (std::vector<bool>{false, false, true}));
  EXPECT_FALSE(check.rows_travel);
  EXPECT_FALSE(check.same_bag);
}

// Tokens a, a under a mask: each slot's context vector is v of a, whichever of the two stands there.
TEST(Attention, EqualTokensGiveEqualRows) {
  const Table x = table_of({{1.0F, -1.0F}, {1.0F, -1.0F}});
  const auto check = check_permutation(x, x, Order{1, 0}, attention_head(1, 2), kCausal);
  EXPECT_TRUE(check.rows_travel);
  EXPECT_TRUE(check.same_bag);
}

// The same x, said to have come from the other slots: the bag is the same, but no vector is with its token.
TEST(Attention, TheBagCanBeTheSameThoughNoRowTravels) {
  Random random(6);
  const Table x = random_rows(random, 3, 4);
  const auto check = check_permutation(x, x, Order{1, 2, 0}, attention_head(2, 4), kFull);
  EXPECT_EQ(check.same_row, std::vector<bool>(3, false));
  EXPECT_FALSE(check.rows_travel);
  EXPECT_TRUE(check.same_bag);
}

TEST(Attention, OfOneTokenAndOfNone) {
  Random random(7);
  const AttentionHead head = attention_head(3, 4);
  for (const auto& options : {kFull, kCausal, kRotary}) {
    const Table x = random_rows(random, 1, 4);
    const auto one = check_permutation(x, x, Order{0}, head, options);
    EXPECT_EQ(one.present.weights.row(0)[0], 1.0F);
    EXPECT_TRUE(one.rows_travel && one.same_bag);
    EXPECT_EQ(one.difference, 0.0F);
    const auto none = check_permutation(Table(0, 4, {}), Table(0, 4, {}), {}, head, options);
    EXPECT_TRUE(none.rows_travel && none.same_bag && none.same_row.empty());
    EXPECT_EQ(none.present.out.d(), 4U);
    EXPECT_EQ(none.present.weights.rows(), 0U);
  }
}

TEST(Attention, NumbersThatAreNotFiniteAreNeverTheSame) {
  Random random(8);
  for (const float odd : {kNaN, kInfinity, -kInfinity}) {
    const Table x = table_of({{1.0F, odd}, {0.5F, 2.0F}});
    for (const auto& options : {kFull, kCausal, kRotary}) {
      const auto check =
          check_permutation(x, reordered(x, {1, 0}), Order{1, 0}, attention_head(1, 2), options);
      EXPECT_TRUE(std::isnan(check.difference));
      EXPECT_TRUE(std::isnan(check.difference_in_double));
      EXPECT_FALSE(check.rows_travel);
      EXPECT_FALSE(check.same_bag);
    }
  }
}

// Scores of 1e30: the largest is subtracted before exp, so that nothing overflows.
TEST(Attention, LargeScoresDoNotOverflow) {
  const Table W = table_of({{1.0F}});
  const Attention found = attention(table_of({{1e15F}, {2e15F}}), {W, W, W}, kFull);
  EXPECT_EQ(found.weights.row(0)[1], 1.0F);
  EXPECT_EQ(found.weights.row(0)[0], 0.0F);
  EXPECT_EQ(found.out.row(1)[0], 2e15F);
}

TEST(Attention, RefusesShapesThatDoNotFit) {
  const Table x(3, 2, std::vector<float>(6));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { attention(x, attention_head(1, 4), kFull); }), {2, 4, 4}));
  AttentionHead head = attention_head(1, 2);
  head.W_v = Table(2, 3, std::vector<float>(6));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { attention(x, head, kFull); }), {2, 2, 3}));
  head = attention_head(1, 2);
  for (const Order& origin : {Order{0, 1}, Order{0, 1, 3}, Order{0, 1, 2, 2}}) {
    message_of<ShapeError>([&] { check_permutation(x, x, origin, head, kFull); });
  }
  message_of<ShapeError>([&] { check_permutation(x, Table(2, 2, {1, 2, 3, 4}), Order{0, 1}, head, kFull); });
  const Table odd(2, 3, std::vector<float>(6));
  message_of<ShapeError>([&] { attention(odd, attention_head(1, 3), kRotary); });
}

}  // namespace
}  // namespace whatwhere
