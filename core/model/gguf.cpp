#include <algorithm>
#include <array>
#include <bit>

#include "core/errors.h"
#include "core/model/byte_reader.h"
#include "core/model/model_file.h"

namespace whatwhere {

namespace {

constexpr std::uint64_t kDefaultAlignment = 32;
constexpr std::uint32_t kMostDimensions = 4;

// Of a tensor's numbers: ggml's own numbering. Those without a dtype are listed and not read.
struct Kind {
  std::uint32_t number;
  const char* name;
  std::optional<DType> dtype;
};
constexpr std::array kKinds = {
    Kind{0, "F32", DType::f32},       Kind{1, "F16", DType::f16},        Kind{2, "Q4_0", DType::q4_0},
    Kind{3, "Q4_1", std::nullopt},    Kind{6, "Q5_0", std::nullopt},     Kind{7, "Q5_1", std::nullopt},
    Kind{8, "Q8_0", DType::q8_0},     Kind{9, "Q8_1", std::nullopt},     Kind{10, "Q2_K", std::nullopt},
    Kind{11, "Q3_K", std::nullopt},   Kind{12, "Q4_K", std::nullopt},    Kind{13, "Q5_K", std::nullopt},
    Kind{14, "Q6_K", DType::q6_k},    Kind{15, "Q8_K", std::nullopt},    Kind{16, "IQ2_XXS", std::nullopt},
    Kind{17, "IQ2_XS", std::nullopt}, Kind{18, "IQ3_XXS", std::nullopt}, Kind{19, "IQ1_S", std::nullopt},
    Kind{20, "IQ4_NL", std::nullopt}, Kind{21, "IQ3_S", std::nullopt},   Kind{22, "IQ2_S", std::nullopt},
    Kind{23, "IQ4_XS", std::nullopt}, Kind{24, "I8", std::nullopt},      Kind{25, "I16", std::nullopt},
    Kind{26, "I32", std::nullopt},    Kind{27, "I64", std::nullopt},     Kind{28, "F64", DType::f64},
    Kind{29, "IQ1_M", std::nullopt},  Kind{30, "BF16", DType::bf16},
};

// Of a metadata value.
enum ValueKind : std::uint32_t { kUint32 = 4, kInt32 = 5, kString = 8, kArray = 9, kUint64 = 10 };
constexpr std::array<std::uint64_t, 13> kValueBytes = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

std::string text_of(ByteReader& reader, const char* what) {
  const auto size = reader.number<std::uint64_t>(what);
  return reader.text(size, what);
}

// Skips a metadata value; of general.alignment it returns the number.
std::uint64_t value_of(ByteReader& reader, std::uint32_t kind, const std::string& key) {
  if (kind == kString) {
    reader.skip(reader.number<std::uint64_t>("a string's length"), "a string");
    return 0;
  }
  if (kind == kArray) {
    const auto of = reader.number<std::uint32_t>("an array's kind");
    const auto count = reader.number<std::uint64_t>("an array's length");
    if (of == kString) {
      for (std::uint64_t i = 0; i < count; ++i)
        reader.skip(reader.number<std::uint64_t>("a string's length"), "a string");
      return 0;
    }
    if (of >= kValueBytes.size() || kValueBytes[of] == 0)
      throw FileError("the metadata " + key + " is an array of the unknown kind " + std::to_string(of));
    if (count > reader.left() / kValueBytes[of])
      throw FileError("the file is truncated: the metadata " + key + " claims " + std::to_string(count) +
                      " values");
    reader.skip(count * kValueBytes[of], "an array");
    return 0;
  }
  if (kind >= kValueBytes.size())
    throw FileError("the metadata " + key + " has the unknown kind " + std::to_string(kind));
  if (kind == kUint32) return reader.number<std::uint32_t>("a number");
  if (kind == kUint64) return reader.number<std::uint64_t>("a number");
  reader.skip(kValueBytes[kind], "a number");
  return 0;
}

// Of an array of strings, where they lie; of anything else, none.
StoredStrings strings_of(const Bytes& value, std::uint32_t kind) {
  ByteReader reader(value);
  if (kind != kArray || reader.number<std::uint32_t>("an array's kind") != kString) return {};
  const auto count = reader.number<std::uint64_t>("an array's length");
  const auto from = static_cast<std::size_t>(reader.position());
  return {value.part(from, value.size() - from), count};
}

// Keeps a metadata value that says something of the tokenizer. `value`: its bytes, which value_of went
// through.
void keep(GgufTokenizer& tokenizer, const std::string& key, std::uint32_t kind, const Bytes& value) {
  ByteReader reader(value);
  if (key == "tokenizer.ggml.model" && kind == kString) tokenizer.model = text_of(reader, "a string");
  if (key == "tokenizer.ggml.pre" && kind == kString) tokenizer.pre = text_of(reader, "a string");
  if (key == "tokenizer.ggml.tokens") tokenizer.tokens = strings_of(value, kind);
  if (key == "tokenizer.ggml.merges") tokenizer.merges = strings_of(value, kind);
  if (key == "tokenizer.ggml.token_type" && kind == kArray &&
      reader.number<std::uint32_t>("an array's kind") == kInt32) {
    reader.skip(sizeof(std::uint64_t), "an array's length");
    const auto from = static_cast<std::size_t>(reader.position());
    tokenizer.types = value.part(from, value.size() - from);
  }
}

struct Placed {
  Tensor tensor;
  std::uint64_t offset = 0;
};

Placed tensor_of(ByteReader& reader) {
  Placed placed;
  Tensor& tensor = placed.tensor;
  tensor.name = text_of(reader, "a tensor's name");
  const auto dimensions = reader.number<std::uint32_t>("a tensor's dimensions");
  if (dimensions > kMostDimensions)
    throw FileError(tensor.name + " has " + std::to_string(dimensions) + " dimensions; at most " +
                    std::to_string(kMostDimensions) + " are possible");
  for (std::uint32_t i = 0; i < dimensions; ++i)
    tensor.shape.push_back(reader.number<std::uint64_t>("a tensor's size"));
  std::reverse(tensor.shape.begin(), tensor.shape.end());  // ne[0] is the fastest axis
  const auto number = reader.number<std::uint32_t>("a tensor's kind");
  placed.offset = reader.number<std::uint64_t>("a tensor's offset");
  const auto kind =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& k) { return k.number == number; });
  tensor.dtype_name = kind == kKinds.end() ? "type " + std::to_string(number) : kind->name;
  if (kind != kKinds.end()) tensor.dtype = kind->dtype;
  if (std::find(tensor.shape.begin(), tensor.shape.end(), 0U) != tensor.shape.end() && tensor.is_table())
    throw FileError(tensor.name + " of shape " + shape_text(tensor) + " is an empty table");
  return placed;
}

