// Failure modes: five cards, each with the picture of what is fed, the signal it gives, and a button that
// breaks it or mends it.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "app/pages/pages.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/matrix.h"
#include "app/ui/shapes.h"
#include "app/ui/texts.h"
#include "core/input/product_cost.h"
#include "core/input/vocabulary.h"
#include "core/numbers.h"
#include "core/session/session_file.h"
#include "core/topics/failures_topic.h"

namespace whatwhere {

namespace {

constexpr float kNarrowest = 380.0F;
constexpr float kPadding = 16.0F;
constexpr float kRow = 20.0F;

struct Signal {
  std::string text;
  Tone tone = Tone::quiet;
};

struct Card {
  Failure failure{};
  bool broken = false;
  Signal signal;
  std::function<void(Column&)> picture;
};

std::string words_of(const Card& card, const char* key) {
  return "failures." + std::string(name_of(card.failure)) + key;
}

void draw_chips(const Ui& ui, const Rect& line, const std::vector<TokenId>& ids) {
  const float step = std::floor(std::min(line.w / static_cast<float>(ids.size()), ui.px(54.0F)));
  for (std::size_t t = 0; t < ids.size(); ++t) {
    token_chip(ui, {line.x + step * static_cast<float>(t), line.y, step - ui.px(4.0F), line.h}, ids[t]);
  }
}

// ---- The five pictures ----

void draw_numbering(Column& column, const Shown& shown, const std::string& name, const std::string& caption,
                    const std::vector<TokenId>& ids, const Table& input, float range) {
  Ui& ui = column.ui();
  column.caption(caption);
  draw_matrix(
      column, "failures/" + name, input,
      {.symbol = "input",
       .range = range,
       .label_width = kTokenLabel,
       .row_height = kRow,
       .draw_label = [&](std::size_t t, const Rect& rect) {
         text_in({rect.x, rect.y, ui.px(16.0F), rect.h}, ui.fonts.mono, ui.palette->text,
                 std::to_string(ids[t]), Align::right);
         token_chip(ui, {rect.x + ui.px(22.0F), rect.y, rect.w - ui.px(28.0F), rect.h}, shown.results.ids[t]);
       }});
}

void draw_raw_ids(Column& column, const Shown& shown, const FailuresTopic& topic, bool broken) {
  const RawIdsFailure& f = topic.raw_ids;
  const float range = broken ? std::max(range_of(f.input), range_of(f.renumbered_input)) : topic.range;
  column.side_by_side(0.0F, {[&](Column& part) {
                               draw_numbering(part, shown, "own", text("failures.raw_ids.own"), f.ids,
                                              f.input, range);
                             },
                             [&](Column& part) {
                               draw_numbering(part, shown, "renumbered", text("failures.raw_ids.other"),
                                              f.renumbered_ids, f.renumbered_input, range);
                             }});
}

void draw_order(Column& column, const std::string& caption, const std::vector<TokenId>& ids, double score) {
  Ui& ui = column.ui();
  const Rect line = column.line(20.0F);
  text_in(line, ui.fonts.small, ui.palette->quiet, caption);
  text_in(line, ui.fonts.mono, ui.palette->text, fixed(score, 9), Align::right);
  draw_chips(ui, column.line(22.0F), ids);
  column.gap(8.0F);
}

// Both scores on one scale around 0: one mark above the line, the other below it.
void draw_score_line(Column& column, const NoPositionsFailure& f, ImU32 colour) {
  Ui& ui = column.ui();
  const Rect area = column.line(30.0F);
  const double reach = 1.25 * std::max(std::abs(f.score), std::abs(f.reversed_score));
  const float axis = std::round(area.centre().y);
  fill({area.x, axis, area.w, ui.px(1.0F)}, ui.palette->quiet);
  fill({std::round(area.centre().x), axis - ui.px(3.0F), ui.px(1.0F), ui.px(7.0F)}, ui.palette->quiet);
  const auto mark = [&](const std::string& name, double score, float y) {
    const double part = reach > 0.0 && std::isfinite(score) ? score / reach : 0.0;
    const float x = std::round(area.centre().x + static_cast<float>(part) * area.w / 2.0F);
    const Rect rect{x - ui.px(2.0F), y, ui.px(4.0F), ui.px(11.0F)};
    fill(rect, colour, ui.px(1.0F));
    ui.record(name, rect);
  };
  mark("failures/score", f.score, axis - ui.px(12.0F));
  mark("failures/reversed-score", f.reversed_score, axis + ui.px(2.0F));
}

void draw_no_positions(Column& column, const Shown& shown, const NoPositionsFailure& f, ImU32 colour) {
  if (!f.has_order) {
    column.words(text("failures.no_positions.palindrome-how"));
    return;
  }
  draw_order(column, text("failures.no_positions.forwards"), shown.results.ids, f.score);
  draw_order(column, text("failures.no_positions.backwards"), f.reversed_ids, f.reversed_score);
  draw_score_line(column, f, colour);
  column.words(text("failures.no_positions.scorer"));
  column.words(text("failures.no_positions.outputs",
                    {significant(static_cast<double>(f.apart), 3), significant(f.apart_in_double, 3)}));
}

void draw_widths(Column& column, const FailuresTopic& topic) {
  Ui& ui = column.ui();
  const WidthsFailure& f = topic.widths;
  const std::size_t T = f.tok_emb.rows();
  const std::size_t d = f.tok_emb.d();
  const Rect area = column.line(shape_height(T));
  const float cell = shape_cell(ui, area.w, 3 * d, 2);
  const float w = cell * static_cast<float>(d);
  float x = area.x + ui.px(2.0F);
  draw_shape(ui, {"failures/tok_emb", "E[ids]", &f.tok_emb, topic.range, d - f.pos_emb.d()}, x, area.y, cell);
  x = draw_sign(ui, "+", x + w, area.y, T);
  draw_shape(ui, {"failures/pos_emb", "P[0..T)", &f.pos_emb, topic.range}, x, area.y, cell);
  x = draw_sign(ui, "=", x + w, area.y, T);
  if (f.error.empty()) {
    draw_shape(ui, {"failures/input_emb", "input_emb", &f.input_emb, topic.range}, x, area.y, cell);
  } else {
    draw_missing(ui, {x, area.y + ui.px(20.0F), w, ui.px(kShapeRow) * static_cast<float>(T)},
                 text("failures.widths.no-sum"));
  }
}

// A slot of the text: its number, its token, and the row of P that it reads.
void draw_slot_and_row(Ui& ui, const TooLongFailure& f, std::size_t t, const Rect& rect) {
  const Palette& c = *ui.palette;
  const bool has_row = t < kContextLength;
  const bool fed = t < f.kept;
  text_in({rect.x, rect.y, rect.w, ui.px(18.0F)}, ui.fonts.mono, has_row ? c.quiet : c.warn,
          std::to_string(t), Align::centre);
  const Rect chip{rect.x, rect.y + ui.px(20.0F), rect.w, ui.px(24.0F)};
  if (fed) {
    token_chip(ui, chip, f.text[t]);
  } else {
    outline(chip.inset(1.0F, 1.0F), on_panel(c, token_colour(f.text[t])), ui.px(6.0F), ui.px(1.0F));
    text_in(chip, ui.fonts.small, c.quiet, word_of(f.text[t]), Align::centre);
  }
  if (!has_row) {
    fill({chip.x - ui.px(1.0F), std::round(chip.centre().y) - ui.px(1.0F), chip.w + ui.px(2.0F), ui.px(2.0F)},
         c.warn);
    ui.record("failures/cut/" + std::to_string(t), chip);
  }
  const Rect row{rect.x, rect.y + ui.px(50.0F), rect.w, ui.px(22.0F)};
  if (has_row) {
    fill(row, c.raised, ui.px(3.0F));
    text_in(row, ui.fonts.digits, fed ? c.text : c.quiet, "P[" + std::to_string(t) + "]", Align::centre);
  } else {
    draw_missing(ui, row, "\xE2\x80\x94");
  }
}

void draw_too_long(Column& column, const Shown& shown, const TooLongFailure& f, bool broken) {
  Ui& ui = column.ui();
  const float gap = ui.px(4.0F);
  const float share = std::floor(column.width() / static_cast<float>(f.text.size())) - gap;
  Flow flow(column.line(0.0F), ui.px(72.0F), gap);
  for (std::size_t t = 0; t < f.text.size(); ++t) {
    draw_slot_and_row(ui, f, t, flow.next(std::clamp(share, ui.px(38.0F), ui.px(48.0F))));
  }
  column.advance_to(flow.bottom());
  if (!broken) return;
  column.gap(6.0F);
  const Rect line = column.line(28.0F);
  const std::vector<std::string> labels = {text("failures.too_long.refuse"),
                                           text("failures.too_long.truncate")};
  const std::string& caption = text("failures.too_long.policy");
  const float before = text_width(ui.fonts.body, caption) + ui.px(10.0F);
  text_in(line, ui.fonts.body, ui.palette->quiet, caption);
  const auto chosen =
      choice(ui, "failures/policy", {line.x + before, line.y, choice_width(ui, labels), line.h}, labels,
             static_cast<std::size_t>(shown.session.failures.policy));
  if (chosen) ui.ask({.id = ActionId::choose_policy, .choice = *chosen});
}

void draw_product(Column& column, const FailuresTopic& topic) {
  Ui& ui = column.ui();
  const ConcatenationFailure& f = topic.concatenation;
  const std::size_t T = f.x.rows();
  const std::size_t rows = std::max(T, f.W.rows());
  const Rect area = column.line(shape_height(rows));
  const float cell = shape_cell(ui, area.w, 4 * f.W.d(), 2);
  const bool fits = f.error.empty();
  float x = area.x + ui.px(2.0F);
  draw_shape(ui,
             {"failures/x", text(fits ? "failures.concatenation.sum" : "failures.concatenation.side-by-side"),
              &f.x, topic.range, f.x.d() - f.W.rows()},
             x, area.y, cell);
  x = draw_sign(ui, "\xC3\x97", x + cell * static_cast<float>(f.x.d()), area.y, rows);
  draw_shape(ui, {"failures/W", "W (d, d)", &f.W, range_of(f.W)}, x, area.y, cell);
  x = draw_sign(ui, "=", x + cell * static_cast<float>(f.W.d()), area.y, rows);
  if (fits) {
    draw_shape(ui, {"failures/y", "y", &f.y, range_of(f.y)}, x, area.y, cell);
  } else {
    draw_missing(ui,
                 {x, area.y + ui.px(20.0F), cell * static_cast<float>(f.W.d()),
                  ui.px(kShapeRow) * static_cast<float>(T)},
                 text("failures.concatenation.no-output"));
  }
}

void draw_parameters(Column& column, const ConcatenationFailure& f) {
  Ui& ui = column.ui();
  const std::uint64_t gpt2 = model_sizes()[kGpt2Small].d;
  const LayerParameters here = layer_parameters(f.W.d());
  const LayerParameters there = layer_parameters(gpt2);
  const bool adds = f.error.empty();
  const Palette& c = *ui.palette;
  const Fonts& fonts = ui.fonts;
  const auto line = [&](const std::array<std::string, 3>& cells, ImFont* words, ImFont* numbers,
                        ImU32 colour) {
    const Rect rect = column.line(22.0F);
    text_in({rect.x, rect.y, rect.w * 0.44F, rect.h}, words, colour, cells[0]);
    text_in({rect.x + rect.w * 0.44F, rect.y, rect.w * 0.22F, rect.h}, numbers, colour, cells[1],
            Align::right);
    text_in({rect.x + rect.w * 0.66F, rect.y, rect.w * 0.34F, rect.h}, numbers, colour, cells[2],
            Align::right);
  };
  line({text("failures.concatenation.layer"), text("failures.concatenation.toy", {std::to_string(f.W.d())}),
        text("failures.concatenation.gpt2", {std::to_string(gpt2)})},
       fonts.small, fonts.small, c.quiet);
  line({text("failures.concatenation.add"), grouped(here.added), grouped(there.added)}, fonts.body,
       fonts.mono, adds ? c.text : c.quiet);
  line({text("failures.concatenation.concatenate"), grouped(here.concatenated), grouped(there.concatenated)},
       fonts.body, fonts.mono, adds ? c.quiet : c.warn);
  column.gap(8.0F);
  column.words(text(
      f.words_found == f.x.rows() ? "failures.concatenation.found" : "failures.concatenation.not-all-found",
      {std::to_string(f.words_found), std::to_string(f.x.rows())}));
}

void draw_concatenation(Column& column, const FailuresTopic& topic) {
  column.side_by_side(360.0F, {[&](Column& part) { draw_product(part, topic); },
                               [&](Column& part) { draw_parameters(part, topic.concatenation); }});
}

// ---- The five signals ----

Signal raw_ids_signal(const RawIdsFailure& f, bool broken) {
  const std::string change = significant(static_cast<double>(f.largest_change), 6);
  if (!broken) return {text("failures.raw_ids.mended-signal", {change}), Tone::good};
  return {text("failures.raw_ids.broken-signal",
               {change, std::to_string(f.slots_changed), std::to_string(f.ids.size())}),
          Tone::warn};
}

Signal no_positions_signal(const NoPositionsFailure& f, bool broken) {
  if (!f.has_order) return {text("failures.no_positions.palindrome"), Tone::quiet};
  const std::string gap = significant(f.score_gap, 3);
  if (!broken) {
    return f.same_vectors ? Signal{text("failures.no_positions.still-blind", {gap}), Tone::warn}
                          : Signal{text("failures.no_positions.sees", {gap}), Tone::good};
  }
  if (!f.same_vectors) return {text("failures.no_positions.broken-but-differs", {gap}), Tone::warn};
  return {text("failures.no_positions.blind", {gap}), Tone::warn};
}

Signal widths_signal(const WidthsFailure& f) {
  if (!f.error.empty()) return {f.error, Tone::warn};
  return {text("failures.widths.mended-signal", {std::to_string(f.tok_emb.d()), shape_text(f.input_emb)}),
          Tone::good};
}

Signal too_long_signal(const TooLongFailure& f) {
  if (!f.error.empty()) return {f.error, Tone::warn};
  const std::string T = std::to_string(f.text.size());
  if (f.kept == f.text.size()) {
    return {text("failures.too_long.mended-signal", {T, std::to_string(kContextLength)}), Tone::good};
  }
  return {text("failures.too_long.truncated-signal",
               {std::to_string(f.kept), T, std::to_string(f.text.size() - f.kept)}),
          Tone::warn};
}

Signal concatenation_signal(const ConcatenationFailure& f) {
  if (!f.error.empty()) return {f.error, Tone::warn};
  return {text("failures.concatenation.mended-signal", {shape_text(f.x), shape_text(f.W), shape_text(f.y)}),
          Tone::good};
}

// ---- Cards ----

void draw_head(const Card& card, Column& column) {
  Ui& ui = column.ui();
  const Palette& c = *ui.palette;
  const std::string number = std::to_string(static_cast<std::size_t>(card.failure));
  const Rect line = column.line(28.0F);
  const Action toggle{.id = ActionId::toggle_failure, .choice = static_cast<std::size_t>(card.failure)};
  const std::string& label = text(card.broken ? "failures.mend" : "failures.break");
  const float w = std::max(button_width(ui, text("failures.mend")), button_width(ui, text("failures.break")));
  if (button(ui, "button/failure-" + number, {line.right() - w, line.y, w, line.h}, label,
             card.broken ? Look::primary : Look::plain)) {
    ui.ask(toggle);
  }
  if (ImGui::IsItemHovered()) tooltip(ui, label, info(toggle.id).help);
  const std::string& state = text(card.broken ? "failures.broken" : "failures.mended");
  const float pill = text_width(ui.fonts.small, state) + ui.px(16.0F);
  const Rect pill_rect{line.right() - w - ui.px(10.0F) - pill, line.y + ui.px(4.0F), pill, ui.px(20.0F)};
  fill(pill_rect, card.broken ? c.warn : c.raised, pill_rect.h / 2.0F);
  text_in(pill_rect, ui.fonts.small, card.broken ? text_on(c.warn) : c.quiet, state, Align::centre);
  ui.said["failures/" + number] = state;
  text_in({line.x, line.y, pill_rect.x - line.x - ui.px(8.0F), line.h}, ui.fonts.strong, c.text,
          text(words_of(card, ".title")));
  column.gap(4.0F);
  column.words(
      text(words_of(card, ".how"), {std::to_string(kContextLength - 1), std::to_string(kContextLength)}));
  column.gap(4.0F);
}

void draw_signal(const Card& card, Column& column) {
  Ui& ui = column.ui();
  const Palette& c = *ui.palette;
  const ImU32 colour = card.signal.tone == Tone::warn   ? c.warn
                       : card.signal.tone == Tone::good ? c.text
                                                        : c.quiet;
  column.gap(10.0F);
  fill(column.line(1.0F), c.line);
  column.gap(6.0F);
  column.caption(text("failures.signal"));
  const Rect line = column.line(0.0F);
  column.advance_to(line.y + wrapped_text(line, ui.fonts.mono, colour, card.signal.text));
  ui.said["failures/" + std::to_string(static_cast<std::size_t>(card.failure)) + "/signal"] =
      card.signal.text;
}

// Cards in one row, their heads, pictures and signals each on one line; below each other where that is too
// narrow. What they stand on is drawn last, below them, since it is as high as the highest of them.
void draw_cards(Column& column, const std::vector<Card>& cards) {
  Ui& ui = column.ui();
  if (cards.size() > 1 && column.width() < ui.px(kNarrowest) * static_cast<float>(cards.size())) {
    for (const Card& card : cards) draw_cards(column, {card});
    return;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  const float pad = ui.px(kPadding);
  std::vector<Rect> places;
  const auto band = [&](const std::function<void(const Card&, Column&)>& draw) {
    std::vector<std::function<void(Column&)>> parts;
    for (const Card& card : cards) {
      parts.emplace_back([&](Column& part) {
        const Rect place = part.line(0.0F);
        places.push_back(place);
        Column inner(ui, {place.x + pad, place.y, place.w - 2.0F * pad, 0.0F});
        draw(card, inner);
        part.advance_to(inner.bottom());
      });
    }
    column.side_by_side(0.0F, parts);
  };
  const float top = column.bottom();
  column.gap(12.0F);
  band(draw_head);
  band([&](const Card& card, Column& part) { card.picture(part); });
  band(draw_signal);
  column.gap(14.0F);
  list.ChannelsSetCurrent(0);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const Rect back{places[i].x, top, places[i].w, column.bottom() - top};
    const bool broken = cards[i].broken;
    fill(back, mix(ui.palette->panel, broken ? ui.palette->warn : ui.palette->raised, broken ? 0.07F : 0.3F),
         ui.px(8.0F));
    outline(back, broken ? ui.palette->warn : ui.palette->line, ui.px(8.0F), ui.px(1.0F));
  }
  list.ChannelsMerge();
  column.gap(14.0F);
}

std::vector<Card> cards_of(const Shown& shown, const FailuresTopic& topic) {
  const auto& broken = shown.session.failures.broken;
  return {{Failure::raw_ids, broken[0], raw_ids_signal(topic.raw_ids, broken[0]),
           [&](Column& part) { draw_raw_ids(part, shown, topic, broken[0]); }},
          {Failure::no_positions, broken[1], no_positions_signal(topic.no_positions, broken[1]),
           [&](Column& part) {
             const Palette& c = *part.ui().palette;
             draw_no_positions(part, shown, topic.no_positions, broken[1] ? c.warn : c.accent);
           }},
          {Failure::widths, broken[2], widths_signal(topic.widths),
           [&](Column& part) { draw_widths(part, topic); }},
          {Failure::too_long, broken[3], too_long_signal(topic.too_long),
           [&](Column& part) { draw_too_long(part, shown, topic.too_long, broken[3]); }},
          {Failure::concatenation, broken[4], concatenation_signal(topic.concatenation),
           [&](Column& part) { draw_concatenation(part, topic); }}};
}

Finding finding(const FailureChoices& choices, const std::vector<Card>& cards) {
  const auto is_broken = [](const Card& card) { return card.broken; };
  const auto count = std::count_if(cards.begin(), cards.end(), is_broken);
  const std::string question = text("failures.question");
  const std::string answer = text("failures.answer", {std::to_string(count)});
  if (count == 0) return {question, answer, text("failures.none"), Tone::good};
  const Card& latest = cards[static_cast<std::size_t>(choices.latest)];
  const Card& card = latest.broken ? latest : *std::find_if(cards.begin(), cards.end(), is_broken);
  return {question, answer, text("failures.detail", {text(words_of(card, ".title")), card.signal.text}),
          Tone::warn};
}

}  // namespace

Finding draw_failures_page(const Shown& shown, Column& column) {
  if (shown.results.ids.empty()) return ask_for_tokens(column, text("failures.question"));
  const FailuresTopic& topic = shown.topic(failures_topic);
  const std::vector<Card> cards = cards_of(shown, topic);
  draw_cards(column, {cards[0], cards[1]});
  draw_cards(column, {cards[2], cards[3]});
  draw_cards(column, {cards[4]});
  return finding(shown.session.failures, cards);
}

}  // namespace whatwhere
