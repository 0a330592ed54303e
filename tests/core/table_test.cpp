#include "core/tables/table.h"

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

TEST(Table, IsRowMajor) {
  const Table table(2, 3, {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F});
  EXPECT_EQ(table.rows(), 2U);
  EXPECT_EQ(table.d(), 3U);
  EXPECT_EQ(table.row(0)[2], 3.0F);
  EXPECT_EQ(table.row(1)[0], 4.0F);
  EXPECT_EQ(table.row(1).size(), 3U);
  EXPECT_EQ(table.numbers().size(), 6U);
  EXPECT_EQ(table.numbers().data() + 3, table.row(1).data());
}

TEST(Table, EmptyShapes) {
  const Table none;
  EXPECT_EQ(none.rows(), 0U);
  EXPECT_EQ(none.d(), 0U);
  EXPECT_TRUE(none.numbers().empty());
  EXPECT_TRUE(Table(0, 4, {}).numbers().empty());
  EXPECT_EQ(Table(0, 4, {}).d(), 4U);
  EXPECT_TRUE(Table(3, 0, {}).row(2).empty());
}

TEST(Table, RefusesAnotherCountOfNumbers) {
  for (const std::size_t count : {0U, 5U, 7U}) {
    const auto message = message_of<ShapeError>([&] { Table(2, 3, std::vector<float>(count)); });
    EXPECT_TRUE(names(message, {2, 3, 6, static_cast<std::int64_t>(count)}));
  }
}

TEST(Table, ACopySharesTheNumbersAndOutlivesTheOriginal) {
  Table copy;
  {
    const Table original = table_of({{1.0F, 2.0F}, {3.0F, 4.0F}});
    copy = original;
    EXPECT_EQ(copy.numbers().data(), original.numbers().data());
  }
  EXPECT_EQ(copy.row(1)[1], 4.0F);
}

// memcmp over the bit patterns is the definition; == on floats is not.
TEST(Table, SameBytesIsAboutBytes) {
  const auto same = [](float a, float b) { return same_bytes({&a, 1}, {&b, 1}); };
  EXPECT_TRUE(same(1.5F, 1.5F));
  EXPECT_FALSE(same(0.0F, -0.0F));
  EXPECT_TRUE(same(kNaN, kNaN));
  EXPECT_FALSE(same(kNaN, std::bit_cast<float>(std::bit_cast<std::uint32_t>(kNaN) + 1)));
  EXPECT_FALSE(same(1.0F, std::nextafter(1.0F, 2.0F)));
  Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    const float a = random.any_float();
    const float b = random.below(2) == 0 ? a : random.any_float();
    ASSERT_EQ(same(a, b), std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b));
  }
}

TEST(Table, SameBytesLooksAtEveryNumberAndAtTheLength) {
  std::vector<float> a(7, 1.0F);
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto b = a;
    b[i] = 2.0F;
    EXPECT_FALSE(same_bytes(a, b)) << i;
  }
  EXPECT_FALSE(same_bytes(a, std::span(a).first(6)));
  EXPECT_TRUE(same_bytes({}, {}));
  EXPECT_TRUE(same_bytes(std::span(a).first(0), {}));
}

TEST(Table, MaxAbsDifference) {
  const Table a = table_of({{1.0F, -2.0F}, {0.5F, 4.0F}});
  EXPECT_EQ(max_abs_difference(a, a), 0.0F);
  EXPECT_EQ(max_abs_difference(a, table_of({{1.0F, -2.0F}, {0.5F, 3.75F}})), 0.25F);
  EXPECT_EQ(max_abs_difference(a, table_of({{4.0F, -2.0F}, {0.5F, 3.75F}})), 3.0F);
  EXPECT_EQ(max_abs_difference(table_of({{0.0F}}), table_of({{-0.0F}})), 0.0F);
  EXPECT_EQ(max_abs_difference(Table(), Table()), 0.0F);
  EXPECT_EQ(max_abs_difference(table_of({{kInfinity}}), table_of({{1.0F}})), kInfinity);
  // A NaN is not lost among numbers, wherever it stands.
  EXPECT_TRUE(std::isnan(max_abs_difference(table_of({{kNaN, 1.0F}}), table_of({{0.0F, 9.0F}}))));
  EXPECT_TRUE(std::isnan(max_abs_difference(table_of({{9.0F, kInfinity}}), table_of({{0.0F, kInfinity}}))));
}

TEST(Table, MaxAbsDifferenceRefusesOtherShapes) {
  const Table a(2, 3, std::vector<float>(6));
  for (const Table& b : {Table(3, 2, std::vector<float>(6)), Table(2, 2, std::vector<float>(4))}) {
    const auto message = message_of<ShapeError>([&] { max_abs_difference(a, b); });
    EXPECT_TRUE(
        names(message, {2, 3, static_cast<std::int64_t>(b.rows()), static_cast<std::int64_t>(b.d())}));
  }
}

}  // namespace
}  // namespace whatwhere
