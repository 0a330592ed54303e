#include "core/model/survey.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/parallel.h"
#include "core/tables/row_hash.h"

namespace whatwhere {

namespace {

constexpr std::size_t kRowsPerBlock = 256;
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

// What the first look at a block of rows sums up. One a worker, used again for each of its blocks.
struct FirstSums {
  std::vector<double> plain;             // (d) the sum of the rows that are not odd
  std::vector<double> odd;               // (d) the sum of the finite numbers of odd rows
  std::vector<std::uint64_t> odd_count;  // (d) how many those are
  std::vector<float> low;                // (d) of finite numbers
  std::vector<float> high;
  std::vector<std::uint32_t> zero_rows;
  std::vector<std::uint32_t> odd_rows;
  NumberCounts counts;
  std::vector<float> room;  // (d)

  void clear(std::size_t d) {
    plain.assign(d, 0.0);
    odd.assign(d, 0.0);
    odd_count.assign(d, 0);
    low.assign(d, std::numeric_limits<float>::infinity());
    high.assign(d, -std::numeric_limits<float>::infinity());
    zero_rows.clear();
    odd_rows.clear();
    counts = {};
    room.resize(d);
  }
};

void add(const NumberCounts& some, NumberCounts& all) {
  all.nan += some.nan;
  all.plus_infinity += some.plus_infinity;
  all.minus_infinity += some.minus_infinity;
  all.minus_zero += some.minus_zero;
  all.subnormal += some.subnormal;
}

struct RowKind {
  bool is_zero = true;
  bool is_odd = false;
};

RowKind count_kinds(std::span<const float> row, NumberCounts& counts) {
  std::uint32_t any = 0;
  std::uint32_t not_finite = 0;
  std::uint32_t minus_zero = 0;
  std::uint32_t subnormal = 0;
  for (const float x : row) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    any |= magnitude;
    not_finite += magnitude >= 0x7F800000U ? 1U : 0U;
    minus_zero += bits == 0x80000000U ? 1U : 0U;
    subnormal += magnitude - 1U < 0x007FFFFFU ? 1U : 0U;
  }
  counts.minus_zero += minus_zero;
  counts.subnormal += subnormal;
  if (not_finite > 0) {
    for (const float x : row) {
      if (std::isnan(x)) ++counts.nan;
      if (std::isinf(x)) ++(x > 0.0F ? counts.plus_infinity : counts.minus_infinity);
    }
  }
  return {any == 0, not_finite > 0};
}

void add_plain_row(std::span<const float> row, FirstSums& sums) {
  for (std::size_t j = 0; j < row.size(); ++j) {
    sums.plain[j] += static_cast<double>(row[j]);
    sums.low[j] = std::min(sums.low[j], row[j]);
    sums.high[j] = std::max(sums.high[j], row[j]);
  }
}

void add_odd_row(std::span<const float> row, FirstSums& sums) {
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (!std::isfinite(row[j])) continue;
    sums.odd[j] += static_cast<double>(row[j]);
    ++sums.odd_count[j];
    sums.low[j] = std::min(sums.low[j], row[j]);
    sums.high[j] = std::max(sums.high[j], row[j]);
  }
}

// Calls visit(i, row) for the rows of a block of `table`.
template <typename Visit>
void visit_block(const Tensor& table, std::size_t block, std::span<float> room, Visit visit) {
  const std::size_t end = std::min((block + 1) * kRowsPerBlock, static_cast<std::size_t>(table.rows()));
  for (std::size_t i = block * kRowsPerBlock; i < end; ++i) visit(i, row_of(table, i, room));
}

void append(const std::vector<std::uint32_t>& some, std::vector<std::uint32_t>& all) {
  all.insert(all.end(), some.begin(), some.end());
}

// The survey in the making: two looks at all rows, then what follows from the numbers that they gave.
class Survey {
 public:
  Survey(const Tensor& table, std::size_t threads)
      : table_(table),
        V_(static_cast<std::size_t>(table.rows())),
        d_(static_cast<std::size_t>(table.d())),
        threads_(threads),
        hashes_(V_) {
    result_.norms.resize(V_);
    result_.centroid_distance.resize(V_);
    result_.columns.resize(d_);
    total_.clear(d_);
  }

  std::optional<TableSurvey> run(const std::atomic<bool>& cancelled, std::atomic<float>& progress) {
    if (!look_first({cancelled, progress, 0.0F, 0.5F})) return std::nullopt;
    find_means();
    if (!look_again({cancelled, progress, 0.5F, 0.95F})) return std::nullopt;
    find_duplicates();
    find_outlier_columns();
    progress = 1.0F;
    return std::move(result_);
  }

 private:
  std::size_t blocks() const { return blocks_of(V_, kRowsPerBlock); }

  bool look_first(const Watch& watch) {
    std::vector<FirstSums> workers(worker_count(threads_, blocks()));
    return for_each_block(
        blocks(), threads_, watch,
        [&](std::size_t block, std::size_t worker) { sum_up(block, workers[worker]); },
        [&](std::size_t, std::size_t worker) { add_to_total(workers[worker]); });
  }

