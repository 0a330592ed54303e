// The pages of a model: its table, neighbours and map, worked by name. Rows and scores of the built-in model
// are those of tests/data/shakespeare.json.
#include <gtest/gtest.h>

#include "app/ui/grid_image.h"
#include "tests/ui/model_screens.h"

namespace whatwhere::testing {
namespace {

TEST(TablePage, ShowsAllOfItAndThenSingleRows) {
  Screen screen(shakespeare(Page::table));
  screen.settle();
  EXPECT_EQ(screen.said("verdict/table"), "yes");
  EXPECT_EQ(screen.said("table-columns"),
            "columns 0\xE2\x80\x93"
            "63 of 64");
  EXPECT_TRUE(screen.said("table-rows")
                  .starts_with("rows 0\xE2\x80\x93"
                               "2047 of 2048 ("));
  for (int i = 0; i < 6; ++i) screen.click("button/table-rows-closer");
  EXPECT_EQ(screen.said("table-rows"),
            "rows 1008\xE2\x80\x93"
            "1039 of 2048");
  const auto& colours = screen.ui.cell_colours.at("table/picture");
  ASSERT_EQ(colours.size(), 32U * 64U) << "a texel a cell";
  const Tensor& E = screen.session().real->model->token_table();
  std::vector<float> row(64);
  float range = 0.0F;
  for (std::size_t i = 0; i < 2048; ++i) {
    read_row(E, i, row);
    for (const float x : row) range = std::max(range, std::abs(x));
  }
  read_row(E, 1010, row);
  for (std::size_t j = 0; j < 64; ++j)
    EXPECT_EQ(colours[2 * 64 + j], heat_colour(*screen.ui.palette, row[j], range));
}

// A picture of fewer texels than cells: each shows the number of its cells that is farthest from 0.
TEST(TablePage, TheWholeTableHidesNoOutlier) {
  std::vector<float> numbers(20000 * 4, 0.1F);
  numbers[12345 * 4 + 2] = -8.0F;
  Screen screen(showing(model_of_table(Table(20000, 4, numbers)), Page::table));
  screen.settle();
  const auto& colours = screen.ui.cell_colours.at("table/picture");
  EXPECT_EQ(std::count(colours.begin(), colours.end(), heat_colour(*screen.ui.palette, -8.0F, 8.0F)), 1);
}

TEST(TablePage, FlagsWhatIsOdd) {
  std::vector<float> numbers(50 * 4);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 37) - 11.5F;
  const auto row = [&](std::size_t i) { return numbers.begin() + static_cast<std::ptrdiff_t>(i * 4); };
  std::fill(row(7), row(8), 0.0F);
  std::copy(row(3), row(4), row(20));
  *row(30) = kNaN;
  Screen screen(showing(model_of_table(Table(50, 4, numbers)), Page::table), 1280.0F, 1400.0F);
  screen.settle();
  EXPECT_EQ(screen.said("verdict/table"), "no");
  EXPECT_EQ(screen.said("table.zero-rows"), "1");
  EXPECT_EQ(screen.said("table.odd-rows"), "1");
  screen.click("zero-rows/0");
  screen.frame();
  EXPECT_EQ(screen.session().real->query, "#7");
  EXPECT_EQ(screen.said("table/row"), "7 #7") << "without a tokenizer a row has no words";
}

TEST(TablePage, SearchFindsTheTokenAndItsTwin) {
  Screen screen(shakespeare(Page::table), 1280.0F, 1400.0F);
  screen.settle();
  screen.click("field/search");
  screen.type("the");
  screen.key_in_field(ImGuiKey_Enter);
  screen.frames(2);
  EXPECT_EQ(screen.said("table/found"), "8");
  screen.click("found/1");
  screen.settle();
  EXPECT_EQ(screen.session().real->query, "#267") << "\" the\", the twin of \"the\"";
}

TEST(TablePage, OrderByLength) {
  Screen screen(shakespeare(Page::table));
  screen.settle();
  screen.click("table/order/1");
  screen.settle();
  for (int i = 0; i < 6; ++i) screen.click("button/table-rows-closer");
  EXPECT_TRUE(screen.shows("table/picture"));
  screen.click("table/which/1");
  screen.settle();
  EXPECT_EQ(screen.said("table-rows").substr(0, 21),
            "rows 0\xE2\x80\x93"
            "127 of 128")
      << "P";
}

TEST(NeighboursPage, ListsTheNearestOfAllRows) {
  Screen screen(shakespeare(Page::neighbours));
  screen.settle();
  EXPECT_EQ(screen.said("neighbours/query/0"), " father");
  EXPECT_EQ(screen.said("neighbours/query/1"), " mother");
  EXPECT_EQ(screen.said("neighbours/query/2"), " brother");
  screen.click("query/ king");
  screen.settle();
  EXPECT_EQ(screen.said("neighbours/query/1"), " queen");
  screen.click("neighbours/query/1");
  screen.settle();
  EXPECT_EQ(screen.session().real->query, "#871");
  EXPECT_EQ(screen.said("neighbours/query/0"), " queen");
}

TEST(NeighboursPage, KingMinusManPlusWoman) {
  Screen screen(words(Page::neighbours));
  screen.settle();
  std::vector<std::string> nearest;
  for (int i = 0; i < 3; ++i) nearest.push_back(screen.said("neighbours/query/" + std::to_string(i)));
  EXPECT_NE(std::find(nearest.begin(), nearest.end(), "queen"), nearest.end());
}

TEST(NeighboursPage, ThePositionLeavesTheWordOrNot) {
  Screen screen(shakespeare(Page::neighbours, "the king and the queen"));
  screen.settle();
  EXPECT_EQ(screen.said("neighbours/tok_emb/0"), "the");
  EXPECT_EQ(screen.said("verdict/neighbours"), screen.said("neighbours/input_emb/0") == "the" ? "no" : "yes");
}

TEST(NeighboursPage, WhatIsNoTokenIsSaid) {
  Screen screen(apply(words(Page::neighbours), {.id = ActionId::set_query, .text = "king - xyzzy"}));
  screen.settle();
  EXPECT_EQ(screen.said("neighbours/problem"), "There is no row for \"xyzzy\".");
}

TEST(MapPage, APointIsARow) {
  Screen screen(shakespeare(Page::map));
  screen.settle();
  EXPECT_EQ(screen.said("verdict/map"), "83.4 %") << "explained by PC 1 and 2, as NumPy's eigh has it";
  EXPECT_TRUE(screen.shows("map/E"));
  EXPECT_TRUE(screen.shows("map/P"));
  screen.click("map/plane/2");
  screen.frames(2);
  EXPECT_TRUE(screen.shows("map/E"));
}

TEST(ModelPages, WithoutAModelTheyOfferOne) {
  for (const Page page : {Page::table, Page::neighbours, Page::map}) {
    Session start;
    start.view.page = page;
    Screen screen(start);
    EXPECT_FALSE(screen.shows("sequence/scheme/0")) << "the toy's bar";
    screen.click("button/built-in-words");
    screen.settle();
    ASSERT_TRUE(screen.session().real);
    EXPECT_EQ(screen.session().view.page, page) << "it is shown where it was asked for";
  }
}

}  // namespace
}  // namespace whatwhere::testing
