#include "core/tables/table.h"

#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "core/errors.h"

namespace whatwhere {

Table::Table(std::size_t rows, std::size_t d, std::vector<float> numbers) : rows_(rows), d_(d) {
  if (numbers.size() != rows * d) {
    throw ShapeError("a (" + std::to_string(rows) + ", " + std::to_string(d) + ") table needs " +
                     std::to_string(rows * d) + " numbers, got " + std::to_string(numbers.size()));
  }
  auto owner = std::make_shared<const std::vector<float>>(std::move(numbers));
  numbers_ = std::shared_ptr<const float>(owner, owner->data());
}

bool same_bytes(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size()) return false;
  return a.empty() || a.data() == b.data() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

bool operator==(const Table& a, const Table& b) {
  return a.rows() == b.rows() && a.d() == b.d() && same_bytes(a.numbers(), b.numbers());
}

std::string shape_text(const Table& table) {
  return "(" + std::to_string(table.rows()) + ", " + std::to_string(table.d()) + ")";
}

float max_abs_difference(const Table& a, const Table& b) {
  if (a.rows() != b.rows() || a.d() != b.d()) {
    throw ShapeError("cannot compare a " + shape_text(a) + " table with a " + shape_text(b) + " one");
  }
  float largest = 0.0F;
  const auto x = a.numbers();
  const auto y = b.numbers();
  for (std::size_t i = 0; i < x.size(); ++i) {
    largest = larger_or_nan(largest, std::abs(x[i] - y[i]));
  }
  return largest;
}

}  // namespace whatwhere
