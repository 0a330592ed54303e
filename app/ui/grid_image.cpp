#include "app/ui/grid_image.h"

#include <algorithm>
#include <cmath>

#include "app/ui/heat_strip.h"

namespace whatwhere {

namespace {

// What a grid's pixels follow from. The table is shared: as long as it is kept here, no other one lies where
// it does.
struct GridRequest {
  Table table;
  ColumnWindow window;
  std::size_t texels = 0;
  std::size_t lines = 0;
  float range = 0.0F;
  const Palette* palette = nullptr;
  std::vector<std::size_t> order;

  bool operator==(const GridRequest& other) const {
    return table.numbers().data() == other.table.numbers().data() && table.rows() == other.table.rows() &&
           table.d() == other.table.d() && window == other.window && texels == other.texels &&
           lines == other.lines && range == other.range && palette == other.palette && order == other.order;
  }
};

std::pair<std::size_t, std::size_t> columns_of(const ColumnWindow& window, std::size_t texels,
                                               std::size_t x) {
  return {window.first + window.count * x / texels, window.first + window.count * (x + 1) / texels};
}

std::pair<std::size_t, std::size_t> rows_of(std::size_t rows, std::size_t lines, std::size_t y) {
  return {rows * y / lines, rows * (y + 1) / lines};
}

struct ShownCell {
  std::size_t row = 0;  // of the table
  std::size_t column = 0;
};

// Of the numbers in rows [first, end) of the order and in these columns the one that is farthest from 0.
ShownCell shown_of(const Table& table, const std::vector<std::size_t>& order,
                   std::pair<std::size_t, std::size_t> rows, std::pair<std::size_t, std::size_t> columns) {
  ShownCell found;
  float best = 0.0F;
  for (std::size_t i = rows.first; i < rows.second; ++i) {
    const std::size_t row = order.empty() ? i : order[i];
    const std::size_t j = extreme_of(table.row(row), columns.first, columns.second);
    const float x = table.row(row)[j];
    if (std::isnan(x)) return {row, j};
    if (i > rows.first && std::abs(x) <= std::abs(best)) continue;
    best = x;
    found = {row, j};
  }
  return found;
}

Image make_image(const GridRequest& r) {
  Image image{static_cast<int>(r.texels), static_cast<int>(r.lines), {}, {}};
  image.pixels.reserve(r.texels * r.lines);
  for (std::size_t y = 0; y < r.lines; ++y) {
    const auto rows = rows_of(r.table.rows(), r.lines, y);
    for (std::size_t x = 0; x < r.texels; ++x) {
      const ShownCell shown = shown_of(r.table, r.order, rows, columns_of(r.window, r.texels, x));
      image.pixels.push_back(heat_colour(*r.palette, r.table.row(shown.row)[shown.column], r.range));
    }
  }
  return image;
}

ImVec2 mouse() { return ImGui::GetMousePos(); }

bool has_mouse(const Rect& rect) {
  return ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && rect.contains(mouse());
}

// Which texel of `count` is at this part of their whole, 0 to 1.
std::size_t texel_at(float part, std::size_t count) {
  return std::min(static_cast<std::size_t>(std::max(part, 0.0F) * static_cast<float>(count)), count - 1);
}

// The number that the grid shows under the mouse, in line y of the picture.
ShownCell under_mouse(const GridImage& grid, std::size_t y, const Rect& rect) {
  const std::size_t x = texel_at((mouse().x - rect.x) / rect.w, grid.texels);
  return shown_of(grid.table, grid.order, grid.rows(y), grid.columns(x));
}

void draw_numbers(Ui& ui, const GridImage& grid, std::size_t i, const Rect& rect) {
  const auto row = grid.table.row(i);
  const float cell = rect.w / static_cast<float>(grid.texels);
  if (grid.columns_a_texel() > 1 || rect.h < ui.fonts.digits->FontSize) return;
  if (text_width(ui.fonts.digits, cell_text(-grid.range, grid.range)) > cell - ui.px(6.0F)) return;
  for (std::size_t x = 0; x < grid.texels; ++x) {
    const ImU32 colour = grid.image->pixels[i * grid.texels + x];
    text_in({rect.x + cell * static_cast<float>(x), rect.y, cell, rect.h}, ui.fonts.digits, text_on(colour),
            cell_text(row[grid.window.first + x], grid.range), Align::centre);
  }
}

void draw_lit(const Ui& ui, const GridImage& grid, std::size_t column, const Rect& rect) {
  if (column < grid.window.first || column >= grid.window.first + grid.window.count) return;
  const Rect band = column_band(rect, column - grid.window.first, grid.window.count, ui.px(3.0F));
  outline(band.inset(0.0F, -1.0F), ui.palette->text, 0.0F, ui.px(1.0F));
}

}  // namespace

ColumnWindow zoomed(const ColumnWindow& window, double factor, double at, std::size_t d) {
  const auto count = static_cast<double>(window.count);
  const double wanted = std::clamp(std::round(count / factor),
                                   static_cast<double>(std::min(kFewestColumns, d)), static_cast<double>(d));
  const double part = (at - static_cast<double>(window.first)) / std::max(count, 1.0);
  // What was at this part of the whole is there again, however often it is done.
  const double first =
      std::clamp(std::floor(at) - std::floor(part * wanted), 0.0, static_cast<double>(d) - wanted);
  return {static_cast<std::size_t>(first), static_cast<std::size_t>(wanted)};
}

ColumnWindow panned(const ColumnWindow& window, double columns, std::size_t d) {
  const double last = static_cast<double>(d - std::min(window.count, d));
  const double first = std::clamp(static_cast<double>(window.first) + std::round(columns), 0.0, last);
  return {static_cast<std::size_t>(first), window.count};
}

ColumnWindow scrolled(const ColumnWindow& window, double steps, std::size_t d) {
  return panned(window, steps * std::max(1.0, static_cast<double>(window.count) / 8.0), d);
}

Rect column_band(const Rect& picture, std::size_t j, std::size_t count, float least) {
  const float cell = picture.w / static_cast<float>(count);
  const float w = std::max(cell, least);
  const float middle = picture.x + cell * (static_cast<float>(j) + 0.5F);
  return {std::round(middle - w / 2.0F), picture.y, w, picture.h};
}

Rect row_band(const Rect& picture, std::size_t i, std::size_t count, float least) {
  const float cell = picture.h / static_cast<float>(count);
  const float h = std::max(cell, least);
  const float middle = picture.y + cell * (static_cast<float>(i) + 0.5F);
  return {picture.x, std::round(middle - h / 2.0F), picture.w, h};
}

std::size_t extreme_of(std::span<const float> row, std::size_t first, std::size_t end) {
  std::size_t extreme = first;
  for (std::size_t j = first; j < end; ++j) {
    if (std::isnan(row[j])) return j;
    if (std::abs(row[j]) > std::abs(row[extreme])) extreme = j;
  }
  return extreme;
}

std::pair<std::size_t, std::size_t> GridImage::columns(std::size_t x) const {
  return columns_of(window, texels, x);
}

std::pair<std::size_t, std::size_t> GridImage::rows(std::size_t y) const {
  return rows_of(table.rows(), lines, y);
}

GridImage grid_image(Ui& ui, const std::string& name, const Table& table, const ColumnWindow& window,
                     float width, float range, float height, std::vector<std::size_t> order) {
  GridImage grid{table, window, 1, table.rows(), range, std::move(order), nullptr};
  grid.texels = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(width, 1.0F)), 1,
                                        std::max<std::size_t>(window.count, 1));
  if (table.rows() == 0 || window.count == 0) return grid;
  if (height >= 1.0F) grid.lines = std::min(table.rows(), static_cast<std::size_t>(height));
  const GridRequest request{table, window, grid.texels, grid.lines, range, ui.palette, grid.order};
  grid.image = &ui.images.of(ui.textures, name, request, make_image);
  return grid;
}

