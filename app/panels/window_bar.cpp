// Which part of a wide or long table is seen: closer, wider, to the sides, all of it.
#include <algorithm>

#include "app/panels/model_panels.h"
#include "app/ui/texts.h"

namespace whatwhere {

namespace {

std::string range_words(const char* key, const ColumnWindow& window, std::size_t all) {
  return text(key, {std::to_string(window.first), std::to_string(window.first + window.count - 1),
                    std::to_string(all)});
}

}  // namespace

float draw_window(Ui& ui, const std::string& name, const char* key, ColumnWindow& window, std::size_t all,
                  float texels, const Rect& content) {
  if (window.count == 0 || window.first + window.count > all) window = {0, all};
  const double middle = static_cast<double>(window.first) + static_cast<double>(window.count) / 2.0;
  Flow flow(content, ui.px(26.0F), ui.px(6.0F));
  const auto step = [&](const char* label, const char* what, bool enabled) {
    return button(ui, "button/" + name + "-" + what, flow.next(ui.px(30.0F)), label, Look::plain, enabled);
  };
  if (step("\xE2\x88\x92", "wider", window.count < all)) window = zoomed(window, 0.5, middle, all);
  if (step("+", "closer", window.count > kFewestColumns)) window = zoomed(window, 2.0, middle, all);
  const double by = std::max(1.0, static_cast<double>(window.count) / 4.0);
  if (step("\xE2\x86\x90", "back", window.first > 0)) window = panned(window, -by, all);
  if (step("\xE2\x86\x92", "on", window.first + window.count < all)) window = panned(window, by, all);
  const std::string& whole = text("model.all");
  if (button(ui, "button/" + name + "-all", flow.next(button_width(ui, whole)), whole, Look::plain,
             window.count < all))
    window = {0, all};
  const auto wide = static_cast<std::size_t>(std::max(texels, 1.0F));
  const std::size_t reduced = (window.count + wide - 1) / wide;
  std::string words = range_words(key, window, all);
  if (reduced > 1) words += " " + text("model.reduced", {std::to_string(reduced)});
  ui.said[name] = words;
  text_in(flow.next(text_width(ui.fonts.small, words)), ui.fonts.small, ui.palette->quiet, words);
  return flow.bottom();
}

}  // namespace whatwhere
