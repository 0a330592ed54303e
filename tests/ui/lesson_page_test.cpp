// The Lesson page and the tour's card, clicked through by name.
#include <gtest/gtest.h>

#include "app/ui/texts.h"
#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

// The tour's first steps as a newcomer does them: the card asks, then says what to do, then moves on by
// itself.
TEST(LessonPage, TheTourMovesOnByItself) {
  Screen screen(on_page(Page::lesson, ""));
  EXPECT_EQ(screen.said("verdict/lesson"), "0 of 14 steps");
  EXPECT_FALSE(screen.shows("tour"));
  screen.click("button/start-tour");
  EXPECT_EQ(screen.said("tour"), text("lesson.step-1-ask"));
  screen.click("tour/option/0");
  EXPECT_EQ(screen.said("tour"), text("lesson.step-1-do"));
  EXPECT_EQ(screen.said("tour/before"), text("lesson.step-1-ask") + " You said: the same.");
  EXPECT_FALSE(screen.shows("tour/option/0"));
  screen.click("tour/go");
  EXPECT_EQ(screen.session().view.page, Page::widget);
  EXPECT_FALSE(screen.shows("tour/go"));
  screen.click("table/row/5");
  screen.click("table/row/2");
  EXPECT_EQ(screen.said("tour"), text("lesson.step-1-do"));
  screen.click("table/row/5");
  screen.frame();
  EXPECT_EQ(screen.said("tour"), text("lesson.step-2-ask"));
  screen.click("tour/option/0");  // wrong, as it turns out
  screen.press("P");
  EXPECT_EQ(screen.said("tour"), text("lesson.step-3-ask"));
  screen.press("9", true);
  EXPECT_EQ(screen.said("verdict/lesson"), "2 of 14 steps");
  EXPECT_EQ(screen.said("verdict/lesson/detail"), "Checklist: 2 of 5. Predictions that were right: 1 of 2.");
}

TEST(LessonPage, TheEmptyWidgetInvitesToTheTour) {
  Screen screen;
  screen.click("button/start-tour");
  EXPECT_EQ(screen.said("tour"), text("lesson.step-1-ask"));
  EXPECT_FALSE(screen.shows("button/start-tour"));
  screen.click("tour/leave");
  EXPECT_TRUE(screen.shows("button/start-tour"));
  screen.press("5");
  EXPECT_FALSE(screen.shows("button/start-tour"));
}

TEST(LessonPage, LeavingKeepsThePlace) {
  Screen screen(on_page(Page::lesson, ""));
  screen.click("button/start-tour");
  screen.click("tour/option/0");
  screen.click("tour/leave");
  EXPECT_FALSE(screen.shows("tour"));
  screen.press("F2");  // "the cat the": without the tour nobody watches
  EXPECT_EQ(screen.program.progress().step, 0U);
  screen.click("button/start-tour");
  screen.press("1", true);
  screen.frame();
  EXPECT_EQ(screen.program.progress().step, 1U);  // it was predicted, and now it is seen
}

// Taking the tour again asks everything again.
TEST(LessonPage, TheTourCanBeTakenAgain) {
  Progress done{
      .touring = true, .step = kTourSteps, .predicted = {}, .checked = {true, true, true, true, true}};
  done.predicted.fill(0);
  Screen screen(on_page(Page::lesson, "the cat the"));
  screen.program.restore(done);
  screen.frame();
  screen.click("button/start-tour");
  screen.frames(3);
  EXPECT_EQ(screen.program.progress().step, 0U);
  EXPECT_EQ(screen.said("tour"), text("lesson.step-1-ask"));
  EXPECT_TRUE(screen.shows("tour/option/0"));
  EXPECT_EQ(screen.program.progress().checked, done.checked);
}

// Undo takes back what was done, not what was learned.
TEST(LessonPage, UndoDoesNotUnlearn) {
  Screen screen(on_page(Page::lesson, ""));
  screen.click("button/start-tour");
  screen.click("tour/option/0");
  screen.click("tour/go");
  screen.press("F2");
  screen.frame();
  EXPECT_EQ(screen.program.progress().step, 1U);
  screen.press("Z", true);
  EXPECT_TRUE(screen.ids().empty());
  EXPECT_EQ(screen.program.progress().step, 1U);
}

TEST(LessonPage, TheChecklistTicks) {
  Screen screen(on_page(Page::lesson, ""));
  screen.click("lesson/tab/1");
  EXPECT_EQ(screen.said("check/2"), "no");
  screen.press("F2");
  screen.press("P");
  EXPECT_EQ(screen.said("check/2"), "yes");
  EXPECT_EQ(screen.said("check/0"), "no");
}

// Each question opens its answer and has a button that leads to another page: from the start three clicks.
TEST(LessonPage, EachQuestionIsThreeClicksAway) {
  for (const auto& [tab, name, count] :
       {std::tuple{"lesson/tab/2", "question/", 15}, {"lesson/tab/3", "interview/", 7}}) {
    for (int i = 0; i < count; ++i) {
      Screen screen({}, 1280.0F, 2000.0F);
      screen.click("rail/lesson");
      screen.click(tab);
      const std::string question = name + std::to_string(i);
      screen.click(question);
      EXPECT_FALSE(screen.said(std::string(name) + "answer").empty());
      screen.click(question + "/go");
      EXPECT_NE(screen.session().view.page, Page::lesson) << question;
    }
  }
}

// The card has room on every page, at every size: nothing is drawn over it, and the page still scrolls.
TEST(LessonPage, TheCardFitsEverywhere) {
  for (const auto& [w, h] : {std::pair{420.0F, 320.0F}, {900.0F, 600.0F}, {1280.0F, 800.0F}}) {
    Screen screen(on_page(Page::lesson, ""), w, h);
    screen.program.perform({.id = ActionId::start_tour});
    for (std::size_t page = 0; page < kPages; ++page) {
      screen.program.perform({.id = ActionId::show_page, .choice = page});
      screen.frames(2);
      const Rect card = screen.rect("tour");
      EXPECT_GE(card.x, 0.0F);
      EXPECT_LE(card.right(), w);
      EXPECT_LE(card.bottom(), screen.rect("colour-bar").y) << page << " at " << w;
    }
  }
}

}  // namespace
}  // namespace whatwhere::testing
