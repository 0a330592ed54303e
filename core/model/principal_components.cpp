#include "core/model/principal_components.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/parallel.h"
#include "core/symmetric_eigenvectors.h"
#include "core/tables/panel_products.h"

namespace whatwhere {

namespace {

constexpr std::size_t kRowsPerPack = 128;    // their doubles stay in the second cache at d = 768
constexpr std::size_t kRowsPerBlock = 2048;  // what a thread sums up before it adds to the total
constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

bool is_finite(std::span<const float> row) {
  std::uint32_t not_finite = 0;
  for (const float x : row)
    not_finite |= (std::bit_cast<std::uint32_t>(x) & 0x7F800000U) == 0x7F800000U ? 1U : 0U;
  return not_finite == 0;
}

// The sums [i, j] of products of columns, i and j below d, in tiles: those on and right of the diagonal.
class ProductSums {
 public:
  explicit ProductSums(std::size_t d = 0)
      : panels_(blocks_of(d, kPanel)), tiles_(panels_ * (panels_ + 1) / 2 * kTile, 0.0) {}

  std::size_t panels() const { return panels_; }
  void clear() { std::fill(tiles_.begin(), tiles_.end(), 0.0); }

  // packed: `rows` rows of all panels.
  void add(const std::vector<double>& packed, std::size_t rows) {
    for (std::size_t p = 0; p < panels_; ++p) {
      const double* panel = packed.data() + p * rows * kPanel;
      add_panel_products(panel, panel, panels_ - p, rows, tiles_.data() + first_tile(p) * kTile);
    }
  }
  void add(const ProductSums& other) {
    for (std::size_t i = 0; i < tiles_.size(); ++i) tiles_[i] += other.tiles_[i];
  }
  // i <= j
  double at(std::size_t i, std::size_t j) const {
    const std::size_t tile = first_tile(i / kPanel) + j / kPanel - i / kPanel;
    return tiles_[tile * kTile + i % kPanel * kPanel + j % kPanel];
  }

 private:
  std::size_t first_tile(std::size_t panel) const { return panel * panels_ - panel * (panel - 1) / 2; }

  std::size_t panels_;
  std::vector<double> tiles_;
};

class Analysis {
 public:
  Analysis(const Tensor& table, std::size_t k, std::size_t threads)
      : table_(table),
        V_(static_cast<std::size_t>(table.rows())),
        d_(static_cast<std::size_t>(table.d())),
        k_(std::min(k, d_)),
        threads_(threads),
        is_left_out_(V_, 0) {}

  std::optional<PrincipalComponents> run(const std::atomic<bool>& cancelled, std::atomic<float>& progress) {
    if (!find_mean({cancelled, progress, 0.0F, 0.1F})) return std::nullopt;
    if (!find_covariance({cancelled, progress, 0.1F, 0.8F})) return std::nullopt;
    find_components();
    if (!find_scores({cancelled, progress, 0.9F, 1.0F})) return std::nullopt;
    return std::move(result_);
  }

 private:
  std::size_t blocks() const { return blocks_of(V_, kRowsPerBlock); }

  // Calls visit(i, row) for the rows of a block that are not left out.
  template <typename Visit>
  void visit_block(std::size_t block, Visit visit) const {
    std::vector<float> room(d_);
    const std::size_t end = std::min((block + 1) * kRowsPerBlock, V_);
    for (std::size_t i = block * kRowsPerBlock; i < end; ++i) {
      if (is_left_out_[i] == 0) visit(i, row_of(table_, i, room));
    }
  }

  bool find_mean(const Watch& watch) {
    struct Sums {
      std::vector<double> columns;
      std::size_t rows = 0;
    };
    std::vector<Sums> workers(worker_count(threads_, blocks()));
    result_.mean.assign(d_, 0.0);
    const bool done = for_each_block(
        blocks(), threads_, watch,
        [&](std::size_t block, std::size_t worker) {
          Sums& sums = workers[worker];
          sums.columns.assign(d_, 0.0);
          sums.rows = 0;
          visit_block(block, [&](std::size_t i, std::span<const float> row) {
            is_left_out_[i] = is_finite(row) ? 0 : 1;
            if (is_left_out_[i] != 0) return;
            for (std::size_t j = 0; j < d_; ++j) sums.columns[j] += static_cast<double>(row[j]);
            ++sums.rows;
          });
        },
        [&](std::size_t, std::size_t worker) {
          for (std::size_t j = 0; j < d_; ++j) result_.mean[j] += workers[worker].columns[j];
          result_.rows += workers[worker].rows;
        });
    if (result_.rows > 0) {
      for (double& mean : result_.mean) mean /= static_cast<double>(result_.rows);
    }
    return done;
  }

  struct Worker {
    ProductSums sums;
    std::vector<double> packed;
  };

  bool find_covariance(const Watch& watch) {
    sums_ = ProductSums(d_);
    std::vector<Worker> workers(worker_count(threads_, blocks()));
    return for_each_block(
        blocks(), threads_, watch,
        [&](std::size_t block, std::size_t worker) { sum_products(block, workers[worker], watch); },
        [&](std::size_t, std::size_t worker) { sums_.add(workers[worker].sums); });
  }

