// Table: all of E or P as one picture, from the whole of it to single cells.
#include <algorithm>
#include <cmath>

#include "app/pages/model_pages.h"
#include "app/panels/model_panels.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/model/query.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr float kLabel = 150.0F;
constexpr float kLabelled = 14.0F;   // from this height of a row at scale 1 on it has a label
constexpr float kLowest = 260.0F;    // the height of the picture at scale 1
constexpr float kZoomLines = 62.0F;  // of the buttons above it

// ---- The picture ----

// What a texel stands for. Rows are counted in the order in which they are shown.
struct Texel {
  std::size_t first_row = 0;
  std::size_t end_row = 0;
  std::size_t first_column = 0;
  std::size_t end_column = 0;
};

// A part of a table, and how large it is drawn.
struct View {
  TableKey key;
  std::shared_ptr<const OrderedTable> ordered;
  ColumnWindow rows;
  ColumnWindow columns;
  std::size_t w = 1;  // texels
  std::size_t h = 1;
  float range = 0.0F;
  const Palette* palette = nullptr;
  bool operator==(const View&) const = default;

  std::size_t block() const { return ordered->blocks.rows_per_block; }
  // Is there a whole block of rows for each texel? Then it stands for some of these.
  bool by_blocks() const { return rows.count >= block() * h; }

  Texel texel(std::size_t x, std::size_t y) const {
    Texel t;
    t.first_column = columns.first + columns.count * x / w;
    t.end_column = columns.first + columns.count * (x + 1) / w;
    const std::size_t unit = by_blocks() ? block() : 1;
    const std::size_t first = rows.first / unit;
    const std::size_t count = (rows.first + rows.count + unit - 1) / unit - first;
    t.first_row = (first + count * y / h) * unit;
    t.end_row = std::min((first + count * (y + 1) / h) * unit, ordered->rows.size());
    return t;
  }
};

// Of two numbers the one that counts for a picture: what is no number before all, then the farther from 0.
float farther(float a, float b) {
  if (std::isnan(a)) return a;
  return std::isnan(b) || std::abs(b) > std::abs(a) ? b : a;
}

// The number of each texel of line y; `texels`: what each of its texels stands for.
void take_line(const View& view, const std::vector<Texel>& texels, std::size_t y, std::vector<float>& row,
               std::vector<float>& numbers) {
  numbers.assign(view.w, 0.0F);
  const Texel line = view.texel(0, y);
  const auto take = [&](std::span<const float> from) {
    for (std::size_t x = 0; x < view.w; ++x)
      numbers[x] = farther(numbers[x], from[extreme_of(from, texels[x].first_column, texels[x].end_column)]);
  };
  if (view.by_blocks()) {
    const std::size_t end = (line.end_row + view.block() - 1) / view.block();
    for (std::size_t b = line.first_row / view.block(); b < end; ++b) {
      take(view.ordered->blocks.low.row(b));
      take(view.ordered->blocks.high.row(b));
    }
    return;
  }
  for (std::size_t i = line.first_row; i < line.end_row; ++i) {
    read_row(view.key.tensor(), view.ordered->rows[i], row);
    take(row);
  }
}

Image make_picture(const View& view) {
  Image image{static_cast<int>(view.w), static_cast<int>(view.h), {}, {}};
  image.pixels.reserve(view.w * view.h);
  std::vector<Texel> texels;
  for (std::size_t x = 0; x < view.w; ++x) texels.push_back(view.texel(x, 0));
  std::vector<float> row(static_cast<std::size_t>(view.key.tensor().d()));
  std::vector<float> numbers;
  for (std::size_t y = 0; y < view.h; ++y) {
    take_line(view, texels, y, row, numbers);
    for (const float x : numbers) image.pixels.push_back(heat_colour(*view.palette, x, view.range));
  }
  return image;
}

