// The rail at the left: one entry a page.
#include <array>
#include <cmath>

#include "app/panels/panels.h"
#include "app/ui/texts.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

constexpr float kEntry = 46.0F;
constexpr float kLowestEntry = 18.0F;
constexpr float kModelGap = 10.0F;  // above the pages of a real model

// Above the name of a page: the number of its key, or what a page of a model is about.
std::string sign_of(std::size_t index) {
  constexpr std::array<const char*, kPages - kLessonPages> kSigns = {"E", "\xE2\x89\x88", "PC"};
  return index < kLessonPages ? std::to_string(index + 1) : kSigns[index - kLessonPages];
}

std::string key_of(std::size_t index) {
  return index < kLessonPages ? "Ctrl+" + std::to_string(index + 1)
                              : "Ctrl+Shift+" + std::to_string(index - kLessonPages + 1);
}

void draw_entry(Ui& ui, const Shown& shown, std::size_t index, const Rect& rect) {
  const auto page = static_cast<Page>(index);
  const std::string name(name_of(page));
  const bool here = shown.session.view.page == page;
  const Hit h = control(ui, "rail/" + name, rect);
  if (here || h.hovered) fill(rect, here ? ui.palette->raised : ui.palette->panel, ui.px(8.0F));
  if (here)
    fill({rect.x, rect.y + ui.px(8.0F), ui.px(3.0F), rect.h - ui.px(16.0F)}, ui.palette->accent, ui.px(2.0F));
  const bool two_lines = rect.h >= ui.px(38.0F);
  const float words = two_lines ? rect.y + rect.h / 2.0F - ui.px(2.0F) : rect.y;
  if (two_lines) {
    text_in({rect.x, rect.y + ui.px(5.0F), rect.w, rect.h / 2.0F - ui.px(4.0F)}, ui.fonts.small,
            here ? ui.palette->accent : ui.palette->quiet, sign_of(index), Align::centre);
  }
  text_in({rect.x + ui.px(2.0F), words, rect.w - ui.px(4.0F),
           rect.bottom() - words - (two_lines ? ui.px(3.0F) : 0.0F)},
          ui.fonts.small, here ? ui.palette->text : ui.palette->quiet, text("rail." + name), Align::centre);
  const bool runs = page == Page::learning && shown.training.playing;
  if (runs) {
    const float side = ui.px(8.0F);
    const Rect dot{rect.right() - ui.px(14.0F), rect.y + ui.px(6.0F), side, side};
    fill(dot, ui.palette->warn, side / 2.0F);
    ui.record("rail/runs", dot);
  }
  if (h.hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui, text(name + ".title") + "  (" + key_of(index) + ")",
            runs ? text("rail.runs") : text(name + ".lead"));
  }
  if (h.clicked) ui.ask({.id = ActionId::show_page, .choice = index});
}

}  // namespace

float rail_width(const Ui& ui) { return ui.px(70.0F); }

void draw_rail(Ui& ui, const Shown& shown, const Rect& rect) {
  const float gap = ui.px(2.0F);
  const float room = (rect.h - ui.px(kModelGap)) / static_cast<float>(kPages) - gap;
  const float h = std::max(std::min(ui.px(kEntry), std::floor(room)), ui.px(kLowestEntry));
  float y = rect.y;
  for (std::size_t i = 0; i < kPages; ++i, y += h + gap) {
    if (i == kLessonPages) y += ui.px(kModelGap);
    draw_entry(ui, shown, i, {rect.x, y, rect.w, h});
  }
}

}  // namespace whatwhere