  void sum_up(std::size_t block, FirstSums& sums) {
    sums.clear(d_);
    visit_block(table_, block, sums.room, [&](std::size_t i, std::span<const float> row) {
      result_.norms[i] = std::sqrt(dot_product(row, row));
      hashes_[i] = row_hash(row);
      const RowKind kind = count_kinds(row, sums.counts);
      if (kind.is_zero) sums.zero_rows.push_back(static_cast<std::uint32_t>(i));
      if (kind.is_odd) sums.odd_rows.push_back(static_cast<std::uint32_t>(i));
      kind.is_odd ? add_odd_row(row, sums) : add_plain_row(row, sums);
    });
  }

  void add_to_total(const FirstSums& sums) {
    for (std::size_t j = 0; j < d_; ++j) {
      total_.plain[j] += sums.plain[j];
      total_.odd[j] += sums.odd[j];
      total_.odd_count[j] += sums.odd_count[j];
      total_.low[j] = std::min(total_.low[j], sums.low[j]);
      total_.high[j] = std::max(total_.high[j], sums.high[j]);
    }
    append(sums.zero_rows, result_.zero_rows);
    append(sums.odd_rows, result_.odd_rows);
    add(sums.counts, result_.counts);
  }

  double finite_count(std::size_t column) const {
    return static_cast<double>(V_ - result_.odd_rows.size() + total_.odd_count[column]);
  }

  void find_means() {
    const auto plain_rows = static_cast<double>(V_ - result_.odd_rows.size());
    for (std::size_t j = 0; j < d_; ++j) {
      result_.centroid.push_back(plain_rows > 0.0 ? total_.plain[j] / plain_rows : kNotANumber);
      ColumnSurvey& column = result_.columns[j];
      if (finite_count(j) == 0.0) {
        constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
        column = {kNotANumber, kNotANumber, kNone, kNone};
        continue;
      }
      column.mean = (total_.plain[j] + total_.odd[j]) / finite_count(j);
      column.low = total_.low[j];
      column.high = total_.high[j];
      result_.range = std::max({result_.range, std::abs(column.low), std::abs(column.high)});
    }
  }

  struct SecondSums {
    std::vector<double> squares;  // (d) of the distances from the column's mean
    std::vector<float> room;
  };

  bool look_again(const Watch& watch) {
    std::vector<SecondSums> workers(worker_count(threads_, blocks()));
    std::vector<double> squares(d_, 0.0);
    const bool done = for_each_block(
        blocks(), threads_, watch,
        [&](std::size_t block, std::size_t worker) { measure(block, workers[worker]); },
        [&](std::size_t, std::size_t worker) {
          for (std::size_t j = 0; j < d_; ++j) squares[j] += workers[worker].squares[j];
        });
    for (std::size_t j = 0; j < d_; ++j) {
      ColumnSurvey& column = result_.columns[j];
      if (finite_count(j) > 0.0) column.std = std::sqrt(squares[j] / finite_count(j));
    }
    return done;
  }

  void measure(std::size_t block, SecondSums& sums) {
    sums.squares.assign(d_, 0.0);
    sums.room.resize(d_);
    visit_block(table_, block, sums.room, [&](std::size_t i, std::span<const float> row) {
      const bool is_odd =
          std::binary_search(result_.odd_rows.begin(), result_.odd_rows.end(), static_cast<std::uint32_t>(i));
      double distance = is_odd ? kNotANumber : 0.0;
      for (std::size_t j = 0; j < d_; ++j) {
        if (is_odd && !std::isfinite(row[j])) continue;
        const auto x = static_cast<double>(row[j]);
        const double from_mean = x - result_.columns[j].mean;
        const double from_centroid = x - result_.centroid[j];
        sums.squares[j] += from_mean * from_mean;
        distance += from_centroid * from_centroid;
      }
      result_.centroid_distance[i] = std::sqrt(distance);
    });
  }

