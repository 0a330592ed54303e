// The side of the table's page: the row that is asked about, what a search finds, the lengths of all rows,
// and what is odd or stands out.
#include <algorithm>
#include <cmath>

#include "app/pages/model_pages.h"
#include "app/panels/words.h"
#include "app/ui/texts.h"
#include "core/model/token_search.h"
#include "core/numbers.h"
#include "core/order/distance.h"

namespace whatwhere {

namespace {

constexpr std::size_t kListed = 5;

// What the parts of the side share.
struct Side {
  const Shown& shown;
  const TableKey& key;
  const TableFacts* facts;  // null until all rows were read
  Column& column;

  Ui& ui() const { return column.ui(); }
  std::string label(std::size_t row) const { return row_label(column.ui(), shown, key.is_P, row); }
};

// Rows on buttons; a click asks about one and brings it into sight.
template <typename Rows>
void draw_rows(Side& side, const std::string& name, const Rows& rows, std::size_t most) {
  Ui& ui = side.ui();
  Flow flow(side.column.line(24.0F), ui.px(24.0F), ui.px(4.0F));
  for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), most); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    const std::string label = side.label(row);
    const Rect rect = flow.next(std::min(button_width(ui, label), side.column.width()));
    const bool clicked = button(ui, name + "/" + std::to_string(i), rect, label);
    if (ImGui::IsItemHovered())
      tooltip(ui, label, text("table.length-of", {significant(length_of_row(side.key.tensor(), row), 9)}));
    if (!clicked) continue;
    side.shown.model_view.bring_row = ModelView::RowOf{side.key.is_P, row};
    ask_about(ui, side.shown, side.key.is_P, row);
  }
  side.column.advance_to(flow.bottom());
}

void draw_fact(Side& side, const std::string& words, const std::string& value) {
  const Rect line = side.column.line(20.0F);
  text_in(line, side.ui().fonts.body, side.ui().palette->quiet, words);
  text_in(line, side.ui().fonts.mono, side.ui().palette->text, value, Align::right);
}

// The same, and named by the key of its words.
void draw_named_fact(Side& side, const char* key, const std::string& value) {
  draw_fact(side, text(key), value);
  side.ui().said[key] = value;
}

// "3 of 2048", longest first; a length that is no number has no rank.
std::string rank_of(const std::vector<double>& norms, std::size_t row) {
  if (std::isnan(norms[row])) return "\xE2\x80\x94";
  const auto rank = 1 + static_cast<std::size_t>(std::count_if(
                            norms.begin(), norms.end(), [&](double norm) { return norm > norms[row]; }));
  return text("page.of", {std::to_string(rank), std::to_string(norms.size())});
}

void draw_twin(Side& side, TokenId id) {
  const Tensor& table = side.key.tensor();
  const auto twin = spaced_twin(*side.key.model, id);
  if (!twin) return;
  std::vector<float> a(static_cast<std::size_t>(table.d()));
  std::vector<float> b(a.size());
  read_row(table, static_cast<std::size_t>(id), a);
  read_row(table, static_cast<std::size_t>(*twin), b);
  draw_fact(side, text("table.twin", {side.label(static_cast<std::size_t>(*twin))}),
            significant(cosine(a, b), 4));
}

void draw_asked(Side& side) {
  const auto row = asked_row(side.shown, side.key.is_P);
  if (!row) return;
  side.column.heading(text("table.row", {side.label(*row)}));
  draw_fact(side, text("table.norm"), significant(length_of_row(side.key.tensor(), *row), 6));
  if (side.facts != nullptr) {
    const TableSurvey& survey = side.facts->survey;
    draw_fact(side, text("table.rank"), rank_of(survey.norms, *row));
    draw_fact(side, text("table.from-centroid"), significant(survey.centroid_distance[*row], 6));
  }
  if (!side.key.is_P) draw_twin(side, static_cast<TokenId>(*row));
  side.ui().said["table/row"] = side.label(*row);
}

void draw_column(Side& side) {
  const auto column = side.shown.model_view.asked_column;
  if (!column || side.facts == nullptr || *column >= side.facts->survey.columns.size()) return;
  const ColumnSurvey& found = side.facts->survey.columns[*column];
  side.column.heading(text("table.column", {std::to_string(*column)}));
  draw_named_fact(side, "table.mean", significant(found.mean, 6));
  draw_named_fact(side, "table.std", significant(found.std, 6));
  draw_named_fact(side, "table.low", nine_digits(found.low));
  draw_named_fact(side, "table.high", nine_digits(found.high));
  side.ui().said["table/column"] = std::to_string(*column);
}

