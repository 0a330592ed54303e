// Neighbours: the rows nearest to a row or to a sum of rows, over all rows; and what adding the position does
// to them.
#include <algorithm>
#include <utility>

#include "app/pages/model_pages.h"
#include "app/panels/model_panels.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/model/built_in.h"
#include "core/model/query.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr std::size_t kShown = 12;
constexpr float kRow = 24.0F;

using Near = std::shared_ptr<const std::vector<Neighbour>>;

// ---- The query ----

// What a built-in model can be asked at once.
std::vector<std::string> suggestions(const Model& model) {
  const auto name = built_in_name(model.path);
  if (name == "shakespeare") return {" father", " king", " love"};
  if (name == "words") return {"king - man + woman", "paris - france + italy", "dog"};
  return {};
}

void draw_query(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const ModelChoices& real = *shown.session.real;
  Flow flow(column.line(32.0F), ui.px(32.0F), ui.px(8.0F));
  const Rect field = flow.next(ui.px(320.0F));
  const auto typed = word_field(ui, "field/query", real.query, text("neighbours.hint"), field);
  if (typed) ui.ask({.id = ActionId::set_query, .text = *typed});
  const std::vector<std::string> metrics = {text("neighbours.cosine"), text("neighbours.dot"),
                                            text("neighbours.l2")};
  const auto metric = choice(ui, "neighbours/metric", flow.next(choice_width(ui, metrics)), metrics,
                             static_cast<std::size_t>(real.metric));
  if (metric) ui.ask({.id = ActionId::choose_metric, .choice = *metric});
  for (const std::string& example : suggestions(*real.model)) {
    const Rect rect = flow.next(button_width(ui, example));
    if (button(ui, "query/" + example, rect, example)) ui.ask({.id = ActionId::set_query, .text = example});
  }
  column.advance_to(flow.bottom());
  column.gap(8.0F);
}

// ---- A list of neighbours ----

std::string score_word(Metric metric) {
  if (metric == Metric::cosine) return text("neighbours.cosine");
  return text(metric == Metric::dot ? "neighbours.dot" : "neighbours.l2");
}

struct NearLook {
  std::string name;
  NearList list = NearList::query;
  const Query* query = nullptr;  // its own rows are marked
};

void draw_neighbour(const Shown& shown, const NearLook& look, std::size_t rank, const Neighbour& n,
                    Column& column) {
  Ui& ui = column.ui();
  const auto id = static_cast<TokenId>(n.row);
  const Rect line = column.line(kRow);
  const Hit h = hit(ui, look.name + "/" + std::to_string(rank), line);
  if (h.hovered) fill(line, ui.palette->raised, ui.px(4.0F));
  const bool own = look.query != nullptr && look.query->names(n.row);
  const float chip = std::min(ui.px(130.0F), line.w - ui.px(220.0F));
  text_in({line.x, line.y, ui.px(22.0F), line.h}, ui.fonts.mono, ui.palette->quiet, std::to_string(rank + 1),
          Align::right);
  token_chip(ui, {line.x + ui.px(30.0F), line.y + ui.px(2.0F), chip, line.h - ui.px(4.0F)}, id,
             shown.word(ui, id));
  const float x = line.x + ui.px(38.0F) + chip;
  text_in({x, line.y, ui.px(60.0F), line.h}, ui.fonts.mono, ui.palette->quiet, std::to_string(n.row));
  text_in({x + ui.px(62.0F), line.y, ui.px(110.0F), line.h}, ui.fonts.mono, ui.palette->text,
          fixed(n.score, 6));
  if (own)
    text_in({x + ui.px(140.0F), line.y, line.right() - x - ui.px(140.0F), line.h}, ui.fonts.small,
            ui.palette->accent, text("neighbours.own"));
  ui.said[look.name + "/" + std::to_string(rank)] = token_text(*shown.session.real->model, id);
  if (h.hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui, shown.word(ui, id) + "   id " + std::to_string(n.row),
            score_word(shown.session.real->metric) + " " + significant(n.score, 9) + "\n" +
                text("neighbours.click"));
  }
  if (h.clicked) ask_about(ui, shown, false, n.row);
}

void draw_list(const Shown& shown, const NearLook& look, const Near& near, Column& column) {
  if (!near) {
    Ui& ui = column.ui();
    const Rect line = column.line(32.0F);
    const std::string& words = text("neighbours.searching");
    if (!shown.work.norms_job().done())
      return draw_kept_work(ui, look.name, words, shown.work.norms_job(), line);
    return draw_kept_work(ui, look.name, words, shown.work.nearest_job(look.list), line);
  }
  if (near->empty()) return column.words(text("neighbours.none"));
  for (std::size_t i = 0; i < std::min(near->size(), kShown); ++i)
    draw_neighbour(shown, look, i, (*near)[i], column);
}

NearKey near_key(const ModelChoices& real, std::vector<float> query, std::size_t k) {
  NearKey key;
  key.table.model = real.model;
  key.query = std::move(query);
  key.metric = real.metric;
  key.k = k;
  return key;
}

