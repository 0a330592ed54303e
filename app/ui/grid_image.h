// A (rows, d) table as a picture, however wide or long it is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/ui.h"
#include "core/tables/table.h"

namespace whatwhere {

// Which columns of a wide table are seen: `count` of them from `first` on.
struct ColumnWindow {
  std::size_t first = 0;
  std::size_t count = 0;
  bool operator==(const ColumnWindow&) const = default;
};

// How few columns are seen at the closest.
inline constexpr std::size_t kFewestColumns = 2;

// The window zoomed by `factor` (above 1: closer) around column `at`, within d columns.
ColumnWindow zoomed(const ColumnWindow& window, double factor, double at, std::size_t d);

// The window moved by `columns`, within d columns.
ColumnWindow panned(const ColumnWindow& window, double columns, std::size_t d);

// The window moved by `steps` eighths of what is seen, by a whole number of columns and at least one a step.
ColumnWindow scrolled(const ColumnWindow& window, double steps, std::size_t d);

// Where row i of `count`, or column j, lies in the picture of a table, at least `least` pixels thick so that
// it can be seen.
Rect row_band(const Rect& picture, std::size_t i, std::size_t count, float least);
Rect column_band(const Rect& picture, std::size_t j, std::size_t count, float least);

// The number of row[first .. end) with the largest |x|, the first of equals; one that is not a number counts
// most. What a texel shows of the columns that it stands for. first must be below end.
std::size_t extreme_of(std::span<const float> row, std::size_t first, std::size_t end);

// A table, and how its picture is made.
struct GridImage {
  Table table;
  ColumnWindow window;
  std::size_t texels = 1;  // across
  std::size_t lines = 0;   // of texels
  float range = 0.0F;
  std::vector<std::size_t> order;  // of the rows; as they stand if empty
  const Image* image = nullptr;

  // The columns that texel x stands for: [first, end).
  std::pair<std::size_t, std::size_t> columns(std::size_t x) const;
  // The rows that line y of texels stands for: [first, end), counted in the order.
  std::pair<std::size_t, std::size_t> rows(std::size_t y) const;
  // How many columns a texel, and how many rows a line stands for at most.
  std::size_t columns_a_texel() const { return (window.count + texels - 1) / texels; }
  std::size_t rows_a_line() const { return lines == 0 ? 1 : (table.rows() + lines - 1) / lines; }
};

// The picture `name` of a table: a texel a number where these fit into `width` pixels across and, if a
// `height` is given, down; fewer otherwise, each with the number that is farthest from 0 of those that it
// stands for. Made anew only when the numbers or the look change.
GridImage grid_image(Ui& ui, const std::string& name, const Table& table, const ColumnWindow& window,
                     float width, float range, float height = 0.0F, std::vector<std::size_t> order = {});

struct GridRowLook {
  bool absent = false;                            // pale, with an outline: not part of the sum
  std::optional<std::size_t> lit = std::nullopt;  // the column that is outlined
};

// Draws row i of a picture with a line a row into rect and records it and its colours as `name`, with the
// numbers in the cells where they fit. Returns the column under the mouse: of those that a texel stands for
// the one it shows.
std::optional<std::size_t> grid_row(Ui& ui, const std::string& name, const GridImage& grid, std::size_t i,
                                    const Rect& rect, const GridRowLook& look = {});

// The whole picture into rect. Returns the cell under the mouse, by the row of the table.
std::optional<MatrixCell> whole_grid(Ui& ui, const std::string& name, const GridImage& grid,
                                     const Rect& rect);

}  // namespace whatwhere
