#include "core/model/roles.h"

#include <array>
#include <string_view>

namespace whatwhere {

namespace {

constexpr std::array<std::string_view, 9> kTokenTables = {
    "wte", "embed_tokens", "word_embeddings", "token_embd", "tok_embeddings", "embed_in", "shared",
    "E",   "vectors"};
constexpr std::array<std::string_view, 2> kTiedOutputs = {"lm_head", "output"};
constexpr std::array<std::string_view, 6> kPositionTables = {
    "wpe", "embed_positions", "position_embeddings", "position_embd", "pos_embd", "P"};

// "wte" of "transformer.wte.weight".
std::string_view last_part(std::string_view name) {
  constexpr std::string_view kWeight = ".weight";
  if (name.ends_with(kWeight)) name.remove_suffix(kWeight.size());
  return name.substr(name.rfind('.') + 1);
}

// The first tensor with the first of these names that there is.
template <std::size_t count>
std::optional<std::size_t> named(std::span<const Tensor> tensors,
                                 const std::array<std::string_view, count>& names) {
  for (const std::string_view name : names) {
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      if (tensors[i].is_table() && last_part(tensors[i].name) == name) return i;
    }
  }
  return std::nullopt;
}

}  // namespace

Roles find_roles(std::span<const Tensor> tensors) {
  if (tensors.size() == 1 && tensors[0].name.empty() && tensors[0].is_table()) return {0, std::nullopt};
  Roles roles{named(tensors, kTokenTables), named(tensors, kPositionTables)};
  if (!roles.E) roles.E = named(tensors, kTiedOutputs);
  return roles;
}

std::size_t position_offset_of(const std::string& name) {
  return name.ends_with("decoder.embed_positions.weight") ? 2 : 0;
}

}  // namespace whatwhere
