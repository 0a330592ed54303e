// The page "Failure modes", each of the five broken and mended by name.
#include <gtest/gtest.h>

#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

constexpr const char* kVerdict = "verdict/failures";
constexpr const char* kDetail = "verdict/failures/detail";

// Tall enough to show all five cards without scrolling.
struct FailuresPage : ::testing::Test {
  explicit FailuresPage(const std::string& words = "dog bites man")
      : screen(on_page(Page::failures, words), 1280.0F, 1600.0F) {}

  static std::string card(Failure failure) {
    return "failures/" + std::to_string(static_cast<std::size_t>(failure));
  }
  void toggle(Failure failure) {
    screen.click("button/failure-" + std::to_string(static_cast<std::size_t>(failure)));
  }
  std::string state(Failure failure) const { return screen.said(card(failure)); }
  std::string signal(Failure failure) const { return screen.said(card(failure) + "/signal"); }
  bool signals(Failure failure, const std::string& part) const {
    return signal(failure).find(part) != std::string::npos;
  }
  // Breaks it, undoes that, redoes that, and mends it: its state and the verdict each time.
  void expect_round(Failure failure, const std::string& broken, const std::string& mended) {
    EXPECT_EQ(state(failure), "in order");
    EXPECT_EQ(screen.said(kVerdict), "0 of 5");
    EXPECT_PRED2(holds, signal(failure), mended);
    toggle(failure);
    EXPECT_EQ(state(failure), "broken");
    EXPECT_EQ(screen.said(kVerdict), "1 of 5");
    EXPECT_PRED2(holds, signal(failure), broken);
    EXPECT_PRED2(holds, screen.said(kDetail), signal(failure));
    screen.press("Z", true);
    EXPECT_EQ(state(failure), "in order");
    screen.press("Y", true);
    EXPECT_EQ(state(failure), "broken");
    toggle(failure);
    EXPECT_EQ(state(failure), "in order");
    EXPECT_EQ(screen.said(kVerdict), "0 of 5");
    EXPECT_PRED2(holds, signal(failure), mended);
  }
  static bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  Screen screen;
};

TEST_F(FailuresPage, RawIds) {
  expect_round(Failure::raw_ids, "in 3 of 3 vectors", "max |change| = 0: E[ids] is the same bytes");
}

// The first row's colours are those of the same token under both numberings, or not.
TEST_F(FailuresPage, RawIdsInColours) {
  const auto row = [&](const char* name) { return screen.ui.cell_colours.at(name); };
  EXPECT_EQ(row("failures/own/0"), row("failures/renumbered/0"));
  toggle(Failure::raw_ids);
  EXPECT_NE(row("failures/own/0"), row("failures/renumbered/0"));
}

TEST_F(FailuresPage, NoPositions) {
  expect_round(Failure::no_positions, "same score up to rounding", "the two orders are two inputs");
  EXPECT_NE(screen.rect("failures/score").x, screen.rect("failures/reversed-score").x);
  toggle(Failure::no_positions);
  EXPECT_EQ(screen.rect("failures/score").x, screen.rect("failures/reversed-score").x);
}

TEST_F(FailuresPage, Widths) {
  expect_round(Failure::widths, "E has width d = 4 and P has width d = 3", "the sum is (3, 4)");
  EXPECT_FALSE(screen.shows("failures/tok_emb/unmatched"));
  EXPECT_TRUE(screen.shows("failures/input_emb/0"));
  toggle(Failure::widths);
  EXPECT_TRUE(screen.shows("failures/tok_emb/unmatched"));
  EXPECT_FALSE(screen.shows("failures/input_emb/0"));
}

TEST_F(FailuresPage, TooLong) {
  expect_round(Failure::too_long, "T = 11 tokens, but context_length = 8: there is no row 8 in P", "T = 3");
  EXPECT_FALSE(screen.shows("failures/cut/8"));
}

TEST_F(FailuresPage, TooLongIsTruncatedWhenThePersonSaysSo) {
  toggle(Failure::too_long);
  screen.click("failures/policy/1");
  EXPECT_EQ(signal(Failure::too_long).substr(0, 20), "8 of 11 tokens kept,");
  EXPECT_TRUE(screen.shows("failures/cut/8"));
  EXPECT_TRUE(screen.shows("failures/cut/10"));
  EXPECT_FALSE(screen.shows("failures/cut/7"));
  screen.press("Z", true);
  EXPECT_EQ(screen.session().failures.policy, ContextPolicy::refuse);
  EXPECT_TRUE(signals(Failure::too_long, "T = 11"));
}

TEST_F(FailuresPage, Concatenation) {
  expect_round(Failure::concatenation, "cannot multiply x (3, 8) by W (4, 4)", "is (3, 4)");
  EXPECT_TRUE(screen.shows("failures/y/0"));
  toggle(Failure::concatenation);
  EXPECT_TRUE(screen.shows("failures/x/unmatched"));
  EXPECT_FALSE(screen.shows("failures/y/0"));
}

TEST_F(FailuresPage, TheVerdictTellsOfTheOneBrokenLast) {
  toggle(Failure::widths);
  toggle(Failure::raw_ids);
  EXPECT_EQ(screen.said(kVerdict), "2 of 5");
  const std::string detail = kDetail;
  EXPECT_PRED2(holds, screen.said(detail), signal(Failure::raw_ids));
  toggle(Failure::raw_ids);
  EXPECT_PRED2(holds, screen.said(detail), signal(Failure::widths)) << "of one that still is broken";
}

struct FailuresOfAPalindrome : FailuresPage {
  FailuresOfAPalindrome() : FailuresPage("the cat the") {}
};

TEST_F(FailuresOfAPalindrome, HasNoOrderToTell) {
  toggle(Failure::no_positions);
  EXPECT_EQ(signal(Failure::no_positions), "nothing to compare");
  EXPECT_FALSE(screen.shows("failures/score"));
  screen.click("sequence/append/2");
  EXPECT_TRUE(signals(Failure::no_positions, "same score up to rounding"));
}

struct FailuresWithoutTokens : FailuresPage {
  FailuresWithoutTokens() : FailuresPage("") {}
};

TEST_F(FailuresWithoutTokens, AskForTokens) {
  EXPECT_EQ(screen.said(kVerdict), "\xE2\x80\x94");
  EXPECT_FALSE(screen.shows("button/failure-0"));
  screen.click("sequence/append/2");
  EXPECT_TRUE(screen.shows("button/failure-0"));
}

}  // namespace
}  // namespace whatwhere::testing
