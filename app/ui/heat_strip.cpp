#include "app/ui/heat_strip.h"

#include <cmath>

#include "core/numbers.h"

namespace whatwhere {

namespace {

// The left edge of column j of d in a strip: whole pixels, the remainder spread evenly.
float edge(const Rect& rect, std::size_t j, std::size_t d) {
  return rect.x + std::floor(rect.w * static_cast<float>(j) / static_cast<float>(d));
}

bool fits(ImFont* font, const std::string& text, float width) { return text_width(font, text) <= width; }

}  // namespace

std::optional<std::size_t> heat_strip(Ui& ui, const std::string& name, const Rect& rect,
                                      std::span<const float> row, const StripLook& look) {
  ui.record(name, rect);
  const std::size_t d = row.size();
  const float gap = rect.w / static_cast<float>(d) >= ui.px(12.0F) ? ui.px(1.0F) : 0.0F;
  const float rounding = gap > 0.0F ? ui.px(3.0F) : 0.0F;
  const bool has_mouse = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  std::optional<std::size_t> under_mouse;
  for (std::size_t j = 0; j < d; ++j) {
    const Rect cell{edge(rect, j, d), rect.y, edge(rect, j + 1, d) - edge(rect, j, d) - gap, rect.h};
    const ImU32 colour = heat_colour(*ui.palette, row[j], look.range);
    const std::string text = cell_text(row[j], look.range);
    const bool show_text = fits(ui.fonts.digits, text, cell.w - ui.px(2.0F));
    if (look.absent) {
      outline(cell, ui.palette->line, rounding, ui.px(1.0F));
      if (show_text) text_in(cell, ui.fonts.digits, faded(ui.palette->quiet, 0.65F), text, Align::centre);
    } else {
      fill(cell, faded(colour, look.alpha), rounding);
      if (show_text) text_in(cell, ui.fonts.digits, faded(text_on(colour), look.alpha), text, Align::centre);
    }
    if (look.lit == j) outline(cell, ui.palette->text, rounding, ui.px(2.0F));
    if (has_mouse && Rect{cell.x, cell.y, cell.w + gap, cell.h}.contains(ImGui::GetMousePos())) {
      under_mouse = j;
    }
  }
  return under_mouse;
}

std::string cell_text(float x, float range) {
  if (!std::isfinite(x)) return x != x ? "NaN" : (x < 0.0F ? "-Inf" : "Inf");
  const double magnitude = range > 0.0F ? std::floor(std::log10(static_cast<double>(range))) : 0.0;
  if (magnitude < -2.0 || magnitude > 4.0) return significant(static_cast<double>(x), 2);
  return fixed(static_cast<double>(x), static_cast<int>(std::clamp(3.0 - magnitude, 0.0, 3.0)));
}

float strip_width(const Ui& ui, std::size_t d, float range) {
  const float cell = text_width(ui.fonts.digits, cell_text(-range, range)) + ui.px(5.0F);
  return std::ceil(cell) * static_cast<float>(d);
}

}  // namespace whatwhere
