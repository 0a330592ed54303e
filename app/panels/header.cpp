// The top line: the name, the examples, and what concerns the window as a whole.
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
    WindowAction{ActionId::open, "Open"}, WindowAction{ActionId::save, "Save"},
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
    tooltip(ui, std::string(example.name) + "  (F" + std::to_string(index + 2) + ")", example.shows);
  }
}

// Left to right from (x, y); a button that does not fit goes to the next row. Returns the bottom.
float draw_examples(Ui& ui, float x, float y, float right) {
  const float left = x;
  const float h = ui.px(kRow);
  const float caption = text_width(ui.fonts.small, "Examples");
  text_in({x, y, caption, h}, ui.fonts.small, ui.palette->quiet, "Examples");
  x += caption + ui.px(kGap);
  for (std::size_t i = 0; i < examples().size(); ++i) {
    const float w = button_width(ui, examples()[i].name);
    if (x + w > right && x > left) {
      x = left;
      y += h + ui.px(kGap);
    }
    draw_example(ui, i, {x, y, w, h});
    x += w + ui.px(kGap);
  }
  return y + h;
}

// How many rows draw_examples takes.
int example_rows(const Ui& ui, float width) {
  int rows = 1;
  float x = text_width(ui.fonts.small, "Examples") + ui.px(kGap);
  for (const Example& e : examples()) {
    const float w = button_width(ui, e.name);
    if (x + w > width && x > 0.0F) {
      x = 0.0F;
      ++rows;
    }
    x += w + ui.px(kGap);
  }
  return rows;
}

}  // namespace

float header_height(const Ui& ui, float width) {
  if (one_row(ui, width)) return ui.px(kRow);
  const auto rows = static_cast<float>(1 + example_rows(ui, width));
  return rows * ui.px(kRow) + (rows - 1.0F) * ui.px(kGap);
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
    draw_examples(ui, rect.x + name_width(ui), rect.y, rect.right());
  } else {
    draw_examples(ui, rect.x, rect.y + h + ui.px(kGap), rect.right());
  }
}

}  // namespace whatwhere