  void find_duplicates() {
    std::vector<std::uint32_t> rows(V_);
    std::iota(rows.begin(), rows.end(), 0U);
    std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(hashes_[a], a) < std::pair(hashes_[b], b);
    });
    for (std::size_t first = 0; first < rows.size();) {
      std::size_t last = first + 1;
      while (last < rows.size() && hashes_[rows[last]] == hashes_[rows[first]]) ++last;
      if (last - first > 1) find_duplicates_among(std::span(rows).subspan(first, last - first));
      first = last;
    }
    std::sort(result_.duplicates.begin(), result_.duplicates.end(),
              [](const DuplicateRow& a, const DuplicateRow& b) { return a.row < b.row; });
  }

  // Rows of one hash, ascending: nearly always all with the same bytes.
  void find_duplicates_among(std::span<const std::uint32_t> rows) {
    std::vector<std::uint32_t> different;
    std::vector<float> room_a(d_);
    std::vector<float> room_b(d_);
    for (const std::uint32_t row : rows) {
      if (std::binary_search(result_.zero_rows.begin(), result_.zero_rows.end(), row)) continue;
      const auto numbers = row_of(table_, row, room_a);
      const auto first = std::find_if(different.begin(), different.end(), [&](std::uint32_t other) {
        return same_bytes(numbers, row_of(table_, other, room_b));
      });
      if (first == different.end()) {
        different.push_back(row);
      } else {
        result_.duplicates.push_back({row, *first});
      }
    }
  }

  // The median of what value(column) gives, NaN left out; 0 without any. Of two middle ones the upper.
  template <typename Value>
  double median(Value value) const {
    std::vector<double> values;
    for (const ColumnSurvey& column : result_.columns) {
      if (const double x = value(column); !std::isnan(x)) values.push_back(x);
    }
    if (values.empty()) return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  }

  void find_outlier_columns() {
    const double std = median([](const ColumnSurvey& column) { return column.std; });
    const double mean = median([](const ColumnSurvey& column) { return std::abs(column.mean); });
    for (std::size_t j = 0; j < d_; ++j) {
      const ColumnSurvey& column = result_.columns[j];
      const double size = std::abs(column.mean);
      if (column.std > kOutlierFactor * std || (size > kOutlierFactor * mean && size > std))
        result_.outlier_columns.push_back(static_cast<std::uint32_t>(j));
    }
  }

  const Tensor& table_;
  std::size_t V_;
  std::size_t d_;
  std::size_t threads_;
  std::vector<std::uint64_t> hashes_;  // (V)
  FirstSums total_;
  TableSurvey result_;
};

void check_order(const Tensor& table, std::span<const std::uint32_t> order, std::size_t rows_per_block) {
  if (rows_per_block == 0) throw ValueError("a block of rows needs at least one row");
  for (const std::uint32_t row : order) {
    if (row >= table.rows()) {
      throw ValueError("the order has row " + std::to_string(row) + ", and the table " + shape_text(table) +
                       " has none of that number");
    }
  }
}

}  // namespace

std::optional<TableSurvey> survey(const Tensor& table, const std::atomic<bool>& cancelled,
                                  std::atomic<float>& progress, std::size_t threads) {
  if (table.rows() > std::numeric_limits<std::uint32_t>::max())
    throw ShapeError("a table " + shape_text(table) + " has more rows than 2^32 - 1: they are not surveyed");
  return Survey(table, threads).run(cancelled, progress);
}

std::vector<std::uint32_t> nearest_to_centroid(const TableSurvey& survey, std::size_t k) {
  std::vector<std::uint32_t> rows;
  for (std::size_t i = 0; i < survey.centroid_distance.size(); ++i) {
    if (!std::isnan(survey.centroid_distance[i])) rows.push_back(static_cast<std::uint32_t>(i));
  }
  k = std::min(k, rows.size());
  const auto nearer = [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(survey.centroid_distance[a], a) < std::pair(survey.centroid_distance[b], b);
  };
  std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(k), rows.end(), nearer);
  rows.resize(k);
  return rows;
}

Histogram histogram(std::span<const double> values, std::size_t bins) {
  Histogram result{0.0, 0.0, std::vector<std::uint64_t>(bins)};
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double x) { return std::isfinite(x); });
  if (finite.empty() || bins == 0) return result;
  const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
  result.low = *low;
  result.high = *high;
  const double width = result.high - result.low;
  for (const double x : finite) {
    const double part = width > 0.0 ? (x - result.low) / width * static_cast<double>(bins) : 0.0;
    ++result.counts[std::min(static_cast<std::size_t>(part), bins - 1)];
  }
  return result;
}

void widen(std::span<const float> row, std::span<float> low, std::span<float> high) {
  for (std::size_t j = 0; j < row.size(); ++j) {
    low[j] = -larger_or_nan(-low[j], -row[j]);
    high[j] = larger_or_nan(high[j], row[j]);
  }
}

std::optional<BlockExtremes> block_extremes(const Tensor& table, std::span<const std::uint32_t> order,
                                            std::size_t rows_per_block, const std::atomic<bool>& cancelled,
                                            std::atomic<float>& progress, std::size_t threads) {
  check_order(table, order, rows_per_block);
  const auto d = static_cast<std::size_t>(table.d());
  const std::size_t rows = order.empty() ? static_cast<std::size_t>(table.rows()) : order.size();
  const std::size_t blocks = blocks_of(rows, rows_per_block);
  std::vector<float> low(blocks * d, std::numeric_limits<float>::infinity());
  std::vector<float> high(blocks * d, -std::numeric_limits<float>::infinity());
  const auto extremes_of = [&](std::size_t block, std::size_t) {
    std::vector<float> room(d);
    const std::size_t end =
        rows - block * rows_per_block > rows_per_block ? (block + 1) * rows_per_block : rows;
    for (std::size_t i = block * rows_per_block; i < end; ++i) {
      widen(row_of(table, order.empty() ? i : order[i], room), std::span(low).subspan(block * d, d),
            std::span(high).subspan(block * d, d));
    }
  };
  if (!for_each_block(blocks, threads, {cancelled, progress}, extremes_of)) return std::nullopt;
  return BlockExtremes{rows_per_block, Table(blocks, d, std::move(low)), Table(blocks, d, std::move(high))};
}

}  // namespace whatwhere
