// Table: (rows, d) float32, row-major. E (V, d), P (context_length, d) and every (T, d) grid are Tables.
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace whatwhere {

// Immutable and shared: copying a Table copies a pointer, never the numbers.
class Table {
 public:
  // (0, 0)
  Table() = default;

  // (rows, d) from rows * d numbers in row-major order.
  // Throws ShapeError if numbers.size() != rows * d.
  Table(std::size_t rows, std::size_t d, std::vector<float> numbers);

  std::size_t rows() const { return rows_; }
  std::size_t d() const { return d_; }

  // All rows * d numbers, row-major.
  std::span<const float> numbers() const { return {numbers_.get(), rows_ * d_}; }

  // Row i, d numbers. i must be below rows().
  std::span<const float> row(std::size_t i) const { return {numbers_.get() + i * d_, d_}; }

 private:
  std::size_t rows_ = 0;
  std::size_t d_ = 0;
  std::shared_ptr<const float> numbers_;
};

// Are two rows the same bytes? 0.0 and -0.0 differ here, a NaN equals itself.
bool same_bytes(std::span<const float> a, std::span<const float> b);

// The same shape and the same bytes.
bool operator==(const Table& a, const Table& b);

// "(6, 4)"
std::string shape_text(const Table& table);

// The sum of a[j] * b[j], in double. a and b must have one size.
template <typename Real>
double dot_product(std::span<const Real> a, std::span<const Real> b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += static_cast<double>(a[j]) * static_cast<double>(b[j]);
  return sum;
}

// The larger of the two; NaN if either is: a maximum that hides none.
template <typename Real>
Real larger_or_nan(Real a, Real b) {
  return std::isnan(a) || a > b ? a : b;
}

// The largest |a - b|, element by element; NaN if one of them is; 0 for empty tables.
// Throws ShapeError if the shapes differ.
float max_abs_difference(const Table& a, const Table& b);

}  // namespace whatwhere
