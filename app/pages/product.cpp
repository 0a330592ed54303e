// Lookup is a matrix product: both ways to the same rows, what the product costs, and how long both take
// here.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/pages/pages.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/matrix.h"
#include "app/ui/texts.h"
#include "core/input/vocabulary.h"
#include "core/numbers.h"
#include "core/topics/product_topic.h"

namespace whatwhere {

namespace {

constexpr float kRow = 24.0F;
constexpr float kCell = 48.0F;      // of numbers
constexpr float kCode = 26.0F;      // of zeros and ones
constexpr float kOperator = 30.0F;  // room for the sign before a matrix
constexpr float kNumberLabel = 24.0F;
constexpr float kFaded = 0.25F;  // rows of E that are multiplied by 0

// ---- The equation ----

// A matrix of the equation, with the sign before it.
struct Factor {
  std::string sign;
  std::string title;
  const Table* table;
  float label;  // the width of its rows' labels
  float cell;
  std::function<void(Column&)> draw;
};

void draw_brackets(const Ui& ui, const Rect& rect) {
  const float thin = std::max(1.0F, ui.px(1.5F));
  const float foot = ui.px(5.0F);
  for (const float x : {rect.x, rect.right() - thin}) {
    fill({x, rect.y, thin, rect.h}, ui.palette->quiet);
    for (const float y : {rect.y, rect.bottom() - thin}) {
      fill({x == rect.x ? x : x - foot + thin, y, foot, thin}, ui.palette->quiet);
    }
  }
}

float width_of(const Ui& ui, const Factor& factor) {
  const float sign = factor.sign.empty() ? 0.0F : ui.px(kOperator);
  return sign + ui.px(factor.label) + ui.px(factor.cell) * static_cast<float>(factor.table->d());
}

// A factor in `rect`: its title at the top, its rows in the middle of what is below.
void draw_factor(Ui& ui, const Factor& factor, const Rect& rect) {
  const float sign = factor.sign.empty() ? 0.0F : ui.px(kOperator);
  const float title = ui.px(22.0F);
  const Rect body{rect.x + sign, rect.y + title, rect.w - sign, rect.h - title};
  text_in({rect.x, body.y, sign, body.h}, ui.fonts.large, ui.palette->quiet, factor.sign, Align::centre);

  const float label = ui.px(factor.label);
  const Rect head{body.x + label, rect.y, body.w - label, title};
  const float name = text_width(ui.fonts.strong, factor.title) + ui.px(8.0F);
  text_in(head, ui.fonts.strong, ui.palette->text, factor.title);
  text_in({head.x + name, head.y, head.w - name, head.h}, ui.fonts.small, ui.palette->quiet,
          shape_text(*factor.table));

  const float h = ui.px(kRow) * static_cast<float>(factor.table->rows());
  const Rect rows{body.x, body.y + std::floor((body.h - h) / 2.0F), body.w, h};
  const float air = ui.px(3.0F);
  draw_brackets(ui, {head.x - air, rows.y - ui.px(3.0F), head.w + 2.0F * air, h + ui.px(4.0F)});
  Column column(ui, rows);
  factor.draw(column);
}

void draw_factors(Column& column, const std::vector<Factor>& factors) {
  Ui& ui = column.ui();
  std::size_t most = 0;
  for (const Factor& factor : factors) most = std::max(most, factor.table->rows());
  const float height = ui.px(30.0F) + ui.px(kRow) * static_cast<float>(most);
  Flow flow(column.line(0.0F), height, ui.px(12.0F));
  for (const Factor& factor : factors) draw_factor(ui, factor, flow.next(width_of(ui, factor)));
  column.advance_to(flow.bottom());
}

// The zeros quiet, the ones lit.
void draw_codes(const Shown& shown, const Table& one_hot, std::optional<std::size_t> followed,
                Column& column) {
  Ui& ui = column.ui();
  const Palette& c = *ui.palette;
  const auto draw_label = slot_labels(ui, shown.results.ids);
  for (std::size_t t = 0; t < one_hot.rows(); ++t) {
    const Rect line = column.line(kRow);
    const float label = ui.px(kTokenLabel);
    const Rect row{line.x + label, line.y, line.w - label, line.h - ui.px(2.0F)};
    draw_label(t, {line.x, row.y, label, row.h});
    const std::string name = "product/one-hot/" + std::to_string(t);
    const Hit h = hit(ui, name, row);
    auto& colours = ui.cell_colours[name];
    colours.clear();
    for (std::size_t i = 0; i < one_hot.d(); ++i) {
      const bool one = one_hot.row(t)[i] != 0.0F;
      const Rect cell{row.x + ui.px(kCode) * static_cast<float>(i), row.y, ui.px(kCode) - ui.px(1.0F), row.h};
      colours.push_back(one ? c.accent : c.raised);
      fill(cell, colours.back());
      text_in(cell, ui.fonts.digits, one ? c.on_accent : c.quiet, one ? "1" : "0", Align::centre);
      if (!h.hovered || !cell.contains(ImGui::GetMousePos())) continue;
      const std::string slot = std::to_string(t);
      const std::string id = std::to_string(i);
      tooltip(ui, text("product.one-hot-cell", {slot, id, one ? "1" : "0"}),
              one ? text("product.one-hot-one", {slot, std::string(word_of(static_cast<TokenId>(i))), id})
                  : text("product.one-hot-zero", {"0", id}));
    }
    if (followed == t) outline(row, c.text, 0.0F, ui.px(2.0F));
  }
}

// The slot whose row the mouse is on, in any of the matrices that have one row a slot.
std::optional<std::size_t> followed_slot(const Ui& ui, std::size_t T) {
  for (const char* name : {"product/one-hot", "product/product", "product/tok_emb"}) {
    if (const auto t = row_under_mouse(ui, name, T)) return t;
  }
  return std::nullopt;
}

std::string comparison(const Shown& shown, const ProductTopic& topic) {
  if (topic.same_bytes) return text("product.same");
  if (std::isnan(shown.results.one_hot_error)) return text("product.no-number");
  return text(shown.results.one_hot_error == 0.0F ? "product.only-equal" : "product.differs");
}

void draw_equation(const Shown& shown, const ProductTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const LessonResults& results = shown.results;
  column.heading(text("product.equation"));
  column.words(text("product.equation-how"));
  column.gap(6.0F);
  const auto followed = followed_slot(ui, results.ids.size());
  const auto of_slot = [&](std::size_t t) { return StripLook{.framed = followed == t}; };
  const auto of_token = [&](std::size_t id) {
    const bool lit = followed ? static_cast<std::size_t>(results.ids[*followed]) == id : topic.survives[id];
    return StripLook{.alpha = lit ? 1.0F : kFaded, .framed = followed && lit};
  };
  const auto draw_numbers = [&](const char* symbol, const Table& table, float label, auto draw_label,
                                std::function<StripLook(std::size_t)> look) {
    return [=, &table, range = results.range](Column& part) {
      draw_matrix(part, std::string("product/") + symbol, table,
                  {.symbol = symbol,
                   .range = range,
                   .label_width = label,
                   .row_height = kRow,
                   .widest_cell = kCell,
                   .draw_label = draw_label,
                   .row_look = look});
    };
  };
  const std::string equal = results.one_hot_error == 0.0F ? "=" : "\xE2\x89\xA0";
  const Table& tok_emb = results.grid.tok_emb;
  draw_factors(column, {{"", text("product.one-hot"), &topic.one_hot, kTokenLabel, kCode,
                         [&](Column& part) { draw_codes(shown, topic.one_hot, followed, part); }},
                        {"\xC3\x97", "E", &results.E, kTokenLabel, kCell,
                         draw_numbers("E", results.E, kTokenLabel, token_labels(ui), of_token)},
                        {"=", text("product.product"), &topic.product, kNumberLabel, kCell,
                         draw_numbers("product", topic.product, kNumberLabel, number_labels(ui), of_slot)},
                        {equal, text("product.fetched"), &tok_emb, kNumberLabel, kCell,
                         draw_numbers("tok_emb", tok_emb, kNumberLabel, number_labels(ui), of_slot)}});
  column.numbers(
      text("product.difference", {nine_digits(results.one_hot_error)}) + "   " + comparison(shown, topic),
      ui.palette->text);
}

// ---- What it costs ----

constexpr std::array kColumns = {"product.model",   "product.shape",    "product.parameters",
                                 "product.float32", "product.bfloat16", "product.multiplications",
                                 "product.skipped"};
constexpr std::array<float, kColumns.size()> kShares = {1.2F, 1.4F, 1.2F, 0.9F, 0.9F, 1.5F, 1.0F};

using Texts = std::array<std::string, kColumns.size()>;

std::string percent(double x) { return fixed(x, 3) + " %"; }

std::string shape_of(const ModelSize& model) {
  return "(" + std::to_string(model.V) + ", " + std::to_string(model.d) + ")";
}

// The names to the left, the numbers to the right, so that their digits stand below each other.
void draw_texts(const Rect& row, const Texts& texts, ImFont* font_of_names, ImFont* font,
                ImU32 colour_of_names, ImU32 colour) {
  float x = row.x;
  float all = 0.0F;
  for (const float share : kShares) all += share;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const float w = row.w * kShares[i] / all;
    text_in({x, row.y, w, row.h}, i == 0 ? font_of_names : font, i == 0 ? colour_of_names : colour, texts[i],
            i == 0 ? Align::left : Align::right);
    x += w;
  }
}

void draw_size(Ui& ui, const ProductTopic::Size& size, std::size_t index, bool picked, const Rect& rect) {
  const Palette& c = *ui.palette;
  const ProductCost& cost = size.cost;
  const std::string model(size.model.name);
  const Hit h = control(ui, "product/size/" + std::to_string(index), rect);
  if (picked || h.hovered) fill(rect, picked ? c.raised : c.hovered, ui.px(6.0F));
  if (picked) fill({rect.x, rect.y + ui.px(6.0F), ui.px(3.0F), rect.h - ui.px(12.0F)}, c.accent);
  draw_texts(rect.inset(ui.px(12.0F), 0.0F),
             {model, shape_of(size.model), grouped(cost.parameters), byte_text(cost.float32_bytes),
              byte_text(cost.bfloat16_bytes), grouped(cost.multiplications), percent(size.skipped_percent)},
             picked ? ui.fonts.strong : ui.fonts.body, ui.fonts.mono, c.text, c.text);
  if (picked) ui.said["product/size"] = model;
  if (h.clicked) ui.ask({.id = ActionId::choose_model, .choice = index});
  if (!h.hovered) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  tooltip(ui, text("product.size-title", {model, std::to_string(size.model.V), std::to_string(size.model.d)}),
          text("product.size-exact",
               {grouped(cost.parameters), grouped(cost.float32_bytes), grouped(cost.bfloat16_bytes),
                grouped(cost.multiplications), grouped(cost.skipped)}));
}

void draw_sizes(const Shown& shown, const ProductTopic& topic, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("product.sizes"));
  column.words(text("product.sizes-how", {std::to_string(shown.results.ids.size())}));
  Texts heads;
  std::transform(kColumns.begin(), kColumns.end(), heads.begin(), [](const char* key) { return text(key); });
  draw_texts(column.line(22.0F).inset(ui.px(12.0F), 0.0F), heads, ui.fonts.small, ui.fonts.small,
             ui.palette->quiet, ui.palette->quiet);
  for (std::size_t i = 0; i < topic.sizes.size(); ++i) {
    draw_size(ui, topic.sizes[i], i, i == shown.session.model_size, column.line(28.0F));
  }
}

