// Slots below each other, reordered by dragging their chips.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/panels/panels.h"

namespace whatwhere {

// While the chip of slot t is dragged, the slot takes the place that the mouse is at. `first_y`: the top of
// slot 0.
inline void follow_drag(Ui& ui, const Shown& shown, InputView& view, std::size_t t, float first_y,
                        float row_height, const Hit& chip) {
  const std::uint32_t identity = shown_sequence(shown.session).slots()[t].identity;
  if (!chip.held) {
    if (view.dragged == identity) view.dragged.reset();
    return;
  }
  if (view.dragged != identity && !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return;
  if (view.dragged != identity) {
    view.dragged = identity;
    view.drag_moved = false;
  }
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  const float row = std::floor((ImGui::GetMousePos().y - first_y) / row_height);
  const auto last = static_cast<float>(shown.grid().ids.size() - 1);
  const auto to = static_cast<std::size_t>(std::clamp(row, 0.0F, last));
  if (to == t) return;
  ui.ask({.id = ActionId::move_slot, .slot = t, .to = to, .continues = view.drag_moved});
  view.drag_moved = true;
}

}  // namespace whatwhere