// The cell that a texel shows: of those that it stands for the farthest from 0.
MatrixCell cell_of(const View& view, const Texel& t) {
  std::vector<float> row(static_cast<std::size_t>(view.key.tensor().d()));
  MatrixCell found{view.ordered->rows[t.first_row], t.first_column};
  float best = 0.0F;
  for (std::size_t i = t.first_row; i < t.end_row; ++i) {
    read_row(view.key.tensor(), view.ordered->rows[i], row);
    const std::size_t j = extreme_of(row, t.first_column, t.end_column);
    if (i > t.first_row && farther(best, row[j]) == best) continue;
    best = row[j];
    found = {view.ordered->rows[i], j};
    if (std::isnan(best)) break;
  }
  return found;
}

void draw_cell_note(Ui& ui, const Shown& shown, const View& view, const TableSurvey& survey, const Texel& t,
                    const MatrixCell& cell) {
  std::vector<float> row(static_cast<std::size_t>(view.key.tensor().d()));
  read_row(view.key.tensor(), cell.row, row);
  const float x = row[cell.column];
  const char* symbol = view.key.is_P ? "P" : "E";
  std::string note;
  if (!view.key.is_P) note = shown.word(ui, static_cast<TokenId>(cell.row)) + "\n";
  const std::size_t rows = t.end_row - t.first_row;
  const std::size_t columns = t.end_column - t.first_column;
  if (rows * columns > 1)
    note += text("table.farthest", {std::to_string(rows), std::to_string(columns)}) + "\n";
  const ColumnSurvey& column = survey.columns[cell.column];
  note += text("table.column", {std::to_string(cell.column), significant(column.mean, 4),
                                significant(column.std, 4), significant(static_cast<double>(column.low), 4),
                                significant(static_cast<double>(column.high), 4)}) +
          "\n";
  note += text("table.length-of", {significant(survey.norms[cell.row], 6)});
  if (!view.key.is_P) note += "\n" + text("table.click");
  tooltip(ui,
          std::string(symbol) + "[" + std::to_string(cell.row) + "," + std::to_string(cell.column) +
              "] = " + nine_digits(x) + "   " + bits_of(x),
          note);
}

void draw_numbers(Ui& ui, const View& view, const Rect& rect) {
  const float cell = rect.w / static_cast<float>(view.w);
  const float h = rect.h / static_cast<float>(view.h);
  if (view.w < view.columns.count || view.h < view.rows.count || h < ui.fonts.digits->FontSize) return;
  if (text_width(ui.fonts.digits, cell_text(-view.range, view.range)) > cell - ui.px(6.0F)) return;
  std::vector<float> row(static_cast<std::size_t>(view.key.tensor().d()));
  for (std::size_t y = 0; y < view.h; ++y) {
    read_row(view.key.tensor(), view.ordered->rows[view.rows.first + y], row);
    for (std::size_t x = 0; x < view.w; ++x) {
      const float number = row[view.columns.first + x];
      text_in({rect.x + cell * static_cast<float>(x), rect.y + h * static_cast<float>(y), cell, h},
              ui.fonts.digits, text_on(heat_colour(*view.palette, number, view.range)),
              cell_text(number, view.range), Align::centre);
    }
  }
}

// Row numbers, with their tokens, where rows are high enough; the first and the last in sight otherwise.
void draw_labels(Ui& ui, const Shown& shown, const View& view, const Rect& rect) {
  const float h = rect.h / static_cast<float>(view.rows.count);
  const auto label = [&](std::size_t i, float y, float height) {
    const std::size_t row = view.ordered->rows[i];
    std::string words = std::to_string(row);
    if (!view.key.is_P) words += "  " + shown.word(ui, static_cast<TokenId>(row));
    text_in({rect.x, y, rect.w - ui.px(8.0F), height}, ui.fonts.small, ui.palette->quiet, words,
            Align::right);
  };
  if (h >= ui.px(kLabelled)) {
    for (std::size_t k = 0; k < view.rows.count; ++k)
      label(view.rows.first + k, rect.y + h * static_cast<float>(k), h);
    return;
  }
  const float line = ui.px(18.0F);
  label(view.rows.first, rect.y, line);
  label(view.rows.first + view.rows.count - 1, rect.bottom() - line, line);
}

