// Whose neighbours are asked for: a row, or a sum of rows such as "king - man + woman".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/input/lookup.h"
#include "core/model/tensor.h"

namespace whatwhere {

struct Model;

// Is there a row of E for this id?
bool has_row(const Model& model, TokenId id);

// A row with the sign that it has in the sum.
struct QueryTerm {
  TokenId row = 0;
  float sign = 1.0F;
  bool operator==(const QueryTerm&) const = default;
};

struct Query {
  std::vector<QueryTerm> terms;
  std::string problem;  // why it names no row, as a sentence; empty if it does

  bool names(std::size_t row) const;
};

// A token as it stands, "#123", or such with " + " and " - " between. A term that is no token is looked for
// with a space before it, too.
Query parse_query(const Model& model, const std::string& text);

// The row that "#123" or a token's text names, within [0, V); nothing if there is none.
std::optional<TokenId> row_named(const Model& model, const std::string& name);

// The sum (d) of the terms' rows of E (V, d), in float32 in their order.
std::vector<float> query_vector(const Tensor& E, std::span<const QueryTerm> terms);

}  // namespace whatwhere
