// Batches and shapes: windows of a text, the one P that they share, and what the shapes hold.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/pages/pages.h"
#include "app/ui/controls.h"
#include "app/ui/matrix.h"
#include "app/ui/texts.h"
#include "core/input/broadcast.h"
#include "core/input/vocabulary.h"
#include "core/numbers.h"
#include "core/topics/batches_topic.h"

namespace whatwhere {

namespace {

constexpr float kRow = 22.0F;
constexpr float kChip = 46.0F;
constexpr float kLane = 13.0F;

// Paul Tol's bright scheme and one more: apart from each other on both themes' panels.
constexpr std::array<ImU32, kMaxWindows> kWindowColours = {
    IM_COL32(0x44, 0x77, 0xAA, 255), IM_COL32(0xEE, 0x66, 0x77, 255), IM_COL32(0x22, 0x88, 0x33, 255),
    IM_COL32(0xCC, 0xBB, 0x44, 255), IM_COL32(0x66, 0xCC, 0xEE, 255), IM_COL32(0xAA, 0x33, 0x77, 255),
    IM_COL32(0xBB, 0xBB, 0xBB, 255), IM_COL32(0xCC, 0x77, 0x33, 255)};

bool is_added(const Shown& shown) { return adds_to_input(shown.session.position); }

// ---- The text and its windows ----

void draw_choices(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const WindowChoices& chosen = shown.session.windows;
  Flow flow(column.line(28.0F), ui.px(28.0F), ui.px(20.0F));
  const auto count = [&](const char* name, ActionId action, std::size_t value, std::size_t most) {
    const std::string& caption = text("batches." + std::string(name));
    const Rect rect = flow.next(text_width(ui.fonts.body, caption) + ui.px(180.0F));  // tracks of one length
    const auto moved = slider(ui, "batches/" + std::string(name), rect, static_cast<double>(value),
                              {.low = 1.0,
                               .high = static_cast<double>(most),
                               .step = 1.0,
                               .caption = caption,
                               .shown = std::to_string(value)});
    if (!moved) return;
    ui.ask({.id = action,
            .choice = static_cast<std::size_t>(std::lround(moved->value)),
            .continues = moved->continues});
  };
  count("windows", ActionId::set_window_count, chosen.B, kMaxWindows);
  count("length", ActionId::set_window_length, chosen.T, kContextLength);
  count("stride", ActionId::set_window_stride, chosen.stride, kContextLength);
  column.advance_to(flow.bottom());
}

// Where the tokens of the text stand: rows of chips, and below each row the lanes of the windows' bars.
struct TextGrid {
  Rect area;
  float chip;  // from one chip to the next
  std::size_t per_row;
  std::size_t lanes;
  std::vector<float> row_y;  // the top of each row, and the bottom of the last

