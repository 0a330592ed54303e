// What the pages of a model share: which row is asked about, and how one is found.
#include <cmath>

#include "app/pages/model_pages.h"
#include "app/panels/model_panels.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/model/query.h"
#include "core/model/token_search.h"
#include "core/numbers.h"
#include "core/tables/table.h"

namespace whatwhere {

Finding ask_for_model(const Shown& shown, Column& column, const std::string& question) {
  column.gap(12.0F);
  column.words(text("model.none"));
  column.gap(8.0F);
  const Rect line = column.line(0.0F);
  column.advance_to(draw_model_choice(column.ui(), shown, {line.x, line.y, line.w, 0.0F}));
  return {question, "\xE2\x80\x94", text("model.none"), Tone::quiet};
}

void draw_search_field(Ui& ui, const Shown& shown, const std::string& name, const Rect& rect) {
  ModelView& view = shown.model_view;
  const auto typed = word_field(ui, name, view.search, text("table.search"), rect);
  const auto edited = ui.fields.find(name);
  if (edited != ui.fields.end() && edited->second.editing) view.search = edited->second.text;
  if (!typed) return;
  view.search = *typed;
  // A number names one row: it is what is asked about.
  if (!typed->starts_with("#") || found_tokens(shown).empty()) return;
  const auto row = static_cast<std::size_t>(found_tokens(shown).front());
  ask_about(ui, shown, false, row);
  view.bring_row = ModelView::RowOf{false, row};
}

const std::vector<TokenId>& found_tokens(const Shown& shown) {
  ModelView& view = shown.model_view;
  if (view.found_for != view.search) {
    view.found = find_tokens(*shown.session.real->model, view.search, kMostFound);
    view.found_for = view.search;
  }
  return view.found;
}

void draw_P_row_field(Ui& ui, const Shown& shown, const std::string& name, const Rect& rect) {
  const std::string last = std::to_string(shown.session.real->model->position_table()->rows() - 1);
  ModelView& view = shown.model_view;
  const std::string now = view.P_row ? std::to_string(*view.P_row) : "";
  const auto typed = word_field(ui, name, now, text("table.find-P", {last}), rect);
  if (!typed) return;
  if (typed->empty()) return view.P_row.reset();
  const auto row = parse_u64(*typed);
  if (!row || *row >= shown.session.real->model->position_table()->rows()) {
    ui.refused = text("table.no-P-row", {*typed, last});
    return;
  }
  view.P_row = static_cast<std::size_t>(*row);
  view.bring_row = ModelView::RowOf{true, *view.P_row};
}

std::optional<std::size_t> asked_row(const Shown& shown, bool of_P) {
  if (of_P) {
    const auto& row = shown.model_view.P_row;
    return row && *row < shown.session.real->model->position_table()->rows() ? row : std::nullopt;
  }
  const Query query = parse_query(*shown.session.real->model, shown.session.real->query);
  if (query.terms.size() != 1 || !query.problem.empty()) return std::nullopt;
  return static_cast<std::size_t>(query.terms[0].row);
}

void ask_about(Ui& ui, const Shown& shown, bool of_P, std::size_t row) {
  if (of_P) {
    shown.model_view.P_row = row;
  } else {
    ui.ask({.id = ActionId::set_query, .text = "#" + std::to_string(row)});
  }
}

std::string row_label(const Ui& ui, const Shown& shown, bool of_P, std::size_t row) {
  if (of_P) return std::to_string(row);
  return std::to_string(row) + "  " + shown.word(ui, static_cast<TokenId>(row));
}

double length_of_row(const Tensor& table, std::size_t row) {
  std::vector<float> numbers(static_cast<std::size_t>(table.d()));
  read_row(table, row, numbers);
  const std::span<const float> row_numbers = numbers;
  return std::sqrt(dot_product(row_numbers, row_numbers));
}

}  // namespace whatwhere
