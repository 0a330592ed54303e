// Raw ids: what a layer makes of an id that is fed to it as a number, and what it makes of its row.
#include <algorithm>
#include <cmath>

#include "app/pages/pages.h"
#include "app/ui/matrix.h"
#include "app/ui/plot.h"
#include "app/ui/texts.h"
#include "core/input/product_cost.h"
#include "core/input/vocabulary.h"
#include "core/numbers.h"
#include "core/topics/raw_ids_topic.h"

namespace whatwhere {

namespace {

void draw_actions(const Shown& shown, const RawIdsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  Flow flow(column.line(32.0F), ui.px(32.0F), ui.px(8.0F));
  action_button(ui, shown, {.id = ActionId::renumber}, flow.next(action_button_width(ui, ActionId::renumber)),
                Look::primary);
  action_button(ui, shown, {.id = ActionId::own_numbering},
                flow.next(action_button_width(ui, ActionId::own_numbering)));
  column.advance_to(flow.bottom());
  column.gap(8.0F);
  std::string ids;
  for (const TokenId id : topic.ids) ids += (ids.empty() ? "" : ", ") + std::to_string(id);
  column.numbers("ids = [" + ids + "]", ui.palette->text);
  column.gap(8.0F);
}

void draw_as_numbers(const Shown& shown, const RawIdsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("raw-ids.numbers"));
  column.words(text("raw-ids.numbers-how"));
  std::vector<Bar> bars;
  double low = 0.0;
  double high = 0.0;
  for (std::size_t t = 0; t < topic.ids.size(); ++t) {
    const TokenId token = shown.results.ids[t];
    const double value = static_cast<double>(topic.outputs.row(t)[0]);
    const double own = static_cast<double>(topic.own_outputs.row(t)[0]);
    low = std::min({low, own, value});
    high = std::max({high, own, value});
    bars.push_back(
        {std::string(word_of(token)) + " = " + std::to_string(topic.ids[t]), value, token_colour(token)});
  }
  draw_bars(ui, "raw-ids/output", column.line(150.0F), bars, low, high);
}

void draw_as_rows(const Shown& shown, const RawIdsTopic& topic, Column& column) {
  column.heading(text("raw-ids.rows"));
  column.words(text("raw-ids.rows-how"));
  draw_matrix(column, "raw-ids/tok_emb", topic.tok_emb,
              {.symbol = "tok_emb",
               .range = shown.results.range,
               .label_width = kTokenLabel,
               .draw_label = slot_labels(column.ui(), shown.results.ids)});
}

// Which token has each of the numbers 0 to V - 1 now.
std::vector<TokenId> tokens_by_number(const RawIdsTopic& topic) {
  std::vector<TokenId> tokens(topic.numbering.size());
  for (std::size_t token = 0; token < tokens.size(); ++token)
    tokens[static_cast<std::size_t>(topic.numbering[token])] = static_cast<TokenId>(token);
  return tokens;
}

// The tokens where their ids stand on the line of numbers.
void draw_number_line(const RawIdsTopic& topic, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("raw-ids.line"));
  const Rect area = column.line(54.0F);
  const auto V = topic.numbering.size();
  const float chip = ui.px(54.0F);
  const float step = (area.w - chip) / static_cast<float>(V - 1);
  const float axis = area.y + ui.px(32.0F);
  fill({area.x, axis, area.w, ui.px(2.0F)}, ui.palette->line);
  const std::vector<TokenId> at = tokens_by_number(topic);
  for (std::size_t token = 0; token < V; ++token) {
    const float x = std::round(area.x + step * static_cast<float>(topic.numbering[token]));
    const Rect rect{x, area.y + ui.px(2.0F), chip, ui.px(24.0F)};
    token_chip(ui, rect, static_cast<TokenId>(token));
    ui.record("raw-ids/line/" + std::to_string(token), rect);
    fill({std::round(rect.centre().x), axis - ui.px(4.0F), ui.px(2.0F), ui.px(10.0F)}, ui.palette->quiet);
    text_in({x, axis + ui.px(6.0F), chip, ui.px(16.0F)}, ui.fonts.mono, ui.palette->quiet,
            std::to_string(topic.numbering[token]), Align::centre);
  }
  column.words(text("raw-ids.line-how", {std::string(word_of(at[0])), std::string(word_of(at[1])),
                                         std::string(word_of(at[V - 1])), std::to_string(V - 1)}));
}

void draw_one_hot(const RawIdsTopic& topic, Column& column) {
  column.heading(text("raw-ids.one-hot"));
  const std::string V = std::to_string(topic.one_hot.rows());
  column.words(text("raw-ids.one-hot-how",
                    {significant(topic.one_hot_nearest, 9), significant(topic.one_hot_farthest, 9), V,
                     std::to_string(model_sizes()[kGpt2Small].V)}));
  caption_range(column, 1.0F);
  const std::vector<TokenId> tokens = tokens_by_number(topic);
  draw_matrix(column, "raw-ids/one-hot", topic.one_hot,
              {.symbol = "onehot",
               .range = 1.0F,
               .label_width = kTokenLabel,
               .row_height = 20.0F,
               .widest_cell = 40.0F,
               .draw_label = slot_labels(column.ui(), tokens)});
}

Finding finding(const RawIdsTopic& topic) {
  const std::string question = text("raw-ids.question");
  const std::string jump = significant(static_cast<double>(topic.largest_change), 6);
  const std::string slots =
      text("page.of", {std::to_string(topic.outputs_changed), std::to_string(topic.ids.size())});
  if (topic.outputs_changed == 0 && topic.embedding_same) {
    return {question, "\xE2\x80\x94", text("raw-ids.not-yet"), Tone::quiet};
  }
  const std::string answer = text("raw-ids.answer", {text(topic.outputs_changed > 0 ? "page.yes" : "page.no"),
                                                     text(topic.embedding_same ? "page.no" : "page.yes")});
  return {question, answer, text("raw-ids.detail", {slots, jump}), Tone::warn};
}

}  // namespace

Finding draw_raw_ids_page(const Shown& shown, Column& column) {
  if (shown.results.ids.empty()) return ask_for_tokens(column, text("raw-ids.question"));
  const RawIdsTopic& topic = shown.topic(raw_ids_topic);
  draw_actions(shown, topic, column);
  column.side_by_side(360.0F, {[&](Column& part) { draw_as_numbers(shown, topic, part); },
                               [&](Column& part) { draw_as_rows(shown, topic, part); }});
  column.side_by_side(360.0F, {[&](Column& part) { draw_number_line(topic, part); },
                               [&](Column& part) { draw_one_hot(topic, part); }});
  return finding(topic);
}

}  // namespace whatwhere
