// Gradients in tests: those of the training, and central differences of a loss that is written as it is
// defined.
#pragma once

#include <vector>

#include "core/learning/next_token.h"
#include "tests/core/helpers.h"

namespace whatwhere {

inline NextTokenGradients next_token_gradients(const NextTokenModel& model,
                                               const std::vector<std::vector<TokenId>>& sequences,
                                               const NextTokenOptions& options) {
  return NextTokenTraining(model, sequences, options).gradients();
}

using Rows = std::vector<std::vector<double>>;

// The table as doubles: what can be changed by a little.
inline Rows rows_of(const Table& table) {
  Rows rows;
  for (std::size_t i = 0; i < table.rows(); ++i) rows.emplace_back(table.row(i).begin(), table.row(i).end());
  return rows;
}

// Is `gradient`, within `tolerance`, (loss(+h) - loss(-h)) / 2h for each number of the rows that `loss`
// reads?
template <typename Loss>
testing::AssertionResult are_central_differences(const Table& gradient, Rows& rows, Loss loss,
                                                 double tolerance) {
  constexpr double h = 1e-5;  // truncation h^2 and rounding 1e-16 / h are both below 1e-9
  if (gradient.rows() != rows.size()) return testing::AssertionFailure() << "not as many rows";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (gradient.d() != rows[i].size()) return testing::AssertionFailure() << "not as many columns";
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      const double kept = rows[i][j];
      rows[i][j] = kept + h;
      const double above = loss();
      rows[i][j] = kept - h;
      const double below = loss();
      rows[i][j] = kept;
      const double difference = (above - below) / (2.0 * h);
      if (std::abs(static_cast<double>(gradient.row(i)[j]) - difference) <= tolerance) continue;
      return testing::AssertionFailure()
             << "[" << i << "," << j << "] is " << gradient.row(i)[j] << ", the difference " << difference;
    }
  }
  return testing::AssertionSuccess();
}

}  // namespace whatwhere
