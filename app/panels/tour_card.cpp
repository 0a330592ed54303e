// The tour's card: on every page, while the tour lasts. It asks, waits for a prediction, says what to do, and
// moves on by itself.
#include <algorithm>
#include <cmath>

#include "app/panels/go_to.h"
#include "app/panels/panels.h"
#include "app/ui/texts.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

constexpr float kPad = 14.0F;
constexpr float kButton = 30.0F;
constexpr float kGap = 8.0F;

std::string key(std::size_t step, const std::string& part) {
  return "lesson.step-" + std::to_string(step + 1) + "-" + part;
}

// What became of the step before: the answer, and whether it was predicted.
std::string reveal(const Progress& progress) {
  if (progress.step == 0) return "";
  const std::size_t done = progress.step - 1;
  const bool right = progress.predicted[done] == tour()[done].right;
  return text(right ? "lesson.was-right" : "lesson.was-wrong") + " " + text(key(done, "reveal"));
}

struct Words {
  std::string before;  // what came before, in plain; may be empty
  std::string now;     // what is asked or to be done, in bold
};

std::string ask_of(const Progress& progress) { return text(key(progress.step, "ask")); }

// While the answer is awaited: what the step before came to, and the question.
Words asking(const Progress& progress) { return {reveal(progress), ask_of(progress)}; }

// Once it is given: the question with it, and what to do.
Words doing(const Progress& progress, bool shows_already) {
  const std::size_t prediction = progress.predicted[progress.step].value_or(0);
  const std::string said = text(key(progress.step, "option-" + std::to_string(prediction + 1)));
  return {ask_of(progress) + " " + text("lesson.said", {said}),
          shows_already ? text("lesson.already") : text(key(progress.step, "do"))};
}

Words words_of(const Shown& shown) {
  const Progress& progress = shown.progress;
  if (is_at_end(progress)) {
    return {reveal(progress),
            text("lesson.end", {std::to_string(right_predictions(progress)), std::to_string(kTourSteps)})};
  }
  if (!progress.predicted[progress.step]) return asking(progress);
  return doing(progress, progress.already && is_at_place(progress, shown.session));
}

float words_width(const Ui& ui, float width) { return width - ui.px(2.0F * kPad + 40.0F); }

void draw_buttons(Ui& ui, const Shown& shown, const Rect& area) {
  const Progress& progress = shown.progress;
  Flow flow(area, ui.px(kButton), ui.px(kGap));
  if (is_at_end(progress)) {
    action_button(ui, shown, {.id = ActionId::leave_tour},
                  flow.next(action_button_width(ui, ActionId::leave_tour)), Look::primary);
    return;
  }
  const TourStep& step = tour()[progress.step];
  if (progress.predicted[progress.step]) {
    if (!is_at_place(progress, shown.session)) {
      const std::string label = text("lesson.go", {place_name(step.page, step.part)});
      if (button(ui, "tour/go", flow.next(button_width(ui, label)), label, Look::primary))
        go_to(ui, shown.session, step.page, step.part);
    } else if (progress.already) {
      action_button(ui, shown, {.id = ActionId::go_on_with_tour},
                    flow.next(action_button_width(ui, ActionId::go_on_with_tour)), Look::primary);
    }
    return;
  }
  const std::string& predict = text("lesson.predict");
  text_in(flow.next(text_width(ui.fonts.body, predict) + ui.px(4.0F)), ui.fonts.body, ui.palette->quiet,
          predict);
  for (std::size_t i = 0; i < step.options; ++i) {
    const std::string label = text(key(progress.step, "option-" + std::to_string(i + 1)));
    if (button(ui, "tour/option/" + std::to_string(i), flow.next(button_width(ui, label)), label)) {
      ui.ask({.id = ActionId::predict, .choice = i});
    }
  }
}

float height_of(const Ui& ui, const Words& words, float width) {
  float height =
      ui.px(12.0F + 18.0F + 12.0F + kButton + kGap) + wrapped_height(ui.fonts.strong, words.now, width);
  if (!words.before.empty()) height += wrapped_height(ui.fonts.body, words.before, width) + ui.px(6.0F);
  return height;
}

}  // namespace

// As high as the step needs at any time: what is above the card does not move while a step lasts.
float tour_card_height(const Ui& ui, const Shown& shown, float width) {
  const float w = words_width(ui, width);
  const Progress& progress = shown.progress;
  if (is_at_end(progress)) return std::ceil(height_of(ui, words_of(shown), w));
  return std::ceil(std::max(height_of(ui, asking(progress), w), height_of(ui, doing(progress, false), w)));
}

void draw_tour_card(Ui& ui, const Shown& shown, const Rect& rect) {
  const Progress& progress = shown.progress;
  const Palette& c = *ui.palette;
  fill(rect, c.panel, ui.px(8.0F));
  outline(rect, faded(c.accent, 0.6F), ui.px(8.0F), ui.px(1.0F));
  fill({rect.x, rect.y + ui.px(10.0F), ui.px(4.0F), rect.h - ui.px(20.0F)}, c.accent, ui.px(2.0F));
  ui.record("tour", rect);
  const float x = rect.x + ui.px(kPad);
  const float w = words_width(ui, rect.w);
  float y = rect.y + ui.px(10.0F);
  const std::string where =
      is_at_end(progress)
          ? text("lesson.over")
          : text("lesson.step", {std::to_string(progress.step + 1), std::to_string(kTourSteps)});
  text_in({x, y, w, ui.px(18.0F)}, ui.fonts.small, c.accent, where);
  y += ui.px(18.0F);
  const Words words = words_of(shown);
  if (!words.before.empty()) {
    y += wrapped_text({x, y, w, 0.0F}, ui.fonts.body, c.text, words.before) + ui.px(6.0F);
  }
  y += wrapped_text({x, y, w, 0.0F}, ui.fonts.strong, c.text, words.now) + ui.px(kGap);
  ui.said["tour"] = words.now;
  ui.said["tour/before"] = words.before;
  draw_buttons(ui, shown, {x, y, w, 0.0F});
  const float side = ui.px(28.0F);
  const Rect cross{rect.right() - side - ui.px(8.0F), rect.y + ui.px(8.0F), side, side};
  if (button(ui, "tour/leave", cross, "\xC3\x97")) ui.ask({.id = ActionId::leave_tour});
  if (ImGui::IsItemHovered()) tooltip(ui, text("lesson.leave"), text("lesson.leave-how"));
}

}  // namespace whatwhere