  Rect cell(const Ui& ui, std::size_t token) const {
    return {area.x + chip * static_cast<float>(token % per_row), row_y[token / per_row], chip - ui.px(3.0F),
            ui.px(kRow)};
  }
};

// How many lanes the bars take that run below the tokens from `first` to `end` (not included).
std::size_t lanes_below(const BatchesTopic& topic, std::size_t T, std::size_t lanes, std::size_t first,
                        std::size_t end) {
  std::size_t needed = 0;
  for (std::size_t b = 0; b < topic.starts.size(); ++b) {
    if (topic.starts[b] < end && topic.starts[b] + T > first) needed = std::max(needed, b % lanes + 1);
  }
  return needed;
}

TextGrid text_grid(const Ui& ui, const BatchesTopic& topic, const WindowChoices& chosen, const Rect& area) {
  TextGrid grid{};
  grid.area = area;
  grid.chip = ui.px(kChip + 3.0F);
  grid.per_row = std::max<std::size_t>(static_cast<std::size_t>(area.w / grid.chip), 1);
  // Window b + lanes begins where window b has ended, so the two share a lane.
  grid.lanes = std::min(chosen.B, (chosen.T + chosen.stride - 1) / chosen.stride);
  grid.row_y = {area.y};
  for (std::size_t first = 0; first < topic.text.size(); first += grid.per_row) {
    const std::size_t lanes = lanes_below(topic, chosen.T, grid.lanes, first, first + grid.per_row);
    grid.row_y.push_back(grid.row_y.back() + ui.px(kRow + 12.0F) + static_cast<float>(lanes) * ui.px(kLane));
  }
  return grid;
}

// The bar of window b, broken where the text goes on in the next row.
void draw_window(Ui& ui, const TextGrid& grid, std::size_t b, std::size_t start, std::size_t T) {
  const std::string name = std::to_string(b);
  const ImU32 colour = kWindowColours[b];
  for (std::size_t from = start; from < start + T;) {
    const std::size_t end = std::min(start + T, (from / grid.per_row + 1) * grid.per_row);
    const Rect first = grid.cell(ui, from);
    const float y = first.bottom() + ui.px(3.0F) + static_cast<float>(b % grid.lanes) * ui.px(kLane);
    const Rect bar{first.x, y, grid.cell(ui, end - 1).right() - first.x, ui.px(kLane - 2.0F)};
    fill(bar, colour, ui.px(3.0F));
    text_in(bar.inset(ui.px(4.0F), 0.0F), ui.fonts.digits, text_on(colour), "b=" + name);
    if (from == start) ui.record("batches/window/" + name, bar);
    from = end;
  }
  ui.said["batches/window/" + name] = std::to_string(start) + " to " + std::to_string(start + T - 1);
}

void draw_text(const Shown& shown, const BatchesTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const WindowChoices& chosen = shown.session.windows;
  column.heading(text("batches.text"));
  column.words(text(topic.own > 0 ? "batches.text-own" : "batches.text-built-in",
                    {std::to_string(topic.own), std::to_string(topic.text.size() - topic.own),
                     std::to_string(chosen.stride)}));
  column.gap(4.0F);
  const TextGrid grid = text_grid(ui, topic, chosen, column.line(0.0F));
  for (std::size_t i = 0; i < topic.text.size(); ++i) {
    const Rect cell = grid.cell(ui, i);
    token_chip(ui, cell, topic.text[i]);
    if (!hit(ui, "batches/token/" + std::to_string(i), cell).hovered) continue;
    tooltip(ui, text("batches.token", {std::to_string(i), std::string(word_of(topic.text[i]))}), "");
  }
  for (std::size_t b = 0; b < topic.starts.size(); ++b) draw_window(ui, grid, b, topic.starts[b], chosen.T);
  column.advance_to(grid.row_y.back());
  if (topic.starts.size() == chosen.B) return;
  const std::string words = text(
      "batches.short",
      {std::to_string(topic.starts.size()), std::to_string(chosen.B), std::to_string(topic.text.size())});
  text_in(column.line(22.0F), ui.fonts.strong, ui.palette->warn, words);
  ui.said["batches/short"] = words;
  column.gap(8.0F);
}

// ---- Shapes aligned at the last axis ----

struct NamedShape {
  std::string name;
  std::vector<std::size_t> sizes;
};

void draw_aligned(Column& column, const std::vector<NamedShape>& shapes) {
  Ui& ui = column.ui();
  std::size_t axes = 0;
  for (const NamedShape& shape : shapes) axes = std::max(axes, shape.sizes.size());
  const float name_width = ui.px(96.0F);
  const float axis = ui.px(44.0F);
  for (const NamedShape& shape : shapes) {
    const Rect line = column.line(20.0F);
    text_in({line.x, line.y, name_width, line.h}, ui.fonts.mono, ui.palette->quiet, shape.name);
    for (std::size_t i = 0; i < shape.sizes.size(); ++i) {
      const auto place = static_cast<float>(axes - shape.sizes.size() + i);
      text_in({line.x + name_width + axis * place, line.y, axis, line.h}, ui.fonts.mono, ui.palette->text,
              std::to_string(shape.sizes[i]), Align::right);
    }
  }
}

void draw_broadcast(const Shown& shown, const BatchesTopic& topic, Column& column) {
  const std::size_t B = topic.starts.size();
  const std::size_t T = shown.session.windows.T;
  const std::size_t d = topic.grid.tok_emb.d();
  column.heading(text("batches.add"));
  column.words(text(is_added(shown) ? "batches.add-how" : "batches.add-none"));
  std::vector<NamedShape> shapes = {{"tok_emb", {B, T, d}}, {"= input_emb", {B, T, d}}};
  if (is_added(shown)) shapes.insert(shapes.begin() + 1, {"+ P", {T, d}});
  draw_aligned(column, shapes);
}

// ---- The sequences ----

void draw_positions(const Shown& shown, Column& column) {
  const bool added = is_added(shown);
  const std::size_t T = shown.session.windows.T;
  const std::span<const float> rows = shown.results.P.numbers().first(T * shown.results.P.d());
  column.heading(text(added ? "batches.added-once" : "batches.not-added"));
  draw_matrix(column, "batches/P", Table(T, shown.results.P.d(), {rows.begin(), rows.end()}),
              {.symbol = "P",
               .range = shown.results.range,
               .label_width = 24.0F,
               .row_height = kRow,
               .draw_label = number_labels(column.ui()),
               .row_look = [added](std::size_t) { return StripLook{.absent = !added}; }});
}

// One row of sequence b: its token, tok_emb + P = input_emb, and the exact number under the mouse.
struct Part {
  std::string caption;
  std::string name;
  std::string symbol;
  std::function<std::span<const float>(std::size_t t)> row;
  StripLook look;
};

void draw_sequence(const Shown& shown, const BatchesTopic& topic, std::size_t b, Column& column) {
  Ui& ui = column.ui();
  const std::size_t T = shown.session.windows.T;
  const bool added = is_added(shown);
  const std::string number = std::to_string(b);
  std::string ids;
  for (std::size_t t = 0; t < T; ++t) ids += (t > 0 ? ", " : "") + std::to_string(topic.ids[b * T + t]);

  const Rect head = column.line(20.0F);
  fill({head.x, head.y + ui.px(4.0F), ui.px(12.0F), ui.px(12.0F)}, kWindowColours[b], ui.px(3.0F));
  text_in({head.x + ui.px(20.0F), head.y, head.w - ui.px(20.0F), head.h}, ui.fonts.mono, ui.palette->text,
          text("batches.sequence", {number, ids}));

  const float range = shown.results.range;
  const std::array<Part, 3> parts = {Part{text("batches.tok_emb", {number}),
                                          "tok_emb/" + number,
                                          "tok_emb[" + number,
                                          [&](std::size_t t) { return topic.grid.tok_emb.row(b * T + t); },
                                          {.range = range}},
                                     Part{text(added ? "batches.P" : "batches.P-absent"),
                                          "P/" + number,
                                          "P[",
                                          [&](std::size_t t) { return shown.results.P.row(t); },
                                          {.range = range, .absent = !added, .alpha = 0.45F}},
                                     Part{text("batches.input_emb", {number}),
                                          "input_emb/" + number,
                                          "input_emb[" + number,
                                          [&](std::size_t t) { return topic.grid.input_emb.row(b * T + t); },
                                          {.range = range}}};
  const float sign = ui.px(16.0F);
  const float first = ui.px(kChip + 8.0F);
  const float strip =
      std::floor(std::min((head.w - first - 2.0F * sign) / 3.0F, ui.px(184.0F)) / 4.0F) * 4.0F;
  const Rect captions = column.line(18.0F);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const float x = captions.x + first + static_cast<float>(k) * (strip + sign);
    text_in({x, captions.y, strip, captions.h}, ui.fonts.small, ui.palette->quiet, parts[k].caption);
  }
  for (std::size_t t = 0; t < T; ++t) {
    const Rect line = column.line(kRow);
    const float h = line.h - ui.px(2.0F);
    token_chip(ui, {line.x, line.y, ui.px(kChip), h}, topic.ids[b * T + t]);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const Part& part = parts[k];
      const float x = line.x + first + static_cast<float>(k) * (strip + sign);
      const auto at = heat_strip(ui, "batches/" + part.name + "/" + std::to_string(t), {x, line.y, strip, h},
                                 part.row(t), part.look);
      if (k > 0) {
        text_in({x - sign, line.y, sign, h}, ui.fonts.body,
                faded(ui.palette->quiet, k == 1 && !added ? 0.4F : 1.0F), k == 1 ? "+" : "=", Align::centre);
      }
      if (!at) continue;
      const float value = part.row(t)[*at];
      tooltip(ui,
              part.symbol + (k == 1 ? "" : ",") + std::to_string(t) + "," + std::to_string(*at) +
                  "] = " + nine_digits(value) + "   " + bits_of(value),
              "");
    }
  }
  column.gap(10.0F);
}