// ---- How long it takes ----

void draw_progress(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  ui.animating = true;
  const float done = shown.timing.progress();
  column.words(text("product.running", {fixed(100.0 * static_cast<double>(done), 0)}));
  const Rect line = column.line(32.0F);
  const float w = action_button_width(ui, ActionId::stop_timing);
  action_button(ui, shown, {.id = ActionId::stop_timing}, {line.right() - w, line.y, w, line.h});
  progress_bar(ui, "product/progress",
               {line.x, line.y + ui.px(12.0F), line.w - w - ui.px(16.0F), ui.px(8.0F)}, done);
}

// A caption with a large figure below it.
void draw_figure(Ui& ui, const std::string& name, const Rect& rect, const std::string& caption,
                 const std::string& figure) {
  ui.record(name, rect);
  ui.said[name] = figure;
  text_in({rect.x, rect.y, rect.w, ui.px(16.0F)}, ui.fonts.small, ui.palette->quiet, caption);
  text_in({rect.x, rect.y + ui.px(18.0F), rect.w, ui.px(26.0F)}, ui.fonts.large, ui.palette->text, figure);
}

// Three significant digits, as a measurement has; "3,840,000" from a thousand on.
std::string ratio_text(double ratio) {
  const std::string rounded = significant(ratio, 3);
  if (ratio < 1000.0) return rounded;
  return grouped(static_cast<std::uint64_t>(std::llround(parse_double(rounded).value_or(ratio))));
}

