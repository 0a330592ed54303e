#include "app/ui/colour.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace whatwhere::testing {
namespace {

// WCAG 2.1's own extremes: black on white is 21 : 1, equal colours 1 : 1.
TEST(Colour, Contrast) {
  EXPECT_NEAR(contrast(IM_COL32_BLACK, IM_COL32_WHITE), 21.0, 1e-9);
  EXPECT_NEAR(contrast(IM_COL32_WHITE, IM_COL32_WHITE), 1.0, 1e-9);
}

// All text keeps at least 4.5 : 1 on what it stands on, in both themes.
TEST(Colour, TextIsLegibleEverywhere) {
  for (const Theme theme : {Theme::dark, Theme::light}) {
    const Palette& c = palette_of(theme);
    for (const ImU32 back : {c.ground, c.panel, c.raised, c.hovered}) {
      EXPECT_GE(contrast(c.text, back), 4.5);
    }
    for (const ImU32 back : {c.ground, c.panel}) EXPECT_GE(contrast(c.quiet, back), 4.5);
    for (const ImU32 front : {c.good, c.warn, c.accent}) EXPECT_GE(contrast(front, c.panel), 4.5);
    EXPECT_GE(contrast(c.on_accent, c.accent), 4.5);
    for (int i = -100; i <= 100; ++i) {
      const ImU32 cell = heat_colour(c, static_cast<float>(i), 100.0F);
      EXPECT_GE(contrast(text_on(cell), cell), 4.5) << i;
    }
  }
  for (TokenId id = 0; id < 7; ++id) EXPECT_GE(contrast(text_on(token_colour(id)), token_colour(id)), 4.5);
}

TEST(Colour, HeatRunsFromArmToArm) {
  const Palette& c = palette_of(Theme::dark);
  EXPECT_EQ(heat_colour(c, 0.0F, 1.0F), c.zero);
  EXPECT_EQ(heat_colour(c, 1.0F, 1.0F), c.positive);
  EXPECT_EQ(heat_colour(c, -1.0F, 1.0F), c.negative);
  EXPECT_EQ(heat_colour(c, 5.0F, 1.0F), c.positive);
  EXPECT_EQ(heat_colour(c, 0.5F, 0.0F), c.zero);
  EXPECT_EQ(heat_colour(c, std::numeric_limits<float>::quiet_NaN(), 1.0F), c.not_a_number);
  EXPECT_EQ(heat_colour(c, -std::numeric_limits<float>::infinity(), 1.0F), c.not_a_number);
}

TEST(Colour, TokensOfTheToyHaveSixColours) {
  for (TokenId a = 0; a < 6; ++a) {
    for (TokenId b = 0; b < a; ++b) EXPECT_NE(token_colour(a), token_colour(b));
  }
}

}  // namespace
}  // namespace whatwhere::testing
