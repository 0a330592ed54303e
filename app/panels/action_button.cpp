#include "app/panels/panels.h"

namespace whatwhere {

void action_button(Ui& ui, const Shown& shown, const Action& action, const Rect& rect, Look look,
                   std::string_view label) {
  const ActionInfo& a = info(action.id);
  const std::string reason = shown.history.why_not(action);
  if (button(ui, "button/" + std::string(a.name), rect, label.empty() ? a.label : label, look,
             reason.empty()))
    ui.ask(action);
  if (!ImGui::IsItemHovered()) return;
  tooltip(ui, std::string(a.label) + key_note(a), reason.empty() ? std::string(a.help) : reason);
}

std::string key_note(const ActionInfo& action) {
  return action.keys.empty() ? "" : "  (" + std::string(action.keys) + ")";
}

float action_button_width(const Ui& ui, ActionId id, std::string_view label) {
  return button_width(ui, label.empty() ? info(id).label : label);
}

}  // namespace whatwhere
