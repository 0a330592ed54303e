// What changes the sequence as a whole, and what the last reorder did to its vectors.
#include "app/panels/panels.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"

namespace whatwhere {

namespace {

constexpr float kButton = 32.0F;
constexpr float kGap = 8.0F;

void draw_position_switch(Ui& ui, const Shown& shown, const Rect& rect) {
  const ActionInfo& position = info(ActionId::toggle_position);
  const bool on = adds_to_input(shown_scheme(shown.session));
  const std::string reason = shown.history.why_not({.id = position.id});
  if (toggle(ui, "button/position", rect, position.label, on)) ui.ask({.id = position.id});
  if (!ImGui::IsItemHovered()) return;
  if (!reason.empty()) return tooltip(ui, position.label, reason);
  tooltip(ui, std::string(on ? "Stop adding P[t]" : "Add P[t] to slot t") + key_note(position),
          position.help);
}

}  // namespace

float draw_toolbar(Ui& ui, const Shown& shown, const Rect& content) {
  Flow flow(content, ui.px(kButton), ui.px(kGap));
  draw_position_switch(ui, shown, flow.next(toggle_width(ui, info(ActionId::toggle_position).label)));
  for (const ActionId id : {ActionId::shuffle, ActionId::reverse, ActionId::clear}) {
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
      {"verdict/multiset", "same multiset of vectors:", multiset_word(shown.grid()),
       "After the last reorder: are they the same vectors, byte by byte, each as often as before?"},
      {"verdict/slots-changed", "slots changed:", slots_changed_word(shown.grid()),
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
              shown.grid().before ? fact.tip
                                  : order_sentences(shown_scheme(shown.session), shown.grid())[0].c_str());
    }
  }
  return flow.bottom();
}

}  // namespace whatwhere