void draw_sequences(const Shown& shown, const BatchesTopic& topic, Column& column) {
  column.heading(text(is_added(shown) ? "batches.sequences" : "batches.sequences-off"));
  for (std::size_t b = 0; b < topic.starts.size(); b += 2) {
    column.side_by_side(380.0F, {[&](Column& part) { draw_sequence(shown, topic, b, part); },
                                 [&](Column& part) {
                                   if (b + 1 < topic.starts.size()) draw_sequence(shown, topic, b + 1, part);
                                 }});
  }
}

// ---- The wrong axis ----

// What came of it, for the page and for the verdict.
struct WrongAxisWords {
  std::string answer;
  std::string what;
  Tone tone = Tone::warn;
};

WrongAxisWords wrong_axis_words(const Shown& shown, const BatchesTopic& topic) {
  const WrongAxis& wrong = topic.wrong_axis;
  const std::size_t B = topic.starts.size();
  const std::size_t T = shown.session.windows.T;
  const std::string shape = shape_text(wrong.shape);
  if (!wrong.error.empty()) {
    return {text("batches.answer-error"),
            text("batches.wrong-error", {std::to_string(T), std::to_string(B)})};
  }
  if (wrong.shape[1] != T)
    return {text("batches.answer-shape", {shape}), text("batches.wrong-shape", {shape})};
  if (wrong.wrong_rows > 0) {
    return {text("batches.answer-silent"),
            text("batches.wrong-silent",
                 {std::to_string(B), std::to_string(wrong.wrong_rows), std::to_string(B * T)})};
  }
  const std::string what =
      B == 1 ? text("batches.wrong-one", {shape}) : text("batches.wrong-equal", {std::to_string(B)});
  return {text("page.yes"), what, Tone::quiet};
}

