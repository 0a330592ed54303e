// The pages of a model: its table, neighbours and map, worked by name. Rows and scores of the built-in model
// are those of tests/data/shakespeare.json.
#include <gtest/gtest.h>

#include "app/pages/table_picture.h"
#include "app/ui/grid_image.h"
#include "core/model/neighbours.h"
#include "tests/ui/model_screens.h"

namespace whatwhere::testing {
namespace {

// What row i of E looks like where the colours end at the largest |x| of all of E.
std::vector<ImU32> colours_of_row(const Screen& screen, std::size_t i) {
  const Tensor& E = screen.session().real->model->token_table();
  std::vector<float> row(static_cast<std::size_t>(E.d()));
  float range = 0.0F;
  for (std::size_t k = 0; k < E.rows(); ++k) {
    read_row(E, k, row);
    for (const float x : row) range = std::max(range, std::abs(x));
  }
  read_row(E, i, row);
  std::vector<ImU32> colours;
  for (const float x : row) colours.push_back(heat_colour(*screen.ui.palette, x, range));
  return colours;
}

// Types into a field, with Enter behind it, and waits for what that leads to.
void enter(Screen& screen, const std::string& field, const std::string& text) {
  screen.click(field);
  screen.type(text);
  screen.key_in_field(ImGuiKey_Enter);
  screen.frames(3);
}

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
  EXPECT_EQ(std::vector(colours.begin() + 2 * 64, colours.begin() + 3 * 64), colours_of_row(screen, 1010));
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
  EXPECT_EQ(screen.said("table/row"), "7  #7") << "without a tokenizer a row has no words";
}

TEST(TablePage, SearchFindsTheTokenAndItsTwin) {
  Screen screen(shakespeare(Page::table), 1280.0F, 1400.0F);
  screen.settle();
  enter(screen, "field/search", "the");
  EXPECT_EQ(screen.said("table/found"), "24");
  screen.click("found/1");
  screen.settle();
  EXPECT_EQ(screen.session().real->query, "#267") << "\" the\", the twin of \"the\"";
}

// Row i is i times (1, 0, 0, 0), so the longest is the last; like row 3 are all but row 0, which has no
// direction.
TEST(TablePage, RowsAreOrdered) {
  std::vector<float> numbers(40 * 4);
  for (std::size_t i = 0; i < 40; ++i) numbers[i * 4] = static_cast<float>(i);
  Screen screen(showing(model_of_table(Table(40, 4, numbers)), Page::table));
  screen.settle();
  const auto first_row = [&] {
    const auto& colours = screen.ui.cell_colours.at("table/picture");
    return std::vector(colours.begin(), colours.begin() + 4);
  };
  EXPECT_EQ(first_row(), colours_of_row(screen, 0));
  screen.click("table/order/1");
  screen.settle();
  EXPECT_EQ(first_row(), colours_of_row(screen, 39)) << "by length, the longest first";
  screen.program.perform({.id = ActionId::set_query, .text = "#3"});
  screen.frames(2);
  screen.click("table/order/2");
  screen.settle();
  EXPECT_EQ(first_row(), colours_of_row(screen, 1)) << "by likeness: of equal ones the lower row";
}

TEST(TablePage, ShowsPToo) {
  Screen screen(shakespeare(Page::table));
  screen.settle();
  screen.click("table/which/1");
  screen.settle();
  EXPECT_EQ(screen.said("table-rows"),
            "rows 0\xE2\x80\x93"
            "127 of 128");
  EXPECT_FALSE(screen.shows("field/search")) << "rows of P have no words";
  screen.click("table/which/0");
  screen.settle();
  EXPECT_TRUE(screen.said("table-rows")
                  .starts_with("rows 0\xE2\x80\x93"
                               "2047 of 2048"));
}

// P's rows are asked about like E's: by a click, by their number, on the map.
TEST(TablePage, AsksAboutARowOfP) {
  Screen screen(shakespeare(Page::table), 1280.0F, 1400.0F);
  screen.settle();
  screen.click("table/which/1");
  screen.settle();
  enter(screen, "field/P-row", "77");
  EXPECT_EQ(screen.said("table/row"), "77");
  EXPECT_EQ(screen.said("table-rows"),
            "rows 65\xE2\x80\x93"
            "88 of 128");
  enter(screen, "field/P-row", "128");
  EXPECT_TRUE(screen.program.message().is_error) << "the last row is 127";
  EXPECT_EQ(screen.said("table/row"), "77");
  screen.click("table/order/2");
  screen.settle();
  screen.click("table/picture");
  screen.frames(2);
  EXPECT_NE(screen.said("table/row"), "77");
  const std::string asked = screen.said("table/row");
  screen.press("3", true, true);
  screen.settle();
  EXPECT_EQ(screen.said("map/P-row"), asked) << "the map asks about the same row";
}

// A click on a cell tells of its column, too. Column j holds j + 1 and -j - 1 in turn.
TEST(TablePage, AsksAboutAColumn) {
  std::vector<float> numbers(40 * 4);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<float>(i % 4 + 1) * (i / 4 % 2 == 0 ? 1.0F : -1.0F);
  Screen screen(showing(model_of_table(Table(40, 4, numbers)), Page::table), 1280.0F, 1400.0F);
  screen.settle();
  const Rect picture = screen.rect("table/picture");
  screen.move_to({picture.x + picture.w * 0.7F, picture.y + picture.h * 0.3F});
  screen.click_here();
  screen.frame();
  EXPECT_EQ(screen.said("table/column"), "2");
  EXPECT_EQ(screen.said("table.mean"), "0");
  EXPECT_EQ(screen.said("table.std"), "3");
  EXPECT_EQ(screen.said("table.low"), "-3");
  EXPECT_EQ(screen.said("table.high"), "3");
}

// Before all rows were read, a line of the picture is one row, evenly spaced or each.
TEST(TablePicture, SomeRowsStandForAllUntilAllAreRead) {
  std::vector<float> numbers(1000 * 2);
  for (std::size_t i = 0; i < 1000; ++i) numbers[i * 2] = static_cast<float>(i);
  TablePicture picture;
  picture.key.model = model_of_table(Table(1000, 2, numbers));
  picture.sampled = {0, 250, 500, 750};
  picture.rows = {0, 1000};
  picture.columns = {0, 2};
  picture.w = 2;
  picture.h = 4;
  picture.range = 1000.0F;
  picture.palette = &palette_of(Theme::dark);
  const auto colour = [&](float x) { return heat_colour(*picture.palette, x, 1000.0F); };
  EXPECT_EQ(image_of(picture).pixels,
            (std::vector{colour(0.0F), colour(0.0F), colour(250.0F), colour(0.0F), colour(500.0F),
                         colour(0.0F), colour(750.0F), colour(0.0F)}));
  picture.sampled.clear();
  picture.rows = {998, 2};
  picture.h = 2;
  EXPECT_EQ(image_of(picture).pixels,
            (std::vector{colour(998.0F), colour(0.0F), colour(999.0F), colour(0.0F)}));
}

// Enter on a row's number brings it into sight; the arrow keys scroll.
TEST(TablePage, ANumberLeadsToItsRow) {
  Screen screen(shakespeare(Page::table), 1280.0F, 1400.0F);
  screen.settle();
  enter(screen, "field/search", "#871");
  EXPECT_EQ(screen.session().real->query, "#871");
  EXPECT_EQ(screen.said("table-rows"),
            "rows 859\xE2\x80\x93"
            "882 of 2048");
  screen.press("Down");
  screen.frames(2);
  EXPECT_EQ(screen.said("table-rows"),
            "rows 862\xE2\x80\x93"
            "885 of 2048");
}

// What is asked for in one table moves nothing in the other.
TEST(TablePage, ARowOfPLeavesEWhereItIs) {
  Screen screen(shakespeare(Page::map));
  screen.settle();
  enter(screen, "field/map-P-row", "77");
  screen.press("1", true, true);
  screen.settle();
  EXPECT_TRUE(screen.said("table-rows")
                  .starts_with("rows 0\xE2\x80\x93"
                               "2047 of 2048"));
  screen.click("table/which/1");
  screen.settle();
  EXPECT_EQ(screen.said("table-rows"),
            "rows 65\xE2\x80\x93"
            "88 of 128");
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
  EXPECT_EQ(screen.said("neighbours/input_emb/0"), "the") << "as NumPy has it, in every slot of this text";
  EXPECT_EQ(screen.said("verdict/neighbours"), "no");
  EXPECT_EQ(screen.session().real->position, PositionScheme::learned);
}

// A row with a NaN is nearest to nothing, and says so instead of searching for ever.
TEST(NeighboursPage, ARowThatIsNoNumberHasNoNeighbours) {
  std::vector<float> numbers(6 * 4, 1.0F);
  numbers[5] = kNaN;
  const Session start = showing(model_of_table(Table(6, 4, numbers)), Page::neighbours, "1 2");
  Screen screen(apply(start, {.id = ActionId::set_query, .text = "#1"}));
  screen.settle();
  EXPECT_FALSE(screen.ui.animating);
  EXPECT_FALSE(screen.shows("neighbours/query/0"));
  EXPECT_EQ(screen.said("verdict/neighbours"), "\xE2\x80\x94");
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
  const Rect map = screen.rect("map/E");
  const std::string before = screen.session().real->query;
  for (float part = 0.05F; part < 1.0F && screen.session().real->query == before; part += 0.05F) {
    screen.move_to({map.x + map.w * 0.25F, map.y + map.h * part});
    screen.click_here();
  }
  EXPECT_TRUE(screen.session().real->query.starts_with("#")) << "a click on a point asks about its row";
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
