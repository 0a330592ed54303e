// What happens when ids are fed as numbers: a dense layer on the id itself, and ids given in another order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/input/lookup.h"
#include "core/tables/table.h"

namespace whatwhere {

// A layer that makes n numbers of one: w and b hold n numbers each.
struct DenseLayer {
  std::vector<float> w;
  std::vector<float> b;
};

// w and b (n): the first 2n standard normals of (seed, Purpose::dense_layer), w first, each rounded once to
// float32.
DenseLayer dense_layer(std::uint64_t seed, std::size_t n);

// (T, n): element [t, j] is w[j] * ids[t] + b[j], each step rounded to float32, as torch.nn.Linear(1, n) on
// the ids. An id is any number here; beyond 2^24 in size it is rounded, too.
// Throws ShapeError if w and b differ in length.
Table apply_to_ids(const DenseLayer& layer, std::span<const TokenId> ids);

// V new ids: old id i becomes result[i]. Number 0 leaves every id as it is. Every other number is drawn
// uniformly over the permutations that leave no id as it is (a derangement; for V < 2 there is none, and the
// ids stay): Fisher-Yates shuffles of the numbered stream of (seed, Purpose::renumbering), drawn again until
// there is no fixed point, e = 2.7 times on average.
// Throws ValueError if V exceeds 2^31: ids are 32-bit.
std::vector<TokenId> renumbering(std::size_t V, std::uint64_t seed, std::uint64_t number);

// (T): renumbering[ids[t]]. Throws IdError if an id is outside [0, renumbering.size()).
std::vector<TokenId> renumbered(std::span<const TokenId> ids, std::span<const TokenId> renumbering);

// E (V, d) with its rows moved along: row renumbering[i] of the result is row i of E, byte for byte, so
// lookup(renumber_rows(E, r), renumbered(ids, r)) is lookup(E, ids). `renumbering` must be a permutation of
// [0, V). Throws ShapeError if it has not V ids, IdError if one is outside [0, V).
Table renumber_rows(const Table& E, std::span<const TokenId> renumbering);

}  // namespace whatwhere
