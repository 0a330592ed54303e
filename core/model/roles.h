// Which of a model's tensors are its token table E and its position table P.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "core/model/tensor.h"

namespace whatwhere {

struct Roles {
  std::optional<std::size_t> E;  // indices into the tensors
  std::optional<std::size_t> P;
};

// By name: the last part before ".weight", behind any prefix, of rank 2.
// E: wte, embed_tokens, word_embeddings, token_embd, tok_embeddings, embed_in, shared, E, vectors; where
// there is none, the output layer of tied weights: lm_head, output. P: wpe, embed_positions,
// position_embeddings, position_embd, pos_embd, P. A lone table of a format without names is E.
Roles find_roles(std::span<const Tensor> tensors);

// How many rows of P come before the one of slot 0, by the tensor's name: 2 in the decoders of OPT and BART.
std::size_t position_offset_of(const std::string& name);

}  // namespace whatwhere
