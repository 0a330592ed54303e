#include "app/panels/panels.h"

namespace whatwhere {

void action_button(Ui& ui, const Shown& shown, const Action& action, const Rect& rect, Look look,
                   std::string_view label, const std::string& name) {
  const ActionInfo& a = info(action.id);
  const std::string reason = shown.history.why_not(action);
  const std::string item = name.empty() ? "button/" + std::string(a.name) : name;
  if (button(ui, item, rect, label.empty() ? a.label : label, look, reason.empty())) ui.ask(action);
  if (!ImGui::IsItemHovered()) return;
  const std::string keys = a.keys.empty() ? "" : "  (" + std::string(a.keys) + ")";
  tooltip(ui, std::string(a.label) + keys, reason.empty() ? std::string(a.help) : reason);
}

float action_button_width(const Ui& ui, ActionId id, std::string_view label) {
  return button_width(ui, label.empty() ? info(id).label : label);
}

}  // namespace whatwhere
