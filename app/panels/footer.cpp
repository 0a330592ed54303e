// The colour bar, and the recipe of the tables: seed and standard deviation.
#include <cmath>

#include "app/panels/panels.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr float kRow = 44.0F;
constexpr float kGap = 8.0F;
constexpr float kOneRow = 600.0F;  // below this width at scale 1 the bar stands above the fields

// What the colours of the page mean.
struct ColourBar {
  float range = 0.0F;
  std::string caption;
  std::string tip;
};

ColourBar bar_of(const Shown& shown) {
  if (const auto& own = shown.model_view.colour_bar) return {own->range, own->caption, own->caption + "."};
  const std::string end = nine_digits(shown.range());
  if (shown.model != nullptr)
    return {shown.range(), "E, P and their sums, of these tokens and slots", text("model.colours", {end})};
  return {shown.range(), "E, P and their sums",
          "One scale for E, P and every sum of their rows, from -" + end + " to " + end +
              ": only other tables, another scheme or gain change what a colour means."};
}

void draw_colour_bar(Ui& ui, const ColourBar& look, const Rect& rect) {
  const float range = look.range;
  const std::string end = significant(static_cast<double>(range), 3);
  const float label = text_width(ui.fonts.mono, "-" + end) + ui.px(8.0F);
  const Rect bar{rect.x + label, rect.y + ui.px(8.0F), std::max(rect.w - 2.0F * label, ui.px(60.0F)),
                 ui.px(16.0F)};
  const Hit h = hit(ui, "colour-bar", bar);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = std::round(bar.centre().x);
  const Palette& c = *ui.palette;
  list.AddRectFilledMultiColor(bar.min(), {middle, bar.bottom()}, c.negative, c.zero, c.zero, c.negative);
  list.AddRectFilledMultiColor({middle, bar.y}, bar.max(), c.zero, c.positive, c.positive, c.zero);
  text_in({rect.x, bar.y, label - ui.px(8.0F), bar.h}, ui.fonts.mono, c.quiet,
          (range > 0.0F ? "\xE2\x88\x92" : "") + end, Align::right);
  text_in({bar.right() + ui.px(8.0F), bar.y, label, bar.h}, ui.fonts.mono, c.quiet, end);
  text_in({bar.x, bar.y, bar.w, bar.h}, ui.fonts.digits, c.quiet, "0", Align::centre);
  std::string caption = look.caption;
  if (const int exponent = cell_exponent(range); exponent != 0)
    caption += "; numbers in cells: \xC3\x97 1e" + std::to_string(exponent);
  text_in({bar.x, bar.bottom() + ui.px(2.0F), bar.w, ui.px(14.0F)}, ui.fonts.digits, c.quiet, caption,
          Align::centre);
  if (!h.hovered) return;
  const float at = (ImGui::GetMousePos().x - bar.x) / bar.w * 2.0F - 1.0F;
  tooltip(ui, "This colour is " + significant(static_cast<double>(at * range), 3), look.tip);
}

constexpr float kField = 28.0F;

float caption_width(const Ui& ui, const char* caption) {
  return text_width(ui.fonts.small, caption) + ui.px(kGap);
}

// A caption and its field, from x on. Returns the text when it was committed.
std::optional<std::string> recipe_field(Ui& ui, const char* caption, FieldView& view,
                                        const std::string& shown, const Rect& field, const std::string& title,
                                        const char* tip) {
  const float w = caption_width(ui, caption);
  text_in({field.x - w, field.y, w, field.h}, ui.fonts.small, ui.palette->quiet, caption);
  auto text = text_field(ui, std::string("field/") + caption, view, shown, field);
  if (ImGui::IsItemHovered() && !view.editing) tooltip(ui, title, tip);
  return text;
}

