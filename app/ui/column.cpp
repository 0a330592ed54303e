#include "app/ui/column.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace whatwhere {

void Column::heading(std::string_view text) {
  if (y_ > content_.y) y_ += ui_.px(16.0F);
  if (ui_.anchor == text) {
    ImGui::SetScrollFromPosY(y_ - ImGui::GetWindowPos().y, 0.05F);
    ui_.anchor.clear();
  }
  text_in(line(20.0F), ui_.fonts.strong, ui_.palette->text, text);
  gap(4.0F);
}

void Column::words(std::string_view text) {
  y_ += wrapped_text({content_.x, y_, content_.w, 0.0F}, ui_.fonts.body, ui_.palette->quiet, text);
  gap(4.0F);
}

void Column::answer(std::string_view question, std::string_view text) {
  heading(question);
  words(text);
}

void Column::caption(std::string_view text) {
  text_in(line(18.0F), ui_.fonts.small, ui_.palette->quiet, text);
}

void Column::numbers(std::string_view text, ImU32 colour) {
  text_in(line(20.0F), ui_.fonts.mono, colour, text);
}

void Column::equation(std::string_view text) {
  if (text_width(ui_.fonts.mono, text) <= content_.w) return numbers(text, ui_.palette->text);
  y_ += wrapped_text({content_.x, y_, content_.w, 0.0F}, ui_.fonts.mono, ui_.palette->text, text);
  gap(4.0F);
}

Rect Column::line(float height) {
  const Rect rect{content_.x, y_, content_.w, ui_.px(height)};
  y_ += rect.h;
  return rect;
}

void Column::side_by_side(float narrowest, const std::vector<std::function<void(Column&)>>& parts,
                          std::vector<float> shares) {
  shares.resize(parts.size(), 1.0F);
  const float between = ui_.px(28.0F);
  const float room = content_.w - between * static_cast<float>(parts.size() - 1);
  const float unit = room / std::accumulate(shares.begin(), shares.end(), 0.0F);
  const bool stacked = std::floor(unit * *std::min_element(shares.begin(), shares.end())) < ui_.px(narrowest);
  const float top = y_;
  float x = content_.x;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const float w = std::floor(unit * shares[i]);
    Column column(ui_, {x, stacked ? y_ : top, stacked ? content_.w : w, 0.0F});
    parts[i](column);
    advance_to(column.bottom() + (stacked ? ui_.px(16.0F) : 0.0F));
    if (!stacked) x += w + between;
  }
  if (!stacked) gap(8.0F);
}

}  // namespace whatwhere
