#include "app/program/model_work.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/model/access.h"
#include "core/order/distance.h"

namespace whatwhere {

namespace {

constexpr std::size_t kRowsPerBlock = 16;
constexpr std::size_t kGlimpseRows = 512;  // 1 % of GPT-2's
constexpr std::size_t kComponents = 3;
constexpr std::size_t kBins = 40;          // of the histogram of the rows' lengths
constexpr std::size_t kNearCentroid = 10;  // rows that are listed

// What the rows are sorted by, the largest first; nothing when cancelled.
std::optional<std::vector<double>> sort_keys(const OrderKey& key, const std::atomic<bool>& cancelled) {
  const Tensor& table = key.table.tensor();
  const auto rows = static_cast<std::size_t>(table.rows());
  std::vector<float> row(static_cast<std::size_t>(table.d()));
  std::vector<float> like(row.size());
  read_row(table, std::min(key.like, rows - 1), like);
  std::vector<double> keys(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    if (cancelled) return std::nullopt;
    read_row(table, i, row);
    const std::span<const float> numbers = row;
    keys[i] = key.order == RowOrder::by_norm ? std::sqrt(dot_product(numbers, numbers)) : cosine(row, like);
    if (std::isnan(keys[i])) keys[i] = -INFINITY;  // at the end
  }
  return keys;
}

std::optional<OrderedTable> order_rows(const OrderKey& key, const std::atomic<bool>& cancelled,
                                       std::atomic<float>& progress) {
  expect_whole(key.table.tensor());
  OrderedTable ordered;
  ordered.rows.resize(static_cast<std::size_t>(key.table.tensor().rows()));
  std::iota(ordered.rows.begin(), ordered.rows.end(), std::uint32_t{0});
  if (key.order != RowOrder::by_id) {
    const auto keys = sort_keys(key, cancelled);
    if (!keys) return std::nullopt;
    std::stable_sort(ordered.rows.begin(), ordered.rows.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return (*keys)[a] > (*keys)[b]; });
  }
  auto blocks = block_extremes(key.table.tensor(), ordered.rows, kRowsPerBlock, cancelled, progress);
  if (!blocks) return std::nullopt;
  ordered.blocks = std::move(*blocks);
  return ordered;
}

std::optional<Glimpse> take_glimpse(const Tensor& table, const std::atomic<bool>& cancelled) {
  Glimpse glimpse;
  const auto rows = static_cast<std::size_t>(table.rows());
  const std::size_t count = std::min(rows, kGlimpseRows);
  std::vector<float> room(static_cast<std::size_t>(table.d()));
  for (std::size_t k = 0; k < count; ++k) {
    if (cancelled) return std::nullopt;
    const std::size_t row = rows * k / count;
    glimpse.rows.push_back(static_cast<std::uint32_t>(row));
    for (const float x : row_of(table, row, room)) {
      if (std::isfinite(x)) glimpse.range = std::max(glimpse.range, std::abs(x));
    }
  }
  return glimpse;
}

}  // namespace

std::shared_ptr<const Glimpse> ModelWork::glimpse(const TableKey& key) {
  return glimpse_.of(key,
                     [key](const auto& cancelled, auto&) { return take_glimpse(key.tensor(), cancelled); });
}

std::shared_ptr<const TableFacts> ModelWork::facts(const TableKey& key) {
  return facts_job(key.is_P).of(key,
                                [key](const auto& cancelled, auto& progress) -> std::optional<TableFacts> {
                                  expect_whole(key.tensor());
                                  auto found = survey(key.tensor(), cancelled, progress);
                                  if (!found) return std::nullopt;
                                  TableFacts facts{std::move(*found), {}, {}};
                                  facts.lengths = histogram(facts.survey.norms, kBins);
                                  facts.near_centroid = nearest_to_centroid(facts.survey, kNearCentroid);
                                  return facts;
                                });
}

std::shared_ptr<const OrderedTable> ModelWork::ordered(const OrderKey& key) {
  return ordered_.of(
      key, [key](const auto& cancelled, auto& progress) { return order_rows(key, cancelled, progress); });
}

std::shared_ptr<const PrincipalComponents> ModelWork::components(const TableKey& key) {
  return components_job(key.is_P).of(key, [key](const auto& cancelled, auto& progress) {
    expect_whole(key.tensor());
    return principal_components(
        key.tensor(), std::min<std::size_t>(kComponents, static_cast<std::size_t>(key.tensor().d())),
        cancelled, progress);
  });
}

std::shared_ptr<const Table> ModelWork::cosines(const TableKey& key, std::size_t most) {
  return cosines_.of(key, [key, most](const auto& cancelled, auto& progress) {
    const Tensor& table = key.tensor();
    const std::size_t rows = std::min(most, static_cast<std::size_t>(table.rows()));
    return std::optional(position_cosines(read_rows(table, 0, rows), {&cancelled, &progress}));
  });
}

std::shared_ptr<const std::vector<Neighbour>> ModelWork::nearest(NearList list, const NearKey& key) {
  const auto norms = norms_.of(key.table, [table = key.table](const auto& cancelled, auto& progress) {
    expect_whole(table.tensor());
    return std::optional(row_norms(table.tensor(), 0, {&cancelled, &progress}));
  });
  if (!norms) return nullptr;
  return nearest_job(list).of(key, [key, norms](const auto& cancelled, auto& progress) {
    return std::optional(
        neighbours(key.table.tensor(), *norms, key.query, key.k, key.metric, 0, {&cancelled, &progress}));
  });
}

bool ModelWork::busy() const {
  const bool searching =
      std::any_of(nearest_.begin(), nearest_.end(), [](const auto& job) { return job.running(); });
  return searching || glimpse_.running() || norms_.running() || cosines_.running() || facts_E_.running() ||
         facts_P_.running() || ordered_.running() || components_E_.running() || components_P_.running();
}

}  // namespace whatwhere
