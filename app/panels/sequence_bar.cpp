// The sequence in one line, on every page but the widget's: its tokens, what can be added, and the position
// scheme.
#include "app/panels/panels.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/input/vocabulary.h"

namespace whatwhere {

namespace {

constexpr float kRow = 28.0F;
constexpr float kGap = 6.0F;

std::vector<std::string> scheme_labels() {
  return {text("bar.off"), text("bar.learned"), text("bar.sinusoidal"), text("bar.rotary")};
}

void draw_slot(Ui& ui, std::size_t t, TokenId id, const Rect& rect) {
  const Hit h = control(ui, "sequence/slot/" + std::to_string(t), rect);
  token_chip(ui, rect, id);
  if (h.hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui, text("bar.slot", {std::to_string(t), std::string(word_of(id)), std::to_string(id)}),
            text("bar.remove"));
  }
  if (h.clicked) ui.ask({.id = ActionId::remove_slot, .slot = t});
}

void draw_append(Ui& ui, const Shown& shown, TokenId id, const Rect& rect) {
  const Action append{.id = ActionId::append_token, .token = id};
  const Hit h = control(ui, "sequence/append/" + std::to_string(id), rect);
  const std::string reason = shown.history.why_not(append);
  const ImU32 colour = on_panel(*ui.palette, token_colour(id));
  outline(rect.inset(1.0F, 1.0F), faded(colour, reason.empty() ? 1.0F : 0.35F), ui.px(6.0F), ui.px(2.0F));
  text_in(rect, ui.fonts.small,
          !reason.empty() ? faded(ui.palette->quiet, 0.7F)
          : h.hovered     ? ui.palette->text
                          : ui.palette->quiet,
          "+ " + std::string(word_of(id)), Align::centre);
  if (h.hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui, text("bar.append", {std::string(word_of(id)), std::to_string(id)}), reason);
  }
  if (h.clicked) ui.ask(append);
}

// Everything of the bar in order: measures when `draw` is false. Returns the bottom.
float lay_out(Ui& ui, const Shown& shown, const Rect& area, bool draw) {
  Flow flow(area, ui.px(kRow), ui.px(kGap));
  const auto caption = [&](const std::string& words) {
    const Rect rect = flow.next(text_width(ui.fonts.small, words) + ui.px(4.0F));
    if (draw) text_in(rect, ui.fonts.small, ui.palette->quiet, words);
  };
  caption(text(shown.session.real ? "bar.sequence-toy" : "bar.sequence"));
  const auto slots = shown.session.sequence.slots();
  for (std::size_t t = 0; t < slots.size(); ++t) {
    const Rect rect = flow.next(ui.px(52.0F));
    if (draw) draw_slot(ui, t, slots[t].id, rect);
  }
  const auto append_width = [&](TokenId id) {
    return text_width(ui.fonts.small, "+ " + std::string(word_of(id))) + ui.px(14.0F);
  };
  float all = -ui.px(kGap);
  for (TokenId id = 0; static_cast<std::size_t>(id) < kVocabSize; ++id) all += append_width(id) + ui.px(kGap);
  Rect append = flow.next(all);  // together, in one row
  for (TokenId id = 0; static_cast<std::size_t>(id) < kVocabSize; ++id) {
    append.w = append_width(id);
    if (draw) draw_append(ui, shown, id, append);
    append.x += append.w + ui.px(kGap);
  }
  const std::vector<std::string> labels = scheme_labels();
  // The caption stays with what it names.
  const std::string& position = text("bar.position");
  const float words = text_width(ui.fonts.small, position) + ui.px(8.0F);
  const Rect both = flow.next(words + choice_width(ui, labels));
  if (draw) {
    text_in({both.x, both.y, words, both.h}, ui.fonts.small, ui.palette->quiet, position);
    const Rect scheme{both.x + words, both.y, both.w - words, both.h};
    const auto chosen =
        choice(ui, "sequence/scheme", scheme, labels, static_cast<std::size_t>(shown.session.position));
    if (chosen) ui.ask({.id = ActionId::choose_scheme, .choice = *chosen});
  }
  for (const ActionId id : {ActionId::shuffle, ActionId::reverse}) {
    const Rect rect = flow.next(action_button_width(ui, id));
    if (draw) action_button(ui, shown, {.id = id}, rect);
  }
  return flow.bottom();
}

}  // namespace

float sequence_bar_height(Ui& ui, const Shown& shown, float width) {
  return lay_out(ui, shown, {0.0F, 0.0F, width, 0.0F}, false);
}

void draw_sequence_bar(Ui& ui, const Shown& shown, const Rect& rect) { lay_out(ui, shown, rect, true); }

}  // namespace whatwhere