void draw_wrong_axis(const Shown& shown, const BatchesTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const std::size_t B = topic.starts.size();
  const std::size_t T = shown.session.windows.T;
  const std::size_t d = topic.grid.tok_emb.d();
  column.heading(text("batches.wrong"));
  column.words(text("batches.wrong-how"));
  const std::string label(info(ActionId::toggle_wrong_axis).label);
  Rect line = column.line(32.0F);
  line.w = toggle_width(ui, label);
  if (toggle(ui, "batches/wrong-axis", line, label, shown.session.windows.wrong_axis)) {
    ui.ask({.id = ActionId::toggle_wrong_axis});
  }
  column.gap(6.0F);
  if (!shown.session.windows.wrong_axis) return;
  std::vector<NamedShape> shapes = {{"tok_emb", {B, T, d}}, {"+ rows", {B, d}}};
  if (topic.wrong_axis.error.empty()) shapes.push_back({"= sum", topic.wrong_axis.shape});
  draw_aligned(column, shapes);
  if (!topic.wrong_axis.error.empty()) {
    const Rect box{column.line(0.0F).x, column.bottom() + ui.px(4.0F), column.width(), 0.0F};
    column.advance_to(
        box.y + wrapped_text(box, ui.fonts.body, ui.palette->warn, "ShapeError: " + topic.wrong_axis.error) +
        ui.px(4.0F));
  }
  column.gap(6.0F);
  column.words(wrong_axis_words(shown, topic).what);
}

// ---- What the shapes hold ----

void draw_own_fields(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  constexpr std::array<const char*, kShapeAxes> kNames = {"B", "T", "d", "V"};
  Flow flow(column.line(28.0F), ui.px(28.0F), ui.px(10.0F));
  for (std::size_t i = 0; i < kShapeAxes; ++i) {
    const auto committed = captioned_field(ui, std::string("batches/own/") + kNames[i], kNames[i],
                                           std::to_string(shown.session.shape[i]), flow.next(ui.px(100.0F)));
    if (!committed) continue;
    const Action action{.id = ActionId::set_shape,
                        .slot = i,
                        .choice = static_cast<std::size_t>(parse_u64(*committed).value_or(0))};
    const std::string reason = shown.history.why_not(action);
    if (reason.empty()) {
      ui.ask(action);
    } else {
      ui.refused = std::string(kNames[i]) + " cannot be \"" + *committed + "\": " + reason;
    }
  }
  column.advance_to(flow.bottom());
  column.gap(4.0F);
}

