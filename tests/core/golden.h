// Golden files: PyTorch's float32 results as JSON, in tests/data/.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/helpers.h"

namespace whatwhere {

inline nlohmann::json golden_cases(const std::string& name) {
  return nlohmann::json::parse(bytes_of(std::string(WHATWHERE_TEST_DATA "/") + name));
}

// (rows, d). Numbers of nine digits: read as double and rounded once they are the float32 that was written.
inline Table golden_table(const nlohmann::json& rows) {
  std::vector<float> numbers;
  for (const auto& row : rows) {
    for (const double x : row) numbers.push_back(static_cast<float>(x));
  }
  return Table(rows.size(), rows.at(0).size(), std::move(numbers));
}

// (B, T, d) as (B * T, d); (B, T) ids as (B * T).
inline nlohmann::json golden_flat(const nlohmann::json& sequences) {
  auto flat = nlohmann::json::array();
  for (const auto& sequence : sequences) flat.insert(flat.end(), sequence.begin(), sequence.end());
  return flat;
}

// Is every number of `a` within one unit in the last place of the one of `b`?
inline testing::AssertionResult within_one_ulp(const Table& a, const Table& b) {
  if (a.rows() != b.rows() || a.d() != b.d()) return testing::AssertionFailure() << "the shapes differ";
  for (std::size_t i = 0; i < a.numbers().size(); ++i) {
    const float x = a.numbers()[i];
    const float y = b.numbers()[i];
    if (x == y || std::nextafter(x, y) == y) continue;
    return testing::AssertionFailure() << "number " << i << ": " << x << " and " << y;
  }
  return testing::AssertionSuccess();
}

}  // namespace whatwhere
