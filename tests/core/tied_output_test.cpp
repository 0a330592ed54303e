#include "core/learning/tied_output.h"

#include <cmath>

#include "core/errors.h"
#include "core/input/input_embedding.h"
#include "tests/core/gradients.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

Table transposed(const Table& table) {
  std::vector<float> numbers;
  for (std::size_t j = 0; j < table.d(); ++j) {
    for (std::size_t i = 0; i < table.rows(); ++i) numbers.push_back(table.row(i)[j]);
  }
  return Table(table.d(), table.rows(), std::move(numbers));
}

Table difference(const Table& a, const Table& b) {
  std::vector<float> numbers;
  for (std::size_t i = 0; i < a.numbers().size(); ++i) numbers.push_back(a.numbers()[i] - b.numbers()[i]);
  return Table(a.rows(), a.d(), std::move(numbers));
}

// The same model once tied and once with a layer of its own that happens to be E^T: the inputs get the same
// gradient in both, so what the tied dE has more is the output's part, which the other one finds in dW.
TEST(TiedOutput, IsWhatTyingAddsToTheGradient) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const std::size_t V = 2 + random.below(6);
    const std::size_t d = 1 + random.below(5);
    const auto next = [&] { return random.small_float(); };
    const Table E = make_table(V, d, next);
    const Table P = make_table(8, d, next);
    const Ids ids = random_ids(random, 2 + random.below(7), V);
    const bool positional = random.below(2) == 0;
    const NextTokenModel model{E, P, transposed(E)};
    const auto tied = next_token_gradients(model, {ids}, {.tied = true, .positional = positional});
    const auto apart = next_token_gradients(model, {ids}, {.tied = false, .positional = positional});
    const Table x =
        input_embedding(E, P, ids, positional ? PositionScheme::learned : PositionScheme::off).input_emb;
    const Table ours = tied_output_gradient(E, x, ids);
    ASSERT_LE(max_abs_difference(ours, difference(tied.dE, apart.dE)), 5e-7F);
    ASSERT_LE(max_abs_difference(ours, transposed(*apart.dW)), 1e-7F);
  }
}

// The mean cross entropy of the next tokens as a function of the output layer O (V, d) alone, in double and
// with libm.
double loss(const Rows& O, const Table& x, const Ids& ids) {
  double sum = 0.0;
  for (std::size_t t = 0; t + 1 < ids.size(); ++t) {
    double exponentials = 0.0;
    double target = 0.0;
    for (std::size_t k = 0; k < O.size(); ++k) {
      double logit = 0.0;
      for (std::size_t j = 0; j < x.d(); ++j) logit += static_cast<double>(x.row(t)[j]) * O[k][j];
      exponentials += std::exp(logit);
      if (k == static_cast<std::size_t>(ids[t + 1])) target = logit;
    }
    sum += std::log(exponentials) - target;
  }
  return sum / static_cast<double>(ids.size() - 1);
}

TEST(TiedOutput, AgreesWithCentralDifferences) {
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const auto next = [&] { return random.small_float(); };
    const Table E = make_table(6, 4, next);
    const Ids ids = random_ids(random, 2 + random.below(7), 6);
    const Table x = make_table(ids.size(), 4, next);
    const Table ours = tied_output_gradient(E, x, ids);
    Rows O = rows_of(E);
    ASSERT_TRUE(are_central_differences(
        ours, O, [&] { return loss(O, x, ids); }, 1e-7));
  }
}

// By hand: V = 2, d = 1, E = (0, 0), so both tokens have probability 1/2; x = (3, -), next token 1.
TEST(TiedOutput, ByHand) {
  const Table dE = tied_output_gradient(table_of({{0.0F}, {0.0F}}), table_of({{3.0F}, {7.0F}}), Ids{0, 1});
  EXPECT_EQ(dE, table_of({{1.5F}, {-1.5F}}));
}

// Every word is scored, so every row gets a gradient, the rows that no slot reads too.
TEST(TiedOutput, ReachesEveryRow) {
  const auto [E, P] = toy_tables(42, kGpt2Std);
  const Ids ids{5, 2, 5};
  const Table dE = tied_output_gradient(E, lookup(E, ids), ids);
  for (std::size_t k = 0; k < E.rows(); ++k) {
    for (const float g : dE.row(k)) EXPECT_NE(g, 0.0F) << k;
  }
}

TEST(TiedOutput, WithoutANextTokenItIsZero) {
  const Table E = toy_tables(42, kGpt2Std).E;
  const Table zeros(E.rows(), E.d(), std::vector<float>(E.rows() * E.d()));
  EXPECT_EQ(tied_output_gradient(E, lookup(E, Ids{}), Ids{}), zeros);
  EXPECT_EQ(tied_output_gradient(E, lookup(E, Ids{3}), Ids{3}), zeros);
}

TEST(TiedOutput, LargeLogitsDoNotOverflow) {
  const Table E = table_of({{1000.0F}, {-1000.0F}});
  const Table dE = tied_output_gradient(E, table_of({{1000.0F}, {0.0F}}), Ids{0, 1});
  EXPECT_EQ(dE, table_of({{1000.0F}, {-1000.0F}})) << "token 0 is certain, and wrong";
}

TEST(TiedOutput, RefusesWhatDoesNotFit) {
  const Table E = toy_tables(42, kGpt2Std).E;
  const Ids ids{5, 2};
  EXPECT_TRUE(holds(message_of<ShapeError>([&] { tied_output_gradient(E, lookup(E, Ids{5}), ids); }),
                    {"(1, 4)", "2 ids", "width 4"}));
  EXPECT_TRUE(
      holds(message_of<ShapeError>([&] { tied_output_gradient(E, Table(2, 3, std::vector<float>(6)), ids); }),
            {"(2, 3)", "width 4"}));
  EXPECT_TRUE(names(message_of<IdError>([&] { tied_output_gradient(E, lookup(E, ids), Ids{5, 6}); }), {6}));
  EXPECT_TRUE(names(message_of<IdError>([&] { tied_output_gradient(E, lookup(E, ids), Ids{-1, 2}); }), {-1}));
}

}  // namespace
}  // namespace whatwhere