void place(Placed& placed, const Bytes& data) {
  Tensor& tensor = placed.tensor;
  if (!tensor.dtype) return;
  if (!tensor.shape.empty() && !stored_bytes(*tensor.dtype, tensor.shape.back()))
    throw FileError(tensor.name + ": rows of " + std::to_string(tensor.shape.back()) +
                    " numbers do not fit the blocks of " + tensor.dtype_name);
  const auto count = element_count(tensor.shape);
  const auto needed = count ? stored_bytes(*tensor.dtype, *count) : std::nullopt;
  if (!needed)
    throw FileError(tensor.name + " of shape " + shape_text(tensor) +
                    ": the shape is too large for any file");
  if (placed.offset > data.size())
    throw FileError(tensor.name + " begins past the end of the file: at byte " +
                    std::to_string(placed.offset) + " of the numbers, and there are " +
                    std::to_string(data.size()));
  if (*needed > data.size() - placed.offset) {
    throw FileError("the file is truncated: " + tensor.name + " needs " + std::to_string(*needed) +
                    " bytes, and " + std::to_string(data.size() - placed.offset) + " are there");
  }
  tensor.bytes = data.part(static_cast<std::size_t>(placed.offset), static_cast<std::size_t>(*needed));
}

}  // namespace

ModelFile read_gguf(const Bytes& bytes) {
  ByteReader reader(bytes);
  if (reader.text(4, "the magic string") != "GGUF") throw FileError("it does not begin as a GGUF file does");
  const auto version = reader.number<std::uint32_t>("the version");
  if ((version & 0xFFFF) == 0)
    throw FileError("it is a big-endian GGUF file; only little-endian ones are read");
  if (version < 2 || version > 3)
    throw FileError("it has GGUF version " + std::to_string(version) + "; 2 and 3 are read");
  const auto tensors = reader.number<std::uint64_t>("the tensor count");
  const auto values = reader.number<std::uint64_t>("the metadata count");
  constexpr std::uint64_t kLeastTensor = 24;  // name's length, dimensions, kind, offset
  constexpr std::uint64_t kLeastValue = 13;   // key's length, kind, a byte
  const auto check_count = [&](const char* what, std::uint64_t count, std::uint64_t least) {
    const std::uint64_t most = reader.left() / least;
    if (count <= most) return;
    throw FileError("the file is truncated, or its " + std::string(what) + ", " + std::to_string(count) +
                    ", is wrong: there is room for " + std::to_string(most));
  };
  check_count("tensor count", tensors, kLeastTensor);
  check_count("metadata count", values, kLeastValue);
  std::uint64_t alignment = kDefaultAlignment;
  GgufTokenizer tokenizer;
  for (std::uint64_t i = 0; i < values; ++i) {
    const std::string key = text_of(reader, "a metadata key");
    const auto kind = reader.number<std::uint32_t>("a metadata kind");
    const auto from = static_cast<std::size_t>(reader.position());
    const std::uint64_t value = value_of(reader, kind, key);
    if (key == "general.alignment") alignment = value;
    keep(tokenizer, key, kind, bytes.part(from, static_cast<std::size_t>(reader.position()) - from));
  }
  if (!std::has_single_bit(alignment))
    throw FileError("its alignment " + std::to_string(alignment) + " is no power of two");
  std::vector<Placed> placed;
  for (std::uint64_t i = 0; i < tensors; ++i) placed.push_back(tensor_of(reader));
  const std::uint64_t padding = (alignment - reader.position() % alignment) % alignment;
  if (tensors > 0 && padding > reader.left())
    throw FileError("its numbers would begin past the end of the file, with an alignment of " +
                    std::to_string(alignment));
  reader.skip(std::min(padding, reader.left()), "padding");
  const Bytes data =
      bytes.part(static_cast<std::size_t>(reader.position()), static_cast<std::size_t>(reader.left()));
  ModelFile file{"GGUF", {}, {}, {}};
  if (!tokenizer.model.empty()) file.tokenizer = std::move(tokenizer);
  for (Placed& one : placed) {
    place(one, data);
    file.tensors.push_back(std::move(one.tensor));
  }
  return file;
}

}  // namespace whatwhere
