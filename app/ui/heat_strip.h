// Heat strips: a row of numbers as coloured cells, with the numbers in them where they fit.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "app/ui/ui.h"

namespace whatwhere {

// Which number of the lesson a cell shows. X is input_emb; tok_emb and pos_emb are rows of E and P again.
struct CellRef {
  enum class Of { E, P, tok_emb, pos_emb, input_emb };
  Of of = Of::E;
  std::size_t row = 0;
  std::size_t column = 0;
  bool operator==(const CellRef&) const = default;
};

struct StripLook {
  float range = 0.0F;                                     // the colour scale runs from -range to range
  bool absent = false;                                    // drawn as an outline: not part of the sum
  float alpha = 1.0F;                                     // below 1: of second rank
  std::optional<std::size_t> lit = std::nullopt;          // the column that is outlined
  std::optional<std::size_t> masked_from = std::nullopt;  // from this column on there is nothing: outlines
  bool framed = false;                                    // the whole row is outlined
};

// Draws the row in rect and records it and its colours as `name` (no colours where absent or masked). Cells
// have whole-pixel edges and no smoothed corners, so that equal rows in rectangles of equal size are the same
// pixels. Returns the column under the mouse, if the window that is drawn into has the mouse.
std::optional<std::size_t> heat_strip(Ui& ui, const std::string& name, const Rect& rect,
                                      std::span<const float> row, const StripLook& look);

// Cells show their numbers in units of 10^cell_exponent: 0 for ranges from 0.01 to below 10,000.
int cell_exponent(float range);

// The text of a cell: up to three decimals, at most six characters ("-0.042", "-722.1").
std::string cell_text(float x, float range);

}  // namespace whatwhere
