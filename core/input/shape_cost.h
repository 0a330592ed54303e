// What the shapes of a model's input hold: elements, bytes, parameters.
#pragma once

#include <cstdint>
#include <vector>

namespace whatwhere {

// B sequences of T ids each; E is (V, d), P (context_length, d).
struct InputShape {
  std::uint64_t B = 0;
  std::uint64_t T = 0;
  std::uint64_t d = 0;
  std::uint64_t V = 0;
  std::uint64_t context_length = 0;
};

struct ArrayCost {
  const char* name = "";
  std::vector<std::uint64_t> shape;
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
};

// ids (B, T) in int64, as PyTorch has them: 8 bytes each; then in float32, 4 bytes each: tok_emb (B, T, d),
// pos_emb (T, d), input_emb (B, T, d), and the parameters E (V, d) and P (context_length, d).
// Throws ValueError if the bytes of one of them do not fit 64 bits, ShapeError if T exceeds context_length.
std::vector<ArrayCost> shape_cost(const InputShape& shape);

}  // namespace whatwhere
