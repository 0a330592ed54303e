#include "app/ui/shapes.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/heat_strip.h"

namespace whatwhere {

namespace {

constexpr float kCell = 26.0F;  // the widest cell

// Lines from bottom left to top right: what has no partner.
void hatch(const Ui& ui, const Rect& rect, ImU32 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(rect.min(), rect.max(), true);
  for (float x = rect.x - rect.h; x < rect.right(); x += ui.px(6.0F)) {
    list.AddLine({x, rect.bottom()}, {x + rect.h, rect.y}, colour, ui.px(1.5F));
  }
  list.PopClipRect();
}

void draw_width_mark(const Ui& ui, const Rect& below, std::string_view width, ImU32 colour) {
  const float thin = ui.px(1.0F);
  const float y = below.y + ui.px(5.0F);
  fill({below.x, y, below.w, thin}, colour);
  fill({below.x, y - ui.px(3.0F), thin, ui.px(7.0F)}, colour);
  fill({below.right() - thin, y - ui.px(3.0F), thin, ui.px(7.0F)}, colour);
  text_in({below.x - ui.px(20.0F), y + ui.px(4.0F), below.w + ui.px(40.0F), ui.px(16.0F)}, ui.fonts.mono,
          colour, width, Align::centre);
}

}  // namespace

void draw_missing(const Ui& ui, const Rect& rect, std::string_view why) {
  outline(rect, ui.palette->warn, ui.px(2.0F), ui.px(1.0F));
  text_in(rect.inset(ui.px(2.0F), 0.0F), ui.fonts.small, ui.palette->warn, why, Align::centre);
}

float shape_height(std::size_t rows) { return 20.0F + kShapeRow * static_cast<float>(rows) + 26.0F; }

void draw_shape(Ui& ui, const Shape& shape, float x, float y, float cell) {
  const Palette& c = *ui.palette;
  const Table& table = *shape.table;
  const float w = cell * static_cast<float>(table.d());
  text_in({x, y, std::max(w, ui.px(76.0F)), ui.px(18.0F)}, ui.fonts.small, c.quiet, shape.title);
  const Rect box{x, y + ui.px(20.0F), w, ui.px(kShapeRow) * static_cast<float>(table.rows())};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const Rect row{box.x, box.y + ui.px(kShapeRow) * static_cast<float>(i), w, ui.px(kShapeRow - 1.0F)};
    heat_strip(ui, shape.name + "/" + std::to_string(i), row, table.row(i), {.range = shape.range});
  }
  const bool matched = shape.unmatched == 0;
  const ImU32 edge = matched ? c.quiet : c.warn;
  outline(box.inset(-ui.px(2.0F), -ui.px(2.0F)), edge, ui.px(2.0F), ui.px(1.0F));
  draw_width_mark(ui, {box.x, box.bottom() + ui.px(4.0F), w, 0.0F}, std::to_string(table.d()), edge);
  if (matched) return;
  const float over = cell * static_cast<float>(shape.unmatched);
  const Rect rest{box.right() - over, box.y, over, box.h};
  fill(rest, faded(c.panel, 0.65F));
  hatch(ui, rest, c.warn);
  outline(rest, c.warn, 0.0F, ui.px(2.0F));
  ui.record(shape.name + "/unmatched", rest);
}

float draw_sign(const Ui& ui, std::string_view sign, float x, float y, std::size_t rows) {
  const float room = ui.px(28.0F);
  text_in({x, y + ui.px(20.0F), room, ui.px(kShapeRow) * static_cast<float>(rows)}, ui.fonts.strong,
          ui.palette->quiet, sign, Align::centre);
  return x + room;
}

float shape_cell(const Ui& ui, float width, std::size_t columns, int signs) {
  const float room = width - ui.px(28.0F) * static_cast<float>(signs) - ui.px(4.0F);
  return std::floor(std::min(room / static_cast<float>(columns), ui.px(kCell)));
}

}  // namespace whatwhere
