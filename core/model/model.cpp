#include "core/model/model.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/errors.h"
#include "core/model/built_in.h"
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

// The config.json beside the weights.
ModelConfig config_beside(const fs::path& path) {
  std::error_code error;
  const fs::path folder = fs::is_directory(path, error) ? path : path.parent_path();
  if (!fs::is_regular_file(folder / "config.json", error)) return {};
  try {
    return config_from(map_file(folder / "config.json"));
  } catch (const FileError&) {
    return {};  // empty, or not to be read: it says nothing
  }
}

bool is_roberta(const std::string& type) {
  return type == "roberta" || type == "xlm-roberta" || type == "camembert" || type == "longformer";
}

struct Offset {
  std::size_t rows = 0;
  std::string source;
};

Offset offset_of(const Tensor& P, const ModelConfig& config) {
  const std::string& type = config.type;
  const std::string by_config = "config.json, model_type " + type;
  if (type == "opt") return {2, by_config};
  if (is_roberta(type)) {
    return {static_cast<std::size_t>(std::min<std::uint64_t>(config.pad_token_id, P.rows())) + 1, by_config};
  }
  const bool keeps_rows = type.empty() || type == "bart" || type == "mbart" || type == "blenderbot";
  return {keeps_rows ? position_offset_of(P.name) : 0, "the name of its table"};
}

void say_offset(Model& model, const std::string& source) {
  if (model.position_offset == 0) return;
  const std::string offset = std::to_string(model.position_offset);
  model.notes.push_back("Slot 0 reads row " + offset + " of P, slot t row t + " + offset + " (" + source +
                        ").");
}

void find_offset(Model& model) {
  const Tensor& P = *model.position_table();
  const Offset offset = offset_of(P, model.config);
  if (offset.rows >= P.rows()) {
    model.notes.push_back("A position offset of " + std::to_string(offset.rows) +
                          " leaves no row of P: it is not applied.");
    return;
  }
  model.position_offset = offset.rows;
  say_offset(model, offset.source);
}

// What is out of the ordinary about the two tables, and where slot 0 is.
void describe_tables(Model& model) {
  model.position_offset = 0;
  model.notes = model.file.notes;
  if (model.tokenizer) note_sizes(*model.tokenizer, model.token_table().rows(), model.notes);
  if (model.P) {
    const Tensor& P = *model.position_table();
    if (const std::string why = why_not_looked_at(P); !why.empty()) {
      model.notes.push_back(P.name + " is left out: it " + why + ".");
      model.P.reset();
      return;
    }
  } else {
    model.notes.push_back(
        model.file.words.empty()
            ? "There is no position table P: positions are rotary, or not part of this file."
            : "There is no position table P: vectors of words know no order.");
    return;
  }
  if (!model.can_add_positions()) {
    model.notes.push_back("E is " + std::to_string(model.token_table().d()) + " wide and P " +
                          std::to_string(model.position_table()->d()) +
                          ": both can be looked at, and their sum is undefined.");
  }
  find_offset(model);
}

void refuse_unless_table(const Tensor& tensor) {
  if (const std::string why = why_not_table(tensor); !why.empty()) throw FileError(tensor.name + " " + why);
}

}  // namespace

std::uint64_t Model::context_length() const { return P ? position_table()->rows() - position_offset : 0; }

ModelConfig config_from(const Bytes& bytes) {
  const Json json = Json::parse(bytes.text(), nullptr, false);
  ModelConfig config;
  if (!json.is_object()) return config;
  if (json.contains("model_type") && json["model_type"].is_string())
    config.type = json["model_type"].get<std::string>();
  if (json.contains("pad_token_id") && json["pad_token_id"].is_number_unsigned())
    config.pad_token_id = json["pad_token_id"].get<std::size_t>();
  return config;
}

Model model_of(const fs::path& path, ModelFile file, ModelConfig config,
               std::shared_ptr<const Tokenizer> tokenizer) {
  Model model;
  model.tokenizer = std::move(tokenizer);
  model.path = path;
  model.config = std::move(config);
  model.file = std::move(file);
  const auto refuse = [&](const std::string& why) {
    throw FileError("cannot open " + path.string() + ": " + why);
  };
  const Roles roles = find_roles(model.file.tensors);
  if (!roles.E) {
    std::string found = listed(model.file.tensors);
    for (const std::string& note : model.file.notes) found += ". " + note;
    refuse("no token embedding table found among its tensors: " + one_line(found));
  }
  model.E = *roles.E;
  model.P = roles.P;
  const Tensor& E = model.token_table();
  if (const std::string why = why_not_looked_at(E); !why.empty()) refuse(E.name + " " + why);
  describe_tables(model);
  return model;
}

Model open_model(const fs::path& path, const ReadWatch& watch) {
  if (const auto name = built_in_name(path)) return open_built_in(*name);
  ModelFile file = read_model_file(path, watch);
  watch.report(1.0, 1.0);
  auto tokenizer = find_tokenizer(path, file, file.notes);
  return model_of(path, std::move(file), config_beside(path), std::move(tokenizer));
}

std::string why_doubtful(const Model& model) {
  const bool changed =
      has_changed(model.token_table().bytes) || (model.P && has_changed(model.position_table()->bytes));
  if (!changed) return "";
  return model.path.string() +
         " was written to by another program since it was opened: what was read may be neither the old "
         "numbers "
         "nor the new ones; open it again";
}

void check_unchanged(const Model& model) {
  if (const std::string words = why_doubtful(model); !words.empty()) throw FileError(words);
}

std::string why_not_table(const Tensor& tensor) {
  if (!tensor.is_table()) return "has the shape " + shape_text(tensor) + ": a table has two dimensions";
  return why_not_looked_at(tensor);
}

Model with_tables(const Model& model, std::size_t E, std::optional<std::size_t> P) {
  refuse_unless_table(model.file.tensors.at(E));
  if (P) refuse_unless_table(model.file.tensors.at(*P));
  Model changed = model;
  changed.E = E;
  changed.P = P;
  describe_tables(changed);
  return changed;
}

Model with_position_offset(const Model& model, std::size_t offset) {
  if (!model.P) throw ValueError("there is no position table whose rows could be offset");
  if (offset >= model.position_table()->rows()) {
    throw ValueError("an offset of " + std::to_string(offset) + " leaves no row of P " +
                     shape_text(*model.position_table()) + ": use one below " +
                     std::to_string(model.position_table()->rows()));
  }
  Model changed = model;
  describe_tables(changed);
  if (changed.position_offset > 0) changed.notes.pop_back();  // the one about the offset is the last
  changed.position_offset = offset;
  say_offset(changed, "set by hand");
  return changed;
}

}  // namespace whatwhere
