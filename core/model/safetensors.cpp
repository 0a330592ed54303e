#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/model/byte_reader.h"
#include "core/model/model_file.h"

namespace whatwhere {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kLargestHeader = 100'000'000;  // as the safetensors library has it

struct Kind {
  const char* name;
  std::uint64_t bytes;
  std::optional<DType> dtype;
};
constexpr std::array kKinds = {
    Kind{"F64", 8, DType::f64},    Kind{"F32", 4, DType::f32},       Kind{"F16", 2, DType::f16},
    Kind{"BF16", 2, DType::bf16},  Kind{"I64", 8, std::nullopt},     Kind{"U64", 8, std::nullopt},
    Kind{"I32", 4, std::nullopt},  Kind{"U32", 4, std::nullopt},     Kind{"I16", 2, std::nullopt},
    Kind{"U16", 2, std::nullopt},  Kind{"I8", 1, std::nullopt},      Kind{"U8", 1, std::nullopt},
    Kind{"BOOL", 1, std::nullopt}, Kind{"F8_E4M3", 1, std::nullopt}, Kind{"F8_E5M2", 1, std::nullopt},
};

// Looks a header over before it is taken apart: no name twice, since readers would differ on which one
// counts, and nothing nested deeply.
class HeaderCheck : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!names_.back().insert(name).second)
      throw FileError("the header has a duplicate name " + name.substr(0, 100));
    return true;
  }
  bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
    throw FileError("the header is not JSON: it goes wrong at character " + std::to_string(at));
  }

 private:
  bool open() {
    constexpr std::size_t kDeepest = 8;
    if (names_.size() == kDeepest) throw FileError("the header is nested too deeply");
    names_.emplace_back();
    return true;
  }
  bool close() {
    names_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> names_;
};

Json parsed(std::string_view header) {
  HeaderCheck check;
  Json::sax_parse(header, &check);
  return Json::parse(header);
}

std::vector<std::uint64_t> numbers_at(const Json& entry, const char* key, const std::string& name) {
  std::vector<std::uint64_t> numbers;
  if (entry.is_object() && entry.contains(key) && entry.at(key).is_array()) {
    for (const Json& number : entry.at(key)) {
      if (!number.is_number_unsigned()) break;
      numbers.push_back(number.get<std::uint64_t>());
    }
    if (numbers.size() == entry.at(key).size()) return numbers;
  }
  throw FileError(name + " needs a list of whole numbers as its \"" + key + "\"");
}

struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string name;
};

Tensor tensor_of(const std::string& name, const Json& entry, const Bytes& data,
                 std::vector<Extent>& extents) {
  Tensor tensor;
  tensor.name = name;
  tensor.shape = numbers_at(entry, "shape", name);
  const auto offsets = numbers_at(entry, "data_offsets", name);
  if (!entry.contains("dtype") || !entry.at("dtype").is_string()) throw FileError(name + " has no \"dtype\"");
  tensor.dtype_name = entry.at("dtype").get<std::string>();
  if (offsets.size() != 2 || offsets[0] > offsets[1])
    throw FileError(name + " needs \"data_offsets\" [begin, end] with begin <= end");
  if (offsets[1] > data.size()) {
    throw FileError("the file is truncated: " + name + " ends at byte " + std::to_string(offsets[1]) +
                    " of the numbers, and there are " + std::to_string(data.size()) + "; " +
                    std::to_string(offsets[1] - data.size()) + " bytes are missing");
  }
  const auto kind =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& k) { return tensor.dtype_name == k.name; });
  const auto count = element_count(tensor.shape);
  const std::uint64_t given = offsets[1] - offsets[0];
  if (kind != kKinds.end()) {
    tensor.dtype = kind->dtype;
    if (!count || *count > std::numeric_limits<std::uint64_t>::max() / kind->bytes)
      throw FileError(name + " of shape " + shape_text(tensor) + ": the shape is too large for any file");
    if (*count * kind->bytes != given) {
      throw FileError(name + ": shape " + shape_text(tensor) + " of " + tensor.dtype_name + " needs " +
                      std::to_string(*count * kind->bytes) + " bytes, its offsets give " +
                      std::to_string(given));
    }
  }
  tensor.bytes = data.part(static_cast<std::size_t>(offsets[0]), static_cast<std::size_t>(given));
  extents.push_back({offsets[0], offsets[1], name});
  return tensor;
}

