// A Table as rows of heat strips, with a label before each row and the exact number under the mouse.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/column.h"
#include "app/ui/heat_strip.h"
#include "core/tables/table.h"

namespace whatwhere {

struct MatrixLook {
  std::string symbol;         // names the numbers: "E" gives "E[5,2]"
  float range = 0.0F;         // the colour scale runs from -range to range
  float label_width = 0.0F;   // at scale 1
  float row_height = 24.0F;   // at scale 1
  float widest_cell = 64.0F;  // at scale 1
  bool pickable = false;      // a click picks a cell, which is outlined: Ui::picked
  std::function<void(std::size_t row, const Rect&)> draw_label = {};    // may be empty
  std::function<void(std::size_t column, const Rect&)> draw_head = {};  // above a column; may be empty
  std::function<StripLook(std::size_t row)> row_look = {};              // alpha, absent, lit; may be empty
  std::function<std::string(const MatrixCell&)> note = {};  // below the number in the tooltip; may be empty
};

// Draws the rows below each other; row i is the strip "<name>/<i>". Returns the cell under the mouse.
std::optional<MatrixCell> draw_matrix(Column& column, const std::string& name, const Table& table,
                                      const MatrixLook& look);

// Which of the strips "<name>/0" to "<name>/<rows - 1>" was under the mouse where the last frame drew them:
// known before they are drawn, so that what belongs together can be lit together.
std::optional<std::size_t> row_under_mouse(const Ui& ui, const std::string& name, std::size_t rows);

// Labels of a row's number and its token, ids[row]: for the slots of a (T, d) grid. `ids` must outlive the
// label.
std::function<void(std::size_t, const Rect&)> slot_labels(Ui& ui, const std::vector<TokenId>& ids);

// Labels for the rows of a (V, d) table of the toy: the id and its word.
std::function<void(std::size_t, const Rect&)> token_labels(Ui& ui);

// Labels that are only the row's number.
std::function<void(std::size_t, const Rect&)> number_labels(Ui& ui);

// The width (at scale 1) that slot_labels and token_labels need.
inline constexpr float kTokenLabel = 82.0F;

// A line that says which range the colours of the next matrix have, and the unit of its numbers, where these
// are not those of the colour bar.
void caption_range(Column& column, float range);

// The largest finite |x| of a table: a symmetric range for its colours.
float range_of(const Table& table);

}  // namespace whatwhere
