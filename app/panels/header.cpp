// The top line: the name, the examples, and what concerns the session or the window as a whole.
#include <array>

#include "app/panels/model_panels.h"
#include "core/model/built_in.h"

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

constexpr float kShowsModels = 600.0F;  // from this width at scale 1 on

// The toy's examples, and then, where there is room, the models inside the program.
std::size_t example_count(const Ui& ui, float width) {
  return examples().size() + (width >= ui.px(kShowsModels) ? built_ins().size() : 0);
}

float example_width(const Ui& ui, std::size_t i) {
  const std::size_t own = examples().size();
  return button_width(ui, i < own ? examples()[i].name : built_ins()[i - own].label);
}

float examples_width(const Ui& ui, float room) {
  float width = text_width(ui.fonts.small, "Examples") + ui.px(kGap);
  for (std::size_t i = 0; i < example_count(ui, room); ++i) width += example_width(ui, i) + ui.px(kGap);
  return width;
}

bool one_row(const Ui& ui, float width) {
  return name_width(ui) + examples_width(ui, width) + window_actions_width(ui) + ui.px(kGap) <= width;
}

// In a narrow window the actions take the name's place.
bool shows_name(const Ui& ui, float width) { return name_width(ui) + window_actions_width(ui) <= width; }

void draw_example(Ui& ui, std::size_t index, const Rect& rect) {
  if (index >= examples().size()) return draw_built_in_button(ui, index - examples().size(), rect);
  const Example& example = examples()[index];
  if (button(ui, "button/example-" + std::to_string(index), rect, example.name)) {
    ui.ask({.id = ActionId::load_example, .example = index});
  }
  if (ImGui::IsItemHovered()) {
    tooltip(ui, std::string(example.name) + key_note(info(ActionId::load_example)), example.shows);
  }
}

// Where everything stands: place_action(index, rect), place_caption(rect) for the word before the examples,
// and place_example(index, rect). Returns the bottom.
template <typename PlaceAction, typename PlaceCaption, typename PlaceExample>
float lay_out(const Ui& ui, const Rect& area, PlaceAction place_action, PlaceCaption place_caption,
              PlaceExample place_example) {
  const float h = ui.px(kRow);
  const float gap = ui.px(kGap);
  const Rect right{area.right() - window_actions_width(ui), area.y, window_actions_width(ui), h};
  Flow actions(shows_name(ui, area.w) ? right : area, h, gap);
  std::array<Rect, kWindowActions.size()> places;
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = actions.next(action_button_width(ui, kWindowActions[i].id, kWindowActions[i].label));
  const Rect left{area.x + name_width(ui), area.y, area.w - name_width(ui), h};
  Flow flow(one_row(ui, area.w) ? left : Rect{area.x, actions.bottom() + gap, area.w, h}, h, gap);
  place_caption(flow.next(text_width(ui.fonts.small, "Examples")));
  for (std::size_t i = 0; i < example_count(ui, area.w); ++i)
    place_example(i, flow.next(example_width(ui, i)));
  for (std::size_t i = 0; i < places.size(); ++i) place_action(i, places[i]);  // Tab goes from left to right
  return flow.bottom();
}

}  // namespace

float header_height(const Ui& ui, float width) {
  const auto nowhere = [](std::size_t, const Rect&) {};
  return lay_out(
      ui, {0.0F, 0.0F, width, 0.0F}, nowhere, [](const Rect&) {}, nowhere);
}

void draw_header(Ui& ui, const Shown& shown, const Rect& rect) {
  if (shows_name(ui, rect.w)) {
    const float h = ui.px(kRow);
    const float what = text_width(ui.fonts.strong, "what");
    text_in({rect.x, rect.y, what + 1.0F, h}, ui.fonts.strong, ui.palette->accent, "what");
    text_in({rect.x + what, rect.y, name_width(ui) - what, h}, ui.fonts.strong, ui.palette->text, "where");
  }
  lay_out(
      ui, rect,
      [&](std::size_t i, const Rect& place) {
        action_button(ui, shown, {.id = kWindowActions[i].id}, place, Look::plain, kWindowActions[i].label);
      },
      [&](const Rect& place) { text_in(place, ui.fonts.small, ui.palette->quiet, "Examples"); },
      [&](std::size_t i, const Rect& place) { draw_example(ui, i, place); });
}

}  // namespace whatwhere
