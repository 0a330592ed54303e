#include "app/window/icon.h"

#include <GLFW/glfw3.h>

#include <array>
#include <cstddef>
#include <vector>

#include "app/ui/colour.h"

namespace whatwhere {

namespace {

constexpr int kSide = 48;
constexpr int kMargin = 6;
constexpr int kCell = 12;

// assets/whatwhere.svg's picture: three rows of a heat map, the first and the last one equal.
constexpr std::array<std::array<float, 3>, 3> kRows = {
    {{1.0F, -0.3F, -1.0F}, {-0.3F, 0.7F, 0.0F}, {1.0F, -0.3F, -1.0F}}};

}  // namespace

void set_icon(GLFWwindow* window) {
  const Palette& palette = palette_of(Theme::dark);
  std::vector<unsigned char> pixels;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const int row = (y - kMargin) / kCell;
      const int column = (x - kMargin) / kCell;
      const bool in_cell = x >= kMargin && y >= kMargin && row < 3 && column < 3 &&
                           (x - kMargin) % kCell > 0 && (y - kMargin) % kCell > 0;
      const ImU32 colour =
          in_cell ? heat_colour(palette,
                                kRows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)], 1.0F)
                  : palette.panel;
      for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT, IM_COL32_A_SHIFT}) {
        pixels.push_back(static_cast<unsigned char>(colour >> shift & 0xFF));
      }
    }
  }
  const GLFWimage image{kSide, kSide, pixels.data()};
  glfwSetWindowIcon(window, 1, &image);
}

}  // namespace whatwhere
