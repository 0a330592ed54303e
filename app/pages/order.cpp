// Order: one attention head, before and after a reorder. Are the context vectors the same rows, permuted?
#include <algorithm>
#include <cmath>

#include "app/pages/pages.h"
#include "app/ui/controls.h"
#include "app/ui/matrix.h"
#include "app/ui/texts.h"
#include "core/input/vocabulary.h"
#include "core/numbers.h"
#include "core/topics/order_topic.h"

namespace whatwhere {

namespace {

constexpr float kRow = 24.0F;
constexpr float kChip = 56.0F;

// ---- Moving a slot ----

// While the chip is dragged, its slot takes the place of the chip under the mouse.
void follow_drag(Ui& ui, const std::vector<Rect>& chips, std::size_t t, const std::string& key, bool held) {
  const bool dragging = ui.dragged == key;
  if (!held) {
    if (dragging) ui.dragged.clear();
    return;
  }
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  for (std::size_t to = 0; to < chips.size(); ++to) {
    if (to == t || !chips[to].contains(ImGui::GetMousePos())) continue;
    ui.ask({.id = ActionId::move_slot, .slot = t, .to = to, .continues = dragging});
    ui.dragged = key;
  }
}

// Left and Right move the slot that has the keyboard, and the keyboard goes with it.
void follow_keys(Ui& ui, std::size_t t, std::size_t T) {
  if (ui.focused != "order/slot/" + std::to_string(t) || ui.nudge == 0) return;
  const auto to =
      static_cast<std::size_t>(std::clamp(static_cast<int>(t) + ui.nudge, 0, static_cast<int>(T) - 1));
  ui.nudge = 0;
  if (to == t) return;
  ui.ask({.id = ActionId::move_slot, .slot = t, .to = to});
  ui.focused = "order/slot/" + std::to_string(to);
}

void draw_movable(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const auto slots = shown.session.sequence.slots();
  const std::string caption = text("order.move");
  Flow flow(column.line(28.0F), ui.px(28.0F), ui.px(6.0F));
  text_in(flow.next(text_width(ui.fonts.body, caption) + ui.px(6.0F)), ui.fonts.body, ui.palette->quiet,
          caption);
  std::vector<Rect> chips;
  for (std::size_t t = 0; t < slots.size(); ++t) chips.push_back(flow.next(ui.px(kChip)));
  for (std::size_t t = 0; t < slots.size(); ++t) {
    const std::string name = "order/slot/" + std::to_string(t);
    const std::string key = "order/identity/" + std::to_string(slots[t].identity);
    const Hit h = control(ui, name, chips[t], key);
    token_chip(ui, chips[t], slots[t].id);
    if (h.held) outline(chips[t], ui.palette->text, ui.px(6.0F), ui.px(2.0F));
    if (h.hovered && !h.held) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      tooltip(ui, text("order.slot", {std::to_string(t), std::string(word_of(slots[t].id))}),
              text("order.move-how"));
    }
    follow_drag(ui, chips, t, key, h.held);
    follow_keys(ui, t, slots.size());
  }
  const std::string label(info(ActionId::toggle_causal).label);
  const Rect mask = flow.next(toggle_width(ui, label));
  if (toggle(ui, "order/causal", mask, label, shown.session.causal)) {
    ui.ask({.id = ActionId::toggle_causal});
  }
  column.advance_to(flow.bottom());
  column.gap(12.0F);
}

// ---- The head ----

void draw_weights(const Shown& shown, const OrderTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const auto& ids = shown.results.ids;
  const bool causal = shown.session.causal;
  column.heading(text("order.weights"));
  column.words(text(causal ? "order.weights-masked" : "order.weights-how"));
  caption_range(column, 1.0F);
  draw_matrix(column, "order/weights", topic.present.weights,
              {.symbol = "weights",
               .range = 1.0F,
               .label_width = kTokenLabel,
               .row_height = kRow,
               .widest_cell = kChip,
               .draw_label = slot_labels(ui, ids),
               .draw_head =
                   [&](std::size_t s, const Rect& rect) {
                     token_chip(ui, {rect.x, rect.y, rect.w - ui.px(2.0F), rect.h - ui.px(4.0F)}, ids[s]);
                   },
               .row_look =
                   [causal](std::size_t t) {
                     StripLook look;
                     if (causal) look.masked_from = t + 1;
                     return look;
                   },
               .note =
                   [&](const MatrixCell& cell) {
                     return text("order.weight-of",
                                 {std::to_string(cell.row), std::string(word_of(ids[cell.row])),
                                  std::to_string(cell.column), std::string(word_of(ids[cell.column]))});
                   }});
}

void draw_outputs(const Shown& shown, const OrderTopic& topic, Column& column) {
  const float range = range_of(topic.present.out);
  column.heading(text("order.out"));
  column.words(text("order.out-how"));
  caption_range(column, range);
  draw_matrix(column, "order/out", topic.present.out,
              {.symbol = "out",
               .range = range,
               .label_width = kTokenLabel,
               .row_height = kRow,
               .draw_label = slot_labels(column.ui(), shown.results.ids)});
}

// ---- Before and after ----

std::string row_verdict(const OrderPair& pair, std::size_t t) {
  if (!pair.has_numbers()) return text("order.no-number");
  return text(pair.check.same_row[t] ? "order.same" : "order.another", {std::to_string(pair.origin[t])});
}

// A line from where each token stood to where it stands.
void draw_links(Ui& ui, const OrderPair& pair, const Rect& area) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto middle = [&](std::size_t t) {
    return std::round(area.y + ui.px(kRow) * static_cast<float>(t) + ui.px(kRow - 2.0F) / 2.0F);
  };
  for (std::size_t t = 0; t < pair.ids.size(); ++t) {
    const float bend = area.w / 2.0F;
    list.AddBezierCubic({area.x, middle(pair.origin[t])}, {area.x + bend, middle(pair.origin[t])},
                        {area.right() - bend, middle(t)}, {area.right(), middle(t)},
                        on_panel(*ui.palette, token_colour(pair.ids[t])), ui.px(2.0F));
  }
}

