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

using Json = nlohmann::ordered_json;

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

// The header as JSON. A name that stands twice is refused: readers would differ on which one counts.
Json parsed(const std::string& header) {
  std::vector<std::set<std::string>> names;
  const auto check = [&](int depth, nlohmann::detail::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) names.emplace_back();
    if (event == Json::parse_event_t::object_end) names.pop_back();
    if (event == Json::parse_event_t::key && !names.back().insert(value.get<std::string>()).second)
      throw FileError("the header has a duplicate name " + value.get<std::string>());
    return depth < 16;
  };
  try {
    return Json::parse(header, check);
  } catch (const Json::exception& error) {
    throw FileError(std::string("the header is not JSON: ") + error.what());
  }
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
  return file;
}

ModelFile read_safetensors_index(const std::filesystem::path& path) {
  const Bytes bytes = map_file(path);
  const Json json = parsed({reinterpret_cast<const char*>(bytes.view.data()), bytes.size()});
  if (!json.is_object() || !json.contains("weight_map") || !json.at("weight_map").is_object())
    throw FileError("it has no \"weight_map\": it is not the index of a sharded model");
  std::vector<std::string> shards;
  for (const auto& [name, shard] : json.at("weight_map").items()) {
    if (!shard.is_string()) throw FileError(name + " needs the name of a file in \"weight_map\"");
    const auto file = shard.get<std::string>();
    if (std::find(shards.begin(), shards.end(), file) == shards.end()) shards.push_back(file);
  }
  ModelFile model{"safetensors, sharded", {}, {}, {}};
  for (const std::string& shard : shards) {
    if (std::filesystem::path(shard).filename() != shard || shard == "..")
      throw FileError("its shard \"" + shard + "\" lies outside of its folder, and is not opened");
    const std::filesystem::path at = path.parent_path() / shard;
    std::error_code error;
    if (!std::filesystem::exists(at, error)) {
      model.notes.push_back("The shard " + shard + " is not there: its tensors are left out.");
      continue;
    }
    ModelFile part = read_safetensors(map_file(at));
    for (Tensor& tensor : part.tensors) {
      const Json& map = json.at("weight_map");
      if (map.contains(tensor.name) && map.at(tensor.name) == shard)
        model.tensors.push_back(std::move(tensor));
    }
  }
  return model;
}

}  // namespace whatwhere