void draw_model(const BatchesTopic::Model& model, const std::string& key, Column& column) {
  Ui& ui = column.ui();
  const InputShape& s = model.shape;
  column.caption(text("batches." + key,
                      {grouped(s.B), grouped(s.T), grouped(s.d), grouped(s.V), grouped(s.context_length)}));
  const float name = std::floor(column.width() * 0.36F);
  const float number = std::floor(column.width() * 0.32F);
  const auto row = [&](ImFont* font, ImU32 colour, const std::string& what, const std::string& elements,
                       const std::string& bytes) {
    const Rect line = column.line(20.0F);
    text_in({line.x, line.y, name, line.h}, ui.fonts.body, ui.palette->quiet, what);
    text_in({line.x + name, line.y, number, line.h}, font, colour, elements, Align::right);
    text_in({line.x + name + number, line.y, number, line.h}, font, colour, bytes, Align::right);
  };
  row(ui.fonts.small, ui.palette->quiet, "", text("batches.elements"), text("batches.bytes"));
  constexpr std::array<const char*, 6> kAxes = {"(B, T)",    "(B, T, d)", "(T, d)",
                                                "(B, T, d)", "(V, d)",    "(context_length, d)"};
  for (std::size_t i = 0; i < model.arrays.size(); ++i) {
    const ArrayCost& array = model.arrays[i];
    row(ui.fonts.mono, ui.palette->text, std::string(array.name) + " " + kAxes[i], grouped(array.elements),
        grouped(array.bytes));
    ui.said["batches/" + key + "/" + array.name] = grouped(array.elements) + " / " + grouped(array.bytes);
  }
  column.gap(8.0F);
}

void draw_shapes(const Shown& shown, const BatchesTopic& topic, Column& column) {
  column.heading(text("batches.shapes"));
  column.words(text("batches.shapes-how"));
  column.gap(6.0F);
  const auto card = [&](std::size_t i, const char* key) {
    return [&, i, key](Column& part) { draw_model(topic.models[i], key, part); };
  };
  column.side_by_side(400.0F, {card(0, "toy"), card(1, "book")});
  column.side_by_side(400.0F, {card(2, "gpt"), [&](Column& part) {
                                 draw_model(topic.models[3], "own", part);
                                 draw_own_fields(shown, part);
                               }});
}

void draw_answers(Column& column) {
  const auto answer = [](const char* question, const char* words) {
    return [=](Column& part) { part.answer(text(question), text(words)); };
  };
  column.gap(12.0F);
  column.side_by_side(300.0F, {answer("batches.ask-space", "batches.answer-space"),
                               answer("batches.ask-overlap", "batches.answer-overlap")});
}

Finding finding(const Shown& shown, const BatchesTopic& topic) {
  if (shown.session.windows.wrong_axis) {
    const WrongAxisWords words = wrong_axis_words(shown, topic);
    const std::string& error = topic.wrong_axis.error;
    return {text("batches.wrong-question"), words.answer, error.empty() ? words.what : error, words.tone};
  }
  const std::string question = text("batches.question");
  if (!is_added(shown)) return {question, "\xE2\x80\x94", text("batches.nothing-added"), Tone::quiet};
  const std::size_t rows = topic.ids.size();
  const bool all = topic.rows_shared == rows;
  return {question, text(all ? "page.yes" : "page.no"),
          text("batches.detail", {std::to_string(topic.rows_shared), std::to_string(rows),
                                  std::to_string(topic.starts.size())}),
          all ? Tone::good : Tone::warn};
}

}  // namespace

Finding draw_batches_page(const Shown& shown, Column& column) {
  const BatchesTopic& topic = shown.topic(batches_topic);
  draw_choices(shown, column);
  draw_text(shown, topic, column);
  column.side_by_side(320.0F, {[&](Column& part) { draw_positions(shown, part); },
                               [&](Column& part) { draw_broadcast(shown, topic, part); },
                               [&](Column& part) { draw_wrong_axis(shown, topic, part); }});
  draw_sequences(shown, topic, column);
  draw_shapes(shown, topic, column);
  draw_answers(column);
  return finding(shown, topic);
}

}  // namespace whatwhere
