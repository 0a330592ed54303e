#include "core/learning/gradient.h"

#include "core/errors.h"
#include "core/learning/optimizer.h"
#include "tests/core/golden.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;
using Rows = std::vector<std::size_t>;

TEST(Gradient, OfTokensByHand) {
  const Table G = table_of({{1.0F, 2.0F}, {10.0F, 20.0F}, {100.0F, 200.0F}});
  EXPECT_TRUE(same_table(token_gradient(Ids{2, 0, 2}, G, 4),
                         table_of({{10.0F, 20.0F}, {0.0F, 0.0F}, {101.0F, 202.0F}, {0.0F, 0.0F}})));
}

TEST(Gradient, OfPositionsByHand) {
  // B = 2, T = 2: slot 0 has rows 0 and 2, slot 1 has rows 1 and 3.
  const Table G = table_of({{1.0F}, {10.0F}, {2.0F}, {20.0F}});
  EXPECT_TRUE(same_table(position_gradient(G, 2, 2, 3), table_of({{3.0F}, {30.0F}, {0.0F}})));
  EXPECT_TRUE(same_table(position_gradient(Table(0, 1, {}), 7, 0, 2), table_of({{0.0F}, {0.0F}})));
}

// 1e8 + 1 is 1e8 in float32: 1 is lost unless the two large ones cancel before it comes.
TEST(Gradient, AddsInSlotOrder) {
  EXPECT_EQ(token_gradient(Ids{0, 0, 0}, table_of({{1e8F}, {-1e8F}, {1.0F}}), 1).numbers()[0], 1.0F);
  EXPECT_EQ(token_gradient(Ids{0, 0, 0}, table_of({{1e8F}, {1.0F}, {-1e8F}}), 1).numbers()[0], 0.0F);
  EXPECT_EQ(position_gradient(table_of({{1e8F}, {1.0F}, {-1e8F}}), 3, 1, 1).numbers()[0], 0.0F);
}

// sparse_gradient_sgd.json: PyTorch's E and P after one SGD step with the upstream gradient of input_emb.
TEST(Gradient, AndTheSgdStepAgreeWithTheGoldenFile) {
  const auto cases = golden_cases("sparse_gradient_sgd.json");
  ASSERT_EQ(cases.size(), 3U);
  for (const auto& golden : cases) {
    const Table E = golden_table(golden.at("E"));
    const Table P = golden_table(golden.at("P"));
    const Table G = golden_table(golden_flat(golden.at("upstream")));
    const Ids ids = golden_flat(golden.at("ids")).get<Ids>();
    const std::size_t B = golden.at("ids").size();
    const Table dE = token_gradient(ids, G, E.rows());
    const Table dP = position_gradient(G, B, ids.size() / B, P.rows());
    EXPECT_TRUE(within_one_ulp(dE, golden_table(golden.at("dE"))));
    EXPECT_TRUE(within_one_ulp(dP, golden_table(golden.at("dP"))));

    OptimizerSettings settings;
    settings.lr = golden.at("lr");
    const Table E_after = optimizer_step(E, dE, {}, settings).W;
    const Table P_after = optimizer_step(P, dP, {}, settings).W;
    EXPECT_TRUE(within_one_ulp(E_after, golden_table(golden.at("E_after"))));
    EXPECT_TRUE(within_one_ulp(P_after, golden_table(golden.at("P_after"))));

    // Only the rows that were read change; PyTorch left the others as they were, to the bit, and so do we.
    const Rows touched = golden.at("rows_touched").get<Rows>();
    EXPECT_EQ(rows_touched(ids), touched);
    EXPECT_EQ(rows_changed(E, E_after), touched);
    EXPECT_EQ(rows_changed(E, golden_table(golden.at("E_after"))), touched);
    const Table zeros(E.rows(), E.d(), std::vector<float>(E.numbers().size()));
    EXPECT_EQ(rows_changed(zeros, dE), touched) << "the rows that were not read are +0.0";
  }
}

TEST(Gradient, RowsTouchedComeAscendingAndOnce) {
  EXPECT_EQ(rows_touched(Ids{5, 2, 5, 0, 2}), (Rows{0, 2, 5}));
  EXPECT_EQ(rows_touched({}), Rows{});
  EXPECT_TRUE(names(message_of<IdError>([] { rows_touched(Ids{3, -4}); }), {-4, 1}));
}

TEST(Gradient, RowsChangedAreByBytes) {
  EXPECT_EQ(rows_changed(table_of({{0.0F}, {kNaN}, {1.0F}}), table_of({{-0.0F}, {kNaN}, {1.0F}})), Rows{0});
  EXPECT_TRUE(names(message_of<ShapeError>([] { rows_changed(Table(3, 2, std::vector<float>(6)), Table()); }),
                    {3, 2, 0, 0}));
}

TEST(Gradient, RefusesWhatDoesNotFit) {
  const Table G(3, 2, std::vector<float>(6));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { token_gradient(Ids{0, 1}, G, 4); }), {2, 3}));
  EXPECT_TRUE(names(message_of<IdError>([&] { token_gradient(Ids{0, 4, 1}, G, 4); }), {4, 1, 4}));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { position_gradient(G, 2, 2, 8); }), {2, 2, 3}));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { position_gradient(G, 2, 0, 8); }), {2, 0, 3}));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { position_gradient(G, 1, 3, 2); }), {3, 2}));
}

}  // namespace
}  // namespace whatwhere
