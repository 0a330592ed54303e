// Everything that is computed from a Session about the toy: the tables, the grid, the verdicts.
#pragma once

#include <optional>
#include <vector>

#include "core/order/distance.h"
#include "core/order/reorder.h"
#include "core/order/same_token.h"
#include "core/session/session.h"

namespace whatwhere {

// The two tables of a seed and a standard deviation.
struct ToyTables {
  Table E;  // (V, d)
  Table P;  // (context_length, d)
};

// Throws ValueError if std is out of range.
ToyTables toy_tables(std::uint64_t seed, double std);

// Those of its seed, or what they were changed to.
ToyTables tables_of(const ToyChoices& choices);

// The same, ready to be changed: with what training remembers, if it has begun.
ChangedTables tables_to_change(const ToyChoices& choices);

// The largest absolute value among all of E, all of P and every sum E[i, j] + P[t, j] that any sequence
// could show: one symmetric colour range, the same for all of them. NaN and infinities are left out.
// 0 if nothing else is left.
float colour_range(const Table& E, const Table& P);

// What is true of a grid, whatever tables its rows come from.
struct GridResults {
  Table P;             // row t is what slot t is given by a scheme that adds; (0, 0) if no table does
  float range = 0.0F;  // the colour scale runs from -range to range

  std::vector<TokenId> ids;            // (T)
  InputGrid grid;                      // tok_emb, pos_emb, input_emb, each (T, d)
  SameToken same;                      // of input_emb
  std::optional<ClosestRows> closest;  // of input_emb
  std::vector<std::size_t> bag;        // the rows of input_emb sorted by value

  struct Before {
    std::vector<TokenId> ids;         // (T)
    Table input_emb;                  // (T, d), with the present tables and scheme
    std::vector<std::size_t> bag;     // its rows sorted by value
    OrderVerdict order;               // compared with the present input_emb
    std::vector<std::size_t> origin;  // present slot t stood in slot origin[t]
  };
  std::optional<Before> before;  // when there is an order before
};

// Fills in what follows from ids and grid.
void judge(GridResults& results);

// The order before, whose input_emb is given, compared with the present one.
GridResults::Before compared(const Sequence& before, Table input_emb, const Sequence& present,
                             const GridResults& results);

// Of the toy. P (context_length, d): the scheme's rows times the gain; the learned ones if it adds none.
struct LessonResults : GridResults {
  Table E;                     // (V, d)
  float one_hot_error = 0.0F;  // max |onehot(ids) . E - E[ids]|
};

// What follows from the choices.
LessonResults compute(const ToyChoices& choices);

// The results of the present Session, computed anew only when what they depend on has changed.
class Lesson {
 public:
  const LessonResults& of(const Session& session);

 private:
  std::optional<ToyChoices> choices_;  // those that results_ are of
  LessonResults results_;
};

}  // namespace whatwhere
