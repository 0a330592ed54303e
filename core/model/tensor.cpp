#include "core/model/tensor.h"

#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "core/errors.h"
#include "core/input/broadcast.h"

namespace whatwhere {

namespace {

static_assert(std::endian::native == std::endian::little, "the readers assume a little-endian machine");

struct Block {
  std::uint64_t numbers;
  std::uint64_t bytes;
};

Block block_of(DType dtype) {
  switch (dtype) {
    case DType::f64:
      return {1, 8};
    case DType::f32:
      return {1, 4};
    case DType::f16:
    case DType::bf16:
      return {1, 2};
    case DType::q8_0:
      return {32, 34};
    case DType::q4_0:
      return {32, 18};
    case DType::q6_k:
      return {256, 210};
  }
  return {1, 4};
}

// A number of the file's byte order. `at` need not be aligned.
template <typename Unsigned>
Unsigned load(const std::byte* at, bool big_endian) {
  Unsigned value{};
  if (!big_endian) {
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  for (std::size_t i = 0; i < sizeof value; ++i)
    value = static_cast<Unsigned>(value << 8 | std::to_integer<Unsigned>(at[i]));
  return value;
}

float scale_at(const std::byte* at) { return from_half(load<std::uint16_t>(at, false)); }

int byte_at(const std::byte* at) { return std::to_integer<int>(*at); }

int signed_at(const std::byte* at) { return static_cast<std::int8_t>(std::to_integer<std::uint8_t>(*at)); }

float plain_number(const Tensor& tensor, std::size_t index) {
  switch (*tensor.dtype) {
    case DType::f64:
      return static_cast<float>(std::bit_cast<double>(
          load<std::uint64_t>(tensor.bytes.view.data() + 8 * index, tensor.big_endian)));
    case DType::f32:
      return std::bit_cast<float>(
          load<std::uint32_t>(tensor.bytes.view.data() + 4 * index, tensor.big_endian));
    case DType::f16:
      return from_half(load<std::uint16_t>(tensor.bytes.view.data() + 2 * index, tensor.big_endian));
    default:
      return std::bit_cast<float>(
          std::uint32_t{load<std::uint16_t>(tensor.bytes.view.data() + 2 * index, tensor.big_endian)} << 16);
  }
}

// Blocks as ggml stores them (ggml-quants.c of llama.cpp).
void read_q8_0(const std::byte* block, std::span<float> out) {
  const float scale = scale_at(block);
  for (std::size_t j = 0; j < 32; ++j) out[j] = scale * static_cast<float>(signed_at(block + 2 + j));
}

void read_q4_0(const std::byte* block, std::span<float> out) {
  const float scale = scale_at(block);
  for (std::size_t j = 0; j < 16; ++j) {
    const int pair = byte_at(block + 2 + j);
    out[j] = scale * static_cast<float>((pair & 0x0F) - 8);
    out[j + 16] = scale * static_cast<float>((pair >> 4) - 8);
  }
}

void read_q6_k(const std::byte* block, std::span<float> out) {
  const float scale = scale_at(block + 208);
  for (std::size_t half = 0; half < 2; ++half) {
    const std::byte* low = block + 64 * half;
    const std::byte* high = block + 128 + 32 * half;
    const std::byte* scales = block + 192 + 8 * half;
    for (std::size_t j = 0; j < 32; ++j) {
      const int h = byte_at(high + j);
      const int lows[] = {byte_at(low + j) & 0x0F, byte_at(low + j + 32) & 0x0F, byte_at(low + j) >> 4,
                          byte_at(low + j + 32) >> 4};
      for (std::size_t k = 0; k < 4; ++k) {
        const int q = (lows[k] | ((h >> (2 * k)) & 3) << 4) - 32;
        out[128 * half + 32 * k + j] =
            scale * static_cast<float>(signed_at(scales + j / 16 + 2 * k)) * static_cast<float>(q);
      }
    }
  }
}

void read_blocks(const Tensor& table, std::size_t i, std::span<float> out) {
  const Block block = block_of(*table.dtype);
  const std::byte* at = table.bytes.view.data() + i * (out.size() / block.numbers) * block.bytes;
  for (std::size_t j = 0; j < out.size(); j += block.numbers, at += block.bytes) {
    const auto numbers = out.subspan(j, block.numbers);
    if (table.dtype == DType::q8_0) read_q8_0(at, numbers);
    if (table.dtype == DType::q4_0) read_q4_0(at, numbers);
    if (table.dtype == DType::q6_k) read_q6_k(at, numbers);
  }
}

// Eight halves at once, by their bits as from_half has it: the exponent's bias differs by 112, and a product
// with 2^112 is exact, for subnormal ones too.
void eight_from_half(const std::byte* at, float* out) {
  typedef std::uint16_t Halves __attribute__((vector_size(16)));
  typedef std::uint32_t Words __attribute__((vector_size(32)));
  typedef float Floats __attribute__((vector_size(32)));
  Halves halves;
  std::memcpy(&halves, at, sizeof halves);
  const Words bits = __builtin_convertvector(halves, Words);
  const Words magnitude = (bits & 0x7FFFU) << 13;
  Floats scaled;
  std::memcpy(&scaled, &magnitude, sizeof scaled);
  scaled *= 0x1p112F;
  Words result;
  std::memcpy(&result, &scaled, sizeof result);
  const Words is_special = reinterpret_cast<Words>(magnitude >= 0x0F800000U);  // an infinity or NaN
  result = (result & ~is_special) | ((magnitude | 0x7F800000U) & is_special);
  result |= (bits & 0x8000U) << 16;
  std::memcpy(out, &result, sizeof result);
}

void read_halves(const std::byte* at, std::span<float> out) {
  std::size_t j = 0;
  for (; j + 8 <= out.size(); j += 8) eight_from_half(at + 2 * j, out.data() + j);
  for (; j < out.size(); ++j) out[j] = from_half(load<std::uint16_t>(at + 2 * j, false));
}

bool is_float32_rows(const Tensor& table) {
  return table.dtype == DType::f32 && !table.big_endian && !table.column_major;
}

}  // namespace

std::string shape_text(const Tensor& tensor) {
  const std::vector<std::size_t> sizes(tensor.shape.begin(), tensor.shape.end());
  return shape_text(std::span<const std::size_t>(sizes));
}

std::optional<std::uint64_t> stored_bytes(DType dtype, std::uint64_t count) {
  const Block block = block_of(dtype);
  if (count % block.numbers != 0) return std::nullopt;
  const std::uint64_t blocks = count / block.numbers;
  if (blocks > std::numeric_limits<std::uint64_t>::max() / block.bytes) return std::nullopt;
  return blocks * block.bytes;
}

std::optional<std::uint64_t> element_count(std::span<const std::uint64_t> shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t size : shape) {
    if (size != 0 && count > std::numeric_limits<std::uint64_t>::max() / size) return std::nullopt;
    count *= size;
  }
  return count;
}

void read_row(const Tensor& table, std::size_t i, std::span<float> out) {
  if (block_of(*table.dtype).numbers > 1) return read_blocks(table, i, out);
  if (is_float32_rows(table)) {
    std::memcpy(out.data(), table.bytes.view.data() + i * out.size_bytes(), out.size_bytes());
    return;
  }
  if (table.dtype == DType::f16 && !table.big_endian && !table.column_major)
    return read_halves(table.bytes.view.data() + 2 * i * out.size(), out);
  for (std::size_t j = 0; j < out.size(); ++j)
    out[j] = plain_number(table, table.column_major ? j * table.rows() + i : i * out.size() + j);
}

std::span<const float> row_of(const Tensor& table, std::size_t i, std::span<float> room) {
  if (is_float32_rows(table)) {
    const std::byte* at = table.bytes.view.data() + i * room.size_bytes();
    if (reinterpret_cast<std::uintptr_t>(at) % alignof(float) == 0)
      return {reinterpret_cast<const float*>(at), room.size()};
  }
  read_row(table, i, room);
  return room;
}

Table read_rows(const Tensor& table, std::size_t first, std::size_t count) {
  if (first > table.rows() || count > table.rows() - first) {
    throw ShapeError("rows " + std::to_string(first) + " to " + std::to_string(first + count) +
                     " (not included) of a table " + shape_text(table) + ": there are not so many");
  }
  const auto d = static_cast<std::size_t>(table.d());
  std::vector<float> numbers(count * d);
  for (std::size_t i = 0; i < count; ++i) read_row(table, first + i, std::span(numbers).subspan(i * d, d));
  return Table(count, d, std::move(numbers));
}

float from_half(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000U} << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1F;
  const std::uint32_t fraction = bits & 0x3FF;
  if (exponent == 0) {  // zero or subnormal: fraction * 2^-24, which float32 holds exactly
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
  }
  if (exponent == 0x1F) return std::bit_cast<float>(sign | 0x7F800000U | fraction << 13);
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}

}  // namespace whatwhere
