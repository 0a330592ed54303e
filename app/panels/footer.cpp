// The colour bar, and the recipe of the tables: seed and standard deviation.
#include <cmath>

#include "app/panels/panels.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr float kRow = 44.0F;
constexpr float kGap = 8.0F;
constexpr float kOneRow = 600.0F;  // below this width at scale 1 the bar stands above the fields

void draw_colour_bar(Ui& ui, float range, const Rect& rect) {
  const std::string end = significant(static_cast<double>(range), 3);
  const float label = text_width(ui.fonts.mono, "-" + end) + ui.px(8.0F);
  const Rect bar{rect.x + label, rect.y + ui.px(14.0F), std::max(rect.w - 2.0F * label, ui.px(60.0F)),
                 ui.px(16.0F)};
  const Hit h = hit(ui, "colour-bar", bar);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = std::round(bar.centre().x);
  const Palette& c = *ui.palette;
  list.AddRectFilledMultiColor(bar.min(), {middle, bar.bottom()}, c.negative, c.zero, c.zero, c.negative);
  list.AddRectFilledMultiColor({middle, bar.y}, bar.max(), c.zero, c.positive, c.positive, c.zero);
  text_in({rect.x, rect.y, label - ui.px(8.0F), rect.h}, ui.fonts.mono, c.quiet, "-" + end, Align::right);
  text_in({bar.right() + ui.px(8.0F), rect.y, label, rect.h}, ui.fonts.mono, c.quiet, end);
  text_in({bar.x, bar.y, bar.w, bar.h}, ui.fonts.digits, c.quiet, "0", Align::centre);
  if (!h.hovered) return;
  const float at = (ImGui::GetMousePos().x - bar.x) / bar.w * 2.0F - 1.0F;
  tooltip(ui, "This colour is " + significant(static_cast<double>(at * range), 3),
          "One scale for E, P and every sum of their rows, from -" + nine_digits(range) + " to " +
              nine_digits(range) + ": no click changes what a colour means, only a new table does.");
}

// A field that becomes text while it is edited; Enter or leaving it commits, Escape gives up.
// Returns the text when it was committed.
std::optional<std::string> text_field(Ui& ui, const std::string& name, FieldView& view,
                                      const std::string& shown, const Rect& rect) {
  ui.record(name, rect);
  ImGui::SetCursorScreenPos(rect.min());
  ImGui::SetNextItemWidth(rect.w);
  ImGui::PushFont(ui.fonts.mono);
  const float pad = std::max(0.0F, (rect.h - ui.fonts.mono->FontSize) / 2.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8.0F), pad});
  if (view.take_focus) ImGui::SetKeyboardFocusHere();
  view.take_focus = false;
  if (!view.editing) view.text = shown;
  char buffer[32] = {};
  view.text.copy(buffer, sizeof buffer - 1);
  ImGui::InputText(("##" + name).c_str(), buffer, sizeof buffer,
                   ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CharsNoBlank);
  view.text = buffer;
  view.editing = ImGui::IsItemActive();
  const bool committed = ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (!committed) return std::nullopt;
  return view.text;
}

// A caption, a field, and the buttons beside it; moves x on.
void draw_seed(Ui& ui, const Shown& shown, FieldView& view, float& x, float y) {
  const float h = ui.px(28.0F);
  const float caption = text_width(ui.fonts.small, "seed") + ui.px(kGap);
  text_in({x, y, caption, h}, ui.fonts.small, ui.palette->quiet, "seed");
  x += caption;
  const Rect rect{x, y, ui.px(110.0F), h};
  if (const auto text = text_field(ui, "field/seed", view, std::to_string(shown.session.seed), rect)) {
    if (const auto seed = parse_u64(*text)) {
      ui.ask({.id = ActionId::set_seed, .seed = *seed});
    } else {
      ui.refused = "\"" + *text + "\" is not a seed: use a whole number from 0 to 18446744073709551615.";
    }
  }
  if (ImGui::IsItemHovered() && !view.editing) {
    tooltip(ui, "Seed of both tables  (E)", "The same seed gives the same numbers on every machine.");
  }
  x += rect.w + ui.px(4.0F);
  const float next = action_button_width(ui, ActionId::next_seed, "next");
  action_button(ui, shown, {.id = ActionId::next_seed}, {x, y, next, h}, Look::plain, "next");
  x += next + ui.px(16.0F);
}

void draw_std(Ui& ui, const Shown& shown, FieldView& view, float& x, float y) {
  const float h = ui.px(28.0F);
  const float caption = text_width(ui.fonts.small, "std") + ui.px(kGap);
  text_in({x, y, caption, h}, ui.fonts.small, ui.palette->quiet, "std");
  x += caption;
  const Rect rect{x, y, ui.px(80.0F), h};
  if (const auto text = text_field(ui, "field/std", view, shortest(shown.session.std), rect)) {
    if (const auto std = parse_double(*text)) {
      ui.ask({.id = ActionId::set_std, .std = *std});
    } else {
      ui.refused = "\"" + *text + "\" is not a standard deviation: use a number such as 0.02.";
    }
  }
  if (ImGui::IsItemHovered() && !view.editing) {
    tooltip(ui, "Standard deviation of both tables  (D)", "0.02 is GPT-2's initialiser.");
  }
  x += rect.w;
}

float fields_width(const Ui& ui) {
  return ui.px(340.0F) + action_button_width(ui, ActionId::next_seed, "next") - ui.px(30.0F);
}

}  // namespace

float footer_height(const Ui& ui, float width) {
  return ui.px(kRow) * (width >= ui.px(kOneRow) ? 1.0F : 2.0F);
}

void draw_footer(Ui& ui, const Shown& shown, TableFieldsView& view, const Rect& rect) {
  fill(rect, ui.palette->panel, ui.px(8.0F));
  const Rect inner = rect.inset(ui.px(12.0F), 0.0F);
  const bool one_row = rect.w >= ui.px(kOneRow);
  const float fields = fields_width(ui);
  const float bar_w = one_row ? std::min(inner.w - fields - ui.px(24.0F), ui.px(560.0F)) : inner.w;
  draw_colour_bar(ui, shown.results.range, {inner.x, inner.y, bar_w, ui.px(kRow)});
  float x = one_row ? inner.right() - fields : inner.x;
  const float y = one_row ? inner.y + ui.px(8.0F) : inner.y + ui.px(kRow + 4.0F);
  draw_seed(ui, shown, view.seed, x, y);
  draw_std(ui, shown, view.std, x, y);
}

}  // namespace whatwhere
