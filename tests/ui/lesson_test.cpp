// The lesson's own claims, clicked through by name.
#include <gtest/gtest.h>

#include "app/panels/words.h"
#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

using Ids = std::vector<TokenId>;

// The checkpoint of the lesson: "the", another word, "the" again; off the two strips are equal and the
// verdict is yes, on they differ and it is no.
TEST(Lesson, CheckpointWithPositionOffAndOn) {
  Screen screen;
  screen.click("table/row/5");
  screen.click("table/row/2");
  screen.click("table/row/5");
  EXPECT_EQ(screen.ids(), (Ids{5, 2, 5}));
  EXPECT_EQ(same_token_verdict_word(screen.program.results().same), "yes");
  screen.move_to({-100.0F, -100.0F});
  EXPECT_EQ(screen.ui.cell_colours.at("input/input_emb/0"), screen.ui.cell_colours.at("input/input_emb/2"));
  EXPECT_NE(screen.ui.cell_colours.at("input/input_emb/0"), screen.ui.cell_colours.at("input/input_emb/1"));

  screen.click("button/position");
  EXPECT_EQ(screen.session().position, PositionScheme::learned);
  EXPECT_EQ(same_token_verdict_word(screen.program.results().same), "no");
  EXPECT_NE(screen.ui.cell_colours.at("input/input_emb/0"), screen.ui.cell_colours.at("input/input_emb/2"));
}

// A cell's colour is the diverging map of the number it stands for: here of E[5] and of E[5] + P[0].
TEST(Lesson, CellsAreColouredByTheirNumbers) {
  Screen screen(with_words("the", PositionScheme::learned));
  const LessonResults& r = screen.program.results();
  for (std::size_t j = 0; j < kWidth; ++j) {
    EXPECT_EQ(screen.ui.cell_colours.at("table/strip/5")[j],
              heat_colour(*screen.ui.palette, r.E.row(5)[j], r.range));
    EXPECT_EQ(screen.ui.cell_colours.at("input/input_emb/0")[j],
              heat_colour(*screen.ui.palette, r.E.row(5)[j] + r.P.row(0)[j], r.range));
  }
}

// With the position off, what P holds is drawn as absent: no cell of it is filled.
TEST(Lesson, PositionColumnIsVisiblyNotInTheSum) {
  Screen screen(with_words("the cat"));
  EXPECT_TRUE(screen.ui.cell_colours.at("input/pos_emb/0").empty());
  screen.press("P");
  EXPECT_EQ(screen.ui.cell_colours.at("input/pos_emb/0").size(), kWidth);
}

// Off, a shuffle leaves the multiset, and so the bag's colours, as they were; on, it does not.
TEST(Lesson, BagUnderShuffle) {
  for (const PositionScheme scheme : {PositionScheme::off, PositionScheme::learned}) {
    Screen screen(with_words("dog bites man", scheme));
    const auto bag = [&] {
      std::vector<std::vector<ImU32>> colours;
      for (int i = 0; i < 3; ++i) colours.push_back(screen.ui.cell_colours.at("bag/" + std::to_string(i)));
      return colours;
    };
    const auto before = bag();
    const Ids ids = screen.ids();
    screen.click("button/shuffle");
    EXPECT_NE(screen.ids(), ids);
    const bool off = scheme == PositionScheme::off;
    EXPECT_EQ(bag() == before, off);
    EXPECT_EQ(multiset_word(screen.program.results()), off ? "yes" : "no");
  }
}

// Vectors that are equal although their tokens differ (all of them, with a deviation of 0): the bag, tokens
// and all, still does not move.
TEST(Lesson, BagOfEqualVectorsDoesNotMoveEither) {
  Session session = with_words("the cat dog");
  session.std = 0.0;
  Screen screen(session);
  const auto tokens = [&] {
    const LessonResults& r = screen.program.results();
    std::vector<TokenId> ids;
    for (const std::size_t row : r.bag) ids.push_back(r.ids[row]);
    return ids;
  };
  EXPECT_EQ(tokens(), (Ids{2, 3, 5}));
  screen.press("S");
  EXPECT_EQ(tokens(), (Ids{2, 3, 5}));
}

// "Every slot changed" is false if the shuffle left one in place: the screen counts. Swapping the outer two
// of three leaves the middle one.
TEST(Lesson, SlotsChangedIsCounted) {
  Screen screen(with_words("dog bites man", PositionScheme::learned));
  screen.press("R");
  EXPECT_EQ(screen.ids(), (Ids{0, 4, 3}));
  EXPECT_EQ(slots_changed_word(screen.program.results()), "2 of 3");
  const auto sentences = order_sentences(screen.session().position, screen.program.results());
  EXPECT_EQ(sentences.at(1), "Slot 1 was left in place, so its vector did not change.");
}

// "man bites dog" reversed is "dog bites man": as a set the same vectors.
TEST(Lesson, ManBitesDogIsDogBitesManAsASet) {
  Screen screen;
  screen.click("button/example-1");
  EXPECT_EQ(screen.ids(), ids_of_words("dog bites man"));
  screen.click("button/reverse");
  EXPECT_EQ(screen.ids(), ids_of_words("man bites dog"));
  EXPECT_EQ(multiset_word(screen.program.results()), "yes");
  EXPECT_EQ(slots_changed_word(screen.program.results()), "2 of 3");
}

