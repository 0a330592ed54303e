// Positions: the four schemes, the rows that two of them add, what a rotation does instead, whether the words
// survive the sum, and a P that makes two slots one.
#include <algorithm>
#include <cmath>

#include "app/pages/pages.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/matrix.h"
#include "app/ui/plot.h"
#include "app/ui/texts.h"
#include "core/input/vocabulary.h"
#include "core/numbers.h"
#include "core/session/session_file.h"
#include "core/topics/positions_topic.h"

namespace whatwhere {

namespace {

constexpr const char* kDash = "\xE2\x80\x94";
constexpr float kRow = 20.0F;     // of one slot, at scale 1
constexpr float kNumber = 30.0F;  // the label of a slot, at scale 1

constexpr std::array kSchemes = {PositionScheme::off, PositionScheme::learned, PositionScheme::sinusoidal,
                                 PositionScheme::rotary};

std::string scheme_text(PositionScheme scheme, const std::string& what) {
  return text("positions." + std::string(name_of(scheme)) + "-" + what);
}

// ---- The switch ----

void draw_card(Ui& ui, const Shown& shown, PositionScheme scheme, const Rect& rect) {
  const Hit h = control(ui, "positions/scheme/" + std::to_string(static_cast<int>(scheme)), rect);
  const bool on = shown.session.position == scheme;
  const Palette& c = *ui.palette;
  fill(rect, h.hovered ? c.hovered : c.raised, ui.px(8.0F));
  if (on) outline(rect, c.accent, ui.px(8.0F), ui.px(2.0F));
  if (h.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const Rect inner = rect.inset(ui.px(12.0F), ui.px(8.0F));
  text_in({inner.x, inner.y, inner.w, ui.px(20.0F)}, ui.fonts.strong, on ? c.accent : c.text,
          text("bar." + std::string(name_of(scheme))));
  wrapped_text({inner.x, inner.y + ui.px(24.0F), inner.w, 0.0F}, ui.fonts.small, on ? c.text : c.quiet,
               scheme_text(scheme, "does"));
  if (h.clicked) ui.ask({.id = ActionId::choose_scheme, .choice = static_cast<std::size_t>(scheme)});
}

void draw_switch(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const float gap = ui.px(8.0F);
  const std::size_t in_a_row = column.width() >= ui.px(640.0F) ? 4 : 2;
  const auto count = static_cast<float>(in_a_row);
  const float w = std::floor((column.width() - gap * (count - 1.0F)) / count);
  float tallest = 0.0F;
  for (const PositionScheme scheme : kSchemes) {
    tallest =
        std::max(tallest, wrapped_height(ui.fonts.small, scheme_text(scheme, "does"), w - ui.px(24.0F)));
  }
  const float height = (tallest + ui.px(42.0F)) / ui.scale;
  for (std::size_t i = 0; i < kSchemes.size(); i += in_a_row) {
    const Rect line = column.line(height);
    for (std::size_t j = 0; j < in_a_row; ++j) {
      draw_card(ui, shown, kSchemes[i + j], {line.x + static_cast<float>(j) * (w + gap), line.y, w, line.h});
    }
    column.gap(8.0F);
  }
}

// ---- What the scheme is made with ----

void draw_gain(Ui& ui, double gain, const Rect& rect) {
  const auto moved = slider(ui, "positions/gain", rect, gain,
                            {.low = 0.0,
                             .high = kMaxGain,
                             .step = 0.05,
                             .caption = text("positions.gain"),
                             .shown = fixed(gain, 2)});
  if (moved) ui.ask({.id = ActionId::set_gain, .value = moved->value, .continues = moved->continues});
}

void draw_base(Ui& ui, double base, const Rect& rect) {
  const auto typed = captioned_field(ui, "positions/base", text("positions.base"), shortest(base), rect);
  if (!typed) return;
  if (const auto value = parse_double(*typed)) {
    ui.ask({.id = ActionId::set_base, .value = *value});
  } else {
    ui.refused = text("positions.base-refused", {*typed});
  }
}

void draw_choices(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const PositionScheme scheme = shown.session.position;
  if (scheme == PositionScheme::off) return;
  Flow flow(column.line(28.0F), ui.px(28.0F), ui.px(24.0F));
  if (adds_to_input(scheme)) draw_gain(ui, shown.session.positions.gain, flow.next(ui.px(340.0F)));
  if (scheme != PositionScheme::learned) {
    draw_base(ui, shown.session.positions.base, flow.next(ui.px(200.0F)));
  }
  column.advance_to(flow.bottom());
}

// ---- The rows that are added ----

// The slots for which the learned table has no row: their numbers, struck out, beside an empty frame.
void draw_missing_rows(Column& column, std::size_t from, float width) {
  Ui& ui = column.ui();
  const Rect block = column.line(kRow * static_cast<float>(kShownSlots - from));
  const float label = ui.px(kNumber);
  for (std::size_t t = from; t < kShownSlots; ++t) {
    const Rect at{block.x, block.y + ui.px(kRow) * static_cast<float>(t - from), label - ui.px(6.0F),
                  ui.px(kRow - 2.0F)};
    const std::string number = std::to_string(t);
    text_in(at, ui.fonts.mono, faded(ui.palette->quiet, 0.7F), number, Align::right);
    const float w = text_width(ui.fonts.mono, number) + ui.px(4.0F);
    fill({at.right() - w + ui.px(2.0F), std::round(at.centre().y), w, ui.px(1.0F)}, ui.palette->warn);
  }
  const Rect frame{block.x + label, block.y + ui.px(2.0F), width, block.h - ui.px(4.0F)};
  ui.record("positions/no-row", frame);
  outline(frame, ui.palette->line, ui.px(6.0F), ui.px(1.0F));
  const Rect inner = frame.inset(ui.px(8.0F), 0.0F);
  const float middle = std::round(frame.centre().y);
  text_in({inner.x, middle - ui.px(20.0F), inner.w, ui.px(20.0F)}, ui.fonts.strong, ui.palette->warn,
          text("positions.no-row"), Align::centre);
  text_in({inner.x, middle, inner.w, ui.px(20.0F)}, ui.fonts.small, ui.palette->quiet,
          text("positions.no-row-why", {std::to_string(from)}), Align::centre);
}

void draw_rows(const Shown& shown, const PositionsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const PositionScheme scheme = shown.session.position;
  column.heading(scheme_text(scheme, "rows"));
  column.words(scheme_text(scheme, "rows-how"));
  const float alpha = adds_to_input(scheme) ? 1.0F : 0.35F;
  draw_matrix(column, "positions/P", topic.rows,
              {.symbol = "P",
               .range = shown.results.range,
               .label_width = kNumber,
               .row_height = kRow,
               .widest_cell = 72.0F,
               .draw_label = number_labels(ui),
               .row_look = [alpha](std::size_t) { return StripLook{.alpha = alpha}; }});
  if (topic.rows.rows() == kShownSlots) return;
  const auto d = static_cast<float>(topic.rows.d());
  const float cell = std::floor(std::min((column.width() - ui.px(kNumber)) / d, ui.px(72.0F)));
  draw_missing_rows(column, topic.rows.rows(), cell * d);
}

void draw_products(const Shown& shown, const PositionsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const float range = range_of(topic.products);
  const std::string T = std::to_string(topic.products.rows());
  const std::string spread = significant(static_cast<double>(topic.spread), 3);
  const bool waves = shown.session.position == PositionScheme::sinusoidal;
  column.heading(text("positions.products", {T}));
  column.words(text(waves ? "positions.products-waves" : "positions.products-learned", {spread}));
  ui.said["positions/spread"] = spread;
  caption_range(column, range);
  const float cell = waves ? kRow : 2.0F * kRow;
  draw_matrix(column, "positions/products", topic.products,
              {.symbol = "P\xC2\xB7P",
               .range = range,
               .label_width = kNumber,
               .row_height = cell,
               .widest_cell = waves ? 26.0F : 52.0F,
               .draw_label = number_labels(ui)});
}

// ---- The words, and a collision ----

std::string count_of_words(const PositionsTopic& topic) {
  return text("page.of", {std::to_string(topic.words.found), std::to_string(topic.words.nearest.size())});
}

void draw_words(const Shown& shown, const PositionsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("positions.words"));
  column.words(text("positions.words-how"));
  if (adds_to_input(shown.session.position)) column.words(text("positions.words-gain"));
  if (shown.results.ids.empty()) return column.words(text("page.empty"));
  const std::string count = count_of_words(topic);
  ui.said["positions/own-word"] = count;
  column.numbers(text("positions.words-count", {count}), ui.palette->text);
  column.gap(4.0F);
  for (std::size_t t = 0; t < topic.words.nearest.size(); ++t) {
    const Rect line = column.line(24.0F);
    const Rect row{line.x, line.y, line.w, line.h - ui.px(2.0F)};
    const TokenId own = shown.results.ids[t];
    const auto found = static_cast<TokenId>(topic.words.nearest[t].row);
    slot_labels(ui, shown.results.ids)(t, {row.x, row.y, ui.px(kTokenLabel), row.h});
    text_in({row.x + ui.px(kTokenLabel), row.y, ui.px(24.0F), row.h}, ui.fonts.body, ui.palette->quiet,
            "\xE2\x86\x92", Align::centre);
    const Rect chip{row.x + ui.px(kTokenLabel + 30.0F), row.y, ui.px(54.0F), row.h};
    ui.record("positions/nearest/" + std::to_string(t), chip);
    token_chip(ui, chip, found);
    text_in({chip.right() + ui.px(12.0F), row.y, row.right() - chip.right() - ui.px(12.0F), row.h},
            ui.fonts.small, found == own ? ui.palette->quiet : ui.palette->warn,
            text(found == own ? "positions.own" : "positions.other",
                 {significant(topic.words.nearest[t].distance, 4)}));
  }
}

void draw_collided(const Shown& shown, const PositionsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const auto [a, b] = *topic.collided;
  const Table& X = shown.results.grid.input_emb;
  std::vector<float> numbers(X.row(a).begin(), X.row(a).end());
  numbers.insert(numbers.end(), X.row(b).begin(), X.row(b).end());
  const std::vector<std::size_t> slots = {a, b};
  const auto label = slot_labels(ui, shown.results.ids);
  draw_matrix(column, "positions/collided", Table(2, X.d(), std::move(numbers)),
              {.symbol = "input_emb",
               .range = shown.results.range,
               .label_width = kTokenLabel,
               .draw_label = [&](std::size_t i, const Rect& rect) { label(slots[i], rect); }});
  column.gap(4.0F);
  column.words(text("positions.collided", {std::to_string(a), quoted(shown.results.ids[a]), std::to_string(b),
                                           quoted(shown.results.ids[b])}));
}

void draw_collision(const Shown& shown, const PositionsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("positions.collision"));
  column.words(text("positions.collision-how"));
  column.gap(4.0F);
  Flow flow(column.line(32.0F), ui.px(32.0F), ui.px(8.0F));
  for (const ActionId id : {ActionId::collide, ActionId::restore_tables}) {
    action_button(ui, shown, {.id = id}, flow.next(action_button_width(ui, id)));
  }
  column.advance_to(flow.bottom());
  column.gap(8.0F);
  ui.said["positions/collision"] = topic.collided ? "yes" : "no";
  if (topic.collided) return draw_collided(shown, topic, column);
  const std::string reason = shown.history.why_not({.id = ActionId::collide});
  column.words(reason.empty() ? text("positions.no-collision") : reason);
}

// ---- The schemes side by side, and questions ----

// One line of a table whose cells wrap.
void draw_table_line(Column& column, const std::vector<std::string>& cells, ImFont* first, ImU32 colour) {
  constexpr std::array kParts = {0.15F, 0.25F, 0.22F, 0.20F, 0.18F};
  Ui& ui = column.ui();
  const Rect line = column.line(0.0F);
  const float gap = ui.px(14.0F);
  float x = line.x;
  float tallest = 0.0F;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const float w = std::floor(line.w * kParts[i]);
    tallest = std::max(tallest, wrapped_text({x, line.y, w - gap, 0.0F}, i == 0 ? first : ui.fonts.small,
                                             i == 0 ? ui.palette->text : colour, cells[i]));
    x += w;
  }
  column.advance_to(line.y + tallest);
  column.gap(6.0F);
  fill(column.line(1.0F), faded(ui.palette->line, 0.6F));
  column.gap(6.0F);
}

