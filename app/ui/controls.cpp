#include "app/ui/controls.h"

#include <algorithm>
#include <cmath>

#include "app/ui/compat.h"

namespace whatwhere {

namespace {

constexpr float kTrack = 28.0F;

// The background of a control that may be on, under the mouse, or both.
ImU32 face(const Palette& c, bool on, bool hovered) {
  if (on) return hovered ? mix(c.accent, c.text, 0.2F) : c.accent;
  return hovered ? c.hovered : c.raised;
}

}  // namespace

float toggle_width(const Ui& ui, std::string_view label) {
  return text_width(ui.fonts.strong, label) + ui.px(kTrack + 32.0F);
}

bool toggle(Ui& ui, const std::string& name, const Rect& rect, std::string_view label, bool on) {
  const Hit h = control(ui, name, rect);
  const Palette& c = *ui.palette;
  if (h.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  fill(rect, face(c, on, h.hovered), ui.px(6.0F));
  const float knob = ui.px(12.0F);
  const float inset = ui.px(2.0F);
  const Rect track{rect.x + ui.px(12.0F), rect.y + (rect.h - ui.px(16.0F)) / 2.0F, ui.px(kTrack),
                   ui.px(16.0F)};
  fill(track, on ? c.on_accent : c.quiet, track.h / 2.0F);
  fill({on ? track.right() - knob - inset : track.x + inset, track.y + inset, knob, knob},
       on ? c.accent : c.raised, knob / 2.0F);
  text_in({track.right() + ui.px(8.0F), rect.y, rect.right() - track.right(), rect.h}, ui.fonts.strong,
          on ? c.on_accent : c.text, label);
  ui.said[name] = on ? "on" : "off";
  return h.clicked;
}

float choice_width(const Ui& ui, const std::vector<std::string>& labels) {
  float width = ui.px(4.0F);
  for (const std::string& label : labels) width += button_width(ui, label);
  return width;
}

std::optional<std::size_t> choice(Ui& ui, const std::string& name, const Rect& rect,
                                  const std::vector<std::string>& labels, std::size_t chosen) {
  fill(rect, ui.palette->raised, ui.px(6.0F));
  std::optional<std::size_t> clicked;
  float x = rect.x + ui.px(2.0F);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Rect segment{x, rect.y + ui.px(2.0F), button_width(ui, labels[i]), rect.h - ui.px(4.0F)};
    const Hit h = control(ui, name + "/" + std::to_string(i), segment);
    const bool on = i == chosen;
    if (on || h.hovered) fill(segment, face(*ui.palette, on, h.hovered), ui.px(5.0F));
    if (h.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    text_in(segment, on ? ui.fonts.strong : ui.fonts.body, on ? ui.palette->on_accent : ui.palette->text,
            labels[i], Align::centre);
    if (h.clicked) clicked = i;
    x = segment.right();
  }
  if (chosen < labels.size()) ui.said[name] = labels[chosen];
  return clicked;
}

std::optional<SliderMove> slider(Ui& ui, const std::string& name, const Rect& rect, double value,
                                 const SliderLook& look) {
  const float caption = look.caption.empty() ? 0.0F : text_width(ui.fonts.body, look.caption) + ui.px(10.0F);
  const float shown = std::max(text_width(ui.fonts.mono, look.shown), ui.px(48.0F)) + ui.px(10.0F);
  text_in({rect.x, rect.y, caption, rect.h}, ui.fonts.body, ui.palette->quiet, look.caption);
  text_in({rect.right() - shown + ui.px(10.0F), rect.y, shown, rect.h}, ui.fonts.mono, ui.palette->text,
          look.shown);
  const Rect track{rect.x + caption, rect.y, std::max(rect.w - caption - shown, ui.px(40.0F)), rect.h};
  const Hit h = control(ui, name, track);
  const float knob = ui.px(14.0F);
  const float room = track.w - knob;
  const double part = std::clamp((value - look.low) / (look.high - look.low), 0.0, 1.0);
  const float middle = std::round(track.centre().y);
  const float x = track.x + room * static_cast<float>(part);
  const float thin = ui.px(4.0F);
  fill({track.x, middle - thin / 2.0F, track.w, thin}, ui.palette->raised, thin / 2.0F);
  fill({track.x, middle - thin / 2.0F, x - track.x + knob / 2.0F, thin}, ui.palette->accent, thin / 2.0F);
  fill({x, middle - knob / 2.0F, knob, knob}, h.hovered || h.held ? ui.palette->text : ui.palette->accent,
       knob / 2.0F);
  ui.said[name] = look.shown;
  if (h.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);

  const bool nudged = ui.focused == name && ui.nudge != 0;
  double wanted = value;
  if (h.held) {
    const float at = std::clamp((ImGui::GetMousePos().x - track.x - knob / 2.0F) / room, 0.0F, 1.0F);
    wanted = look.low + static_cast<double>(at) * (look.high - look.low);
  } else if (nudged) {
    wanted = value + ui.nudge * look.step;
  }
  wanted = std::clamp(std::round(wanted / look.step) * look.step, look.low, look.high);
  const bool dragging = ui.dragged == name;
  if (!h.held && dragging) ui.dragged.clear();
  if ((!h.held && !nudged) || std::abs(wanted - value) < look.step / 2.0) return std::nullopt;
  if (h.held) ui.dragged = name;
  return SliderMove{wanted, dragging};
}

namespace {

struct FieldLook {
  ImFont* font = nullptr;
  const char* hint = "";
  ImGuiInputTextFlags flags = 0;
};

template <std::size_t size>
std::optional<std::string> edit(Ui& ui, const std::string& name, FieldView& view, const std::string& shown,
                                const Rect& rect, const FieldLook& look) {
  ui.record(name, rect);
  ImGui::SetCursorScreenPos(rect.min());
  ImGui::SetNextItemWidth(rect.w);
  ImGui::PushFont(look.font);
  const float pad = std::max(0.0F, (rect.h - look.font->FontSize) / 2.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8.0F), pad});
  ui.controls.push_back(name);
  const bool focused = ui.focused == name;
  if (view.take_focus || (focused && (ui.focus_moved || ui.activate))) ImGui::SetKeyboardFocusHere();
  view.take_focus = false;
  if (!view.editing) view.text = shown;
  char buffer[size] = {};
  view.text.copy(buffer, sizeof buffer - 1);
  compat::begin_no_tab_stop();  // Tab goes through all controls alike
  ImGui::InputTextWithHint(("##" + name).c_str(), look.hint, buffer, sizeof buffer,
                           ImGuiInputTextFlags_AutoSelectAll | look.flags);
  compat::end_no_tab_stop();
  view.text = buffer;
  view.editing = ImGui::IsItemActive();
  const bool committed = ImGui::IsItemDeactivatedAfterEdit();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (!committed) return std::nullopt;
  return view.text;
}

}  // namespace

