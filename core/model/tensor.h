// Tensor: an array of numbers as a file holds it, converted row by row when it is looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/mapped_file.h"
#include "core/tables/table.h"

namespace whatwhere {

// How the numbers of a row are stored. All but f64 are float32 numbers exactly (subnormals too); f64 is
// rounded once. Blocks are those of ggml: q8_0 and q4_0 of 32 numbers, q6_k of 256.
enum class DType { f64, f32, f16, bf16, q8_0, q4_0, q6_k };

struct Tensor {
  std::string name;
  std::vector<std::uint64_t> shape;  // outermost axis first: (V, d) for a token table
  std::string dtype_name;            // as the file says it
  std::optional<DType> dtype;        // nothing: numbers of a kind that is listed and not read
  Bytes bytes;
  bool big_endian = false;
  bool column_major = false;  // number [i, j] of (n, m) is the (j * n + i)-th

  bool is_table() const { return shape.size() == 2; }
  std::uint64_t rows() const { return shape[0]; }
  std::uint64_t d() const { return shape[1]; }
};

// "(50257, 768)", "(4,)", "()"
std::string shape_text(const Tensor& tensor);

// The bytes that `count` numbers take; nothing if that does not fit 64 bits or count is no multiple of a
// block.
std::optional<std::uint64_t> stored_bytes(DType dtype, std::uint64_t count);

// The product of the sizes; nothing if it does not fit 64 bits.
std::optional<std::uint64_t> element_count(std::span<const std::uint64_t> shape);

// Row i of a table (rows, d) into out (d), as float32. i must be below rows(); the dtype must be known and
// bytes complete, as the readers make sure.
void read_row(const Tensor& table, std::size_t i, std::span<float> out);

// Row i as read_row has it: where the file holds it as float32 already, in place; else in `room` (d).
std::span<const float> row_of(const Tensor& table, std::size_t i, std::span<float> room);

// Rows first to first + count - 1 as a Table (count, d) of its own. Throws ShapeError if there are not so
// many.
Table read_rows(const Tensor& table, std::size_t first, std::size_t count);

// A float32 with the value of a half-precision number (IEEE 754 binary16), by its bits.
float from_half(std::uint16_t bits);

}  // namespace whatwhere
