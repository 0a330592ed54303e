// E and P as heat strips. A click on a row of E appends its token; a row can also be dragged between slots.
#include <cmath>

#include "app/panels/panels.h"
#include "app/panels/words.h"

namespace whatwhere {

namespace {

constexpr float kRow = 26.0F;
constexpr float kTitle = 26.0F;
constexpr float kSideBySide = 480.0F;  // from this width at scale 1 on, P stands beside E

void draw_token_row(Ui& ui, const Shown& shown, Focus& focus, std::size_t id, const Rect& row, float label) {
  const auto token = static_cast<TokenId>(id);
  const std::string number = std::to_string(id);
  const Action append{.id = ActionId::append_token, .token = token};
  const std::string reason = shown.history.why_not(append);

  const Hit h = hit(ui, "table/row/" + number, row);
  if (ImGui::BeginDragDropSource(ImGuiDragDropFlags_None)) {
    ImGui::SetDragDropPayload("token", &token, sizeof token);
    ImGui::TextUnformatted(word_of(token).data(), word_of(token).data() + word_of(token).size());
    ImGui::EndDragDropSource();
  }
  if (h.hovered) fill(row, ui.palette->raised, ui.px(6.0F));
  const float chip = label - ui.px(22.0F);
  const Rect inner = row.inset(ui.px(4.0F), ui.px(2.0F));
  text_in({inner.x, inner.y, ui.px(14.0F), inner.h}, ui.fonts.mono, ui.palette->quiet, number, Align::right);
  const Rect chip_rect{inner.x + ui.px(18.0F), inner.y, chip, inner.h};
  token_chip(ui, chip_rect, token);
  ui.record("table/chip/" + number, chip_rect);
  const Rect strip{row.x + label + ui.px(8.0F), inner.y, row.right() - row.x - label - ui.px(12.0F), inner.h};
  const auto column =
      heat_strip(ui, "table/strip/" + number, strip, shown.results.E.row(id),
                 {.range = shown.results.range, .lit = lit_column(focus, shown.results, CellRef::Of::E, id)});
  if (column) focus.hovered = CellRef{CellRef::Of::E, id, *column};
  if (!h.hovered) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (h.clicked) ui.ask(append);
  if (column) return;  // the equation is shown for a cell: no note over it
  tooltip_below(
      ui, row, "E[" + number + "] is the vector of " + quoted(token),
      reason.empty() ? "Click to append it (key " + number + "), or drag it between two slots." : reason);
}

void draw_position_row(Ui& ui, const Shown& shown, Focus& focus, std::size_t t, const Rect& row,
                       float label) {
  const bool used = adds_to_input(shown.session.position) && t < shown.results.ids.size();
  const Rect inner = row.inset(ui.px(4.0F), ui.px(2.0F));
  const std::string number = std::to_string(t);
  text_in({inner.x + ui.px(20.0F), inner.y, label - ui.px(26.0F), inner.h}, ui.fonts.small,
          used ? ui.palette->text : ui.palette->quiet, "slot " + number, Align::centre);
  const Rect strip{row.x + label + ui.px(8.0F), inner.y, row.right() - row.x - label - ui.px(12.0F), inner.h};
  const auto column = heat_strip(ui, "table/position/" + number, strip, shown.results.P.row(t),
                                 {.range = shown.results.range,
                                  .alpha = used ? 1.0F : 0.45F,
                                  .lit = lit_column(focus, shown.results, CellRef::Of::P, t)});
  if (column) focus.hovered = CellRef{CellRef::Of::P, t, *column};
}

}  // namespace

void draw_tables_panel(Ui& ui, const Shown& shown, Focus& focus, const Rect& rect) {
  const Panel panel = begin_panel(ui, "tables", rect, "");
  const Rect& content = panel.content;
  const bool side_by_side = content.w >= ui.px(kSideBySide);
  const float gap = ui.px(16.0F);
  const float w = side_by_side ? std::floor((content.w - gap) / 2.0F) : content.w;
  const float label = w >= ui.px(250.0F) ? ui.px(84.0F) : ui.px(68.0F);
  const float h = ui.px(kRow);
  const auto title = [&](float x, float y, const std::string& text) {
    text_in({x, y, w, ui.px(20.0F)}, ui.fonts.strong, ui.palette->text, text);
    return y + ui.px(kTitle);
  };
  float y = title(content.x, content.y, "Token table E " + shape_text(shown.results.E) + ": what");
  for (std::size_t id = 0; id < shown.results.E.rows(); ++id, y += h) {
    draw_token_row(ui, shown, focus, id, {content.x, y, w, h}, label);
  }
  const float x = side_by_side ? content.x + w + gap : content.x;
  y = title(x, side_by_side ? content.y : y + ui.px(12.0F),
            "Position table P " + shape_text(shown.results.P) + ": where");
  for (std::size_t t = 0; t < shown.results.P.rows(); ++t, y += h) {
    draw_position_row(ui, shown, focus, t, {x, y, w, h}, label);
  }
  end_panel(ui, panel, y);
}

}  // namespace whatwhere