std::optional<std::string> text_field(Ui& ui, const std::string& name, FieldView& view,
                                      const std::string& shown, const Rect& rect) {
  return edit<32>(ui, name, view, shown, rect, {ui.fonts.mono, "", ImGuiInputTextFlags_CharsNoBlank});
}

std::optional<std::string> word_field(Ui& ui, const std::string& name, const std::string& shown,
                                      const std::string& hint, const Rect& rect) {
  return edit<256>(ui, name, ui.fields[name], shown, rect, {ui.fonts.body, hint.c_str(), 0});
}

std::optional<std::string> captioned_field(Ui& ui, const std::string& name, std::string_view caption,
                                           const std::string& shown, const Rect& rect) {
  const float w = text_width(ui.fonts.body, caption) + ui.px(10.0F);
  text_in({rect.x, rect.y, w, rect.h}, ui.fonts.body, ui.palette->quiet, caption);
  return text_field(ui, name, ui.fields[name], shown, {rect.x + w, rect.y, rect.w - w, rect.h});
}

void progress_bar(Ui& ui, const std::string& name, const Rect& rect, float done) {
  ui.record(name, rect);
  const float round = rect.h / 2.0F;
  fill(rect, ui.palette->raised, round);
  fill({rect.x, rect.y, std::max(rect.w * std::clamp(done, 0.0F, 1.0F), rect.h), rect.h}, ui.palette->accent,
       round);
}

}  // namespace whatwhere
