// Table: all of E or P as one picture, from the whole of it to single cells.
#include <algorithm>
#include <utility>

#include "app/pages/model_pages.h"
#include "app/pages/table_picture.h"
#include "app/panels/model_panels.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"

namespace whatwhere {

namespace {

constexpr float kLabel = 150.0F;
constexpr float kLowest = 260.0F;    // the height of the picture at scale 1
constexpr float kWork = 92.0F;       // of what is still being worked out, below it
constexpr float kZoomLines = 62.0F;  // of the buttons above it

void keep_windows_valid(ModelView& view, const Tensor& table) {
  const auto V = static_cast<std::size_t>(table.rows());
  const auto d = static_cast<std::size_t>(table.d());
  if (view.rows.count == 0 || view.rows.first + view.rows.count > V) view.rows = {0, V};
  if (view.table_columns.count == 0 || view.table_columns.first + view.table_columns.count > d)
    view.table_columns = {0, d};
}

void draw_choices(const Shown& shown, const Model& model, Column& column) {
  Ui& ui = column.ui();
  ModelView& view = shown.model_view;
  Flow flow(column.line(30.0F), ui.px(30.0F), ui.px(8.0F));
  if (model.P) {
    const std::vector<std::string> tables = {"E", "P"};
    const auto table =
        choice(ui, "table/which", flow.next(choice_width(ui, tables)), tables, view.shows_P ? 1 : 0);
    if (table) {
      view.shows_P = *table == 1;
      view.rows = view.table_columns = {};
      view.like = 0;
      view.asked_column.reset();
    }
  }
  const std::vector<std::string> orders = {
      text("table.by-id"), text("table.by-norm"),
      text("table.by-likeness", {row_label(ui, shown, view.shows_P, view.like)})};
  const auto order = choice(ui, "table/order", flow.next(choice_width(ui, orders)), orders,
                            static_cast<std::size_t>(view.order));
  if (order) view.order = static_cast<RowOrder>(*order);
  // It stays with the row that it was chosen for.
  if (view.order != RowOrder::by_likeness || order) view.like = asked_row(shown, view.shows_P).value_or(0);
  const Rect field = flow.next(ui.px(220.0F));
  if (view.shows_P) {
    draw_P_row_field(ui, shown, "field/P-row", field);
  } else {
    draw_search_field(ui, shown, "field/search", field);
  }
  column.advance_to(flow.bottom());
  column.gap(6.0F);
}

void draw_zoom(const Shown& shown, const Tensor& table, float height, Column& column) {
  Ui& ui = column.ui();
  ModelView& view = shown.model_view;
  const auto V = static_cast<std::size_t>(table.rows());
  const Rect line = column.line(26.0F);
  const float w = ui.px(74.0F);
  text_in({line.x, line.y, w, line.h}, ui.fonts.small, ui.palette->quiet, text("table.rows"));
  const float rows_bottom = draw_window(ui, "table-rows", "table.row-range", view.rows, V, height,
                                        {line.x + w, line.y, line.w - w, 0.0F});
  column.advance_to(rows_bottom + ui.px(4.0F));
  const Rect next = column.line(26.0F);
  text_in({next.x, next.y, w, next.h}, ui.fonts.small, ui.palette->quiet, text("table.columns"));
  const float columns_bottom = draw_window(
      ui, "table-columns", "model.columns", view.table_columns, static_cast<std::size_t>(table.d()),
      column.width() - ui.px(kLabel), {next.x + w, next.y, next.w - w, 0.0F});
  column.advance_to(columns_bottom + ui.px(6.0F));
}

OrderKey order_of(const ModelView& view, const TableKey& key) {
  return {key, view.order, view.order == RowOrder::by_likeness ? view.like : 0};
}

// Of the glimpse's rows those in sight, `most` at most, evenly.
std::vector<std::uint32_t> sampled_in(const ColumnWindow& rows, const Glimpse& glimpse, std::size_t most) {
  std::vector<std::uint32_t> seen;
  for (const std::uint32_t row : glimpse.rows) {
    if (row >= rows.first && row < rows.first + rows.count) seen.push_back(row);
  }
  if (seen.size() <= most) return seen;
  std::vector<std::uint32_t> sampled;
  for (std::size_t y = 0; y < most; ++y) sampled.push_back(seen[seen.size() * y / most]);
  return sampled;
}

// What can be shown at once: all of it once all rows were read and ordered; before that, by id, each row
// where they are few, and some of them where they are many. Nothing if there is none of these.
std::optional<TablePicture> picture_for(const Shown& shown, const TableKey& key, const TableFacts* facts,
                                        std::shared_ptr<const OrderedTable> ordered, const Palette& palette,
                                        const Rect& rect) {
  const ModelView& view = shown.model_view;
  TablePicture picture;
  picture.key = key;
  picture.ordered = std::move(ordered);
  picture.rows = view.rows;
  picture.columns = view.table_columns;
  picture.w = std::min(static_cast<std::size_t>(rect.w), view.table_columns.count);
  picture.h = std::min(static_cast<std::size_t>(rect.h), view.rows.count);
  picture.palette = &palette;
  const auto glimpse = facts != nullptr && picture.ordered ? nullptr : shown.work.glimpse(key);
  if (facts == nullptr && !glimpse) return std::nullopt;
  picture.range = (facts != nullptr ? facts->survey.range : glimpse->range) / view.contrast();
  if (picture.ordered) return picture;
  if (view.order != RowOrder::by_id) return std::nullopt;
  if (picture.h == view.rows.count) return picture;
  if (!glimpse) return std::nullopt;
  picture.sampled = sampled_in(view.rows, *glimpse, picture.h);
  picture.h = picture.sampled.size();
  return picture.h > 0 ? std::optional(picture) : std::nullopt;
}

// Brings the row that is wanted into sight, close enough to be read, once its place is known.
void bring_into_sight(ModelView& view, const TableKey& key, const OrderedTable* ordered) {
  if (!view.bring_row || view.bring_row->P != key.is_P) return;
  if (ordered == nullptr && view.order != RowOrder::by_id) return;
  const std::size_t row = std::exchange(view.bring_row, std::nullopt)->row;
  const auto V = static_cast<std::size_t>(key.tensor().rows());
  const std::size_t count = std::min({view.rows.count, std::size_t{24}, V});
  const std::size_t i = ordered != nullptr ? place_of(*ordered, row) : row;
  const std::size_t first = i > count / 2 ? i - count / 2 : 0;
  view.rows = {std::min(first, V - count), count};
}

// What is still being worked out, below the picture.
void draw_table_work(const Shown& shown, bool of_P, const std::optional<TablePicture>& picture,
                     Column& column) {
  Ui& ui = column.ui();
  if (picture && !picture->sampled.empty())
    column.caption(text("table.sampled", {std::to_string(picture->h), std::to_string(picture->rows.count)}));
  if (!shown.work.facts_job(of_P).done())
    draw_kept_work(ui, "survey", text("table.reading"), shown.work.facts_job(of_P), column.line(32.0F));
  if (!shown.work.ordered_job().done())
    draw_kept_work(ui, "order", text("table.ordering"), shown.work.ordered_job(), column.line(32.0F));
}

void draw_table(const Shown& shown, const TableKey& key, const TableFacts* facts,
                const std::shared_ptr<const OrderedTable>& ordered, float height, Column& column) {
  Ui& ui = column.ui();
  ModelView& view = shown.model_view;
  const float label = ui.px(kLabel);
  const bool waits = facts == nullptr || !ordered;
  const Rect all{column.line(0.0F).x, column.bottom(), column.width(),
                 height - (waits ? ui.px(kWork) : 0.0F)};
  const Rect rect{all.x + label, all.y, all.w - label, all.h};
  const auto picture = picture_for(shown, key, facts, ordered, *ui.palette, rect);
  const std::string symbol = key.is_P ? "P" : "E";
  if (facts != nullptr) {
    view.colour_bar = {facts->survey.range / view.contrast(), text("table.colours", {symbol})};
  } else if (picture) {
    view.colour_bar = {picture->range, text("table.colours-so-far", {symbol})};
  }
  if (picture) {
    draw_table_picture(ui, shown, *picture, facts, rect);
    draw_table_labels(ui, shown, *picture, {all.x, all.y, label, all.h});
    column.advance_to(all.bottom());
  }
  if (waits) draw_table_work(shown, key.is_P, picture, column);
}

Finding finding(const TableSurvey& survey, const std::string& symbol) {
  const std::size_t V = survey.norms.size();
  const std::size_t same = survey.duplicates.size();
  const std::size_t zero = survey.zero_rows.size();
  const std::size_t odd = survey.odd_rows.size();
  const bool clean = same + zero + odd == 0;
  return {text("table.question", {symbol}), text(clean ? "page.yes" : "page.no"),
          text("table.detail", {std::to_string(V), std::to_string(zero), std::to_string(same),
                                std::to_string(odd), std::to_string(survey.outlier_columns.size())}),
          clean ? Tone::good : Tone::warn};
}

}  // namespace

Finding draw_table_page(const Shown& shown, Column& column, float height) {
  if (shown.model == nullptr) return ask_for_model(shown, column, text("table.question", {"E"}));
  const Model& model = *shown.session.real->model;
  ModelView& view = shown.model_view;
  view.shows_P = view.shows_P && model.P;
  Ui& ui = column.ui();
  const float top = column.bottom();
  draw_choices(shown, model, column);
  const TableKey key{shown.session.real->model, view.shows_P};
  keep_windows_valid(view, key.tensor());
  const auto facts = shown.work.facts(key);
  const auto ordered = shown.work.ordered(order_of(view, key));
  bring_into_sight(view, key, ordered.get());
  // The picture takes what the two lines of buttons above it leave.
  const float used = column.bottom() - top;
  const float picture = std::max(height - used - ui.px(kZoomLines), ui.px(kLowest));
  column.side_by_side(300.0F,
                      {[&](Column& part) {
                         // Before all were read a line is one row, and stands for no others.
                         draw_zoom(shown, key.tensor(),
                                   ordered ? picture : static_cast<float>(view.rows.count), part);
                         draw_table(shown, key, facts.get(), ordered, picture, part);
                       },
                       [&](Column& part) { draw_table_side(shown, key, facts.get(), part); }},
                      {2.2F, 1.0F});
  const std::string symbol = key.is_P ? "P" : "E";
  if (!facts) return {text("table.question", {symbol}), "\xE2\x80\x94", text("table.reading"), Tone::quiet};
  return finding(facts->survey, symbol);
}

}  // namespace whatwhere
