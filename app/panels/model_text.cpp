// The text of a real model: typed, cut into tokens as it is typed, each with its spaces and bytes in sight.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/panels/model_panels.h"
#include "app/panels/words.h"
#include "app/ui/compat.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/model/built_in.h"

namespace whatwhere {

namespace {

constexpr float kField = 62.0F;
constexpr float kChip = 24.0F;
constexpr float kMostChips = 112.0F;  // the height of the chips' region at scale 1; more of them scroll

// Lets Dear ImGui's field grow the string that it edits.
int grow(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag != ImGuiInputTextFlags_CallbackResize) return 0;
  auto& text = *static_cast<std::string*>(data->UserData);
  text.resize(static_cast<std::size_t>(data->BufTextLen));
  data->Buf = text.data();
  return 0;
}

// Can the field hold the text as it is? Dear ImGui keeps 16 bits a character, and ends at a NUL.
bool can_be_edited(const std::string& text) {
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    unsigned code = 0;
    const int bytes = ImTextCharFromUtf8(&code, at, end);
    const bool is_itself = code != IM_UNICODE_CODEPOINT_INVALID || std::string_view(at, 3) == "\xEF\xBF\xBD";
    if (bytes < 1 || code == 0 || code > 0xFFFF || !is_itself) return false;
    at += bytes;
  }
  return true;
}

void draw_field(Ui& ui, const Shown& shown, const Rect& rect) {
  ModelView& view = shown.model_view;
  const ModelChoices& real = *shown.session.real;
  ui.record("field/text", rect);
  ui.controls.push_back("field/text");
  if (!view.typing) view.typed = real.text;
  ImGui::SetCursorScreenPos(rect.min());
  ImGui::PushFont(ui.fonts.body);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8.0F), ui.px(6.0F)});
  if (ui.focused == "field/text" && (ui.focus_moved || ui.activate)) ImGui::SetKeyboardFocusHere();
  // What it cannot hold it must not change.
  const bool editable = can_be_edited(view.typed);
  const ImGuiInputTextFlags flags =
      ImGuiInputTextFlags_CallbackResize | (editable ? 0 : ImGuiInputTextFlags_ReadOnly);
  compat::begin_no_tab_stop();
  const bool changed = ImGui::InputTextMultiline("##text", view.typed.data(), view.typed.capacity() + 1,
                                                 {rect.w, rect.h}, flags, grow, &view.typed);
  compat::end_no_tab_stop();
  const bool active = ImGui::IsItemActive();
  if (active && !view.typing) view.typing_continues = false;
  view.typing = active;
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (view.typed.empty() && !active) {
    text_in({rect.x + ui.px(10.0F), rect.y + ui.px(4.0F), rect.w, ui.px(22.0F)}, ui.fonts.body,
            ui.palette->quiet, text(real.by_ids ? "model.type-ids" : "model.type-text"));
  }
  if (!changed || !editable) return;
  ui.ask({.id = ActionId::set_text, .continues = view.typing_continues, .text = view.typed});
  view.typing_continues = true;
}

// What keeps the text from being shown as it is, with what to do about it. Returns the bottom.
float draw_problem(Ui& ui, const Shown& shown, const Rect& content) {
  const ModelText& read = shown.model->text;
  const std::size_t most = most_slots(*shown.session.real->model);
  float y = content.y;
  const auto say = [&](const std::string& words) {
    y += wrapped_text({content.x, y, content.w, 0.0F}, ui.fonts.body, ui.palette->warn, words) + ui.px(6.0F);
    ui.said["model/problem"] = words;
  };
  if (!read.problem.empty()) say(read.problem);
  if (!can_be_edited(shown.session.real->text)) say(text("model.not-editable"));
  if (read.count <= most && read.ids != shown.model->ids) say(text("model.reordered"));
  if (!read.no_rows.empty()) {
    std::string list;
    constexpr std::size_t kMost = 8;
    for (std::size_t i = 0; i < std::min(read.no_rows.size(), kMost); ++i)
      list += (i > 0 ? ", " : "") + ("\"" + one_line(read.no_rows[i]) + "\"");
    if (read.no_rows.size() > kMost) list += " \xE2\x80\xA6";
    say(text("model.no-rows", {list}));
  }
  if (read.count > most && !shown.session.real->cut) {
    say(text("model.too-long", {std::to_string(read.count), std::to_string(most)}));
    const std::string label = text("model.cut", {std::to_string(most)});
    if (button(ui, "button/cut", {content.x, y, button_width(ui, label), ui.px(30.0F)}, label, Look::primary))
      ui.ask({.id = ActionId::cut_text});
    y += ui.px(38.0F);
  } else if (read.count > most) {
    say(text("model.was-cut", {std::to_string(most), std::to_string(read.count)}));
  }
  return y;
}

std::string hex_of(std::string_view bytes) {
  std::string hex;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    hex += (hex.empty() ? "" : " ");
    hex += "0123456789ABCDEF"[value >> 4];
    hex += "0123456789ABCDEF"[value & 15];
  }
  return hex;
}