void draw_seed(Ui& ui, const Shown& shown, FieldView& view, const Rect& field) {
  const auto text = recipe_field(ui, "seed", view, std::to_string(shown.session.seed), field,
                                 "Seed of both tables" + key_note(info(ActionId::edit_seed)),
                                 "The same seed gives the same numbers on every machine.");
  if (!text) return;
  if (const auto seed = parse_u64(*text)) {
    ui.ask({.id = ActionId::set_seed, .seed = *seed});
  } else {
    ui.refused = "\"" + *text + "\" is not a seed: use a whole number from 0 to 18446744073709551615.";
  }
}

void draw_std(Ui& ui, const Shown& shown, FieldView& view, const Rect& field) {
  const auto text = recipe_field(ui, "std", view, shortest(shown.session.std), field,
                                 "Standard deviation of both tables" + key_note(info(ActionId::edit_std)),
                                 "0.02 is GPT-2's initialiser.");
  if (!text) return;
  if (const auto std = parse_double(*text)) {
    ui.ask({.id = ActionId::set_std, .std = *std});
  } else {
    ui.refused =
        "\"" + *text + "\" is not a standard deviation: use a number from 0 to 1000000, such as 0.02.";
  }
}

// The recipe of the tables, laid out from right to left: std, the next seed, the seed. Returns its left end.
float draw_recipe(Ui& ui, const Shown& shown, TableFieldsView& view, const Rect& row) {
  const float h = ui.px(kField);
  const float y = row.y + (row.h - h) / 2.0F;
  const Rect std{row.right() - ui.px(84.0F), y, ui.px(84.0F), h};
  const float next_w = action_button_width(ui, ActionId::next_seed, "next");
  const Rect next{std.x - caption_width(ui, "std") - ui.px(16.0F) - next_w, y, next_w, h};
  const float seed_w = ui.px(row.w >= ui.px(800.0F) ? 180.0F : 110.0F);  // 20 digits where there is room
  const Rect seed{next.x - ui.px(4.0F) - seed_w, y, seed_w, h};
  draw_seed(ui, shown, view.seed, seed);
  action_button(ui, shown, {.id = ActionId::next_seed}, next, Look::plain, "next");
  draw_std(ui, shown, view.std, std);
  return seed.x - caption_width(ui, "seed");
}

// How far out the colours reach, on a model's pages. Returns its left end.
float draw_contrast(Ui& ui, ModelView& view, const Rect& row) {
  const std::vector<std::string> labels = {text("model.range-all"), "1/4", "1/16"};
  const float w = choice_width(ui, labels);
  const float h = ui.px(kField);
  const Rect rect{row.right() - w, row.y + (row.h - h) / 2.0F, w, h};
  const auto chosen = choice(ui, "model/contrast", rect, labels, view.contrast_index);
  if (chosen) view.contrast_index = *chosen;
  const std::string& words = text("model.range");
  const float caption = text_width(ui.fonts.small, words) + ui.px(kGap);
  const Rect named{rect.x - caption, rect.y, caption, h};
  text_in(named, ui.fonts.small, ui.palette->quiet, words);
  if (hit(ui, "model/contrast-words", named).hovered) tooltip(ui, words, text("model.range-how"));
  return named.x;
}

}  // namespace

float footer_height(const Ui& ui, float width) {
  return ui.px(kRow) * (width >= ui.px(kOneRow) ? 1.0F : 2.0F);
}

void draw_footer(Ui& ui, const Shown& shown, TableFieldsView& view, const Rect& rect) {
  fill(rect, ui.palette->panel, ui.px(8.0F));
  const Rect inner = rect.inset(ui.px(12.0F), 0.0F);
  const float row = ui.px(kRow);
  const Rect lowest{inner.x, inner.bottom() - row, inner.w, row};
  const bool on_model = shows_model(shown.session);
  const float recipe_x =
      on_model ? draw_contrast(ui, shown.model_view, lowest) : draw_recipe(ui, shown, view, lowest);
  const bool one_row = rect.h <= row;
  const float room = one_row ? recipe_x - inner.x - ui.px(24.0F) : inner.w;
  draw_colour_bar(ui, bar_of(shown), {inner.x, inner.y, std::min(room, ui.px(560.0F)), row});
}

}  // namespace whatwhere