void draw_linked(const OrderPair& pair, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("order.linked"));
  const float range = std::max(range_of(pair.check.before.out), range_of(pair.check.present.out));
  column.words(text("order.linked-how"));
  caption_range(column, range);
  const Rect top = column.line(0.0F);
  const float verdict = ui.px(112.0F);
  const float links = ui.px(72.0F);
  const float half =
      std::min(std::floor((top.w - verdict - links) / 2.0F), ui.px(kTokenLabel + 4.0F * 64.0F));
  const auto draw_side = [&](const std::string& name, const Table& out, const std::vector<TokenId>& ids,
                             float x) {
    Column side(ui, {x, top.y, half, 0.0F});
    side.caption(text("order." + name));
    draw_matrix(side, "order/" + name, out,
                {.symbol = "out",
                 .range = range,
                 .label_width = kTokenLabel,
                 .row_height = kRow,
                 .draw_label = slot_labels(ui, ids)});
    column.advance_to(side.bottom());
  };
  const float now_x = top.x + half + links;
  draw_side("before", pair.check.before.out, pair.before_ids, top.x);
  draw_side("now", pair.check.present.out, pair.ids, now_x);
  const float first_row = top.y + ui.px(18.0F);
  draw_links(ui, pair, {top.x + half + ui.px(6.0F), first_row, links - ui.px(6.0F), 0.0F});
  for (std::size_t t = 0; t < pair.ids.size(); ++t) {
    const std::string words = row_verdict(pair, t);
    const bool same = pair.has_numbers() && pair.check.same_row[t];
    text_in({now_x + half + ui.px(6.0F), first_row + ui.px(kRow) * static_cast<float>(t), verdict,
             ui.px(kRow - 2.0F)},
            ui.fonts.strong, same ? ui.palette->quiet : ui.palette->warn, words);
    ui.said["order/row/" + std::to_string(t)] = words;
  }
}

void draw_gap(const OrderTopic& topic, Column& column) {
  Ui& ui = column.ui();
  column.heading(text("order.gap"));
  if (!topic.moved) return column.words(text("order.gap-none"));
  if (topic.moved->reads_the_same()) return column.words(text("order.same-ids"));
  column.words(text("order.gap-how"));
  const PermutationCheck& check = topic.moved->check;
  const auto line = [&](const char* precision, double gap) {
    const Rect rect = column.line(22.0F);
    const float w = ui.px(80.0F);
    text_in({rect.x, rect.y, w, rect.h}, ui.fonts.body, ui.palette->quiet, text(precision));
    text_in({rect.x + w, rect.y, rect.w - w, rect.h}, ui.fonts.mono, ui.palette->text, significant(gap, 9));
  };
  line("order.float", static_cast<double>(check.difference));
  line("order.double", check.difference_in_double);
}

// ---- Who bit whom? ----

