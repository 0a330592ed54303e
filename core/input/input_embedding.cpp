#include "core/input/input_embedding.h"

#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/input/lookup_add_kernel.h"

namespace whatwhere {

namespace {

void check_shapes(const Table& E, const Table& P, const Batch& batch) {
  if (E.d() != P.d()) {
    throw ShapeError("E has width d = " + std::to_string(E.d()) + " and P has width d = " +
                     std::to_string(P.d()) + ": the sum E[ids] + P[0..T) needs one width for both");
  }
  if (!batch.is_whole()) {
    throw ShapeError("ids of shape (" + std::to_string(batch.B) + ", " + std::to_string(batch.T) +
                     ") must hold " + std::to_string(batch.B * batch.T) + " ids, got " +
                     std::to_string(batch.ids.size()));
  }
  check_context(batch.T, P.rows());
}

}  // namespace

void check_context(std::size_t T, std::size_t context_length) {
  if (T <= context_length) return;
  const std::string rows = std::to_string(context_length);
  throw ShapeError("T = " + std::to_string(T) + " tokens, but context_length = " + rows +
                   ": there is no row " + rows + " in P; use at most " + rows + " tokens");
}

InputGrid input_embedding(const Table& E, const Table& P, const Batch& batch, PositionScheme scheme) {
  check_shapes(E, P, batch);
  InputGrid grid;
  grid.tok_emb = lookup(E, batch.ids);
  if (!adds_to_input(scheme)) {
    grid.input_emb = grid.tok_emb;
    return grid;
  }
  const auto used = P.numbers().first(batch.T * P.d());
  grid.pos_emb = Table(batch.T, P.d(), {used.begin(), used.end()});
  std::vector<float> sum(batch.ids.size() * E.d());
  lookup_add(E, P, batch, sum);
  grid.input_emb = Table(batch.ids.size(), E.d(), std::move(sum));
  return grid;
}

InputGrid input_embedding(const Table& E, const Table& P, std::span<const TokenId> ids,
                          PositionScheme scheme) {
  return input_embedding(E, P, Batch{ids, 1, ids.size()}, scheme);
}

void lookup_add(const Table& E, const Table& P, const Batch& batch, std::span<float> out) {
  check_shapes(E, P, batch);
  check_ids(batch.ids, E.rows());
  if (out.size() != batch.ids.size() * E.d()) {
    throw ShapeError("the sum needs room for " + std::to_string(batch.ids.size() * E.d()) + " numbers, got " +
                     std::to_string(out.size()));
  }
  lookup_add_rows(E.numbers().data(), P.numbers().data(), batch.ids.data(), batch.B, batch.T, E.d(),
                  out.data());
}

}  // namespace whatwhere
