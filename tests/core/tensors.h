// Tensors made of tables, for tests of what looks at a whole table.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "core/model/tensor.h"
#include "tests/core/helpers.h"

namespace whatwhere {

// The same numbers, as a file of float32 holds them.
inline Tensor tensor_of(const Table& table) {
  std::vector<std::byte> bytes(table.numbers().size_bytes());
  std::copy_n(std::as_bytes(table.numbers()).begin(), bytes.size(), bytes.begin());
  return {"E", {table.rows(), table.d()}, "F32", DType::f32, owned_bytes(std::move(bytes))};
}

// (rows, d) of any 16-bit numbers: NaN, infinities and subnormals too.
inline Tensor half_tensor(std::size_t rows, std::size_t d, Random& random) {
  std::vector<std::byte> bytes(rows * d * 2);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.bits());
  return {"E", {rows, d}, "F16", DType::f16, owned_bytes(std::move(bytes))};
}

// What long computations are given when nobody watches.
struct Unwatched {
  std::atomic<bool> cancelled = false;
  std::atomic<float> progress = 0.0F;
};

}  // namespace whatwhere
