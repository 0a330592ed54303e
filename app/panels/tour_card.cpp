// The tour's card: on every page, while the tour lasts. It asks, waits for a prediction, says what to do, and
// moves on by itself.
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

// First the question, after what the step before came to; once it is answered, what to do.
Words words_of(const Progress& progress) {
  if (is_at_end(progress)) {
    return {reveal(progress),
            text("lesson.end", {std::to_string(right_predictions(progress)), std::to_string(kTourSteps)})};
  }
  const auto prediction = progress.predicted[progress.step];
  const std::string ask = text(key(progress.step, "ask"));
  if (!prediction) return {reveal(progress), ask};
  const std::string said = text(key(progress.step, "option-" + std::to_string(*prediction + 1)));
  return {ask + " " + text("lesson.said", {said}), text(key(progress.step, "do"))};
}

float words_width(const Ui& ui, float width) { return width - ui.px(2.0F * kPad + 40.0F); }

bool is_there(const Session& session, const TourStep& step) {
  return session.view.page == step.page &&
         (step.page != Page::learning || session.learning.part == step.part);
}

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
    const std::string label = text("lesson.go", {place_name(step.page, step.part)});
    if (button(ui, "tour/go", flow.next(button_width(ui, label)), label, Look::primary))
      go_to(ui, step.page, step.part);
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

bool has_buttons(const Shown& shown) {
  const Progress& progress = shown.progress;
  return is_at_end(progress) || !progress.predicted[progress.step] ||
         !is_there(shown.session, tour()[progress.step]);
}

}  // namespace

float tour_card_height(const Ui& ui, const Shown& shown, float width) {
  const float w = words_width(ui, width);
  const Words words = words_of(shown.progress);
  float height = ui.px(12.0F + 18.0F + 12.0F) + wrapped_height(ui.fonts.strong, words.now, w);
  if (!words.before.empty()) height += wrapped_height(ui.fonts.body, words.before, w) + ui.px(6.0F);
  if (has_buttons(shown)) height += ui.px(kButton + kGap);
  return std::ceil(height);
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
  const Words words = words_of(progress);
  if (!words.before.empty()) {
    y += wrapped_text({x, y, w, 0.0F}, ui.fonts.body, c.text, words.before) + ui.px(6.0F);
  }
  y += wrapped_text({x, y, w, 0.0F}, ui.fonts.strong, c.text, words.now) + ui.px(kGap);
  ui.said["tour"] = words.now;
  ui.said["tour/before"] = words.before;
  if (has_buttons(shown)) draw_buttons(ui, shown, {x, y, w, 0.0F});
  const float side = ui.px(28.0F);
  const Rect cross{rect.right() - side - ui.px(8.0F), rect.y + ui.px(8.0F), side, side};
  if (button(ui, "tour/leave", cross, "\xC3\x97")) ui.ask({.id = ActionId::leave_tour});
  if (ImGui::IsItemHovered()) tooltip(ui, text("lesson.leave"), text("lesson.leave-how"));
}

}  // namespace whatwhere
