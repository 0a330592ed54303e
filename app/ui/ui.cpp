#include "app/ui/ui.h"

#include <algorithm>
#include <cmath>

#include "app/ui/compat.h"
#include "core/input/vocabulary.h"

namespace whatwhere {

namespace {

// The longest start of `text` that fits with "…" behind it, cut between UTF-8 characters.
std::string shortened(ImFont* font, std::string_view text, float width) {
  std::string cut(text);
  while (!cut.empty() && text_width(font, cut + "\xE2\x80\xA6") > width) {
    do cut.pop_back();
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0x80) != 0 &&
           (static_cast<unsigned char>(cut.back()) & 0xC0) != 0xC0);
    // What is left may end in the first byte of the character that was cut.
    if (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0) == 0xC0) cut.pop_back();
  }
  return cut + "\xE2\x80\xA6";
}

// How many bytes of `text` fit, cut between UTF-8 characters: those of the first one at least.
std::size_t fitting_start(ImFont* font, std::string_view text, float width) {
  std::size_t fits = 0;
  for (std::size_t at = 1; at <= text.size(); ++at) {
    if (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) continue;
    if (fits > 0 && text_width(font, text.substr(0, at)) > width) break;
    fits = at;
  }
  return fits;
}

Rect clip_rect() {
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 min = list.GetClipRectMin();
  const ImVec2 max = list.GetClipRectMax();
  return {min.x, min.y, max.x - min.x, max.y - min.y};
}

void draw_tooltip(const Ui& ui, std::string_view title, std::string_view body, float wrap_at) {
  ImGui::BeginTooltip();
  const auto lines = [&](ImFont* font, std::string_view text) {
    if (text.empty()) return;
    ImGui::PushFont(font);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0F, 0.0F});
    for (const std::string_view line : wrapped_lines(font, text, wrap_at))
      ImGui::TextUnformatted(line.data(), line.data() + line.size());
    ImGui::PopStyleVar();
    ImGui::PopFont();
  };
  lines(ui.fonts.strong, title);
  if (!title.empty() && !body.empty()) ImGui::Dummy({0.0F, ui.px(2.0F)});
  lines(ui.fonts.small, body);
  ImGui::EndTooltip();
}

// In the panel's lower padding: there is more to scroll to.
void draw_more_below(const Ui& ui, const Panel& panel) {
  const float x = panel.content.centre().x;
  const float y = std::round(panel.bottom - ui.px(8.0F));
  const float half = ui.px(6.0F);
  const ImVec2 points[] = {{x - half, y}, {x, y + ui.px(4.0F)}, {x + half, y}};
  ImGui::GetWindowDrawList()->AddPolyline(points, 3, ui.palette->quiet, 0, ui.px(2.0F));
}

}  // namespace

float Ui::px(float length) const { return std::round(length * scale); }

void Ui::record(const std::string& name, const Rect& rect) {
  const Rect visible = intersection(rect, clip_rect());
  if (!visible.empty()) items[name] = visible;
}

Hit hit(Ui& ui, const std::string& name, const Rect& rect, const std::string& id) {
  ui.record(name, rect);
  ImGui::SetCursorScreenPos(rect.min());
  ImGui::PushID(id.empty() ? name.c_str() : id.c_str());
  Hit result;
  result.clicked = ImGui::InvisibleButton("##hit", {std::max(rect.w, 1.0F), std::max(rect.h, 1.0F)});
  result.hovered = ImGui::IsItemHovered();
  result.held = ImGui::IsItemActive();
  result.right_clicked = result.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  ImGui::PopID();
  return result;
}

Hit control(Ui& ui, const std::string& name, const Rect& rect, const std::string& id) {
  Hit h = hit(ui, name, rect, id);
  ui.controls.push_back(name);
  if (ui.focused != name) return h;
  outline(rect.inset(-ui.px(2.0F), -ui.px(2.0F)), ui.palette->accent, ui.px(7.0F), ui.px(2.0F));
  if (ui.focus_moved && intersection(rect, clip_rect()) != rect) {
    ImGui::SetScrollFromPosY(rect.centre().y - ImGui::GetWindowPos().y, 0.5F);
  }
  h.clicked = h.clicked || ui.activate;
  return h;
}

void move_focus(Ui& ui, int by) {
  if (ui.controls.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(ui.controls.size());
  const auto at = std::find(ui.controls.begin(), ui.controls.end(), ui.focused) - ui.controls.begin();
  const auto start = at == count ? (by > 0 ? -1 : 0) : at;
  ui.focused = ui.controls[static_cast<std::size_t>((start + by + count) % count)];
  ui.focus_moved = true;
}

float text_width(ImFont* font, std::string_view text) {
  return font->CalcTextSizeA(font->FontSize, INFINITY, 0.0F, text.data(), text.data() + text.size()).x;
}

void text_in(const Rect& rect, ImFont* font, ImU32 colour, std::string_view text, Align align) {
  if (text.empty()) return;
  std::string cut;
  float width = text_width(font, text);
  if (width > rect.w + 0.5F) {
    cut = shortened(font, text, rect.w);
    text = cut;
    width = text_width(font, text);
  }
  float x = rect.x;
  if (align == Align::centre) x += (rect.w - width) / 2.0F;
  if (align == Align::right) x += rect.w - width;
  const float y = rect.y + (rect.h - font->FontSize) / 2.0F;
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {std::round(x), std::round(y)}, colour,
                                      text.data(), text.data() + text.size());
}

