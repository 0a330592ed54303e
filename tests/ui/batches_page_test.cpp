// The page "Batches and shapes", clicked through by name.
#include <gtest/gtest.h>

#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

// B = 3, T = 4: 12 rows, each with the row of its slot.
TEST(BatchesPage, OnePServesAllSequences) {
  Screen screen(on_page(Page::batches, "the cat the", PositionScheme::off), 1280.0F, 3000.0F);
  EXPECT_EQ(screen.said("verdict/batches"), "\xE2\x80\x94");
  EXPECT_TRUE(screen.ui.cell_colours.at("batches/P/1/0").empty());
  screen.click("sequence/scheme/1");
  EXPECT_EQ(screen.said("verdict/batches"), "yes");
  EXPECT_EQ(screen.said("verdict/batches/detail").substr(0, 8), "12 of 12");
  EXPECT_EQ(screen.ui.cell_colours.at("batches/P/0/1"), screen.ui.cell_colours.at("batches/P/2/1"));
  EXPECT_FALSE(screen.ui.cell_colours.at("batches/P/0/1").empty());
}

// B = 3 and T = 4 do not fit; with T = 3 the sum goes through, and 9 - 3 rows are wrong.
TEST(BatchesPage, TheWrongAxis) {
  Screen screen(on_page(Page::batches, "the cat the", PositionScheme::learned), 1280.0F, 3000.0F);
  screen.click("batches/wrong-axis");
  EXPECT_EQ(screen.said("verdict/batches"), "no: ShapeError");
  EXPECT_NE(screen.said("verdict/batches/detail").find("(3, 4, 4) + (3, 4)"), std::string::npos);
  screen.focus("batches/length");
  screen.press("Left");
  EXPECT_EQ(screen.session().windows.T, 3U);
  EXPECT_EQ(screen.said("verdict/batches"), "yes, and wrong");
  EXPECT_NE(screen.said("verdict/batches/detail").find("6 of 9"), std::string::npos);
  screen.click("batches/wrong-axis");
  EXPECT_EQ(screen.said("verdict/batches"), "yes");
}

TEST(BatchesPage, SlidersMoveTheWindows) {
  Screen screen(on_page(Page::batches, "the cat the", PositionScheme::learned), 1280.0F, 3000.0F);
  EXPECT_EQ(screen.said("batches/window/2"), "4 to 7");
  screen.focus("batches/stride");
  screen.press("Right");
  EXPECT_EQ(screen.session().windows.stride, 3U);
  EXPECT_EQ(screen.said("batches/window/2"), "6 to 9");
  EXPECT_FALSE(screen.shows("batches/window/3"));
  screen.focus("batches/windows");
  screen.press("Right");
  EXPECT_TRUE(screen.shows("batches/window/3"));
}

TEST(BatchesPage, SaysWhichWindowsDoNotFit) {
  Session session = on_page(Page::batches, "the cat the", PositionScheme::learned);
  session.windows.B = 8;
  session.windows.T = 8;
  session.windows.stride = 8;
  Screen screen(session, 1280.0F, 3000.0F);
  EXPECT_EQ(screen.said("batches/short").substr(0, 40), "The text has room for 5 of the 8 windows");
}

// GPT-2 small's own counts; and the fields: B = 2 of the session's (64, 256, 384).
TEST(BatchesPage, CountsShapes) {
  Screen screen(on_page(Page::batches, "the cat the", PositionScheme::learned), 1280.0F, 3000.0F);
  EXPECT_EQ(screen.said("batches/gpt/E"), "38,597,376 / 154,389,504");
  EXPECT_EQ(screen.said("batches/own/tok_emb"), "6,291,456 / 25,165,824");
  screen.click("batches/own/B");
  screen.type("2");
  screen.key_in_field(ImGuiKey_Enter);
  EXPECT_EQ(screen.session().shape[0], 2U);
  EXPECT_EQ(screen.said("batches/own/tok_emb"), "196,608 / 786,432");
  screen.click("batches/own/B");
  screen.type("0");
  screen.key_in_field(ImGuiKey_Enter);
  EXPECT_EQ(screen.session().shape[0], 2U);
}

TEST(BatchesPage, WorksWithoutTokensOfOnesOwn) {
  Session session;
  session.view.page = Page::batches;
  session.position = PositionScheme::learned;
  Screen screen(session);
  EXPECT_EQ(screen.said("verdict/batches"), "yes");
}

}  // namespace
}  // namespace whatwhere::testing
