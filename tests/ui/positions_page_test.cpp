// The page "Positions", clicked through by name.
#include <gtest/gtest.h>

#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

constexpr float kTall = 2600.0F;  // the whole page without scrolling

TEST(PositionsPage, EachSchemeHasItsVerdict) {
  Screen screen(on_page(Page::positions, "the cat the"), 1280.0F, kTall);
  EXPECT_EQ(screen.said("verdict/positions"), "no");
  screen.click("positions/scheme/1");
  EXPECT_EQ(screen.session().position, PositionScheme::learned);
  EXPECT_EQ(screen.said("verdict/positions"), "yes");
  EXPECT_TRUE(screen.shows("positions/P/7"));
  EXPECT_FALSE(screen.shows("positions/P/8"));
  EXPECT_TRUE(screen.shows("positions/no-row"));
  screen.click("positions/scheme/2");
  EXPECT_EQ(screen.said("verdict/positions"), "yes");
  EXPECT_TRUE(screen.shows("positions/P/15"));
  EXPECT_FALSE(screen.shows("positions/no-row"));
  screen.click("positions/scheme/3");
  EXPECT_EQ(screen.said("verdict/positions"), "not in the input: inside attention");
  EXPECT_FALSE(screen.shows("positions/P/0"));
  EXPECT_TRUE(screen.shows("positions/angles/15"));
  screen.click("positions/scheme/0");
  EXPECT_EQ(screen.said("verdict/positions"), "no");
}

TEST(PositionsPage, AtGainZeroTheLearnedTableTellsNothingApart) {
  Screen screen(on_page(Page::positions, "the cat the", PositionScheme::learned), 1280.0F, kTall);
  EXPECT_EQ(screen.said("positions/gain"), "1.00");
  const Rect track = screen.rect("positions/gain");
  screen.drag("positions/gain", {track.x + 1.0F, track.centre().y});
  EXPECT_EQ(screen.session().positions.gain, 0.0);
  EXPECT_EQ(screen.said("verdict/positions"), "no");
  EXPECT_EQ(screen.said("positions/own-word"), "3 of 3");
  screen.press("Z", true);
  EXPECT_EQ(screen.session().positions.gain, 1.0);
  EXPECT_EQ(screen.said("verdict/positions"), "yes");
}

// P of sinusoids is of the size 1, the rows of E of the size 0.02.
TEST(PositionsPage, SinusoidsDrownTheWordsOfASmallTable) {
  Screen screen(on_page(Page::positions, "the cat the", PositionScheme::sinusoidal), 1280.0F, kTall);
  EXPECT_NE(screen.said("positions/own-word"), "3 of 3");
}

TEST(PositionsPage, TheBaseIsTyped) {
  Screen screen(on_page(Page::positions, "the cat", PositionScheme::rotary), 1280.0F, kTall);
  screen.click("positions/base");
  screen.type("500");
  screen.key_in_field(ImGuiKey_Enter);
  EXPECT_EQ(screen.session().positions.base, 500.0);
}

std::string score_at(std::size_t m, std::size_t n) {
  Session session = on_page(Page::positions, "the cat", PositionScheme::rotary);
  session.positions.query_slot = m;
  session.positions.key_slot = n;
  Screen screen(session, 1280.0F, kTall);
  return screen.said("positions/score");
}

// Equal to the nine digits that are shown.
TEST(PositionsPage, AScoreDependsOnTheDistanceOfTheSlots) {
  EXPECT_EQ(score_at(61, 63), score_at(1, 3));
  EXPECT_NE(score_at(60, 63), score_at(1, 3));
}

TEST(PositionsPage, TheSlotsOfQueryAndKeyAreDragged) {
  Screen screen(on_page(Page::positions, "the cat", PositionScheme::rotary), 1280.0F, kTall);
  const std::string before = screen.said("positions/score");
  for (const char* name : {"positions/m", "positions/n"}) {
    const Rect track = screen.rect(name);
    screen.drag(name, {track.right() - 1.0F, track.centre().y});
  }
  EXPECT_EQ(screen.session().positions.query_slot, 63U);
  EXPECT_EQ(screen.session().positions.key_slot, 63U);
  EXPECT_NE(screen.said("positions/score"), before);
  screen.press("Z", true);
  screen.press("Z", true);
  EXPECT_EQ(screen.said("positions/score"), before);
}

TEST(PositionsPage, ACollisionIsBuiltAndTakenBack) {
  Screen screen(on_page(Page::positions, "the cat the man", PositionScheme::learned), 1280.0F, kTall);
  EXPECT_EQ(screen.said("positions/collision"), "no");
  screen.click("button/collide");
  EXPECT_EQ(screen.said("positions/collision"), "yes");
  EXPECT_EQ(screen.ui.cell_colours.at("positions/collided/0"),
            screen.ui.cell_colours.at("positions/collided/1"));
  screen.press("Z", true);
  EXPECT_EQ(screen.said("positions/collision"), "no");
  screen.click("button/collide");
  screen.click("button/restore");
  EXPECT_EQ(screen.said("positions/collision"), "no");
}

TEST(PositionsPage, WithoutARepeatedTokenItSaysWhatToDo) {
  Screen screen(on_page(Page::positions, ""), 1280.0F, kTall);
  EXPECT_EQ(screen.said("verdict/positions"), "\xE2\x80\x94");
  EXPECT_EQ(screen.said("verdict/positions/detail").substr(0, 22), "There is no token yet:");
  EXPECT_TRUE(screen.shows("positions/scheme/1"));
  screen.click("sequence/append/2");
  EXPECT_EQ(screen.said("verdict/positions/detail").substr(0, 30), "No token stands in two slots: ");
  screen.click("sequence/append/2");
  EXPECT_EQ(screen.said("verdict/positions"), "no");
}

TEST(PositionsPage, ItLeadsToAttention) {
  Screen screen(on_page(Page::positions, "the cat", PositionScheme::rotary), 1280.0F, kTall);
  screen.click("positions/to-order");
  EXPECT_EQ(screen.session().view.page, Page::order);
}

}  // namespace
}  // namespace whatwhere::testing
