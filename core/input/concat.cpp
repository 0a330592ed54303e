#include "core/input/concat.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"

namespace whatwhere {

Table concatenated(const Table& tok_emb, const Table& pos_emb) {
  if (tok_emb.rows() != pos_emb.rows()) {
    throw ShapeError("cannot put tok_emb " + shape_text(tok_emb) + " and pos_emb " + shape_text(pos_emb) +
                     " side by side: both need one row for each of the T slots");
  }
  std::vector<float> numbers;
  numbers.reserve(tok_emb.numbers().size() + pos_emb.numbers().size());
  for (std::size_t t = 0; t < tok_emb.rows(); ++t) {
    for (const auto row : {tok_emb.row(t), pos_emb.row(t)}) {
      numbers.insert(numbers.end(), row.begin(), row.end());
    }
  }
  return Table(tok_emb.rows(), tok_emb.d() + pos_emb.d(), std::move(numbers));
}

Table linear(const Table& x, const Table& W) {
  if (x.d() != W.rows()) {
    throw ShapeError("cannot multiply x " + shape_text(x) + " by W " + shape_text(W) +
                     ": the layer expects width n = " + std::to_string(W.rows()) + ", and x has width " +
                     std::to_string(x.d()));
  }
  const std::size_t m = W.d();
  std::vector<float> product(x.rows() * m);
  for (std::size_t t = 0; t < x.rows(); ++t) {
    for (std::size_t k = 0; k < x.d(); ++k) {
      for (std::size_t j = 0; j < m; ++j) product[t * m + j] += x.row(t)[k] * W.row(k)[j];
    }
  }
  return Table(x.rows(), m, std::move(product));
}

}  // namespace whatwhere
