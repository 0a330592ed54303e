#include "core/order/row_pairs.h"

#include "core/parallel.h"

namespace whatwhere {

RowPairs::RowPairs(const Table& grid, std::vector<std::size_t> rows)
    : d_(grid.d()), error_(static_cast<double>(grid.d() + 8) * 0x1p-50), rows_(std::move(rows)) {
  packed_.assign(blocks_of(rows_.size(), kPanel) * kPanel * d_, 0.0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto row = grid.row(rows_[i]);
    squares_.push_back(dot_product(row, row));
    double* column = packed_.data() + i / kPanel * kPanel * d_ + i % kPanel;
    for (std::size_t j = 0; j < d_; ++j) column[kPanel * j] = static_cast<double>(row[j]);
  }
}

}  // namespace whatwhere