// The mouse over the picture: the wheel scrolls, with Ctrl it zooms the rows, with Shift too the columns;
// dragging moves the table.
void follow_mouse(Ui& ui, ModelView& model_view, const View& view, const Rect& rect, const Hit& h) {
  const ImGuiIO& io = ImGui::GetIO();
  const auto V = view.ordered->rows.size();
  const auto d = static_cast<std::size_t>(view.key.tensor().d());
  const auto rows = static_cast<double>(view.rows.count);
  const auto columns = static_cast<double>(view.columns.count);
  if (h.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    model_view.rows =
        panned(model_view.rows,
               model_view.drag_left.take_y(-io.MouseDelta.y / rect.h * static_cast<float>(rows)), V);
    model_view.table_columns =
        panned(model_view.table_columns,
               model_view.drag_left.take_x(-io.MouseDelta.x / rect.w * static_cast<float>(columns)), d);
    ui.dragged = "table/picture";
    return;
  }
  if (!h.hovered || (io.MouseWheel == 0.0F && io.MouseWheelH == 0.0F)) return;
  const double factor = io.MouseWheel > 0.0F ? 1.5 : 1.0 / 1.5;
  if (io.KeyCtrl && !io.KeyShift) {
    const double part = static_cast<double>((io.MousePos.y - rect.y) / rect.h);
    model_view.rows = zoomed(view.rows, factor, static_cast<double>(view.rows.first) + part * rows, V);
  } else if (io.KeyCtrl || io.KeyShift || io.MouseWheelH != 0.0F) {
    follow_wheel(model_view.table_columns, d, rect);
  } else {
    model_view.rows = panned(view.rows, -static_cast<double>(io.MouseWheel) * std::max(1.0, rows / 8.0), V);
  }
}

void mark_asked(Ui& ui, const Shown& shown, const View& view, const Rect& rect) {
  const auto asked = asked_row(shown);
  if (!asked || view.key.is_P) return;
  const auto& rows = view.ordered->rows;
  const auto at = std::find(rows.begin(), rows.end(), static_cast<std::uint32_t>(*asked)) - rows.begin();
  const auto i = static_cast<std::size_t>(at);
  if (i < view.rows.first || i >= view.rows.first + view.rows.count) return;
  const float h = rect.h / static_cast<float>(view.rows.count);
  const float y = rect.y + h * static_cast<float>(i - view.rows.first);
  const float height = std::max(h, ui.px(3.0F));
  outline({rect.x - ui.px(2.0F), std::round(y + h / 2.0F - height / 2.0F), rect.w + ui.px(4.0F), height},
          ui.palette->accent, 0.0F, ui.px(1.0F));
}

void draw_picture(Ui& ui, const Shown& shown, const View& view, const TableSurvey& survey, const Rect& rect) {
  const Image& image = ui.images.of(ui.textures, "table", view, make_picture);
  const Hit h = hit(ui, "table/picture", rect);
  ImGui::GetWindowDrawList()->AddImage(image.texture, rect.min(), rect.max());
  ui.cell_colours["table/picture"] = image.pixels;
  draw_numbers(ui, view, rect);
  mark_asked(ui, shown, view, rect);
  if (h.hovered && ui.dragged.empty()) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const auto at = [](float part, std::size_t count) {
      return std::min(static_cast<std::size_t>(std::max(part, 0.0F) * static_cast<float>(count)), count - 1);
    };
    const Texel t =
        view.texel(at((mouse.x - rect.x) / rect.w, view.w), at((mouse.y - rect.y) / rect.h, view.h));
    const MatrixCell cell = cell_of(view, t);
    draw_cell_note(ui, shown, view, survey, t, cell);
    if (h.clicked && !view.key.is_P) ask_about(ui, static_cast<TokenId>(cell.row));
  }
  follow_mouse(ui, shown.model_view, view, rect, h);
  if (!h.held && ui.dragged == "table/picture") ui.dragged.clear();
}

