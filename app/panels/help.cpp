// F1: every action with its key, from the table of actions.
#include "app/panels/overlays.h"
#include "core/session/actions.h"

namespace whatwhere {

namespace {

constexpr float kRow = 24.0F;

float draw_group(Ui& ui, Group group, const Rect& content) {
  float y = content.y;
  text_in({content.x, y, content.w, ui.px(22.0F)}, ui.fonts.strong, ui.palette->accent, title(group));
  y += ui.px(26.0F);
  const float keys = ui.px(150.0F);
  for (const ActionInfo& action : all_actions()) {
    if (action.group != group) continue;
    const Rect line{content.x, y, content.w, ui.px(kRow)};
    ui.record("help/" + std::string(action.name), line);
    text_in({line.x, line.y, keys, line.h}, ui.fonts.mono, ui.palette->text,
            action.keys.empty() ? "mouse" : action.keys);
    const Rect words{line.x + keys + ui.px(8.0F), line.y, line.w - keys - ui.px(8.0F), line.h};
    text_in(words, ui.fonts.body, ui.palette->quiet, action.help);
    y += line.h;
  }
  return y + ui.px(12.0F);
}

}  // namespace

bool draw_help(Ui& ui, const Rect& window, float scroll_by) {
  const float margin = ui.px(16.0F);
  const Rect box{window.x + std::max(margin, (window.w - ui.px(860.0F)) / 2.0F), window.y + margin,
                 std::min(window.w - 2.0F * margin, ui.px(860.0F)), window.h - 2.0F * margin};
  fill(window, faded(ui.palette->ground, 0.75F));
  const Rect close{box.right() - ui.px(12.0F) - ui.px(70.0F), box.y + ui.px(8.0F), ui.px(70.0F),
                   ui.px(28.0F)};
  const Panel panel = begin_panel(ui, "help", box, "Everything you can do");
  const Rect& content = panel.content;
  if (scroll_by != 0.0F) ImGui::SetScrollY(ImGui::GetScrollY() + scroll_by);
  float y = content.y;
  for (const Group group : {Group::sequence, Group::order, Group::tables, Group::cursor, Group::experiments,
                            Group::model, Group::file, Group::view}) {
    y = draw_group(ui, group, {content.x, y, content.w, 0.0F});
  }
  end_panel(ui, panel, y);
  return !button(ui, "button/close-help", close, "Close");
}

}  // namespace whatwhere
