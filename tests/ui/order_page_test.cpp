// The page "Order", clicked through by name.
#include <gtest/gtest.h>

#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

constexpr const char* kNone = "\xE2\x80\x94";

// Attention without positions and mask does not notice an order; each of the others does. The scheme's
// segments are off, learned, sinusoidal, rotary.
TEST(OrderPage, VerdictsBeforeAndAfter) {
  Screen screen(on_page(Page::order, "the dog bites man"), 1280.0F, 2000.0F);
  EXPECT_EQ(screen.said("verdict/order"), kNone);
  screen.click("button/reverse");
  EXPECT_EQ(screen.said("verdict/order"), "no");
  EXPECT_EQ(screen.said("verdict/order/detail").substr(0, 6), "4 of 4");
  EXPECT_EQ(screen.said("order/row/0").substr(0, 5), "as in");
  EXPECT_EQ(screen.said("order/bites").substr(0, 12), "The same bag");
  for (const char* scheme : {"1", "2", "3"}) {
    screen.click(std::string("sequence/scheme/") + scheme);
    EXPECT_EQ(screen.said("verdict/order"), "yes") << scheme;
    EXPECT_EQ(screen.said("order/bites").substr(0, 18), "Two different bags") << scheme;
  }
  screen.click("sequence/scheme/0");
  EXPECT_EQ(screen.said("verdict/order"), "no");
  screen.click("order/causal");
  EXPECT_EQ(screen.said("verdict/order"), "yes");
  EXPECT_EQ(screen.said("order/row/0").substr(0, 6), "unlike");
}

// Under the mask slot t of the weights has t + 1 cells that are there.
TEST(OrderPage, MaskedWeightsAreNotThere) {
  Screen screen(on_page(Page::order, "the dog bites"), 1280.0F, 2000.0F);
  EXPECT_EQ(screen.ui.cell_colours.at("order/weights/0").size(), 3U);
  screen.click("order/causal");
  for (std::size_t t = 0; t < 3; ++t) {
    EXPECT_EQ(screen.ui.cell_colours.at("order/weights/" + std::to_string(t)).size(), t + 1);
  }
}

TEST(OrderPage, ASlotIsDraggedAsOneStep) {
  Screen screen(on_page(Page::order, "the dog bites man"));
  screen.drag("order/slot/0", screen.rect("order/slot/3").centre());
  EXPECT_EQ(screen.ids(), ids_of_words("dog bites man the"));
  EXPECT_EQ(screen.session().before->ids(), ids_of_words("the dog bites man"));
  EXPECT_EQ(screen.said("verdict/order"), "no");
  screen.press("Z", true);
  EXPECT_EQ(screen.ids(), ids_of_words("the dog bites man"));
}

TEST(OrderPage, TheKeyboardMovesASlotAndStaysWithIt) {
  Screen screen(on_page(Page::order, "the dog bites"));
  screen.focus("order/slot/0");
  screen.press("Right");
  screen.press("Right");
  EXPECT_EQ(screen.ids(), ids_of_words("dog bites the"));
  screen.press("Left");
  EXPECT_EQ(screen.ids(), ids_of_words("dog the bites"));
}

TEST(OrderPage, AnOrderThatReadsTheSameIsNoOrder) {
  Screen screen(on_page(Page::order, "the cat the"));
  screen.click("button/reverse");
  EXPECT_EQ(screen.said("verdict/order"), kNone);
}

TEST(OrderPage, OverflowIsNotCalledADifference) {
  Session session = on_page(Page::order, "the dog");
  const auto filled = [](std::size_t rows) {
    return Table(rows, kWidth, std::vector<float>(rows * kWidth, 3e38F));
  };
  session.changed = ChangedTables{.E = filled(kVocabSize), .P = filled(kContextLength)};
  session.position = PositionScheme::learned;
  Screen screen(session, 1280.0F, 2000.0F);
  screen.click("button/reverse");
  EXPECT_EQ(screen.said("verdict/order"), kNone);
  EXPECT_EQ(screen.said("order/row/0"), "no number");
}

TEST(OrderPage, WithoutTokensItSaysWhatToDo) {
  Screen screen(on_page(Page::order, ""));
  EXPECT_EQ(screen.said("verdict/order"), kNone);
  EXPECT_FALSE(screen.shows("order/causal"));
}

}  // namespace
}  // namespace whatwhere::testing
