#include "app/ui/heat_strip.h"

#include <cmath>

#include "core/numbers.h"

namespace whatwhere {

namespace {

// The left edge of column j of d in a strip: whole pixels, the remainder spread evenly.
float edge(const Rect& rect, std::size_t j, std::size_t d) {
  return rect.x + std::floor(rect.w * static_cast<float>(j) / static_cast<float>(d));
}

// The power of ten of the range's first digit, as it is when rounded to four; 0 for an empty range.
int magnitude_of(float range) {
  return range > 0.0F ? static_cast<int>(std::floor(std::log10(static_cast<double>(range) * 1.00005))) : 0;
}

// Is there room for the numbers in cells of this width? One answer for all strips of a range, whatever
// their numbers: a strip with some of its numbers missing would look as if they were not there.
bool numbers_fit(const Ui& ui, float cell_width, float range) {
  return text_width(ui.fonts.digits, cell_text(-range, range)) <= cell_width;
}

}  // namespace

std::optional<std::size_t> heat_strip(Ui& ui, const std::string& name, const Rect& rect,
                                      std::span<const float> row, const StripLook& look) {
  ui.record(name, rect);
  const std::size_t d = row.size();
  const float gap = rect.w / static_cast<float>(d) >= ui.px(12.0F) ? ui.px(1.0F) : 0.0F;
  const bool has_mouse = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  const float narrowest = std::floor(rect.w / static_cast<float>(d)) - gap;
  const bool show_text = numbers_fit(ui, narrowest, look.range);
  std::vector<ImU32>& colours = ui.cell_colours[name];
  colours.clear();
  std::optional<std::size_t> under_mouse;
  for (std::size_t j = 0; j < d; ++j) {
    const Rect cell{edge(rect, j, d), rect.y, edge(rect, j + 1, d) - edge(rect, j, d) - gap, rect.h};
    if (look.masked_from && j >= *look.masked_from) {
      outline(cell, ui.palette->line, 0.0F, 1.0F);
      continue;
    }
    const ImU32 colour = heat_colour(*ui.palette, row[j], look.range);
    ImU32 front = look.alpha < 1.0F ? ui.palette->text : text_on(colour);
    if (look.absent) {
      outline(cell, ui.palette->line, 0.0F, 1.0F);
      front = ui.palette->quiet;
    } else {
      colours.push_back(faded(colour, look.alpha));
      fill(cell, colours.back());
    }
    if (show_text) text_in(cell, ui.fonts.digits, front, cell_text(row[j], look.range), Align::centre);
    if (look.lit == j) outline(cell, ui.palette->text, 0.0F, ui.px(2.0F));
    if (has_mouse && Rect{cell.x, cell.y, cell.w + gap, cell.h}.contains(ImGui::GetMousePos())) {
      under_mouse = j;
    }
  }
  if (look.framed) outline(rect, ui.palette->text, 0.0F, ui.px(2.0F));
  return under_mouse;
}

int cell_exponent(float range) {
  const int magnitude = magnitude_of(range);
  return magnitude >= -2 && magnitude <= 3 ? 0 : magnitude;
}

std::string cell_text(float x, float range) {
  if (!std::isfinite(x)) return x != x ? "NaN" : (x < 0.0F ? "-Inf" : "Inf");
  const int exponent = cell_exponent(range);
  const int decimals = std::clamp(3 - (magnitude_of(range) - exponent), 0, 3);
  const std::string text = fixed(static_cast<double>(x) / std::pow(10.0, exponent), decimals);
  // What rounds to zero has no sign to show.
  return text.find_first_not_of("-0.") == std::string::npos && text[0] == '-' ? text.substr(1) : text;
}

}  // namespace whatwhere
