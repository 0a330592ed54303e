#include "app/ui/style.h"

namespace whatwhere {

void apply_style(const Palette& palette, float scale) {
  ImGuiStyle style;
  style.WindowPadding = {10.0F, 8.0F};  // of tooltips and menus; our own windows draw to their edges
  style.WindowBorderSize = 0.0F;
  style.ChildBorderSize = 0.0F;
  style.PopupBorderSize = 1.0F;
  style.FrameRounding = 6.0F;
  style.PopupRounding = 8.0F;
  style.WindowRounding = 6.0F;  // tooltips; our own windows have square corners
  style.FramePadding = {8.0F, 6.0F};
  style.ItemSpacing = {8.0F, 4.0F};
  style.ScrollbarSize = 8.0F;
  style.ScrollbarRounding = 4.0F;
  style.AntiAliasedLinesUseTex = false;  // would need the filtering that the glyphs do without
  style.ScaleAllSizes(scale);

  const auto set = [&](ImGuiCol which, ImU32 colour) {
    style.Colors[which] = ImGui::ColorConvertU32ToFloat4(colour);
  };
  set(ImGuiCol_WindowBg, palette.ground);
  set(ImGuiCol_ChildBg, faded(palette.panel, 0.0F));
  set(ImGuiCol_PopupBg, palette.raised);
  set(ImGuiCol_Border, mix(palette.raised, palette.quiet, 0.4F));
  set(ImGuiCol_Text, palette.text);
  set(ImGuiCol_TextDisabled, palette.quiet);
  set(ImGuiCol_TextSelectedBg, faded(palette.accent, 0.4F));
  set(ImGuiCol_FrameBg, palette.raised);
  set(ImGuiCol_FrameBgHovered, palette.hovered);
  set(ImGuiCol_FrameBgActive, palette.hovered);
  set(ImGuiCol_ScrollbarBg, faded(palette.panel, 0.0F));
  set(ImGuiCol_ScrollbarGrab, mix(palette.panel, palette.quiet, 0.45F));
  set(ImGuiCol_ScrollbarGrabHovered, palette.quiet);
  set(ImGuiCol_ScrollbarGrabActive, palette.quiet);
  set(ImGuiCol_DragDropTarget, faded(palette.accent, 0.0F));
  ImGui::GetStyle() = style;
}

}  // namespace whatwhere
