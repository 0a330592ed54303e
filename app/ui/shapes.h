// Tables as the shapes that they have, beside each other: what fits, what does not, and what is missing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/ui/ui.h"
#include "core/tables/table.h"

namespace whatwhere {

inline constexpr float kShapeRow = 16.0F;  // the height of a row, at scale 1

// A table as the shape that it has: its name above, its cells, and its width marked below.
struct Shape {
  std::string name;
  std::string title;
  const Table* table = nullptr;
  float range = 0.0F;
  std::size_t unmatched = 0;  // columns at its right end that are hatched
};

// The height (at scale 1) that shapes of so many rows need.
float shape_height(std::size_t rows);

// The cell width at which `columns` columns and `signs` signs fit.
float shape_cell(const Ui& ui, float width, std::size_t columns, int signs);

void draw_shape(Ui& ui, const Shape& shape, float x, float y, float cell);

// A sign between two shapes, in the middle of their rows; returns where the next shape starts.
float draw_sign(const Ui& ui, std::string_view sign, float x, float y, std::size_t rows);

// Where something stands that is not there, and why.
void draw_missing(const Ui& ui, const Rect& rect, std::string_view why);

}  // namespace whatwhere
