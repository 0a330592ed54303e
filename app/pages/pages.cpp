#include "app/pages/pages.h"

#include "app/pages/model_pages.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/numbers.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

constexpr float kTile = 72.0F;
constexpr float kGap = 8.0F;

// `height`: what is left of the panel's.
Finding draw_content(const Shown& shown, Column& column, float height) {
  switch (shown.session.view.page) {
    case Page::raw_ids:
      return draw_raw_ids_page(shown, column);
    case Page::product:
      return draw_product_page(shown, column);
    case Page::positions:
      return draw_positions_page(shown, column);
    case Page::order:
      return draw_order_page(shown, column);
    case Page::learning:
      return draw_learning_page(shown, column);
    case Page::batches:
      return draw_batches_page(shown, column);
    case Page::failures:
      return draw_failures_page(shown, column);
    case Page::lesson:
      return draw_lesson_page(shown, column);
    case Page::table:
      return draw_table_page(shown, column, height);
    case Page::neighbours:
      return draw_neighbours_page(shown, column);
    case Page::map:
      return draw_map_page(shown, column);
    case Page::widget:
      break;
  }
  return {};
}

ImU32 colour_of(const Palette& palette, Tone tone) {
  if (tone == Tone::good) return palette.good;
  return tone == Tone::warn ? palette.warn : palette.quiet;
}

void draw_finding(Ui& ui, const std::string& name, const Finding& finding, const Rect& rect) {
  const ImU32 colour = colour_of(*ui.palette, finding.tone);
  fill(rect, ui.palette->panel, ui.px(8.0F));
  fill({rect.x, rect.y + ui.px(12.0F), ui.px(4.0F), rect.h - ui.px(24.0F)}, colour, ui.px(2.0F));
  const Rect inner = rect.inset(ui.px(16.0F), ui.px(8.0F));
  const Hit h = hit(ui, name, rect);
  text_in({inner.x, inner.y, inner.w, ui.px(14.0F)}, ui.fonts.small, ui.palette->quiet, finding.question);
  text_in({inner.x, inner.y + ui.px(15.0F), inner.w, ui.px(26.0F)}, ui.fonts.large, colour, finding.answer);
  text_in({inner.x, inner.y + ui.px(43.0F), inner.w, ui.px(14.0F)}, ui.fonts.small, ui.palette->quiet,
          finding.detail);
  ui.said[name] = finding.answer;
  ui.said[name + "/detail"] = finding.detail;
  const bool cut = text_width(ui.fonts.small, finding.detail) > inner.w;
  if (h.hovered && cut) tooltip(ui, finding.question + " " + finding.answer, finding.detail);
}

}  // namespace

void ask_for_number(Ui& ui, Action action, const std::string& caption, double value, const Rect& rect) {
  const auto typed =
      captioned_field(ui, "field/" + std::string(info(action.id).name), caption, shortest(value), rect);
  if (!typed) return;
  if (const auto number = parse_double(*typed)) {
    action.value = *number;
    ui.ask(action);
  } else {
    ui.refused = text("page.no-number", {*typed});
  }
}

Finding ask_for_tokens(Column& column, const std::string& question) {
  Ui& ui = column.ui();
  column.gap(12.0F);
  const Rect box = column.line(64.0F);
  outline(box, ui.palette->line, ui.px(8.0F), ui.px(1.0F));
  const Rect inner = box.inset(ui.px(16.0F), 0.0F);
  text_in({inner.x, box.y + ui.px(10.0F), inner.w, ui.px(20.0F)}, ui.fonts.strong, ui.palette->text,
          text("page.empty"));
  text_in({inner.x, box.y + ui.px(34.0F), inner.w, ui.px(20.0F)}, ui.fonts.body, ui.palette->quiet,
          text("page.empty-how"));
  return {question, "\xE2\x80\x94", text("page.empty"), Tone::quiet};
}

void draw_page(Ui& ui, const Shown& shown, const Rect& rect) {
  const std::string name(name_of(shown.session.view.page));
  const float tile = ui.px(kTile);
  const Panel panel = begin_panel(ui, name, {rect.x, rect.y, rect.w, rect.h - tile - ui.px(kGap)}, "");
  Column column(ui, panel.content);
  text_in(column.line(30.0F), ui.fonts.large, ui.palette->text, text(name + ".title"));
  column.words(text(name + ".lead"));
  column.gap(8.0F);
  const std::string anchor = ui.anchor;
  const Finding finding = draw_content(shown, column, panel.content.bottom() - column.bottom());
  if (ui.anchor == anchor) ui.anchor.clear();  // no heading of this page
  end_panel(ui, panel, column.bottom());
  draw_finding(ui, "verdict/" + name, finding, {rect.x, rect.bottom() - tile, rect.w, tile});
}

}  // namespace whatwhere