void draw_nearest(const Shown& shown, const Query& query, Column& column) {
  const ModelChoices& real = *shown.session.real;
  column.heading(text("neighbours.of-query"));
  if (!query.problem.empty()) {
    column.ui().said["neighbours/problem"] = query.problem;
    return column.words(query.problem);
  }
  column.words(
      text("neighbours.exact", {std::to_string(real.model->token_table().rows()), score_word(real.metric)}));
  const NearKey key =
      near_key(real, query_vector(real.model->token_table(), query.terms), kShown + query.terms.size());
  draw_list(shown, {"neighbours/query", NearList::query, &query}, shown.work.nearest(NearList::query, key),
            column);
}

// ---- With the position and without ----

struct SlotLists {
  std::size_t t = 0;
  Near tok_emb;
  Near input_emb;
};

SlotLists slot_lists(const Shown& shown) {
  const ModelChoices& real = *shown.session.real;
  const ModelResults& r = *shown.model;
  SlotLists slot{std::min(shown.model_view.slot, r.ids.size() - 1), {}, {}};
  const auto key = [&](const Table& grid) {
    const auto row = grid.row(slot.t);
    return near_key(real, {row.begin(), row.end()}, kShown);
  };
  slot.tok_emb = shown.work.nearest(NearList::tok_emb, key(r.grid.tok_emb));
  slot.input_emb = shown.work.nearest(NearList::input_emb, key(r.grid.input_emb));
  return slot;
}

void draw_slot_choice(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const auto& ids = shown.model->ids;
  const std::size_t t = std::min(shown.model_view.slot, ids.size() - 1);
  const std::string at = std::to_string(t) + ": " + shown.word(ui, ids[t]);
  const auto moved = slider(ui, "neighbours/slot", column.line(30.0F), static_cast<double>(t),
                            {.low = 0.0,
                             .high = static_cast<double>(std::max<std::size_t>(ids.size() - 1, 1)),
                             .step = 1.0,
                             .caption = text("neighbours.slot"),
                             .shown = at});
  if (moved) shown.model_view.slot = std::min(static_cast<std::size_t>(moved->value), ids.size() - 1);
  column.gap(4.0F);
}

void draw_with_position(const Shown& shown, const SlotLists& slot, Column& column) {
  const bool on = adds_to_input(shown_scheme(shown.session));
  column.heading(text("neighbours.with-P"));
  const Model& model = *shown.session.real->model;
  column.words(text(on                          ? "neighbours.with-P-how"
                    : model.can_add_positions() ? "neighbours.with-P-off"
                    : model.P                   ? "neighbours.P-width"
                                                : "neighbours.no-P"));
  draw_slot_choice(shown, column);
  column.side_by_side(
      240.0F,
      {[&](Column& part) {
         part.caption(text("neighbours.of-tok-emb", {std::to_string(slot.t)}));
         draw_list(shown, {"neighbours/tok_emb", NearList::tok_emb, nullptr}, slot.tok_emb, part);
       },
       [&](Column& part) {
         part.caption(text("neighbours.of-input-emb", {std::to_string(slot.t)}));
         draw_list(shown, {"neighbours/input_emb", NearList::input_emb, nullptr}, slot.input_emb, part);
       }});
}

// Is this row among those that are nearest, equal scores counted alike?
bool is_nearest(const std::vector<Neighbour>& near, std::size_t row) {
  return std::any_of(near.begin(), near.end(),
                     [&](const Neighbour& n) { return n.row == row && n.score == near.front().score; });
}

Finding finding(const Shown& shown, const SlotLists& slot) {
  const std::string question = text("neighbours.question", {std::to_string(slot.t)});
  const std::string none = "\xE2\x80\x94";
  if (!adds_to_input(shown_scheme(shown.session)))
    return {question, none, text("neighbours.off"), Tone::quiet};
  if (!slot.input_emb || !slot.tok_emb) return {question, none, text("neighbours.searching"), Tone::quiet};
  const auto own = static_cast<std::size_t>(shown.model->ids[slot.t]);
  const Model& model = *shown.session.real->model;
  const std::string word = token_text(model, static_cast<TokenId>(own));
  if (!is_nearest(*slot.tok_emb, own)) return {question, none, text("neighbours.never", {word}), Tone::quiet};
  if (slot.input_emb->empty()) return {question, none, text("neighbours.none"), Tone::quiet};
  const Neighbour& first = slot.input_emb->front();
  const std::string score = fixed(first.score, 4);
  if (is_nearest(*slot.input_emb, own))
    return {question, text("page.no"), text("neighbours.kept", {word, score}), Tone::good};
  return {question, text("page.yes"),
          text("neighbours.lost", {word, token_text(model, static_cast<TokenId>(first.row)), score}),
          Tone::warn};
}

}  // namespace

Finding draw_neighbours_page(const Shown& shown, Column& column) {
  if (shown.model == nullptr) return ask_for_model(shown, column, text("neighbours.question-none"));
  const Query query = parse_query(*shown.session.real->model, shown.session.real->query);
  draw_query(shown, column);
  if (shown.model->ids.empty()) {
    draw_nearest(shown, query, column);
    return {text("neighbours.question-none"), "\xE2\x80\x94", text("neighbours.no-text"), Tone::quiet};
  }
  const SlotLists slot = slot_lists(shown);
  column.side_by_side(340.0F,
                      {[&](Column& part) { draw_nearest(shown, query, part); },
                       [&](Column& part) { draw_with_position(shown, slot, part); }},
                      {2.0F, 3.0F});
  return finding(shown, slot);
}

}  // namespace whatwhere