// ---- What is seen of it ----

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
    }
  }
  std::vector<std::string> orders = {text("table.by-id"), text("table.by-norm")};
  if (!view.shows_P)
    orders.push_back(text("table.by-likeness", {shown.word(ui, static_cast<TokenId>(view.like))}));
  if (static_cast<std::size_t>(view.order) >= orders.size()) view.order = RowOrder::by_id;
  const auto order = choice(ui, "table/order", flow.next(choice_width(ui, orders)), orders,
                            static_cast<std::size_t>(view.order));
  if (order) view.order = static_cast<RowOrder>(*order);
  const auto asked = view.shows_P ? std::nullopt : asked_row(shown);
  // It stays with the row that it was chosen for.
  if (view.order != RowOrder::by_likeness || order) view.like = asked ? static_cast<std::size_t>(*asked) : 0;
  if (!view.shows_P) {
    const auto typed =
        word_field(ui, "field/search", view.search, text("table.search"), flow.next(ui.px(220.0F)));
    follow_search(ui, view, "field/search", typed);
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

void draw_table(const Shown& shown, const TableKey& key, const std::shared_ptr<const TableFacts>& facts,
                float height, Column& column) {
  Ui& ui = column.ui();
  ModelView& view = shown.model_view;
  const auto ordered = shown.work.ordered(order_of(view, key));
  if (!facts)
    draw_kept_work(ui, "survey", text("table.reading"), shown.work.facts_job(key.is_P), column.line(32.0F));
  if (!ordered)
    draw_kept_work(ui, "order", text("table.ordering"), shown.work.ordered_job(), column.line(32.0F));
  if (!ordered || !facts) return;
  const float label = ui.px(kLabel);
  const Rect all{column.line(0.0F).x, column.bottom(), column.width(), height};
  const Rect rect{all.x + label, all.y, all.w - label, all.h};
  const View seen{key,
                  ordered,
                  view.rows,
                  view.table_columns,
                  std::min(static_cast<std::size_t>(rect.w), view.table_columns.count),
                  std::min(static_cast<std::size_t>(rect.h), view.rows.count),
                  facts->survey.range / view.contrast(),
                  ui.palette};
  view.colour_bar = {seen.range, text("table.colours", {key.is_P ? "P" : "E"})};
  draw_picture(ui, shown, seen, facts->survey, rect);
  draw_labels(ui, shown, seen, {all.x, all.y, label, all.h});
  column.advance_to(all.bottom());
}

// Brings a row into sight, close enough to be read.
void show_row(ModelView& view, const OrderedTable& ordered, std::size_t row) {
  const auto at = std::find(ordered.rows.begin(), ordered.rows.end(), static_cast<std::uint32_t>(row));
  const auto i = static_cast<std::size_t>(at - ordered.rows.begin());
  const std::size_t V = ordered.rows.size();
  const std::size_t count = std::min<std::size_t>(std::min<std::size_t>(view.rows.count, 24), V);
  const std::size_t first = i > count / 2 ? i - count / 2 : 0;
  view.rows = {std::min(first, V - count), count};
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
  std::optional<std::size_t> jump;
  // The picture takes what the two lines of buttons above it leave.
  const float used = column.bottom() - top;
  const float picture = std::max(height - used - ui.px(kZoomLines), ui.px(kLowest));
  column.side_by_side(300.0F,
                      {[&](Column& part) {
                         draw_zoom(shown, key.tensor(), picture, part);
                         draw_table(shown, key, facts, picture, part);
                       },
                       [&](Column& part) {
                         if (facts) draw_table_side(shown, key, *facts, part, jump);
                       }},
                      {2.2F, 1.0F});
  if (jump) {
    if (const auto ordered = shown.work.ordered(order_of(view, key))) show_row(view, *ordered, *jump);
  }
  const std::string symbol = key.is_P ? "P" : "E";
  if (!facts) return {text("table.question", {symbol}), "\xE2\x80\x94", text("table.reading"), Tone::quiet};
  return finding(facts->survey, symbol);
}

}  // namespace whatwhere