void draw_chip(Ui& ui, const Shown& shown, Focus& focus, std::size_t t, const std::string& label,
               const Rect& rect) {
  const TokenId id = shown.model->ids[t];
  const Hit h = hit(ui, "text/token/" + std::to_string(t), rect);
  token_chip(ui, rect, id, label);
  if (focus.cursor && focus.cursor->row == t) outline(rect, ui.palette->text, ui.px(6.0F), ui.px(2.0F));
  if (h.hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui, label + "   id " + std::to_string(id), token_bytes_note(shown, id, t));
  }
  if (!h.clicked) return;
  focus.cursor = CellRef{CellRef::Of::input_emb, t, focus.cursor ? focus.cursor->column : 0};
  shown.model_view.show = t;
}

const TokenRun& run_of(Ui& ui, const Shown& shown, float width) {
  TokenRun& run = shown.model_view.run;
  const auto& ids = shown.model->ids;
  const std::string model = shown.session.real->model->path.string();
  if (run.ids == ids && run.width == width && run.scale == ui.scale && run.model == model) return run;
  run = {model, ids, width, ui.scale, {}, {}, 0.0F};
  Flow flow({0.0F, 0.0F, width, 0.0F}, ui.px(kChip), ui.px(4.0F));
  for (const TokenId id : ids) {
    run.labels.push_back(shown.word(ui, id));
    const float w = text_width(ui.fonts.strong, run.labels.back()) + ui.px(14.0F);
    run.places.push_back(flow.next(std::clamp(w, ui.px(24.0F), std::max(width, ui.px(24.0F)))));
  }
  run.height = ids.empty() ? 0.0F : flow.bottom();
  return run;
}

// The tokens in one run, in a region that scrolls where there are many. Returns the bottom.
float draw_tokens(Ui& ui, const Shown& shown, Focus& focus, const Rect& content) {
  const TokenRun& run = run_of(ui, shown, content.w - ui.px(14.0F));
  const float height = std::min(run.height, ui.px(kMostChips));
  if (height == 0.0F) return content.y;
  compat::begin_region("tokens", {content.x, content.y, content.w, height});
  const ImVec2 start = ImGui::GetCursorScreenPos();
  for (std::size_t t = 0; t < run.places.size(); ++t) {
    const Rect& place = run.places[t];
    const Rect rect{start.x + place.x, start.y + place.y, place.w, place.h};
    if (in_sight(rect)) draw_chip(ui, shown, focus, t, run.labels[t], rect);
  }
  ImGui::SetCursorScreenPos({start.x, start.y + run.height});
  ImGui::Dummy({1.0F, 0.0F});
  ImGui::EndChild();
  return content.y + height;
}

}  // namespace

std::string token_bytes_note(const Shown& shown, TokenId id, std::size_t t) {
  const Model& model = *shown.session.real->model;
  const auto bytes = model.tokenizer ? model.tokenizer->bytes_of(id) : std::nullopt;
  const std::string slot = text("model.slot", {std::to_string(t)});
  return bytes ? text("model.bytes", {hex_of(*bytes)}) + "\n" + slot : slot;
}

float draw_model_text(Ui& ui, const Shown& shown, Focus& focus, const Rect& content) {
  const ModelChoices& real = *shown.session.real;
  const std::vector<std::string> kinds = {text("model.by-text"), text("model.by-ids")};
  Flow flow(content, ui.px(28.0F), ui.px(8.0F));
  const auto chosen =
      choice(ui, "model/typing", flow.next(choice_width(ui, kinds)), kinds, real.by_ids ? 1 : 0);
  if (chosen && (*chosen == 1) != real.by_ids) {
    const std::string reason = shown.history.why_not({.id = ActionId::toggle_by_ids});
    if (reason.empty())
      ui.ask({.id = ActionId::toggle_by_ids});
    else
      ui.refused = reason;
  }
  const std::string counted = text(
      "model.counted", {std::to_string(shown.model->text.count), std::to_string(most_slots(*real.model))});
  text_in(flow.next(text_width(ui.fonts.small, counted) + ui.px(8.0F)), ui.fonts.small, ui.palette->quiet,
          counted);
  const std::string& paste = text("model.paste");
  if (button(ui, "button/paste", flow.next(button_width(ui, paste)), paste)) {
    if (const char* pasted = ImGui::GetClipboardText(); pasted != nullptr && *pasted != '\0')
      ui.ask({.id = ActionId::set_text, .text = pasted});
  }
  if (ImGui::IsItemHovered()) tooltip(ui, paste, text("model.paste-how"));
  float y = flow.bottom() + ui.px(6.0F);
  draw_field(ui, shown, {content.x, y, content.w, ui.px(kField)});
  y += ui.px(kField) + ui.px(8.0F);
  y = draw_problem(ui, shown, {content.x, y, content.w, 0.0F});
  return draw_tokens(ui, shown, focus, {content.x, y, content.w, 0.0F});
}

}  // namespace whatwhere
