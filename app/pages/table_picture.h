// The picture of a table, from the whole of it to single cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/panels/panels.h"

namespace whatwhere {

// What a texel stands for. Rows are counted in the order in which they are shown.
struct Texel {
  std::size_t first_row = 0;
  std::size_t end_row = 0;
  std::size_t first_column = 0;
  std::size_t end_column = 0;
};

// A part of a table, and how large it is drawn.
struct TablePicture {
  TableKey key;
  std::shared_ptr<const OrderedTable> ordered;  // null until all rows were read: they are ordered by id then
  std::vector<std::uint32_t> sampled;  // the rows that are drawn, where not all in sight were read yet
  ColumnWindow rows;
  ColumnWindow columns;
  std::size_t w = 1;  // texels
  std::size_t h = 1;
  float range = 0.0F;
  const Palette* palette = nullptr;
  bool operator==(const TablePicture&) const = default;

  std::size_t row_at(std::size_t i) const { return ordered ? ordered->rows[i] : i; }
  std::size_t all_rows() const { return static_cast<std::size_t>(key.tensor().rows()); }
  std::size_t d() const { return static_cast<std::size_t>(key.tensor().d()); }

  // Is there a whole block of rows for each texel? Then it stands for some of these.
  bool by_blocks() const;
  Texel texel(std::size_t x, std::size_t y) const;
};

// A texel a pixel: the number farthest from 0 of those that it stands for.
Image image_of(const TablePicture& picture);

// Where a row of the table stands in the order.
std::size_t place_of(const OrderedTable& ordered, std::size_t row);

// Draws it into rect, with the numbers where they fit; the wheel and dragging move it, a click asks about a
// row and a column. `facts`: what all rows tell, null until that is known.
void draw_table_picture(Ui& ui, const Shown& shown, const TablePicture& picture, const TableFacts* facts,
                        const Rect& rect);

// Row numbers, with their tokens, where rows are high enough; the first and the last in sight otherwise.
void draw_table_labels(Ui& ui, const Shown& shown, const TablePicture& picture, const Rect& rect);

}  // namespace whatwhere
