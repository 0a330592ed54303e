// What changes the sequence as a whole, and what the last reorder did to its vectors.
#include "app/panels/panels.h"
#include "app/panels/words.h"

namespace whatwhere {

namespace {

constexpr float kButton = 32.0F;
constexpr float kGap = 8.0F;

// Position as a switch: its state is part of its face.
void draw_position_switch(Ui& ui, const Shown& shown, const Rect& rect) {
  const bool on = shown.session.position == PositionScheme::learned;
  const Hit h = hit(ui, "button/position", rect);
  const Palette& c = *ui.palette;
  ImU32 back = on ? c.accent : c.raised;
  if (h.hovered) {
    back = on ? mix(c.accent, c.text, 0.2F) : c.hovered;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui,
            std::string(on ? "Stop adding P[t]" : "Add P[t] to slot t") +
                key_note(info(ActionId::toggle_position)),
            info(ActionId::toggle_position).help);
  }
  fill(rect, back, ui.px(6.0F));
  const float knob = ui.px(12.0F);
  const Rect track{rect.x + ui.px(12.0F), rect.y + (rect.h - ui.px(16.0F)) / 2.0F, ui.px(28.0F),
                   ui.px(16.0F)};
  fill(track, on ? c.on_accent : c.quiet, track.h / 2.0F);
  const float inset = ui.px(2.0F);
  fill({on ? track.right() - knob - inset : track.x + inset, track.y + inset, knob, knob},
       on ? c.accent : c.raised, knob / 2.0F);
  text_in({track.right() + ui.px(8.0F), rect.y, rect.right() - track.right(), rect.h}, ui.fonts.strong,
          on ? c.on_accent : c.text, info(ActionId::toggle_position).label);
  if (h.clicked) ui.ask({.id = ActionId::toggle_position});
}

}  // namespace

float draw_toolbar(Ui& ui, const Shown& shown, const Rect& content) {
  Flow flow(content, ui.px(kButton), ui.px(kGap));
  const float position = text_width(ui.fonts.strong, info(ActionId::toggle_position).label) + ui.px(60.0F);
  draw_position_switch(ui, shown, flow.next(position));
  for (const ActionId id :
       {ActionId::shuffle, ActionId::reverse, ActionId::undo, ActionId::redo, ActionId::clear}) {
    action_button(ui, shown, {.id = id}, flow.next(action_button_width(ui, id)));
  }
  return flow.bottom();
}

float draw_order_verdicts(Ui& ui, const Shown& shown, const Rect& content) {
  struct Fact {
    const char* name;
    const char* caption;
    std::string value;
    const char* tip;
  };
  const Fact facts[] = {
      {"verdict/multiset", "same multiset of vectors:", multiset_word(shown.results),
       "After the last reorder: are they the same vectors, byte by byte, each as often as before?"},
      {"verdict/slots-changed", "slots changed:", slots_changed_word(shown.results),
       "How many slots hold another vector than before the last reorder."}};
  Flow flow(content, ui.px(20.0F), ui.px(kGap));
  for (const Fact& fact : facts) {
    const float caption = text_width(ui.fonts.body, fact.caption) + ui.px(6.0F);
    const float value = text_width(ui.fonts.strong, fact.value) + ui.px(16.0F);
    const Rect rect = flow.next(caption + value);
    const Hit h = hit(ui, fact.name, rect);
    text_in({rect.x, rect.y, caption, rect.h}, ui.fonts.body, ui.palette->quiet, fact.caption);
    text_in({rect.x + caption, rect.y, value, rect.h}, ui.fonts.strong, ui.palette->text, fact.value);
    if (h.hovered) {
      tooltip(ui, "",
              shown.results.before ? fact.tip : order_sentences(shown.session, shown.results)[0].c_str());
    }
  }
  return flow.bottom();
}

}  // namespace whatwhere