void draw_timing(const ProductTiming& timing, Column& column) {
  Ui& ui = column.ui();
  column.gap(8.0F);
  const Rect line = column.line(46.0F);
  const float w = std::floor(line.w / 3.0F);
  draw_figure(ui, "product/lookup-time", {line.x, line.y, w, line.h}, text("product.lookup-took"),
              duration_text(timing.lookup_seconds));
  draw_figure(ui, "product/product-time", {line.x + w, line.y, w, line.h}, text("product.product-took"),
              duration_text(timing.product_seconds));
  draw_figure(ui, "product/ratio", {line.x + 2.0F * w, line.y, w, line.h}, text("product.ratio"),
              ratio_text(timing.ratio()));
  column.gap(6.0F);
  const std::string at =
      text("product.measured-at", {std::to_string(timing.V), std::to_string(timing.d),
                                   std::to_string(timing.T), nine_digits(timing.max_difference)});
  column.words(at);
  ui.said["product/measured-at"] = at;
  if (timing.V == model_sizes().front().V) column.words(text("product.measured-toy"));
}

void draw_measurement(const Shown& shown, const ProductTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const Action time{.id = ActionId::time_product};
  const std::string model(topic.sizes[shown.session.model_size].model.name);
  column.heading(text("product.time"));
  column.words(text("product.time-how", {model, std::to_string(shown.results.ids.size())}));
  if (shown.timing.running()) return draw_progress(shown, column);

  const std::string reason = shown.history.why_not(time);
  if (reason.empty()) {
    const Rect line = column.line(32.0F);
    action_button(ui, shown, time, {line.x, line.y, action_button_width(ui, time.id), line.h}, Look::primary);
  } else {
    column.words(reason);
    ui.said["product/why-not"] = reason;
  }
  if (const std::string error = shown.timing.error(); !error.empty()) {
    column.words(text("product.failed", {error}));
  }
  if (const auto timing = shown.timing.result()) draw_timing(*timing, column);
}

Finding finding(const Shown& shown, const ProductTopic& topic) {
  const ProductTopic::Size& size = topic.sizes[shown.session.model_size];
  return {text("product.question"), text(topic.same_bytes ? "page.yes" : "page.no"),
          text("product.detail", {nine_digits(shown.results.one_hot_error), grouped(topic.cost.skipped),
                                  grouped(topic.cost.multiplications), std::string(size.model.name),
                                  grouped(size.cost.skipped), grouped(size.cost.multiplications)}),
          topic.same_bytes ? Tone::good : Tone::warn};
}

}  // namespace

Finding draw_product_page(const Shown& shown, Column& column) {
  if (shown.results.ids.empty()) return ask_for_tokens(column, text("product.question"));
  const ProductTopic& topic = shown.topic(product_topic);
  draw_equation(shown, topic, column);
  column.gap(20.0F);
  column.side_by_side(270.0F,
                      {[&](Column& part) { draw_sizes(shown, topic, part); },
                       [&](Column& part) { draw_measurement(shown, topic, part); }},
                      {2.5F, 1.0F});
  return finding(shown, topic);
}

}  // namespace whatwhere
