// Rotary positions: the angles, and what turning a query and a key does to their score.
#include <algorithm>

#include "app/pages/pages.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/matrix.h"
#include "app/ui/plot.h"
#include "app/ui/texts.h"
#include "core/numbers.h"
#include "core/topics/positions_topic.h"

namespace whatwhere {

namespace {

void draw_slot_slider(Ui& ui, const std::string& name, ActionId id, std::size_t slot,
                      const std::string& caption, const Rect& rect) {
  const float words = ui.px(84.0F);  // one width, so that the tracks of both sliders are aligned
  text_in({rect.x, rect.y, words, rect.h}, ui.fonts.body, ui.palette->quiet, caption);
  const auto moved =
      slider(ui, name, {rect.x + words, rect.y, rect.w - words, rect.h}, static_cast<double>(slot),
             {.low = 0.0,
              .high = static_cast<double>(kMaxProbeSlot),
              .step = 1.0,
              .caption = "",
              .shown = std::to_string(slot)});
  if (moved) {
    ui.ask({.id = id, .choice = static_cast<std::size_t>(moved->value), .continues = moved->continues});
  }
}

// The scores of both pairings, one line a shift.
void draw_scores(const Shown& shown, const PositionsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const auto draw_line = [&](const std::string& a, const std::string& b, const std::string& c, ImU32 colour,
                             ImFont* font) {
    const Rect line = column.line(20.0F);
    const float first = std::floor(line.w * 0.4F);
    const float rest = std::floor((line.w - first) / 2.0F);
    text_in({line.x, line.y, first, line.h}, font, colour, a);
    text_in({line.x + first, line.y, rest, line.h}, font, colour, b, Align::right);
    text_in({line.x + first + rest, line.y, rest, line.h}, font, colour, c, Align::right);
  };
  const std::size_t m = shown.session.positions.query_slot;
  const std::size_t n = shown.session.positions.key_slot;
  const auto slots = [&](std::size_t s) {
    return "m = " + std::to_string(m + s) + ", n = " + std::to_string(n + s);
  };
  const RotaryScores& a = topic.interleaved;
  const RotaryScores& b = topic.half_split;
  draw_line("q \xC2\xB7 k", text("positions.interleaved"), text("positions.half-split"), ui.palette->quiet,
            ui.fonts.small);
  draw_line(slots(0), fixed(a.here, 9), fixed(b.here, 9), ui.palette->text, ui.fonts.mono);
  for (std::size_t i = 0; i < kShifts.size(); ++i) {
    draw_line(slots(kShifts[i]), fixed(a.shifted[i], 9), fixed(b.shifted[i], 9), ui.palette->quiet,
              ui.fonts.mono);
  }
  draw_line(text("positions.largest"), significant(a.largest_difference, 2),
            significant(b.largest_difference, 2), ui.palette->text, ui.fonts.mono);
  ui.said["positions/score"] = fixed(a.here, 9);
  ui.said["positions/score-difference"] = significant(a.largest_difference, 2);
}

void draw_distance_plot(const PositionsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const auto line = [](std::string name, ImU32 colour, const std::vector<double>& scores) {
    PlotLine plot{std::move(name), colour, {}};
    double distance = 1.0 - static_cast<double>(kShownSlots);
    for (const double score : scores) plot.points.push_back({distance++, score});
    return plot;
  };
  draw_plot(ui, "positions/by-distance", column.line(140.0F),
            {line(text("positions.interleaved"), ui.palette->accent, topic.interleaved.by_distance),
             line(text("positions.half-split"), ui.palette->warn, topic.half_split.by_distance)},
            {.title = "q \xC2\xB7 k", .x_name = "n \xE2\x88\x92 m"});
}

}  // namespace

void draw_angles(const PositionsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("positions.angles"));
  column.words(text("positions.angles-how"));
  const float range = range_of(topic.angles);
  caption_range(column, range);
  draw_matrix(column, "positions/angles", topic.angles,
              {.symbol = "angle",
               .range = range,
               .label_width = 30.0F,
               .row_height = 20.0F,
               .widest_cell = 96.0F,
               .draw_label = number_labels(ui)});
  column.gap(4.0F);
  column.words(text("positions.later"));
  const std::string label = text("positions.to-order");
  const Rect line = column.line(28.0F);
  if (button(ui, "positions/to-order", {line.x, line.y, button_width(ui, label), line.h}, label)) {
    ui.ask({.id = ActionId::show_page, .choice = static_cast<std::size_t>(Page::order)});
  }
}

void draw_rotation(const Shown& shown, const PositionsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("positions.rotation"));
  column.words(text(topic.from_sequence ? "positions.rotation-how" : "positions.rotation-any",
                    {quoted(topic.query_token), quoted(topic.key_token)}));
  const PositionChoices& choices = shown.session.positions;
  draw_slot_slider(ui, "positions/m", ActionId::set_query_slot, choices.query_slot, text("positions.m"),
                   column.line(26.0F));
  draw_slot_slider(ui, "positions/n", ActionId::set_key_slot, choices.key_slot, text("positions.n"),
                   column.line(26.0F));
  column.gap(4.0F);
  draw_scores(shown, topic, column);
  column.gap(10.0F);
  draw_distance_plot(topic, column);
}

}  // namespace whatwhere