void draw_comparison(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("positions.compared"));
  column.gap(4.0F);
  draw_table_line(
      column,
      {text("positions.column-scheme"), text("positions.column-idea"), text("positions.column-parameters"),
       text("positions.column-beyond"), text("positions.column-users")},
      ui.fonts.small, ui.palette->quiet);
  const std::string size = std::to_string(shown.results.P.numbers().size());
  for (const PositionScheme scheme :
       {PositionScheme::learned, PositionScheme::sinusoidal, PositionScheme::rotary, PositionScheme::off}) {
    const bool learned = scheme == PositionScheme::learned;
    draw_table_line(column,
                    {scheme_text(scheme, "full"), scheme_text(scheme, "idea"),
                     learned ? text("positions.parameters", {size}) : "0", scheme_text(scheme, "beyond"),
                     scheme_text(scheme, "users")},
                    ui.fonts.strong, scheme == shown.session.position ? ui.palette->text : ui.palette->quiet);
  }
}

void draw_question(Column& column, const std::string& key, std::initializer_list<std::string> values) {
  column.answer(text("positions.ask-" + key), text("positions.say-" + key, values));
}

void draw_questions(const Shown& shown, Column& column) {
  const auto V = std::to_string(shown.results.E.rows());
  const auto d = std::to_string(shown.results.E.d());
  const auto rows = std::to_string(shown.results.P.rows());
  const auto last = std::to_string(shown.results.P.rows() - 1);
  const auto narrow = std::to_string(shown.results.E.d() * shown.results.E.d());
  const auto wide = std::to_string(2 * shown.results.E.d() * shown.results.E.d());
  column.side_by_side(340.0F, {[&](Column& part) {
                                 draw_question(part, "add", {d, narrow, wide});
                                 draw_question(part, "which", {});
                               },
                               [&](Column& part) {
                                 draw_question(part, "columns", {d});
                                 draw_question(part, "rows", {V, rows, last});
                               }});
}

