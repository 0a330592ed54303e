// The page "Raw ids", clicked through by name.
#include <gtest/gtest.h>

#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

// A renumbering leaves no id as it was (it is a derangement), so every output w * id + b jumps, w not being
// 0; the rows move along with their tokens, so the embedding is the same bytes.
TEST(RawIdsPage, RenumberingChangesRawIdsAndNotTheEmbedding) {
  Screen screen(on_page(Page::raw_ids, "the cat the"));
  EXPECT_EQ(screen.said("verdict/raw-ids"), "\xE2\x80\x94");
  const auto rows = [&] {
    return std::vector{screen.ui.cell_colours.at("raw-ids/tok_emb/0"),
                       screen.ui.cell_colours.at("raw-ids/tok_emb/1")};
  };
  const auto before = rows();
  screen.click("button/renumber");
  EXPECT_EQ(screen.session().renumberings, 1U);
  EXPECT_EQ(screen.said("verdict/raw-ids"), "raw ids yes, embedding no");
  EXPECT_EQ(screen.said("verdict/raw-ids/detail").substr(0, 48),
            "The sentence is the same. 3 of 3 outputs of the ");
  EXPECT_EQ(rows(), before);
  screen.click("button/own-numbering");
  EXPECT_EQ(screen.said("verdict/raw-ids"), "\xE2\x80\x94");
}

TEST(RawIdsPage, UndoTakesARenumberingBack) {
  Screen screen(on_page(Page::raw_ids, "the cat"));
  screen.click("button/renumber");
  screen.press("Z", true);
  EXPECT_EQ(screen.session().renumberings, 0U);
}

TEST(RawIdsPage, WithoutTokensItSaysWhatToDo) {
  Screen screen(on_page(Page::raw_ids, ""));
  EXPECT_EQ(screen.said("verdict/raw-ids"), "\xE2\x80\x94");
  EXPECT_FALSE(screen.shows("button/renumber"));
  screen.click("sequence/append/2");
  EXPECT_TRUE(screen.shows("button/renumber"));
}

}  // namespace
}  // namespace whatwhere::testing
