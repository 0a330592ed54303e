// The page "Lookup is a matrix product", clicked through by name.
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <thread>

#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

// High enough that nothing has to be scrolled to.
constexpr float kWidth = 1280.0F;
constexpr float kHeight = 1200.0F;

// Frames until nothing is being measured, a minute of them at most.
void wait_for_timing(Screen& screen) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (screen.shows("product/progress") && std::chrono::steady_clock::now() < end) {
    EXPECT_TRUE(screen.ui.animating) << "the progress would stand still";
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    screen.frame();
  }
  EXPECT_FALSE(screen.shows("product/progress")) << "still measuring after a minute";
}

TEST(ProductPage, WithoutTokensItAsksForThem) {
  Screen screen(on_page(Page::product, ""), kWidth, kHeight);
  EXPECT_EQ(screen.said("verdict/product"), "\xE2\x80\x94");
  EXPECT_FALSE(screen.shows("button/time"));
  screen.click("sequence/append/5");
  EXPECT_EQ(screen.said("verdict/product"), "yes");
}

// T * V * d = 2 * 6 * 4 = 48 multiplications, of which T * d = 8 are by 1; 2 * 6 * 3 = 36 and 6 for d = 3.
TEST(ProductPage, TheVerdictSaysWhatTheLookupSaves) {
  Screen screen(on_page(Page::product, "the cat"), kWidth, kHeight);
  EXPECT_EQ(screen.said("verdict/product"), "yes");
  EXPECT_EQ(screen.said("verdict/product/detail"),
            "max |onehot(ids) \xC2\xB7 E \xE2\x88\x92 E[ids]| = 0, compared byte by byte. The lookup skips "
            "40 of these 48 multiplications; at toy size 30 of 36.");
}

// 0 times infinity is NaN: the product loses the row that the lookup still fetches.
TEST(ProductPage, AnInfiniteNumberSpoilsTheProductOnly) {
  Session session = on_page(Page::product, "the cat");
  ChangedTables tables = tables_to_change(session);
  std::vector<float> numbers(tables.E.numbers().begin(), tables.E.numbers().end());
  numbers[0] = std::numeric_limits<float>::infinity();  // row 0 is not in the sequence
  tables.E = Table(tables.E.rows(), tables.E.d(), std::move(numbers));
  session.changed = tables;
  Screen screen(session, kWidth, kHeight);
  EXPECT_EQ(screen.said("verdict/product"), "no");
  EXPECT_TRUE(screen.said("verdict/product/detail")
                  .starts_with("max |onehot(ids) \xC2\xB7 E \xE2\x88\x92 E[ids]| = NaN, "));
}

TEST(ProductPage, BothWaysHaveTheSameColours) {
  Screen screen(on_page(Page::product, "the cat the"), kWidth, kHeight);
  for (const char* slot : {"/0", "/1", "/2"}) {
    const auto& product = screen.ui.cell_colours.at(std::string("product/product") + slot);
    EXPECT_EQ(product, screen.ui.cell_colours.at(std::string("product/tok_emb") + slot));
  }
}

// the = 5, cat = 2: rows 2 and 5 of E come through; with the mouse on slot 1, row 2 alone.
TEST(ProductPage, TheRowsThatSurviveAreLit) {
  Screen screen(on_page(Page::product, "the cat the"), kWidth, kHeight);
  const auto lit = [&] {
    std::vector<int> rows;
    for (int id = 0; id < 6; ++id) {
      const ImU32 colour = screen.ui.cell_colours.at("product/E/" + std::to_string(id)).front();
      if (colour >> IM_COL32_A_SHIFT == 255U) rows.push_back(id);
    }
    return rows;
  };
  EXPECT_EQ(lit(), (std::vector{2, 5}));
  for (const char* matrix : {"product/one-hot/1", "product/product/1", "product/tok_emb/1"}) {
    screen.point_at(matrix);
    EXPECT_EQ(lit(), (std::vector{2})) << matrix;
  }
  screen.move_to({1.0F, 1.0F});
  EXPECT_EQ(lit(), (std::vector{2, 5}));
}

TEST(ProductPage, ASizeIsPickedAndUndone) {
  Screen screen(on_page(Page::product, "the cat"), kWidth, kHeight);
  EXPECT_EQ(screen.said("product/size"), "toy");
  screen.click("product/size/3");
  EXPECT_EQ(screen.said("product/size"), "GPT-2 XL");
  EXPECT_EQ(screen.session().model_size, 3U);
  screen.press("Z", true);
  EXPECT_EQ(screen.said("product/size"), "toy");
}

TEST(ProductPage, BothWaysAreMeasured) {
  Screen screen(on_page(Page::product, "the cat the"), kWidth, kHeight);
  EXPECT_FALSE(screen.shows("product/ratio"));
  screen.click("product/size/1");
  screen.click("button/time");
  wait_for_timing(screen);
  EXPECT_EQ(screen.said("product/measured-at"),
            "Measured with V = 50257, d = 256, T = 3. The two results differ by 0 at most.");
  EXPECT_NE(screen.said("product/lookup-time"), "0 ns");
  EXPECT_NE(screen.said("product/product-time"), "0 ns");
  // What was measured stays what it was when another size is picked, and is no part of the Session.
  const Session before = screen.session();
  screen.click("product/size/0");
  EXPECT_EQ(screen.said("product/measured-at").substr(0, 29), "Measured with V = 50257, d = ");
  screen.press("Z", true);
  EXPECT_EQ(screen.session(), before);
}

TEST(ProductPage, MeasuringCanBeCancelled) {
  Screen screen(on_page(Page::product, "the cat the"), kWidth, kHeight);
  screen.click("product/size/3");
  screen.click("button/time");
  ASSERT_TRUE(screen.shows("product/progress"));
  EXPECT_FALSE(screen.shows("button/time"));
  screen.click("button/stop-timing");
  EXPECT_FALSE(screen.shows("product/progress"));
  EXPECT_FALSE(screen.shows("product/ratio"));
  EXPECT_TRUE(screen.shows("button/time"));
}

// 4 * 50257 * 12288 = 2,470,232,064 bytes.
TEST(ProductPage, WhatIsTooLargeIsNotTimed) {
  Screen screen(on_page(Page::product, "the cat the"), kWidth, kHeight);
  screen.click("product/size/4");
  EXPECT_FALSE(screen.shows("button/time"));
  EXPECT_EQ(screen.said("product/why-not").substr(0, 41), "E of GPT-3 takes 2.47 GB in float32, and ");
  screen.program.perform({.id = ActionId::time_product});
  EXPECT_TRUE(screen.program.message().is_error);
  screen.frame();
  EXPECT_FALSE(screen.shows("product/progress"));
}

}  // namespace
}  // namespace whatwhere::testing