std::vector<std::string_view> wrapped_lines(ImFont* font, std::string_view text, float width) {
  std::vector<std::string_view> lines;
  for (;;) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::size_t fits = 0;
    for (std::size_t at = 0; at <= end; ++at) {
      if (at < end && text[at] != ' ') continue;
      if (at > 0 && text_width(font, text.substr(0, at)) > width) break;
      fits = at;
    }
    if (fits == 0) fits = std::min(end, fitting_start(font, text, width));
    lines.push_back(text.substr(0, fits));
    if (fits >= text.size()) return lines;
    const bool at_break = text[fits] == ' ' || text[fits] == '\n';
    text.remove_prefix(fits + (at_break ? 1 : 0));
  }
}

float wrapped_height(ImFont* font, std::string_view text, float width) {
  return font->FontSize * static_cast<float>(wrapped_lines(font, text, width).size());
}

float wrapped_text(const Rect& rect, ImFont* font, ImU32 colour, std::string_view text) {
  float y = rect.y;
  for (const std::string_view line : wrapped_lines(font, text, rect.w)) {
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {rect.x, y}, colour, line.data(),
                                        line.data() + line.size());
    y += font->FontSize;
  }
  return y - rect.y;
}

void fill(const Rect& rect, ImU32 colour, float rounding) {
  ImGui::GetWindowDrawList()->AddRectFilled(rect.min(), rect.max(), colour, rounding);
}

void outline(const Rect& rect, ImU32 colour, float rounding, float thickness) {
  ImGui::GetWindowDrawList()->AddRect(rect.min(), rect.max(), colour, rounding, 0, thickness);
}

void tooltip(const Ui& ui, std::string_view title, std::string_view body) {
  draw_tooltip(ui, title, body, ui.px(360.0F));
}

void tooltip_below(const Ui& ui, const Rect& rect, std::string_view title, std::string_view body) {
  ImGui::SetNextWindowPos({rect.x, rect.bottom() + ui.px(4.0F)});
  draw_tooltip(ui, title, body, rect.w - ui.px(8.0F));
}

bool button(Ui& ui, const std::string& name, const Rect& rect, std::string_view label, Look look,
            bool enabled) {
  const Hit h = control(ui, name, rect);
  const Palette& c = *ui.palette;
  ImU32 back = look == Look::plain ? c.raised : c.accent;
  ImU32 front = look == Look::plain ? c.text : c.on_accent;
  if (!enabled) {
    back = faded(c.raised, 0.5F);
    front = faded(c.quiet, 0.7F);
  } else if (h.hovered) {
    back = look == Look::plain ? c.hovered : mix(c.accent, c.text, 0.2F);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  if (enabled && h.held) back = mix(back, c.ground, 0.25F);
  fill(rect, back, ui.px(6.0F));
  text_in(rect, ui.fonts.body, front, label, Align::centre);
  return enabled && h.clicked;
}

float button_width(const Ui& ui, std::string_view label) {
  return std::ceil(text_width(ui.fonts.body, label)) + ui.px(20.0F);
}

void token_chip(const Ui& ui, const Rect& rect, TokenId id) { token_chip(ui, rect, id, word_of(id)); }

void token_chip(const Ui& ui, const Rect& rect, TokenId id, std::string_view word) {
  const ImU32 colour = token_colour(id);
  fill(rect, colour, ui.px(6.0F));
  const Rect inner = rect.inset(ui.px(4.0F), 0.0F);
  const bool is_small = rect.h < ui.px(20.0F) || text_width(ui.fonts.strong, word) > inner.w;
  text_in(inner, is_small ? ui.fonts.small : ui.fonts.strong, text_on(colour), word, Align::centre);
}

bool in_sight(const Rect& rect) { return !intersection(rect, clip_rect()).empty(); }

Panel begin_panel(Ui& ui, const std::string& name, const Rect& rect, std::string_view title) {
  const float pad = ui.px(12.0F);
  fill(rect, ui.palette->panel, ui.px(8.0F));
  ui.record("panel/" + name, rect);
  Rect region = rect.inset(pad, pad);
  if (!title.empty()) {
    const float height = ui.px(20.0F);
    text_in({region.x, region.y, region.w, height}, ui.fonts.strong, ui.palette->text, title);
    region.y += height + ui.px(8.0F);
    region.h -= height + ui.px(8.0F);
  }
  // The scroll bar stands in the padding, so that it never narrows the content.
  compat::begin_region(name, {region.x, region.y, region.w + pad - ui.px(2.0F), std::max(region.h, 1.0F)},
                       ui.keeps_wheel ? ImGuiWindowFlags_NoScrollWithMouse : 0);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  return {name, rect.y, rect.bottom(), {start.x, start.y, region.w, region.h}};
}

void end_panel(Ui& ui, const Panel& panel, float bottom) {
  const bool goes_on = ImGui::GetScrollY() < ImGui::GetScrollMaxY() - 1.0F;
  ui.panel_heights[panel.name] = bottom + ImGui::GetScrollY() - panel.top + ui.px(12.0F);
  ImGui::SetCursorScreenPos({ImGui::GetCursorScreenPos().x, bottom});
  ImGui::Dummy({ui.px(1.0F), 0.0F});
  ImGui::EndChild();
  if (goes_on) draw_more_below(ui, panel);
}

float natural_height(const Ui& ui, const std::string& name) {
  const auto known = ui.panel_heights.find(name);
  return known == ui.panel_heights.end() ? ui.px(300.0F) : known->second;
}

}  // namespace whatwhere
