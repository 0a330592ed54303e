// The way to a real model: what to open, and the wait for it.
#include <algorithm>
#include <cmath>

#include "app/panels/model_panels.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/model/built_in.h"

namespace whatwhere {

namespace {

constexpr float kRow = 32.0F;
constexpr float kGap = 8.0F;

}  // namespace

void draw_built_in_button(Ui& ui, std::size_t index, const Rect& rect, Look look) {
  const BuiltIn& one = built_ins()[index];
  if (button(ui, "button/built-in-" + std::string(one.name), rect, one.label, look))
    ui.open_path = built_in_path(one.name).string();
  if (ImGui::IsItemHovered()) tooltip(ui, one.label, one.shows);
}

float draw_model_choice(Ui& ui, const Shown& shown, const Rect& content) {
  Flow flow(content, ui.px(kRow), ui.px(kGap));
  for (std::size_t i = 0; i < built_ins().size(); ++i)
    draw_built_in_button(ui, i, flow.next(button_width(ui, built_ins()[i].label)), Look::plain);
  action_button(ui, shown, {.id = ActionId::open}, flow.next(button_width(ui, text("model.open"))),
                Look::plain, text("model.open"));
  if (const auto& unopened = shown.session.unopened) {
    const std::string again =
        text("model.reopen", {std::filesystem::path(unopened->path).filename().string()});
    const Rect rect = flow.next(button_width(ui, again));
    if (button(ui, "button/reopen", rect, again)) ui.open_path = unopened->path;
    if (ImGui::IsItemHovered()) tooltip(ui, again, unopened->path);
  }
  const std::string& words = text("model.choice");
  text_in(flow.next(text_width(ui.fonts.body, words)), ui.fonts.body, ui.palette->quiet, words);
  return flow.bottom();
}

bool draw_opening(Ui& ui, const std::filesystem::path& path, float progress, const Rect& window) {
  const float w = std::min(window.w - ui.px(32.0F), ui.px(480.0F));
  const float h = ui.px(132.0F);
  const Rect box{std::round((window.w - w) / 2.0F), std::round((window.h - h) / 2.0F), w, h};
  fill(window, faded(ui.palette->ground, 0.75F));
  fill(box, ui.palette->panel, ui.px(8.0F));
  ui.record("panel/opening", box);
  const Rect inner = box.inset(ui.px(16.0F), ui.px(16.0F));
  text_in({inner.x, inner.y, inner.w, ui.px(20.0F)}, ui.fonts.strong, ui.palette->text,
          text("model.opening"));
  text_in({inner.x, inner.y + ui.px(24.0F), inner.w, ui.px(18.0F)}, ui.fonts.small, ui.palette->quiet,
          path.string());
  const WorkState state{true, progress, false, ""};
  return draw_work(ui, "opening", "", state,
                   {inner.x, inner.bottom() - ui.px(36.0F), inner.w, ui.px(32.0F)}) == WorkWish::cancel;
}

WorkWish draw_work(Ui& ui, const std::string& name, const std::string& what, const WorkState& work,
                   const Rect& line) {
  const bool running = work.running;
  const std::string& label = text(running ? "model.cancel" : "model.again");
  const float w = button_width(ui, label);
  const Rect rest{line.x, line.y, line.w - w - ui.px(12.0F), line.h};
  if (running) {
    ui.animating = true;
    const float caption = what.empty() ? 0.0F : text_width(ui.fonts.body, what) + ui.px(10.0F);
    text_in({rest.x, rest.y, caption, rest.h}, ui.fonts.body, ui.palette->quiet, what);
    const float bar = ui.px(8.0F);
    progress_bar(
        ui, "progress/" + name,
        {rest.x + caption, rest.y + (rest.h - bar) / 2.0F, std::max(rest.w - caption, ui.px(40.0F)), bar},
        work.progress);
  } else {
    text_in(rest, ui.fonts.body, ui.palette->quiet,
            work.error.empty() ? text("model.stopped", {what}) : one_line(work.error));
  }
  if (!button(ui, "button/" + std::string(running ? "cancel-" : "again-") + name,
              {line.right() - w, line.y, w, line.h}, label))
    return WorkWish::none;
  return running ? WorkWish::cancel : WorkWish::restart;
}

}  // namespace whatwhere
