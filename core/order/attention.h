// One attention head, and what it makes of a reorder: do the context vectors travel with their tokens?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/input/position.h"
#include "core/tables/table.h"

namespace whatwhere {

// The weights of one head, each (d, d), applied to a row from the right: q = x W_q.
struct AttentionHead {
  Table W_q;
  Table W_k;
  Table W_v;
};

// Normals of the streams attention_q, attention_k and attention_v, with standard deviation 1/sqrt(d): a row
// of numbers of size 1 stays of size 1.
AttentionHead attention_head(std::uint64_t seed, std::size_t d);

// Each row of x (T, d) minus its mean, divided by sqrt(variance + 1e-5); in double, rounded once. What GPT-2
// does before its attention, without its learned weights (torch.nn.functional.layer_norm).
Table layer_norm(const Table& x);

struct Rotary {
  double base = 10000.0;
  Pairing pairing = Pairing::interleaved;
};

struct AttentionOptions {
  bool causal = false;           // slot t sees slots 0 to t alone, as in a GPT; otherwise all
  std::optional<Rotary> rotary;  // row t of q and k is turned by position t before they are scored
};

struct Attention {
  Table weights;  // (T, T): how much slot t takes of slot s; each row sums to 1; exactly 0 where t sees no s
  Table out;      // (T, d): the context vectors
};

// out (T, d) = weights v, weights (T, T) = softmax(q k^T / sqrt(d)) row by row, with q = x W_q, k = x W_k and
// v = x W_v; in float32, with the largest score of a row subtracted before exp. T = 0 is valid.
// Source: Vaswani et al. 2017, section 3.2.1 (torch.nn.functional.scaled_dot_product_attention).
// Throws ShapeError unless W_q, W_k and W_v are (d, d) for x (T, d); with rotary as rotate does.
Attention attention(const Table& x, const AttentionHead& head, const AttentionOptions& options);

// Attention before and after a reorder.
//
// Without positions and mask, nothing in the formula knows a slot's number: the same tokens in another order
// give the same context vectors in that order. But the sums run over the slots in their order, and float32
// sums in another order round differently: the vectors are the same number, not the same bits. What tells
// that rounding from a real difference is precision: the same formula in double has it a billion times
// smaller, 1e-16 of the numbers instead of 1e-7, while a real difference stays as it is. "Same" therefore
// means: in double, no further apart than 1e-10 of the largest |out|.
struct PermutationCheck {
  Attention before;
  Attention present;
  std::vector<bool> same_row;  // (T): does present slot t hold the context vector that its token had before?
  float difference = 0.0F;     // the largest |present.out[t, j] - before.out[origin[t], j]|, in float32
  double difference_in_double = 0.0;  // the same with all of the attention in double
  bool rows_travel = false;           // every row is the same: `difference` is rounding alone
  bool same_bag = false;              // the context vectors are the same multiset, whoever holds them
};

// Present slot t stood in slot origin[t] before; x_before and x_present are (T, d), and exact: they are what
// the head sees in both precisions. A number that is not finite is the same as none, and a difference of such
// numbers is NaN. O(T^2 d + T d^2).
// Throws as attention does, and ShapeError if the two differ in shape or origin is not T slots below T.
PermutationCheck check_permutation(const Table& x_before, const Table& x_present,
                                   std::span<const std::size_t> origin, const AttentionHead& head,
                                   const AttentionOptions& options);

}  // namespace whatwhere