std::optional<std::size_t> grid_row(Ui& ui, const std::string& name, const GridImage& grid, std::size_t i,
                                    const Rect& rect, const GridRowLook& look) {
  ui.record(name, rect);
  if (grid.image == nullptr) return std::nullopt;
  const auto h = static_cast<float>(grid.image->h);
  const auto row = static_cast<float>(i);
  // Pale: the panel shows through.
  const ImU32 tint = look.absent ? IM_COL32(255, 255, 255, 70) : IM_COL32_WHITE;
  ImGui::GetWindowDrawList()->AddImage(grid.image->texture, rect.min(), rect.max(), {0.0F, row / h},
                                       {1.0F, (row + 1.0F) / h}, tint);
  if (look.absent) {
    outline(rect, ui.palette->line, 0.0F, 1.0F);
  } else {
    const auto first = grid.image->pixels.begin() + static_cast<std::ptrdiff_t>(i * grid.texels);
    ui.cell_colours[name].assign(first, first + static_cast<std::ptrdiff_t>(grid.texels));
    if (grid.order.empty()) draw_numbers(ui, grid, i, rect);
  }
  if (look.lit) draw_lit(ui, grid, *look.lit, rect);
  if (!has_mouse(rect)) return std::nullopt;
  return under_mouse(grid, i, rect).column;
}

std::optional<MatrixCell> whole_grid(Ui& ui, const std::string& name, const GridImage& grid,
                                     const Rect& rect) {
  ui.record(name, rect);
  if (grid.image == nullptr) return std::nullopt;
  ImGui::GetWindowDrawList()->AddImage(grid.image->texture, rect.min(), rect.max());
  if (!has_mouse(rect)) return std::nullopt;
  const ShownCell shown = under_mouse(grid, texel_at((mouse().y - rect.y) / rect.h, grid.lines), rect);
  return MatrixCell{shown.row, shown.column};
}

}  // namespace whatwhere
