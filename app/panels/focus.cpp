#include "app/panels/panels.h"

namespace whatwhere {

namespace {

// Does a strip stand in the equation of slot t, E[ids[t]] + P[t] = X[t]?
bool in_equation(const GridResults& results, std::size_t t, CellRef::Of of, std::size_t row) {
  switch (of) {
    case CellRef::Of::E:
      return static_cast<std::size_t>(results.ids[t]) == row;
    case CellRef::Of::P:
    case CellRef::Of::pos_emb:
      return row == t && results.grid.pos_emb.has_value();
    case CellRef::Of::tok_emb:
    case CellRef::Of::input_emb:
      return row == t;
  }
  return false;
}

}  // namespace

std::optional<std::size_t> lit_column(const Focus& focus, const GridResults& results, CellRef::Of of,
                                      std::size_t row) {
  if (!focus.cell) return std::nullopt;
  const CellRef& cell = *focus.cell;
  if (cell.of == of && cell.row == row) return cell.column;
  for (std::size_t t = 0; t < results.ids.size(); ++t) {
    if (in_equation(results, t, cell.of, cell.row) && in_equation(results, t, of, row)) return cell.column;
  }
  return std::nullopt;
}

}  // namespace whatwhere