// The same token four times: one order, so nothing to shuffle; off all six pairs are equal, on none is.
TEST(Lesson, SameTokenFourTimes) {
  Screen screen;
  screen.click("button/example-3");
  EXPECT_EQ(screen.ids(), (Ids{5, 5, 5, 5}));
  EXPECT_EQ(same_token_line(screen.program.results().same), "6 pairs of slots, the same bytes");
  EXPECT_EQ(screen.program.history().why_not({.id = ActionId::shuffle}),
            "All tokens are the same: every order is this one.");
  screen.click("button/shuffle");
  EXPECT_EQ(screen.ids(), (Ids{5, 5, 5, 5}));
  EXPECT_FALSE(screen.session().before.has_value());
  screen.press("P");
  EXPECT_EQ(same_token_line(screen.program.results().same), "6 of 6 pairs differ");
}

// P has rows 0 to 7: the ninth token is refused with this reason, by mouse and by key.
TEST(Lesson, NinthTokenIsRefused) {
  Screen screen;
  screen.click("button/example-4");
  ASSERT_EQ(screen.ids().size(), 8U);
  screen.click("table/row/1");
  EXPECT_EQ(screen.ids().size(), 8U);
  EXPECT_NE(screen.program.message().text.find("there is no row 8"), std::string::npos);
  EXPECT_TRUE(screen.program.message().is_error);
  screen.press("3");
  EXPECT_EQ(screen.ids().size(), 8U);
}

// A cell lights the equations that it stands in, column by column, and nothing else.
TEST(Lesson, ACellLightsItsEquation) {
  Screen screen(with_words("the cat", PositionScheme::learned));
  using Of = CellRef::Of;
  Focus focus;
  focus.cell = CellRef{Of::input_emb, 1, 2};  // X[1,2] = E[2,2] + P[1,2]
  const auto lit = [&](Of of, std::size_t row) {
    return lit_column(focus, screen.program.results(), of, row);
  };
  EXPECT_EQ(lit(Of::E, 2), 2U);
  EXPECT_EQ(lit(Of::P, 1), 2U);
  EXPECT_EQ(lit(Of::input_emb, 1), 2U);
  EXPECT_FALSE(lit(Of::E, 5));
  EXPECT_FALSE(lit(Of::P, 0));
  EXPECT_FALSE(lit(Of::input_emb, 0));
  screen.press("P");
  EXPECT_EQ(lit(Of::E, 2), 2U);
  EXPECT_FALSE(lit(Of::P, 1));  // nothing is added: P has no part in it
}

// The number in a cell has at most six characters at any range, and the unit that it is in.
TEST(Lesson, CellTextsFitAtAnyRange) {
  EXPECT_EQ(cell_text(-0.0164F, 0.072F), "-0.016");
  EXPECT_EQ(cell_text(-0.0001F, 0.072F), "0.000");
  EXPECT_EQ(cell_text(-722.1F, 900.0F), "-722.1");
  EXPECT_EQ(cell_exponent(0.072F), 0);
  EXPECT_EQ(cell_exponent(3.6e-5F), -5);
  EXPECT_EQ(cell_text(-3.6e-5F, 3.6e-5F), "-3.600");
  EXPECT_EQ(cell_text(2e-7F, 3.6e-5F), "0.020");
  for (float range = 1e-38F; range < 1e38F; range *= 1.7F) {
    for (const float x : {-range, range, -range / 3.0F, range / 1000.0F, 0.0F}) {
      EXPECT_LE(cell_text(x, range).size(), 6U) << x << " of " << range;
    }
  }
}

// "E[5,2] + P[0,2] = X[0,2]" and its three values; without P when the position is off.
TEST(Lesson, EquationOfACell) {
  Screen screen(with_words("the", PositionScheme::learned));
  const LessonResults& r = screen.program.results();
  const Equation on = equation_of(r, {CellRef::Of::input_emb, 0, 2});
  EXPECT_EQ(on.text, "E[5,2] + P[0,2] = X[0,2]");
  ASSERT_EQ(on.terms.size(), 3U);
  EXPECT_EQ(on.terms[0].value, r.E.row(5)[2]);
  EXPECT_EQ(on.terms[1].value, r.P.row(0)[2]);
  EXPECT_EQ(on.terms[2].value, r.E.row(5)[2] + r.P.row(0)[2]);
  screen.press("P");
  EXPECT_EQ(equation_of(screen.program.results(), {CellRef::Of::input_emb, 0, 2}).text, "E[5,2] = X[0,2]");
}

TEST(Lesson, HoveringACellLightsItsSources) {
  Screen screen(with_words("the cat", PositionScheme::learned));
  const Rect strip = screen.rect("input/input_emb/1");
  screen.move_to({strip.x + strip.w * 0.6F, strip.centre().y});  // column 2
  EXPECT_TRUE(screen.shows("equation/E"));
  EXPECT_TRUE(screen.shows("equation/P"));
  EXPECT_TRUE(screen.shows("equation/X"));
  screen.press("P");
  EXPECT_FALSE(screen.shows("equation/P"));
}

}  // namespace
}  // namespace whatwhere::testing
