#include "core/order/attention.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/fixed_math.h"
#include "core/tables/initialise.h"

namespace whatwhere {

namespace {

// (rows, d) numbers of the precision that the attention is computed in, row-major.
template <typename Real>
struct Grid {
  Grid(std::size_t the_rows, std::size_t the_d) : rows(the_rows), d(the_d), numbers(the_rows * the_d) {}

  std::span<Real> row(std::size_t t) { return std::span(numbers).subspan(t * d, d); }
  std::span<const Real> row(std::size_t t) const { return std::span(numbers).subspan(t * d, d); }

  std::size_t rows;
  std::size_t d;
  std::vector<Real> numbers;
};

template <typename Real>
struct Result {
  Grid<Real> weights;
  Grid<Real> out;
};

void check_shapes(const Table& x, const AttentionHead& head) {
  for (const Table* W : {&head.W_q, &head.W_k, &head.W_v}) {
    if (W->rows() == x.d() && W->d() == x.d()) continue;
    throw ShapeError("a head for x of width d = " + std::to_string(x.d()) +
                     " needs W_q, W_k and W_v of shape (d, d), got " + shape_text(*W));
  }
}

void check_origin(const Table& before, const Table& present, std::span<const std::size_t> origin) {
  const std::size_t T = present.rows();
  if (before.rows() != T || before.d() != present.d()) {
    throw ShapeError("a reorder keeps the shape, but x is " + shape_text(before) + " before and " +
                     shape_text(present) + " now");
  }
  if (origin.size() == T && std::all_of(origin.begin(), origin.end(), [&](auto t) { return t < T; })) return;
  throw ShapeError("the origin of " + std::to_string(T) + " slots must be as many slots below " +
                   std::to_string(T));
}

// x W
template <typename Real>
Grid<Real> product(const Table& x, const Table& W) {
  Grid<Real> result(x.rows(), W.d());
  for (std::size_t t = 0; t < x.rows(); ++t) {
    for (std::size_t i = 0; i < W.rows(); ++i) {
      const Real factor = x.row(t)[i];
      for (std::size_t j = 0; j < W.d(); ++j) result.row(t)[j] += factor * Real{W.row(i)[j]};
    }
  }
  return result;
}

template <typename Real>
void rotate_slots(Grid<Real>& grid, const Rotary& rotary) {
  for (std::size_t t = 0; t < grid.rows; ++t) {
    rotate_in_place(grid.row(t), static_cast<double>(t), rotary.base, rotary.pairing);
  }
}

template <typename Real>
Real dot(std::span<const Real> a, std::span<const Real> b) {
  Real sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// Scores become weights: e^score, divided by their sum. At least one score.
template <typename Real>
void softmax(std::span<Real> scores) {
  const Real largest = *std::max_element(scores.begin(), scores.end());
  Real sum = 0;
  for (Real& score : scores) {
    score = static_cast<Real>(fixed_exp(score - largest));
    sum += score;
  }
  for (Real& score : scores) score /= sum;
}

template <typename Real>
Result<Real> attend(const Table& x, const AttentionHead& head, const AttentionOptions& options) {
  check_shapes(x, head);
  Grid<Real> q = product<Real>(x, head.W_q);
  Grid<Real> k = product<Real>(x, head.W_k);
  const Grid<Real> v = product<Real>(x, head.W_v);
  if (options.rotary) {
    rotate_slots(q, *options.rotary);
    rotate_slots(k, *options.rotary);
  }
  const std::size_t T = x.rows();
  const Real root_d = std::sqrt(static_cast<Real>(x.d()));
  Result<Real> result{Grid<Real>(T, T), Grid<Real>(T, x.d())};
  for (std::size_t t = 0; t < T; ++t) {
    const auto seen = result.weights.row(t).first(options.causal ? t + 1 : T);
    for (std::size_t s = 0; s < seen.size(); ++s) {
      seen[s] = dot<Real>(q.row(t), k.row(s)) / root_d;
    }
    softmax(seen);
    for (std::size_t s = 0; s < seen.size(); ++s) {
      for (std::size_t j = 0; j < x.d(); ++j) result.out.row(t)[j] += seen[s] * v.row(s)[j];
    }
  }
  return result;
}

Attention as_tables(const Result<float>& result) {
  const auto as_table = [](const Grid<float>& grid) { return Table(grid.rows, grid.d, grid.numbers); };
  return {as_table(result.weights), as_table(result.out)};
}

// The largest |a - b|, element by element; NaN if one of them is.
template <typename Real>
Real gap(std::span<const Real> a, std::span<const Real> b) {
  Real largest = 0;
  for (std::size_t j = 0; j < a.size(); ++j) largest = larger_or_nan(largest, std::abs(a[j] - b[j]));
  return largest;
}

template <typename Real>
Real largest_gap(const Grid<Real>& before, const Grid<Real>& present, std::span<const std::size_t> origin) {
  Real largest = 0;
  for (std::size_t t = 0; t < origin.size(); ++t) {
    largest = larger_or_nan(largest, gap<Real>(present.row(t), before.row(origin[t])));
  }
  return largest;
}

// How far apart two numbers of `out` may be by rounding in double.
double rounding_bound(const Grid<double>& before, const Grid<double>& present) {
  double largest = 0.0;
  for (const double x : before.numbers) largest = larger_or_nan(largest, std::abs(x));
  for (const double x : present.numbers) largest = larger_or_nan(largest, std::abs(x));
  return 1e-10 * largest;
}

// Is there a row of `before` for each row of `present`? Takes the first that is close enough: rows are either
// the same up to rounding or far apart.
bool same_multiset(const Grid<double>& before, const Grid<double>& present, double bound) {
  std::vector<bool> taken(before.rows);
  for (std::size_t t = 0; t < present.rows; ++t) {
    std::size_t s = 0;
    while (s < before.rows && (taken[s] || !(gap<double>(present.row(t), before.row(s)) <= bound))) ++s;
    if (s == before.rows) return false;
    taken[s] = true;
  }
  return true;
}

}  // namespace

AttentionHead attention_head(std::uint64_t seed, std::size_t d) {
  const double std = d == 0 ? 0.0 : 1.0 / std::sqrt(static_cast<double>(d));
  return {normal_table(d, d, seed, Purpose::attention_q, std),
          normal_table(d, d, seed, Purpose::attention_k, std),
          normal_table(d, d, seed, Purpose::attention_v, std)};
}

Table layer_norm(const Table& x) {
  const double d = static_cast<double>(x.d());
  std::vector<float> normed;
  normed.reserve(x.numbers().size());
  for (std::size_t t = 0; t < x.rows(); ++t) {
    double sum = 0.0;
    for (const double number : x.row(t)) sum += number;
    const double mean = sum / d;
    double squares = 0.0;
    for (const double number : x.row(t)) squares += (number - mean) * (number - mean);
    const double deviation = std::sqrt(squares / d + 1e-5);
    for (const double number : x.row(t)) normed.push_back(static_cast<float>((number - mean) / deviation));
  }
  return Table(x.rows(), x.d(), std::move(normed));
}

Attention attention(const Table& x, const AttentionHead& head, const AttentionOptions& options) {
  return as_tables(attend<float>(x, head, options));
}

PermutationCheck check_permutation(const Table& x_before, const Table& x_present,
                                   std::span<const std::size_t> origin, const AttentionHead& head,
                                   const AttentionOptions& options) {
  check_origin(x_before, x_present, origin);
  const Result<float> before = attend<float>(x_before, head, options);
  const Result<float> present = attend<float>(x_present, head, options);
  const Grid<double> exact_before = attend<double>(x_before, head, options).out;
  const Grid<double> exact_present = attend<double>(x_present, head, options).out;
  const double bound = rounding_bound(exact_before, exact_present);

  PermutationCheck check;
  check.before = as_tables(before);
  check.present = as_tables(present);
  check.difference = largest_gap(before.out, present.out, origin);
  check.difference_in_double = largest_gap(exact_before, exact_present, origin);
  check.rows_travel = check.difference_in_double <= bound;
  for (std::size_t t = 0; t < origin.size(); ++t) {
    check.same_row.push_back(gap<double>(exact_present.row(t), exact_before.row(origin[t])) <= bound);
  }
  check.same_bag = same_multiset(exact_before, exact_present, bound);
  return check;
}

}  // namespace whatwhere
