#include "core/model/model.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/errors.h"
#include "core/text/find_tokenizer.h"

namespace whatwhere {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string listed(const std::vector<Tensor>& tensors) {
  constexpr std::size_t kMost = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(tensors.size(), kMost); ++i)
    list += (i > 0 ? ", " : "") + tensors[i].name + " " + shape_text(tensors[i]);
  if (tensors.size() > kMost) list += " and " + std::to_string(tensors.size() - kMost) + " more";
  return list.empty() ? "none at all" : list;
}

// What keeps a table from being looked at, to follow its name; empty if nothing does.
std::string why_not_looked_at(const Tensor& table) {
  if (!table.dtype) {
    return "is stored as " + table.dtype_name +
           ", which is not read; these are: F64, F32, F16, BF16, Q8_0, Q4_0 and Q6_K";
  }
  return table.rows() == 0 || table.d() == 0 ? "is an empty table, " + shape_text(table) : "";
}

// The config.json beside the weights; an empty object where there is none, or it is no JSON object.
Json config_beside(const fs::path& path) {
  std::error_code error;
  const fs::path folder = fs::is_directory(path, error) ? path : path.parent_path();
  if (!fs::is_regular_file(folder / "config.json", error)) return Json::object();
  try {
    const Bytes bytes = map_file(folder / "config.json");
    Json config = Json::parse(bytes.text(), nullptr, false);
    if (config.is_object()) return config;
  } catch (const FileError&) {
    // Empty, or not to be read: it says nothing.
  }
  return Json::object();
}

void find_offset(Model& model, const Json& config) {
  const Tensor& P = *model.position_table();
  const std::string type = config.contains("model_type") && config["model_type"].is_string()
                               ? config["model_type"].get<std::string>()
                               : "";
  std::string source = "the name of its table";
  const bool keeps_rows = type.empty() || type == "bart" || type == "mbart" || type == "blenderbot";
  model.position_offset = keeps_rows ? position_offset_of(P.name) : 0;
  if (type == "opt") {
    model.position_offset = 2;
    source = "config.json, model_type opt";
  }
  if (type == "roberta" || type == "xlm-roberta" || type == "camembert" || type == "longformer") {
    const bool says = config.contains("pad_token_id") && config["pad_token_id"].is_number_unsigned();
    const std::size_t pad = says ? config["pad_token_id"].get<std::size_t>() : 1;
    model.position_offset = std::min<std::size_t>(pad, P.rows()) + 1;
    source = "config.json, model_type " + type;
  }
  if (model.position_offset == 0) return;
  if (model.position_offset >= P.rows()) {
    model.notes.push_back("A position offset of " + std::to_string(model.position_offset) +
                          " leaves no row of P: it is not applied.");
    model.position_offset = 0;
    return;
  }
  const std::string offset = std::to_string(model.position_offset);
  model.notes.push_back("Slot 0 reads row " + offset + " of P, slot t row t + " + offset + " (" + source +
                        ").");
}

}  // namespace

std::uint64_t Model::context_length() const { return P ? position_table()->rows() - position_offset : 0; }

Model open_model(const fs::path& path) {
  Model model;
  model.path = path;
  model.file = read_model_file(path);
  model.notes = model.file.notes;
  const auto refuse = [&](const std::string& why) {
    throw FileError("cannot open " + path.string() + ": " + why);
  };
  const Roles roles = find_roles(model.file.tensors);
  if (!roles.E) {
    std::string found = listed(model.file.tensors);
    for (const std::string& note : model.notes) found += ". " + note;
    refuse("no token embedding table found among its tensors: " + one_line(found));
  }
  model.E = *roles.E;
  model.P = roles.P;
  const Tensor& E = model.token_table();
  if (const std::string why = why_not_looked_at(E); !why.empty()) refuse(E.name + " " + why);
  model.tokenizer = find_tokenizer(path, model.file, model.notes);
  if (model.tokenizer) note_sizes(*model.tokenizer, E.rows(), model.notes);
  if (model.P) {
    const Tensor& P = *model.position_table();
    if (const std::string why = why_not_looked_at(P); !why.empty()) {
      model.notes.push_back(P.name + " is left out: it " + why + ".");
      model.P.reset();
      return model;
    }
  } else {
    model.notes.push_back("There is no position table P: positions are rotary, or not part of this file.");
    return model;
  }
  if (!model.can_add_positions()) {
    model.notes.push_back("E is " + std::to_string(E.d()) + " wide and P " +
                          std::to_string(model.position_table()->d()) +
                          ": both can be looked at, and their sum is undefined.");
  }
  find_offset(model, config_beside(path));
  return model;
}

}  // namespace whatwhere
