#include <cmath>

#include "app/panels/overlays.h"

namespace whatwhere {

namespace {

constexpr float kPad = 14.0F;
constexpr float kClose = 28.0F;

float text_room(const Ui& ui, float width) { return width - ui.px(2.0F * kPad + kClose); }

float text_height(const Ui& ui, const Message& message, float width) {
  return wrapped_height(ui.fonts.body, message.text, text_room(ui, width));
}

}  // namespace

float message_height(const Ui& ui, const Message& message, float width) {
  return std::max(text_height(ui, message, width) + ui.px(20.0F), ui.px(44.0F));
}

void draw_message(Ui& ui, Message& message, const Rect& rect) {
  fill(rect, ui.palette->raised, ui.px(8.0F));
  fill({rect.x, rect.y + ui.px(8.0F), ui.px(4.0F), rect.h - ui.px(16.0F)},
       message.is_error ? ui.palette->warn : ui.palette->accent, ui.px(2.0F));
  ui.record("message", rect);
  const float h = text_height(ui, message, rect.w);
  wrapped_text({rect.x + ui.px(kPad), std::round(rect.y + (rect.h - h) / 2.0F), text_room(ui, rect.w), h},
               ui.fonts.body, ui.palette->text, message.text);
  const float close = ui.px(kClose);
  const Rect cross{rect.right() - close - ui.px(8.0F), std::round(rect.y + (rect.h - close) / 2.0F), close,
                   close};
  if (button(ui, "button/close-message", cross, "\xC3\x97")) message.text.clear();
}

}  // namespace whatwhere
