// A (rows, d) table as a picture: a row of texels a row, however wide the table is.
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

// The window zoomed by `factor` (above 1: closer) around column `at`, within d columns; at least 4 wide.
ColumnWindow zoomed(const ColumnWindow& window, double factor, double at, std::size_t d);

// The window moved by `columns`, within d columns.
ColumnWindow panned(const ColumnWindow& window, double columns, std::size_t d);

// The number of row[first .. end) with the largest |x|, the first of equals; one that is not a number counts
// most. What a texel shows of the columns that it stands for. first must be below end.
std::size_t extreme_of(std::span<const float> row, std::size_t first, std::size_t end);

// A table, and how its picture is made.
struct GridImage {
  Table table;
  ColumnWindow window;
  std::size_t texels = 1;  // across
  float range = 0.0F;
  std::vector<std::size_t> order;  // of the rows; as they stand if empty
  const Image* image = nullptr;

  // The columns that texel x stands for: [first, end).
  std::pair<std::size_t, std::size_t> columns(std::size_t x) const;
  // How many columns a texel stands for at most.
  std::size_t columns_a_texel() const { return (window.count + texels - 1) / texels; }
};

// The picture `name` of a table: a texel a column where these fit into `width` pixels; fewer otherwise, each
// with the number of its columns that is farthest from 0. Made anew only when the numbers or the look change.
GridImage grid_image(Ui& ui, const std::string& name, const Table& table, const ColumnWindow& window,
                     float width, float range, std::vector<std::size_t> order = {});

struct GridRowLook {
  bool absent = false;                            // pale, with an outline: not part of the sum
  std::optional<std::size_t> lit = std::nullopt;  // the column that is outlined
};

// Draws row i of the picture into rect and records it and its colours as `name`, with the numbers in the
// cells where they fit. Returns the column under the mouse: of those that a texel stands for the one it
// shows.
std::optional<std::size_t> grid_row(Ui& ui, const std::string& name, const GridImage& grid, std::size_t i,
                                    const Rect& rect, const GridRowLook& look = {});

// The whole picture into rect. Returns the cell under the mouse, by the row of the table.
std::optional<MatrixCell> whole_grid(Ui& ui, const std::string& name, const GridImage& grid,
                                     const Rect& rect);

}  // namespace whatwhere
