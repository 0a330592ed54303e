// Pictures of tables: which number a texel shows, and which part of the columns is seen.
#include "app/ui/grid_image.h"

#include <gtest/gtest.h>

#include <cmath>

namespace whatwhere {
namespace {

TEST(GridImage, ATexelShowsWhatIsFarthestFromZero) {
  const std::vector<float> row = {0.1F, -0.5F, 0.5F, 2.0F, NAN, 9.0F};
  EXPECT_EQ(extreme_of(row, 0, 3), 1U) << "the first of equals";
  EXPECT_EQ(extreme_of(row, 0, 4), 3U);
  EXPECT_EQ(extreme_of(row, 2, 6), 4U) << "what is no number before all";
  EXPECT_EQ(extreme_of(row, 0, 1), 0U);
}

TEST(GridImage, WindowsZoomAroundAColumnAndStayWithin) {
  EXPECT_EQ(zoomed({0, 768}, 2.0, 384.0, 768), (ColumnWindow{192, 384}));
  EXPECT_EQ(zoomed({0, 768}, 2.0, 0.0, 768), (ColumnWindow{0, 384}));
  EXPECT_EQ(zoomed({0, 768}, 2.0, 768.0, 768), (ColumnWindow{384, 384}));
  EXPECT_EQ(zoomed({192, 384}, 0.5, 384.0, 768), (ColumnWindow{0, 768}));
  EXPECT_EQ(zoomed({10, 4}, 2.0, 12.0, 768), (ColumnWindow{11, 2}));
  EXPECT_EQ(zoomed({11, 2}, 2.0, 12.0, 768), (ColumnWindow{11, 2})) << "no closer than two";
  EXPECT_EQ(zoomed({0, 2}, 2.0, 1.0, 2), (ColumnWindow{0, 2})) << "all that there is";
  // The mouse rests on column 378, at 0.4928 of the width.
  ColumnWindow window{0, 768};
  constexpr double kPart = 378.5 / 768.0;
  for (int i = 0; i < 14; ++i) {
    const double at = static_cast<double>(window.first) + kPart * static_cast<double>(window.count);
    window = zoomed(window, 1.5, at, 768);
    EXPECT_EQ(std::floor(static_cast<double>(window.first) + kPart * static_cast<double>(window.count)),
              378.0);
  }
  EXPECT_EQ(window.count, 2U + 1U);
  EXPECT_EQ(panned({10, 4}, -20.0, 768), (ColumnWindow{0, 4}));
  EXPECT_EQ(panned({760, 4}, 20.0, 768), (ColumnWindow{764, 4}));
}

// Two rows share a line of texels: the outlier of either is seen.
TEST(GridImage, RowsThatShareALineHideNoOutlier) {
  const Table table(4, 2, {0.1F, 0.2F, 0.1F, -7.0F, 5.0F, 0.1F, 0.2F, 0.1F});
  Ui ui;
  const GridImage grid = grid_image(ui, "grid", table, {0, 2}, 2.0F, 7.0F, 2.0F);
  EXPECT_EQ(grid.rows_a_line(), 2U);
  const auto colour = [&](float x) { return heat_colour(*ui.palette, x, 7.0F); };
  EXPECT_EQ(grid.image->pixels, (std::vector{colour(0.1F), colour(-7.0F), colour(5.0F), colour(0.1F)}));
  const GridImage turned = grid_image(ui, "grid", table, {0, 2}, 2.0F, 7.0F, 2.0F, {3, 2, 1, 0});
  EXPECT_EQ(turned.image->pixels, (std::vector{colour(5.0F), colour(0.1F), colour(0.1F), colour(-7.0F)}));
}

}  // namespace
}  // namespace whatwhere
