// The variables of a real model's pages that belong to the picture and not to the Session.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/program/model_work.h"
#include "app/ui/grid_image.h"

namespace whatwhere {

// The colours end at the range divided by one of these: the small numbers of a table with a few large ones
// are seen then, and the large ones have the end's colour.
inline constexpr std::array<float, 3> kContrasts = {1.0F, 4.0F, 16.0F};

// Whole rows and columns of a drag; what is left of one stays for the next frame.
struct DragRest {
  double x = 0.0;
  double y = 0.0;

  static double take(double& rest, double by) {
    rest += by;
    const double whole = std::trunc(rest);
    rest -= whole;
    return whole;
  }
  double take_x(float by) { return take(x, static_cast<double>(by)); }
  double take_y(float by) { return take(y, static_cast<double>(by)); }
};

// Where the tokens of a text stand in a run of chips, and what they say: laid out anew only for other tokens,
// or another width.
struct TokenRun {
  std::string model;  // its path
  std::vector<TokenId> ids;
  float width = 0.0F;
  float scale = 0.0F;
  std::vector<std::string> labels;
  std::vector<Rect> places;  // from the top left of the run
  float height = 0.0F;
};

struct ModelView {
  std::string path;   // of the model that all of this is about
  std::string shape;  // of its E

  std::size_t contrast_index = 0;  // into kContrasts
  float contrast() const { return kContrasts[contrast_index]; }

  const std::byte* said_changed = nullptr;  // where the E lies whose file was said to have changed

  // The widget's page.
  ColumnWindow columns;           // of d
  bool lists_tensors = false;     // is the list of all tensors open?
  std::string typed;              // what the field holds while it is typed in
  bool typing = false;            // the field has the keyboard
  bool typing_continues = false;  // and something was typed since it got it
  TokenRun run;
  std::optional<std::size_t> show;  // the slot to bring into sight

  // What the colour bar says on a page whose colours are not those of the grid; set while it is drawn.
  struct ColourBar {
    float range = 0.0F;
    std::string caption;
  };
  std::optional<ColourBar> colour_bar;

  // The page of the table: which one, how its rows are ordered, and what part of it is seen.
  bool shows_P = false;
  RowOrder order = RowOrder::by_id;
  ColumnWindow rows;           // of V, in that order
  ColumnWindow table_columns;  // of d
  DragRest drag_left;
  std::size_t like = 0;                     // the row that the order by likeness compares with
  std::optional<std::size_t> P_row;         // the row of P that is asked about; the query has E's
  std::optional<std::size_t> asked_column;  // of the table that is shown
  struct RowOf {
    bool P = false;  // of E otherwise
    std::size_t row = 0;
  };
  std::optional<RowOf> bring_row;  // into sight on the table's page, once its place is known
  std::string search;
  std::string found_for;  // what `found` was searched for
  std::vector<TokenId> found;

  std::size_t slot = 0;   // whose neighbours are compared, with P and without
  std::size_t plane = 0;  // which two components the map shows
};

}  // namespace whatwhere