// The numbers lie one after the other, without holes and without overlaps, from the first byte to the last.
void check_extents(std::vector<Extent> extents, std::uint64_t size) {
  std::stable_sort(extents.begin(), extents.end(), [](const Extent& a, const Extent& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::uint64_t end = 0;
  std::string last;
  for (const Extent& extent : extents) {
    if (extent.begin < end)
      throw FileError(last + " and " + extent.name + " overlap: both claim byte " +
                      std::to_string(extent.begin));
    if (extent.begin > end) {
      throw FileError("there is a hole before " + extent.name + ": bytes " + std::to_string(end) + " to " +
                      std::to_string(extent.begin) + " belong to no tensor");
    }
    if (extent.end > extent.begin) last = extent.name;
    end = extent.end;
  }
  if (end < size) throw FileError("the last " + std::to_string(size - end) + " bytes belong to no tensor");
}

// What is wrong with a shard is said with its name.
ModelFile read_shard(const std::filesystem::path& path) {
  try {
    const Bytes bytes = map_file(path);
    refuse_lfs_pointer(bytes);
    return read_safetensors(bytes);
  } catch (const FileError& error) {
    throw FileError("its shard " + path.filename().string() + ": " + error.what());
  }
}

}  // namespace

ModelFile read_safetensors(const Bytes& bytes) {
  ByteReader reader(bytes);
  const auto header_size = reader.number<std::uint64_t>("the header's length");
  if (header_size > reader.left()) {
    throw FileError("the header's length, " + std::to_string(header_size) +
                    " bytes, is larger than the file, " + std::to_string(bytes.size()) + " bytes");
  }
  if (header_size > kLargestHeader)
    throw FileError("the header is " + std::to_string(header_size) + " bytes long; at most " +
                    std::to_string(kLargestHeader) + " are allowed");
  const Json header = parsed(reader.text(header_size, "the header"));
  if (!header.is_object()) throw FileError("the header is not a JSON object");
  const Bytes data =
      bytes.part(static_cast<std::size_t>(reader.position()), static_cast<std::size_t>(reader.left()));
  ModelFile file{"safetensors", {}, {}, {}};
  std::vector<Extent> extents;
  for (const auto& [name, entry] : header.items()) {
    if (name != "__metadata__") file.tensors.push_back(tensor_of(name, entry, data, extents));
  }
  check_extents(std::move(extents), data.size());
  std::stable_sort(file.tensors.begin(), file.tensors.end(), [](const Tensor& a, const Tensor& b) {
    return a.bytes.view.data() < b.bytes.view.data();
  });
  return file;
}

ModelFile read_safetensors_index(const std::filesystem::path& path, const ReadWatch& watch) {
  const Bytes bytes = map_file(path);
  if (bytes.size() > kLargestHeader) throw FileError("it is too large for the index of a sharded model");
  const Json json = parsed(bytes.text());
  if (!json.is_object() || !json.contains("weight_map") || !json.at("weight_map").is_object())
    throw FileError("it has no \"weight_map\": it is not the index of a sharded model");
  std::set<std::string> shards;
  for (const auto& [name, shard] : json.at("weight_map").items()) {
    if (!shard.is_string()) throw FileError(name + " needs the name of a file in \"weight_map\"");
    shards.insert(shard.get<std::string>());
  }
  ModelFile model{"safetensors, sharded", {}, {}, {}};
  double read = 0.0;
  for (const std::string& shard : shards) {
    watch.report(read++, static_cast<double>(shards.size()));
    if (std::filesystem::path(shard).filename() != shard || shard.empty() || shard == "." || shard == "..")
      throw FileError("its shard \"" + shard + "\" lies outside of its folder, and is not opened");
    const std::filesystem::path at = path.parent_path() / shard;
    std::error_code error;
    if (!std::filesystem::exists(at, error)) {
      model.notes.push_back("The shard " + shard + " is not there: its tensors are left out.");
      continue;
    }
    ModelFile part = read_shard(at);
    for (Tensor& tensor : part.tensors) {
      const Json& map = json.at("weight_map");
      if (map.contains(tensor.name) && map.at(tensor.name) == shard)
        model.tensors.push_back(std::move(tensor));
    }
  }
  return model;
}

}  // namespace whatwhere
