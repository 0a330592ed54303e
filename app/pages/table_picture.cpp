#include "app/pages/table_picture.h"

#include <algorithm>
#include <cmath>

#include "app/pages/model_pages.h"
#include "app/panels/model_panels.h"
#include "app/panels/words.h"
#include "app/ui/texts.h"
#include "core/numbers.h"
#include "core/parallel.h"

namespace whatwhere {

namespace {

constexpr float kLabelled = 14.0F;  // from this height of a row at scale 1 on it has a label

// Of two numbers the one that counts for a picture: what is no number before all, then the farther from 0.
float farther(float a, float b) {
  if (std::isnan(a)) return a;
  return std::isnan(b) || std::abs(b) > std::abs(a) ? b : a;
}

// The number of each texel of line y; `texels`: what each of its texels stands for.
void take_line(const TablePicture& picture, const std::vector<Texel>& texels, std::size_t y,
               std::vector<float>& row, std::vector<float>& numbers) {
  numbers.assign(picture.w, 0.0F);
  const Texel line = picture.texel(0, y);
  const auto take = [&](std::span<const float> from) {
    for (std::size_t x = 0; x < picture.w; ++x)
      numbers[x] = farther(numbers[x], from[extreme_of(from, texels[x].first_column, texels[x].end_column)]);
  };
  if (picture.by_blocks()) {
    const BlockExtremes& blocks = picture.ordered->blocks;
    for (std::size_t b = line.first_row / blocks.rows_per_block;
         b < blocks_of(line.end_row, blocks.rows_per_block); ++b) {
      take(blocks.low.row(b));
      take(blocks.high.row(b));
    }
    return;
  }
  const Tensor& table = picture.key.tensor();
  read_row(table, picture.row_at(line.first_row), row);
  if (line.end_row - line.first_row == 1) return take(row);
  std::vector<float> low = row;
  std::vector<float> high = row;
  for (std::size_t i = line.first_row + 1; i < line.end_row; ++i)
    widen(row_of(table, picture.row_at(i), row), low, high);
  take(low);
  take(high);
}

// The cell that a texel shows: of those that it stands for the farthest from 0.
MatrixCell cell_of(const TablePicture& picture, const Texel& t) {
  std::vector<float> row(picture.d());
  MatrixCell found{picture.row_at(t.first_row), t.first_column};
  float best = 0.0F;
  for (std::size_t i = t.first_row; i < t.end_row; ++i) {
    read_row(picture.key.tensor(), picture.row_at(i), row);
    const std::size_t j = extreme_of(row, t.first_column, t.end_column);
    if (i > t.first_row && farther(best, row[j]) == best) continue;
    best = row[j];
    found = {picture.row_at(i), j};
    if (std::isnan(best)) break;
  }
  return found;
}

void draw_cell_note(Ui& ui, const Shown& shown, const TablePicture& picture, const TableFacts* facts,
                    const Texel& t, const MatrixCell& cell) {
  std::vector<float> row(picture.d());
  read_row(picture.key.tensor(), cell.row, row);
  const float x = row[cell.column];
  const bool is_P = picture.key.is_P;
  std::string note;
  if (!is_P) note = shown.word(ui, static_cast<TokenId>(cell.row)) + "\n";
  const std::size_t rows = t.end_row - t.first_row;
  const std::size_t columns = t.end_column - t.first_column;
  if (rows * columns > 1)
    note += text("table.farthest", {std::to_string(rows), std::to_string(columns)}) + "\n";
  if (facts != nullptr) {
    const ColumnSurvey& column = facts->survey.columns[cell.column];
    note +=
        text("table.column-of", {std::to_string(cell.column), significant(column.mean, 4),
                                 significant(column.std, 4), significant(static_cast<double>(column.low), 4),
                                 significant(static_cast<double>(column.high), 4)}) +
        "\n";
  }
  note += text("table.length-of", {significant(length_of_row(picture.key.tensor(), cell.row), 6)}) + "\n" +
          text("table.click");
  tooltip(ui,
          std::string(is_P ? "P" : "E") + "[" + std::to_string(cell.row) + "," + std::to_string(cell.column) +
              "] = " + nine_digits(x) + "   " + bits_of(x),
          note);
}

void draw_numbers(Ui& ui, const TablePicture& picture, const Rect& rect) {
  const float cell = rect.w / static_cast<float>(picture.w);
  const float h = rect.h / static_cast<float>(picture.h);
  const bool fits = picture.w >= picture.columns.count && picture.h >= picture.rows.count;
  if (!fits || h < ui.fonts.digits->FontSize) return;
  if (text_width(ui.fonts.digits, cell_text(-picture.range, picture.range)) > cell - ui.px(6.0F)) return;
  std::vector<float> row(picture.d());
  for (std::size_t y = 0; y < picture.h; ++y) {
    read_row(picture.key.tensor(), picture.row_at(picture.rows.first + y), row);
    for (std::size_t x = 0; x < picture.w; ++x) {
      const float number = row[picture.columns.first + x];
      text_in({rect.x + cell * static_cast<float>(x), rect.y + h * static_cast<float>(y), cell, h},
              ui.fonts.digits, text_on(heat_colour(*picture.palette, number, picture.range)),
              cell_text(number, picture.range), Align::centre);
    }
  }
}

// The mouse over the picture: the wheel scrolls, with Ctrl it zooms the rows, with Shift too the columns;
// dragging moves the table.
void follow_mouse(Ui& ui, ModelView& view, const TablePicture& picture, const Rect& rect, const Hit& h) {
  const ImGuiIO& io = ImGui::GetIO();
  const auto rows = static_cast<double>(picture.rows.count);
  const auto columns = static_cast<double>(picture.columns.count);
  if (h.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    view.rows = panned(view.rows, view.drag_left.take_y(-io.MouseDelta.y / rect.h * static_cast<float>(rows)),
                       picture.all_rows());
    view.table_columns =
        panned(view.table_columns,
               view.drag_left.take_x(-io.MouseDelta.x / rect.w * static_cast<float>(columns)), picture.d());
    ui.dragged = "table/picture";
    return;
  }
  if (!h.hovered) return;
  ui.takes_wheel = true;
  if (io.MouseWheel == 0.0F && io.MouseWheelH == 0.0F) return;
  const double factor = io.MouseWheel > 0.0F ? 1.5 : 1.0 / 1.5;
  if (io.KeyCtrl && !io.KeyShift) {
    const double part = static_cast<double>((io.MousePos.y - rect.y) / rect.h);
    view.rows = zoomed(picture.rows, factor, static_cast<double>(picture.rows.first) + part * rows,
                       picture.all_rows());
  } else if (io.KeyCtrl || io.KeyShift || io.MouseWheelH != 0.0F) {
    follow_wheel(view.table_columns, picture.d(), rect);
  } else {
    view.rows = scrolled(picture.rows, -static_cast<double>(io.MouseWheel), picture.all_rows());
  }
}

// The row and the column that are asked about, where they are in sight.
void mark_asked(Ui& ui, const Shown& shown, const TablePicture& picture, const Rect& rect) {
  const float least = ui.px(3.0F);
  const auto in_window = [](const ColumnWindow& window, std::size_t at) {
    return at >= window.first && at < window.first + window.count;
  };
  const auto mark = [&](const Rect& band, float dx, float dy) {
    outline(band.inset(-ui.px(dx), -ui.px(dy)), ui.palette->text, 0.0F, ui.px(1.0F));
  };
  if (const auto row = asked_row(shown, picture.key.is_P)) {
    const std::size_t i = picture.ordered ? place_of(*picture.ordered, *row) : *row;
    if (in_window(picture.rows, i))
      mark(row_band(rect, i - picture.rows.first, picture.rows.count, least), 2.0F, 0.0F);
  }
  const auto column = shown.model_view.asked_column;
  if (column && in_window(picture.columns, *column))
    mark(column_band(rect, *column - picture.columns.first, picture.columns.count, least), 0.0F, 2.0F);
}

}  // namespace

bool TablePicture::by_blocks() const { return ordered && rows.count >= ordered->blocks.rows_per_block * h; }

Texel TablePicture::texel(std::size_t x, std::size_t y) const {
  Texel t;
  t.first_column = columns.first + columns.count * x / w;
  t.end_column = columns.first + columns.count * (x + 1) / w;
  if (!sampled.empty()) {
    t.first_row = sampled[y];
    t.end_row = t.first_row + 1;
    return t;
  }
  const std::size_t unit = by_blocks() ? ordered->blocks.rows_per_block : 1;
  const std::size_t first = rows.first / unit;
  const std::size_t count = blocks_of(rows.first + rows.count, unit) - first;
  t.first_row = (first + count * y / h) * unit;
  t.end_row = std::min((first + count * (y + 1) / h) * unit, all_rows());
  return t;
}

std::size_t place_of(const OrderedTable& ordered, std::size_t row) {
  const auto place = std::find(ordered.rows.begin(), ordered.rows.end(), static_cast<std::uint32_t>(row));
  return static_cast<std::size_t>(place - ordered.rows.begin());
}

Image image_of(const TablePicture& picture) {
  Image image{static_cast<int>(picture.w), static_cast<int>(picture.h), {}, {}};
  image.pixels.reserve(picture.w * picture.h);
  std::vector<Texel> texels;
  for (std::size_t x = 0; x < picture.w; ++x) texels.push_back(picture.texel(x, 0));
  std::vector<float> row(picture.d());
  std::vector<float> numbers;
  for (std::size_t y = 0; y < picture.h; ++y) {
    take_line(picture, texels, y, row, numbers);
    for (const float x : numbers) image.pixels.push_back(heat_colour(*picture.palette, x, picture.range));
  }
  return image;
}

void draw_table_picture(Ui& ui, const Shown& shown, const TablePicture& picture, const TableFacts* facts,
                        const Rect& rect) {
  const Image& image = ui.images.of(ui.textures, "table", picture, image_of);
  const Hit h = hit(ui, "table/picture", rect);
  ImGui::GetWindowDrawList()->AddImage(image.texture, rect.min(), rect.max());
  ui.cell_colours["table/picture"] = image.pixels;
  draw_numbers(ui, picture, rect);
  mark_asked(ui, shown, picture, rect);
  if (h.hovered && ui.dragged.empty()) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const auto at = [](float part, std::size_t count) {
      return std::min(static_cast<std::size_t>(std::max(part, 0.0F) * static_cast<float>(count)), count - 1);
    };
    const Texel t =
        picture.texel(at((mouse.x - rect.x) / rect.w, picture.w), at((mouse.y - rect.y) / rect.h, picture.h));
    const MatrixCell cell = cell_of(picture, t);
    draw_cell_note(ui, shown, picture, facts, t, cell);
    if (h.clicked) {
      ask_about(ui, shown, picture.key.is_P, cell.row);
      shown.model_view.asked_column = cell.column;
    }
  }
  follow_mouse(ui, shown.model_view, picture, rect, h);
  if (!h.held && ui.dragged == "table/picture") ui.dragged.clear();
}

void draw_table_labels(Ui& ui, const Shown& shown, const TablePicture& picture, const Rect& rect) {
  const float h = rect.h / static_cast<float>(picture.rows.count);
  const auto label = [&](std::size_t i, float y, float height) {
    text_in({rect.x, y, rect.w - ui.px(8.0F), height}, ui.fonts.small, ui.palette->quiet,
            row_label(ui, shown, picture.key.is_P, picture.row_at(i)), Align::right);
  };
  if (h >= ui.px(kLabelled)) {
    for (std::size_t k = 0; k < picture.rows.count; ++k)
      label(picture.rows.first + k, rect.y + h * static_cast<float>(k), h);
    return;
  }
  const float line = ui.px(18.0F);
  label(picture.rows.first, rect.y, line);
  label(picture.rows.first + picture.rows.count - 1, rect.bottom() - line, line);
}

}  // namespace whatwhere
