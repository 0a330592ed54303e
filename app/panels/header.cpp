// The top line: the name, the examples, and what concerns the session or the window as a whole.
#include <array>

#include "app/panels/panels.h"

namespace whatwhere {

namespace {

constexpr float kRow = 32.0F;
constexpr float kGap = 8.0F;

struct WindowAction {
  ActionId id;
  const char* label;
};

constexpr std::array kWindowActions = {
    WindowAction{ActionId::undo, "Undo"},          WindowAction{ActionId::redo, "Redo"},
    WindowAction{ActionId::open, "Open"},          WindowAction{ActionId::save, "Save"},
    WindowAction{ActionId::toggle_theme, "Theme"}, WindowAction{ActionId::help, "Help"}};

float name_width(const Ui& ui) { return text_width(ui.fonts.strong, "whatwhere") + ui.px(16.0F); }

float window_actions_width(const Ui& ui) {
  float width = 0.0F;
  for (const auto& a : kWindowActions) width += action_button_width(ui, a.id, a.label) + ui.px(kGap);
  return width - ui.px(kGap);
}

float examples_width(const Ui& ui) {
  float width = text_width(ui.fonts.small, "Examples") + ui.px(kGap);
  for (const Example& e : examples()) width += button_width(ui, e.name) + ui.px(kGap);
  return width;
}

bool one_row(const Ui& ui, float width) {
  return name_width(ui) + examples_width(ui) + window_actions_width(ui) + ui.px(kGap) <= width;
}

void draw_example(Ui& ui, std::size_t index, const Rect& rect) {
  const Example& example = examples()[index];
  if (button(ui, "button/example-" + std::to_string(index), rect, example.name)) {
    ui.ask({.id = ActionId::load_example, .example = index});
  }
  if (ImGui::IsItemHovered()) {
    tooltip(ui, std::string(example.name) + key_note(info(ActionId::load_example)), example.shows);
  }
}

// Calls place_caption for the word before the examples and place(index, rect) for each. Returns the bottom.
template <typename PlaceCaption, typename Place>
float lay_out_examples(const Ui& ui, const Rect& area, PlaceCaption place_caption, Place place) {
  Flow flow(area, ui.px(kRow), ui.px(kGap));
  place_caption(flow.next(text_width(ui.fonts.small, "Examples")));
  for (std::size_t i = 0; i < examples().size(); ++i)
    place(i, flow.next(button_width(ui, examples()[i].name)));
  return flow.bottom();
}

void draw_examples(Ui& ui, const Rect& area) {
  lay_out_examples(
      ui, area, [&](const Rect& rect) { text_in(rect, ui.fonts.small, ui.palette->quiet, "Examples"); },
      [&](std::size_t i, const Rect& rect) { draw_example(ui, i, rect); });
}

}  // namespace

float header_height(const Ui& ui, float width) {
  if (one_row(ui, width)) return ui.px(kRow);
  const Rect below{0.0F, ui.px(kRow) + ui.px(kGap), width, 0.0F};
  return lay_out_examples(
      ui, below, [](const Rect&) {}, [](std::size_t, const Rect&) {});
}

void draw_header(Ui& ui, const Shown& shown, const Rect& rect) {
  const float h = ui.px(kRow);
  const Rect name{rect.x, rect.y, text_width(ui.fonts.strong, "whatwhere"), h};
  const float what = text_width(ui.fonts.strong, "what");
  text_in({name.x, name.y, what + 1.0F, h}, ui.fonts.strong, ui.palette->accent, "what");
  text_in({name.x + what, name.y, name.w - what + 1.0F, h}, ui.fonts.strong, ui.palette->text, "where");

  float x = rect.right() - window_actions_width(ui);
  for (const auto& a : kWindowActions) {
    const float w = action_button_width(ui, a.id, a.label);
    action_button(ui, shown, {.id = a.id}, {x, rect.y, w, h}, Look::plain, a.label);
    x += w + ui.px(kGap);
  }
  if (one_row(ui, rect.w)) {
    draw_examples(ui, {rect.x + name_width(ui), rect.y, rect.w - name_width(ui), h});
  } else {
    draw_examples(ui, {rect.x, rect.y + h + ui.px(kGap), rect.w, h});
  }
}

}  // namespace whatwhere