Finding finding(const Shown& shown, const PositionsTopic& topic) {
  const std::string question = text("positions.question");
  const SameToken& same = shown.results.same;
  if (topic.words.nearest.empty()) return {question, kDash, text("positions.detail-empty"), Tone::quiet};
  const std::string words = text("positions.words-count", {count_of_words(topic)});
  if (same.verdict == Verdict::none) {
    return {question, kDash, text("positions.detail-none", {words}), Tone::quiet};
  }
  const std::string pairs = std::to_string(same.pair_count);
  const std::string apart = std::to_string(topic.pairs_apart);
  if (shown.session.position == PositionScheme::rotary) {
    return {question, text("positions.answer-rotary"),
            text("positions.detail-rotary", {std::to_string(same.pair_count - topic.pairs_apart), pairs}),
            Tone::good};
  }
  const std::string detail = text("positions.detail", {apart, pairs, words});
  if (topic.pairs_apart == 0) return {question, text("page.no"), detail, Tone::warn};
  if (topic.pairs_apart < same.pair_count) return {question, text("positions.some"), detail, Tone::warn};
  return {question, text("page.yes"), detail, Tone::good};
}

}  // namespace

Finding draw_positions_page(const Shown& shown, Column& column) {
  const PositionsTopic& topic = shown.topic(positions_topic);
  draw_switch(shown, column);
  draw_choices(shown, column);
  column.gap(12.0F);
  const bool rotary = shown.session.position == PositionScheme::rotary;
  column.side_by_side(
      340.0F, {[&](Column& part) { rotary ? draw_angles(topic, part) : draw_rows(shown, topic, part); },
               [&](Column& part) {
                 rotary ? draw_rotation(shown, topic, part) : draw_products(shown, topic, part);
               }});
  column.gap(20.0F);
  column.side_by_side(340.0F, {[&](Column& part) { draw_words(shown, topic, part); },
                               [&](Column& part) { draw_collision(shown, topic, part); }});
  draw_comparison(shown, column);
  column.gap(12.0F);
  draw_questions(shown, column);
  return finding(shown, topic);
}

}  // namespace whatwhere
