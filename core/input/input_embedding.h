// input_emb = tok_emb + pos_emb: what each token is, plus where it stands.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/input/lookup.h"
#include "core/tables/table.h"

namespace whatwhere {

// What says where a token stands: nothing; row t of the learned table P, added (GPT-2's wpe); row t of fixed
// sinusoids, added (the original Transformer); or a rotation of queries and keys inside attention, which adds
// nothing to the input (RoPE).
enum class PositionScheme { off, learned, sinusoidal, rotary };

// Does the slot add a row to the token's? Only the learned and the sinusoidal scheme do.
constexpr bool adds_to_input(PositionScheme scheme) {
  return scheme == PositionScheme::learned || scheme == PositionScheme::sinusoidal;
}

// B sequences of T ids each, flattened row by row: ids.size() == B * T.
struct Batch {
  std::span<const TokenId> ids;
  std::size_t B = 1;
  std::size_t T = 0;

  // Is ids.size() == B * T, even where that product would wrap?
  bool is_whole() const { return T == 0 ? ids.empty() : ids.size() % T == 0 && ids.size() / T == B; }
};

// Throws ShapeError if T exceeds context_length: there is no row of P for slot context_length and beyond.
void check_context(std::size_t T, std::size_t context_length);

// The (B, T, d) answer as (B * T, d) Tables.
struct InputGrid {
  Table tok_emb;                 // (B * T, d)
  std::optional<Table> pos_emb;  // (T, d), the same for every sequence of the batch; if the scheme adds one
  Table input_emb;               // (B * T, d); tok_emb itself if nothing is added
};

// input_emb (B, T, d) = tok_emb (B, T, d) + P[0..T) (T, d), broadcast over the batch (GPT-2's forward);
// tok_emb alone if the scheme adds nothing. P is the scheme's table, whichever it is. B = 0 and T = 0 are
// valid and give empty Tables. Throws IdError for an id outside [0, V); ShapeError if E and P differ in
// width, T exceeds context_length (P's rows) or ids.size() != B * T. The shapes of E and P are checked with
// the scheme off too: the model has one width and one context_length whatever is added.
InputGrid input_embedding(const Table& E, const Table& P, const Batch& batch, PositionScheme scheme);

// One sequence: B = 1, T = ids.size().
InputGrid input_embedding(const Table& E, const Table& P, std::span<const TokenId> ids,
                          PositionScheme scheme);

// out (B, T, d) = E[ids] + P[0..T): one fused pass, float32 adds. out must hold B * T * d numbers and not
// overlap E or P. Throws as input_embedding does.
void lookup_add(const Table& E, const Table& P, const Batch& batch, std::span<float> out);

}  // namespace whatwhere
