#include "app/ui/matrix.h"

#include <algorithm>
#include <cmath>

#include "app/ui/texts.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

void draw_number_note(Ui& ui, const Table& table, const MatrixCell& cell, const MatrixLook& look) {
  const float x = table.row(cell.row)[cell.column];
  const std::string name =
      look.symbol + "[" + std::to_string(cell.row) + "," + std::to_string(cell.column) + "]";
  tooltip(ui, name + " = " + nine_digits(x) + "   " + bits_of(x), look.note ? look.note(cell) : "");
}

void draw_numbered_chip(Ui& ui, const Rect& rect, std::size_t number, TokenId id) {
  text_in({rect.x, rect.y, ui.px(16.0F), rect.h}, ui.fonts.mono, ui.palette->quiet, std::to_string(number),
          Align::right);
  token_chip(ui, {rect.x + ui.px(22.0F), rect.y, rect.w - ui.px(28.0F), rect.h}, id);
}

}  // namespace

std::optional<MatrixCell> draw_matrix(Column& column, const std::string& name, const Table& table,
                                      const MatrixLook& look) {
  Ui& ui = column.ui();
  std::optional<MatrixCell> under_mouse;
  const float label = ui.px(look.label_width);
  const auto d = static_cast<float>(std::max<std::size_t>(table.d(), 1));
  const float cell = std::floor(std::min((column.width() - label) / d, ui.px(look.widest_cell)));
  if (look.draw_head && table.rows() > 0) {
    const Rect heads = column.line(look.row_height);
    for (std::size_t j = 0; j < table.d(); ++j) {
      look.draw_head(j, {heads.x + label + cell * static_cast<float>(j), heads.y, cell, heads.h});
    }
  }
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const Rect line = column.line(look.row_height);
    const Rect row{line.x, line.y, line.w, line.h - ui.px(2.0F)};
    if (look.draw_label) look.draw_label(i, {row.x, row.y, label, row.h});
    StripLook strip = look.row_look ? look.row_look(i) : StripLook{};
    strip.range = look.range;
    const auto picked = ui.picked.find(name);
    if (look.pickable && picked != ui.picked.end() && picked->second.row == i) {
      strip.lit = picked->second.column;
    }
    const auto at = heat_strip(ui, name + "/" + std::to_string(i), {row.x + label, row.y, cell * d, row.h},
                               table.row(i), strip);
    if (at) under_mouse = MatrixCell{i, *at};
  }
  if (under_mouse && look.pickable) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ui.picked[name] = *under_mouse;
  }
  if (under_mouse) draw_number_note(ui, table, *under_mouse, look);
  return under_mouse;
}

std::optional<std::size_t> row_under_mouse(const Ui& ui, const std::string& name, std::size_t rows) {
  if (!ImGui::IsWindowHovered()) return std::nullopt;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto item = ui.last_items.find(name + "/" + std::to_string(i));
    if (item != ui.last_items.end() && item->second.contains(ImGui::GetMousePos())) return i;
  }
  return std::nullopt;
}

std::function<void(std::size_t, const Rect&)> slot_labels(Ui& ui, const std::vector<TokenId>& ids) {
  return [&ui, &ids](std::size_t t, const Rect& rect) { draw_numbered_chip(ui, rect, t, ids[t]); };
}

std::function<void(std::size_t, const Rect&)> token_labels(Ui& ui) {
  return
      [&ui](std::size_t id, const Rect& rect) { draw_numbered_chip(ui, rect, id, static_cast<TokenId>(id)); };
}

std::function<void(std::size_t, const Rect&)> number_labels(Ui& ui) {
  return [&ui](std::size_t row, const Rect& rect) {
    text_in({rect.x, rect.y, rect.w - ui.px(6.0F), rect.h}, ui.fonts.mono, ui.palette->quiet,
            std::to_string(row), Align::right);
  };
}

void caption_range(Column& column, float range) {
  const std::string end = significant(static_cast<double>(range), 3);
  const int exponent = cell_exponent(range);
  column.caption(range == 0.0F   ? text("page.zero-range")
                 : exponent == 0 ? text("page.own-range", {end})
                                 : text("page.own-unit", {end, std::to_string(exponent)}));
  column.gap(3.0F);
}

float range_of(const Table& table) {
  float range = 0.0F;
  for (const float x : table.numbers()) {
    if (std::isfinite(x)) range = std::max(range, std::abs(x));
  }
  return range;
}

}  // namespace whatwhere
