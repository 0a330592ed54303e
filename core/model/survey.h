// All rows of a table in numbers: lengths, columns, what is odd, what stands out; and the table in fewer rows
// for a picture of all of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/tensor.h"
#include "core/tables/table.h"

namespace whatwhere {

// A column's finite numbers. A column without any has NaN throughout.
struct ColumnSurvey {
  double mean = 0.0;
  double std = 0.0;  // of the numbers themselves: divided by their count, not by one less
  float low = 0.0F;
  float high = 0.0F;
};

// How many numbers of the whole table are of a kind.
struct NumberCounts {
  std::uint64_t nan = 0;
  std::uint64_t plus_infinity = 0;
  std::uint64_t minus_infinity = 0;
  std::uint64_t minus_zero = 0;
  std::uint64_t subnormal = 0;
  bool operator==(const NumberCounts&) const = default;
};

// A row with the same float32 numbers, bit for bit, as an earlier one.
struct DuplicateRow {
  std::uint32_t row = 0;
  std::uint32_t first = 0;  // the first row with these numbers
  bool operator==(const DuplicateRow&) const = default;
};

// Of a table (V, d). An odd row is one that holds a NaN or an infinity.
struct TableSurvey {
  std::vector<double> norms;                   // (V) L2, summed in double; of an odd row as IEEE 754 has it
  std::vector<double> centroid;                // (d) the mean of the rows that are not odd; NaN if all are
  std::vector<double> centroid_distance;       // (V) L2 distance from the centroid; NaN for an odd row
  std::vector<ColumnSurvey> columns;           // (d)
  std::vector<std::uint32_t> zero_rows;        // nothing but 0.0 and -0.0; ascending
  std::vector<std::uint32_t> odd_rows;         // ascending
  std::vector<DuplicateRow> duplicates;        // ascending by row; rows of zeros are in zero_rows alone
  std::vector<std::uint32_t> outlier_columns;  // ascending; see kOutlierFactor
  NumberCounts counts;
  float range = 0.0F;  // the largest finite |x|
};

// A column stands out if its std is more than this many times the median std of all columns, or its |mean|
// more than this many times the median |mean| and more than the median std.
inline constexpr double kOutlierFactor = 6.0;

// Looks at every number of the table twice. O(V * d), and O(V log V) for the duplicates. The same bits for
// any number of threads; 0 is as many as the machine runs at once. nullopt when cancelled.
// Throws ShapeError if the table has more than 2^32 - 1 rows.
std::optional<TableSurvey> survey(const Tensor& table, const std::atomic<bool>& cancelled,
                                  std::atomic<float>& progress, std::size_t threads = 0);

// The k rows nearest to the centroid, nearest first, of equally near ones the lower first: the rows that
// training never moved lie there (Rumbelow and Watkins 2023, "SolidGoldMagikarp"). Odd rows do not count.
std::vector<std::uint32_t> nearest_to_centroid(const TableSurvey& survey, std::size_t k);

// How often the finite ones of `values` lie in each of `bins` equal parts of [low, high]; high itself is in
// the last part. All in the first part if low is high. Without a finite value low and high are 0.
struct Histogram {
  double low = 0.0;
  double high = 0.0;
  std::vector<std::uint64_t> counts;  // (bins)
};
Histogram histogram(std::span<const double> values, std::size_t bins);

// The lowest and highest number of each column in blocks of rows.
struct BlockExtremes {
  std::size_t rows_per_block = 0;
  Table low;   // (blocks, d); NaN where the block's column has a NaN
  Table high;  // (blocks, d); the same
};

// low and high (d) take in row (d): the lower and the higher numbers, NaN where one of two is.
void widen(std::span<const float> row, std::span<float> low, std::span<float> high);

// The rows of a table (V, d) taken in `order`, `rows_per_block` at a time; the last block may have fewer. An
// empty order is 0 to V - 1. An order may leave rows out. nullopt when cancelled. The same bits for any
// number of threads. Throws ValueError if rows_per_block is 0 or a row of the order is not below V.
std::optional<BlockExtremes> block_extremes(const Tensor& table, std::span<const std::uint32_t> order,
                                            std::size_t rows_per_block, const std::atomic<bool>& cancelled,
                                            std::atomic<float>& progress, std::size_t threads = 0);

}  // namespace whatwhere