void draw_bag(Column& column, const std::string& name, const std::string& title, const Table& out,
              const std::vector<std::size_t>& bag, const std::vector<TokenId>& ids, float range) {
  Ui& ui = column.ui();
  column.caption(title);
  const float chip = ui.px(64.0F);
  for (std::size_t i = 0; i < bag.size(); ++i) {
    const Rect line = column.line(kRow);
    const float h = line.h - ui.px(2.0F);
    const float strip = std::min(std::floor((line.w - chip - ui.px(8.0F)) / 4.0F) * 4.0F, ui.px(256.0F));
    token_chip(ui, {line.x, line.y, chip, h}, ids[bag[i]]);
    const auto under_mouse =
        heat_strip(ui, name + "/" + std::to_string(i), {line.x + chip + ui.px(8.0F), line.y, strip, h},
                   out.row(bag[i]), {.range = range});
    if (under_mouse) {
      const float x = out.row(bag[i])[*under_mouse];
      tooltip(ui, nine_digits(x) + "   " + bits_of(x), "");
    }
  }
}

void draw_bites(const OrderTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const OrderPair& pair = topic.bites;
  column.heading(text("order.bites"));
  column.words(text("order.bites-how"));
  const float range = std::max(range_of(pair.check.before.out), range_of(pair.check.present.out));
  caption_range(column, range);
  column.side_by_side(260.0F, {[&](Column& part) {
                                 draw_bag(part, "order/dog-bites-man", "dog bites man", pair.check.before.out,
                                          pair.before_bag, pair.before_ids, range);
                               },
                               [&](Column& part) {
                                 draw_bag(part, "order/man-bites-dog", "man bites dog",
                                          pair.check.present.out, pair.bag, pair.ids, range);
                               }});
  column.gap(4.0F);
  const bool same = pair.check.same_bag;
  std::string words = text("order.bites-none");
  if (pair.has_numbers()) {
    words = same ? text("order.bites-same") : text("order.bites-other", {std::to_string(pair.rows_same())});
  }
  const ImU32 told = same ? ui.palette->warn : ui.palette->good;
  const Rect line = column.line(22.0F);
  text_in(line, ui.fonts.strong, pair.has_numbers() ? told : ui.palette->quiet, words);
  ui.said["order/bites"] = words;
}

// ---- What people ask ----

void draw_answers(const OrderTopic& topic, Column& column) {
  const OrderPair& pair = topic.masked_bites;
  const std::string mask =
      pair.has_numbers()
          ? text("order.answer-mask", {std::to_string(pair.rows_same()),
                                       text(pair.check.same_bag ? "order.same-bag" : "order.another-bag"),
                                       significant(topic.masked_repeats_gap, 2)})
          : text("order.answer-mask-none");
  const auto answer = [](const char* question, const std::string& words) {
    return [=](Column& part) { part.answer(text(question), words); };
  };
  column.gap(12.0F);
  column.side_by_side(300.0F, {answer("order.ask-columns", text("order.answer-columns")),
                               answer("order.ask-prediction", text("order.answer-prediction")),
                               answer("order.ask-mask", mask)});
}

Finding finding(const Session& session, const OrderTopic& topic) {
  const std::string question = text("order.question");
  const std::string none = "\xE2\x80\x94";
  if (!topic.moved) return {question, none, text("order.not-yet"), Tone::quiet};
  const OrderPair& pair = *topic.moved;
  if (pair.reads_the_same()) return {question, none, text("order.same-ids"), Tone::quiet};
  if (!pair.has_numbers()) return {question, none, text("order.overflow"), Tone::quiet};
  const std::string T = std::to_string(pair.ids.size());
  const std::string in_float = significant(static_cast<double>(pair.check.difference), 3);
  const std::string in_double = significant(pair.check.difference_in_double, 3);
  const bool mask_alone = session.causal && session.position == PositionScheme::off;
  if (pair.check.rows_travel) {
    return {question, text("page.no"), text("order.detail-no", {T, in_float, in_double}), Tone::warn};
  }
  return {question, text("page.yes"),
          text(mask_alone ? "order.detail-leak" : "order.detail-yes",
               {std::to_string(pair.rows_same()), T, in_float, in_double}),
          Tone::good};
}

}  // namespace

Finding draw_order_page(const Shown& shown, Column& column) {
  if (shown.results.ids.empty()) return ask_for_tokens(column, text("order.question"));
  const OrderTopic& topic = shown.topic(order_topic);
  draw_movable(shown, column);
  const bool moved = topic.moved && !topic.moved->reads_the_same();
  const auto outputs = [&](Column& part) {
    if (!moved) draw_outputs(shown, topic, part);
    draw_gap(topic, part);
  };
  column.side_by_side(360.0F, {[&](Column& part) { draw_weights(shown, topic, part); }, outputs});
  if (moved) draw_linked(*topic.moved, column);
  draw_bites(topic, column);
  draw_answers(topic, column);
  return finding(shown.session, topic);
}

}  // namespace whatwhere