  void sum_products(std::size_t block, Worker& worker, const Watch& watch) const {
    if (worker.packed.empty()) {
      worker.sums = ProductSums(d_);
      worker.packed.resize(worker.sums.panels() * kPanel * kRowsPerPack);
    }
    worker.sums.clear();
    std::size_t rows = 0;
    const auto add_packed = [&] {
      if (!watch.cancelled) worker.sums.add(worker.packed, kRowsPerPack);
      std::fill(worker.packed.begin(), worker.packed.end(), 0.0);  // rows that do not come add nothing
      rows = 0;
    };
    visit_block(block, [&](std::size_t, std::span<const float> row) {
      for (std::size_t j = 0; j < d_; ++j) {
        worker.packed[(j / kPanel * kRowsPerPack + rows) * kPanel + j % kPanel] =
            static_cast<double>(row[j]) - result_.mean[j];
      }
      if (++rows == kRowsPerPack) add_packed();
    });
    if (rows > 0) add_packed();
  }

  void find_components() {
    const auto n = static_cast<Eigen::Index>(d_);
    const auto count = static_cast<double>(std::max<std::size_t>(result_.rows, 1));
    Eigen::MatrixXd covariance(n, n);
    for (std::size_t i = 0; i < d_; ++i) {
      for (std::size_t j = i; j < d_; ++j) {
        const double x = sums_.at(i, j) / count;
        covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = x;
        covariance(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = x;
      }
    }
    const double whole = covariance.trace();
    sums_ = ProductSums();
    for (EigenPair& pair : largest_eigenpairs(covariance, k_)) {
      // Rounding can leave a variance of nothing a little below it.
      result_.variances.push_back(std::max(pair.value, 0.0));
      result_.explained.push_back(whole > 0.0 ? std::min(result_.variances.back() / whole, 1.0) : 0.0);
      result_.components.push_back(std::move(pair.vector));
    }
  }

  bool find_scores(const Watch& watch) {
    std::vector<float> scores(V_ * k_, kNotANumber);
    std::vector<double> axes(d_ * k_);  // (d, k): the sums of a row go on side by side
    for (std::size_t c = 0; c < k_; ++c) {
      for (std::size_t j = 0; j < d_; ++j) axes[j * k_ + c] = result_.components[c][j];
    }
    const bool done = for_each_block(blocks(), threads_, watch, [&](std::size_t block, std::size_t) {
      std::vector<double> sums(k_);
      visit_block(block, [&](std::size_t i, std::span<const float> row) {
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t j = 0; j < d_; ++j) {
          const double from_mean = static_cast<double>(row[j]) - result_.mean[j];
          for (std::size_t c = 0; c < k_; ++c) sums[c] += from_mean * axes[j * k_ + c];
        }
        for (std::size_t c = 0; c < k_; ++c) scores[i * k_ + c] = static_cast<float>(sums[c]);
      });
    });
    result_.scores = Table(V_, k_, std::move(scores));
    return done;
  }

  const Tensor& table_;
  std::size_t V_;
  std::size_t d_;
  std::size_t k_;
  std::size_t threads_;
  std::vector<std::uint8_t> is_left_out_;  // (V); not bits, since threads write them side by side
  ProductSums sums_;
  PrincipalComponents result_;
};

}  // namespace

std::optional<PrincipalComponents> principal_components(const Tensor& table, std::size_t k,
                                                        const std::atomic<bool>& cancelled,
                                                        std::atomic<float>& progress, std::size_t threads) {
  return Analysis(table, k, threads).run(cancelled, progress);
}

Table position_cosines(const Table& P, const ReadWatch& watch) {
  constexpr std::size_t kColumnsAtOnce = 128;
  const std::size_t T = P.rows();
  ProductSums sums(T);  // of the columns of P's transpose
  std::vector<double> packed;
  for (std::size_t first = 0; first < P.d(); first += kColumnsAtOnce) {
    watch.report(static_cast<double>(first), static_cast<double>(P.d()));
    const std::size_t count = std::min(kColumnsAtOnce, P.d() - first);
    packed.assign(sums.panels() * kPanel * count, 0.0);
    for (std::size_t t = 0; t < T; ++t) {
      for (std::size_t j = 0; j < count; ++j)
        packed[(t / kPanel * count + j) * kPanel + t % kPanel] = static_cast<double>(P.row(t)[first + j]);
    }
    sums.add(packed, count);
  }
  std::vector<float> cosines(T * T);
  for (std::size_t a = 0; a < T; ++a) {
    for (std::size_t b = a; b < T; ++b) {
      const double cosine = sums.at(a, b) / std::sqrt(sums.at(a, a) * sums.at(b, b));
      cosines[a * T + b] = cosines[b * T + a] = static_cast<float>(cosine);
    }
  }
  return Table(T, T, std::move(cosines));
}

}  // namespace whatwhere
