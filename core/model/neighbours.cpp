#include "core/model/neighbours.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <queue>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/model/row_dots.h"
#include "core/order/distance.h"
#include "core/parallel.h"

namespace whatwhere {

namespace {

double score_of(std::span<const float> row, std::span<const float> query, Metric metric) {
  if (metric == Metric::cosine) return cosine(row, query);
  return metric == Metric::dot ? dot_product(row, query) : l2_distance(row, query);
}

void check_query(const Tensor& table, std::span<const float> query) {
  if (query.size() == table.d()) return;
  throw ShapeError("the query is " + std::to_string(query.size()) + " wide, the table " + shape_text(table) +
                   ": a neighbour needs one width for both");
}

// The k nearest of the rows that add() is called with, in ascending order.
class Nearest {
 public:
  Nearest(std::size_t k, Metric metric) : k_(k), nearer_{metric} {}

  void add(const Neighbour& here) {
    if (k_ == 0 || std::isnan(here.score)) return;
    if (best_.size() == k_) {
      if (!nearer_(here, best_.front())) return;
      std::pop_heap(best_.begin(), best_.end(), nearer_);
      best_.pop_back();
    }
    best_.push_back(here);
    std::push_heap(best_.begin(), best_.end(), nearer_);
  }

  std::vector<Neighbour> sorted() {
    std::sort_heap(best_.begin(), best_.end(), nearer_);
    return std::move(best_);
  }

 private:
  struct Nearer {
    Metric metric;
    bool operator()(const Neighbour& a, const Neighbour& b) const {
      if (a.score != b.score) return metric == Metric::l2 ? a.score < b.score : a.score > b.score;
      return a.row < b.row;
    }
  };

  std::size_t k_;
  Nearer nearer_;
  std::vector<Neighbour> best_;  // a heap whose front is the farthest of the k best
};

constexpr std::size_t kRowsPerBlock = 512;

// Calls work(first, count) for blocks of the rows of a table, from several threads. Throws Cancelled.
template <typename Work>
void for_each_block_of_rows(const Tensor& table, std::size_t threads, const ReadWatch& watch, Work work) {
  const auto V = static_cast<std::size_t>(table.rows());
  const std::atomic<bool> never = false;
  std::atomic<float> unseen = 0.0F;
  const Watch blocks_watch{watch.cancelled != nullptr ? *watch.cancelled : never,
                           watch.progress != nullptr ? *watch.progress : unseen};
  const bool done =
      for_each_block(blocks_of(V, kRowsPerBlock), threads, blocks_watch, [&](std::size_t block, std::size_t) {
        const std::size_t first = block * kRowsPerBlock;
        work(first, std::min(kRowsPerBlock, V - first));
      });
  if (!done) throw Cancelled();
}

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

// Where a row's score can lie, turned so that the lower is the nearer: minus the cosine or the dot product,
// or the square of the distance. [-infinity, infinity] where float32 does not say; NaN for no score at all.
struct Range {
  double low = -kInfinite;
  double high = kInfinite;
};

class RangeOf {
 public:
  RangeOf(std::span<const float> query, Metric metric)
      : metric_(metric),
        norm_(std::sqrt(dot_product(query, query))),
        error_(row_dots_error(query.size())),
        // Of sums of d products in double, those of the exact scores too: (d + 8) roundings, twice.
        double_error_(static_cast<double>(query.size() + 8) * 0x1p-51) {}

  Range operator()(float quick_dot, double norm) const {
    if (metric_ == Metric::cosine && (norm == 0.0 || norm_ == 0.0)) return {kNotANumber, kNotANumber};
    const auto dot = static_cast<double>(quick_dot);
    const double size = norm * norm_;
    const double dot_error = (error_.relative + double_error_) * size * (1.0 + 0x1p-20) + error_.absolute;
    if (!std::isfinite(dot) || !std::isfinite(dot_error)) return Range{};
    if (metric_ == Metric::dot) return Range{-dot - dot_error, -dot + dot_error};
    if (metric_ == Metric::cosine) {
      const double error = dot_error / size + double_error_;
      return Range{-dot / size - error, -dot / size + error};
    }
    const double squares = norm * norm + norm_ * norm_;
    const double square = squares - 2.0 * dot;
    const double error = 2.0 * dot_error + 4.0 * double_error_ * squares;
    return Range{square - error, square + error};
  }

 private:
  Metric metric_;
  double norm_;
  DotError error_;
  double double_error_;
};

// The range of every row of a table, by dot products in float32.
std::vector<Range> quick_ranges(const Tensor& table, std::span<const double> norms,
                                std::span<const float> query, Metric metric, std::size_t threads,
                                const ReadWatch& watch) {
  const RangeOf range_of(query, metric);
  std::vector<Range> ranges(norms.size());
  for_each_block_of_rows(table, threads, watch, [&](std::size_t first, std::size_t count) {
    std::vector<float> room(query.size());
    std::vector<float> dots(count);
    const auto row = row_of(table, first, room);
    if (row.data() != room.data()) {
      row_dots(row.data(), count, query, dots.data());
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        read_row(table, first + i, room);
        row_dots(room.data(), 1, query, &dots[i]);
      }
    }
    for (std::size_t i = 0; i < count; ++i) ranges[first + i] = range_of(dots[i], norms[first + i]);
  });
  return ranges;
}

// The rows that can be among the k nearest: those that can be as near as the k-th is at the farthest.
std::vector<std::size_t> candidates(std::span<const Range> ranges, std::size_t k) {
  std::priority_queue<double> highs;  // the k lowest
  for (const Range& range : ranges) {
    if (!std::isfinite(range.high)) continue;
    if (highs.size() == k && range.high >= highs.top()) continue;
    if (highs.size() == k) highs.pop();
    highs.push(range.high);
  }
  const double limit = highs.size() == k ? highs.top() : kInfinite;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].low <= limit) rows.push_back(i);
  }
  return rows;
}

}  // namespace

std::vector<Neighbour> neighbours(const Tensor& table, std::span<const float> query, std::size_t k,
                                  Metric metric) {
  check_query(table, query);
  Nearest nearest(k, metric);
  std::vector<float> room(query.size());
  for (std::size_t i = 0; i < table.rows() && k > 0; ++i)
    nearest.add({i, score_of(row_of(table, i, room), query, metric)});
  return nearest.sorted();
}

std::vector<double> row_norms(const Tensor& table, std::size_t threads, const ReadWatch& watch) {
  std::vector<double> norms(static_cast<std::size_t>(table.rows()));
  for_each_block_of_rows(table, threads, watch, [&](std::size_t first, std::size_t count) {
    std::vector<float> room(static_cast<std::size_t>(table.d()));
    for (std::size_t i = first; i < first + count; ++i) {
      const auto row = row_of(table, i, room);
      norms[i] = std::sqrt(dot_product(row, row));
    }
  });
  return norms;
}

std::vector<Neighbour> neighbours(const Tensor& table, std::span<const double> norms,
                                  std::span<const float> query, std::size_t k, Metric metric,
                                  std::size_t threads, const ReadWatch& watch) {
  check_query(table, query);
  if (norms.size() != table.rows()) {
    throw ShapeError(std::to_string(norms.size()) + " norms for a table " + shape_text(table) +
                     ": it needs one a row");
  }
  if (k == 0) return {};
  Nearest nearest(k, metric);
  std::vector<float> room(query.size());
  for (const std::size_t i : candidates(quick_ranges(table, norms, query, metric, threads, watch), k))
    nearest.add({i, score_of(row_of(table, i, room), query, metric)});
  return nearest.sorted();
}

}  // namespace whatwhere