void draw_search(Side& side) {
  const std::string& what = side.shown.model_view.search;
  if (what.empty() || side.key.is_P) return;
  side.column.heading(text("table.found", {what}));
  const std::vector<TokenId>& found = found_tokens(side.shown);
  side.ui().said["table/found"] = std::to_string(found.size());
  if (found.empty())
    return side.column.words(text("table.found-none", {std::to_string(side.key.tensor().rows() - 1)}));
  draw_rows(side, "found", found, found.size());
  if (found.size() == kMostFound) side.column.caption(text("table.found-more", {std::to_string(kMostFound)}));
}

// The lengths of the rows, bar by bar; the length under the mouse in words.
void draw_histogram(Side& side) {
  Ui& ui = side.ui();
  side.column.heading(text("table.norms"));
  const Histogram& bins = side.facts->lengths;
  const std::size_t count = bins.counts.size();
  const std::uint64_t most = *std::max_element(bins.counts.begin(), bins.counts.end());
  const Rect area = side.column.line(64.0F);
  ui.record("table/histogram", area);
  const float w = area.w / static_cast<float>(count);
  const double step = (bins.high - bins.low) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float x = std::round(area.x + w * static_cast<float>(i));
    const Rect slot{x, area.y, std::round(area.x + w * static_cast<float>(i + 1)) - x, area.h};
    const bool hovered = ImGui::IsWindowHovered() && slot.contains(ImGui::GetMousePos());
    if (most > 0 && bins.counts[i] > 0) {
      const float h = std::max(1.0F, area.h * static_cast<float>(bins.counts[i]) / static_cast<float>(most));
      fill({slot.x, slot.bottom() - h, std::max(slot.w - 1.0F, 1.0F), h},
           hovered ? ui.palette->text : ui.palette->accent);
    }
    if (hovered)
      tooltip(ui, text("table.bin", {std::to_string(bins.counts[i])}),
              text("table.bin-range", {significant(bins.low + step * static_cast<double>(i), 4),
                                       significant(bins.low + step * static_cast<double>(i + 1), 4)}));
  }
  const Rect ends = side.column.line(16.0F);
  text_in(ends, ui.fonts.digits, ui.palette->quiet, significant(bins.low, 4));
  text_in(ends, ui.fonts.digits, ui.palette->quiet, significant(bins.high, 4), Align::right);
}

void draw_flags(Side& side) {
  const TableSurvey& s = side.facts->survey;
  side.column.heading(text("table.flags"));
  const auto flag = [&](const char* key, std::size_t count) {
    draw_named_fact(side, key, std::to_string(count));
  };
  flag("table.zero-rows", s.zero_rows.size());
  if (!s.zero_rows.empty()) draw_rows(side, "zero-rows", s.zero_rows, kListed);
  flag("table.odd-rows", s.odd_rows.size());
  if (!s.odd_rows.empty()) {
    flag("table.nans", static_cast<std::size_t>(s.counts.nan));
    flag("table.plus-infinities", static_cast<std::size_t>(s.counts.plus_infinity));
    flag("table.minus-infinities", static_cast<std::size_t>(s.counts.minus_infinity));
  }
  if (!s.odd_rows.empty()) draw_rows(side, "odd-rows", s.odd_rows, kListed);
  flag("table.duplicates", s.duplicates.size());
  if (!s.duplicates.empty()) {
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < std::min(s.duplicates.size(), kListed); ++i) {
      rows.push_back(s.duplicates[i].first);
      rows.push_back(s.duplicates[i].row);
    }
    draw_rows(side, "duplicates", rows, rows.size());
  }
  flag("table.minus-zeros", static_cast<std::size_t>(s.counts.minus_zero));
  flag("table.subnormals", static_cast<std::size_t>(s.counts.subnormal));
}

void draw_outliers(Side& side) {
  const TableSurvey& s = side.facts->survey;
  side.column.heading(text("table.outliers"));
  if (s.outlier_columns.empty()) return side.column.words(text("table.outliers-none"));
  std::string list;
  constexpr std::size_t kMost = 12;
  const std::size_t listed = std::min(s.outlier_columns.size(), kMost);
  for (std::size_t i = 0; i < listed; ++i) {
    const std::size_t j = s.outlier_columns[i];
    list += text("table.outlier",
                 {std::to_string(j), significant(s.columns[j].mean, 3), significant(s.columns[j].std, 3)}) +
            "\n";
  }
  if (s.outlier_columns.size() > listed)
    list += text("table.more", {std::to_string(s.outlier_columns.size() - listed)});
  side.column.words(list);
}

}  // namespace

void draw_table_side(const Shown& shown, const TableKey& key, const TableFacts* facts, Column& column) {
  Side side{shown, key, facts, column};
  draw_search(side);
  draw_asked(side);
  draw_column(side);
  if (facts == nullptr) return;
  draw_histogram(side);
  draw_flags(side);
  column.heading(text("table.centroid"));
  if (!key.is_P) column.words(text("table.centroid-how"));
  draw_rows(side, "centroid", facts->near_centroid, facts->near_centroid.size());
  draw_outliers(side);
}

}  // namespace whatwhere
