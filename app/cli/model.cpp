#include "app/cli/model.h"

#include <nlohmann/json.hpp>

#include "app/cli/print.h"
#include "core/errors.h"
#include "core/model/access.h"
#include "core/model/model.h"
#include "core/numbers.h"
#include "core/session/grid_export.h"
#include "core/session/table_json.h"

namespace whatwhere {

namespace {

using Json = nlohmann::ordered_json;

std::string role_of(const Model& model, std::size_t tensor) {
  if (tensor == model.E) return "E";
  return tensor == model.P ? "P" : "";
}

std::string shown_name(const Tensor& tensor) {
  return tensor.name.empty() ? "(no name)" : one_line(tensor.name);
}

std::string info_json(const Model& model) {
  Json json;
  json["path"] = model.path.string();
  json["format"] = model.file.format;
  json["tables"] = Json::array();
  for (std::size_t i = 0; i < model.file.tensors.size(); ++i) {
    const Tensor& tensor = model.file.tensors[i];
    const std::string role = role_of(model, i);
    json["tables"].push_back({{"name", tensor.name},
                              {"shape", tensor.shape},
                              {"dtype", tensor.dtype_name},
                              {"role", role.empty() ? Json(nullptr) : Json(role)}});
  }
  json["parameters"] = element_count(model.token_table().shape).value_or(0);
  json["position_offset"] = model.position_offset;
  json["context_length"] = model.P ? Json(model.context_length()) : Json(nullptr);
  json["words"] = model.file.words.size();
  json["tokenizer"] = nullptr;
  if (model.tokenizer)
    json["tokenizer"] = {{"kind", model.tokenizer->kind()}, {"size", model.tokenizer->size()}};
  json["notes"] = model.notes;
  // Names may hold bytes that are no UTF-8.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string info_text(const Model& model) {
  std::string text = model.path.string() + ": " + model.file.format + "\n";
  for (std::size_t i = 0; i < model.file.tensors.size(); ++i) {
    const Tensor& tensor = model.file.tensors[i];
    const std::string role = role_of(model, i);
    text += "  " + (role.empty() ? " " : role) + "  " + shown_name(tensor) + "  " + shape_text(tensor) +
            "  " + tensor.dtype_name + "\n";
  }
  if (!model.file.words.empty()) text += "  " + std::to_string(model.file.words.size()) + " words\n";
  if (model.tokenizer)
    text += "  tokenizer  " + model.tokenizer->kind() + ", " + std::to_string(model.tokenizer->size()) +
            " tokens\n";
  if (model.P) text += "  context_length " + std::to_string(model.context_length()) + "\n";
  for (const std::string& note : model.notes) text += "  " + one_line(note) + "\n";
  return text;
}

}  // namespace

void write_info(const InfoOptions& options) {
  const Model model = open_model(options.path);
  print(options.json ? info_json(model) : info_text(model));
}

void write_rows(const RowsOptions& options) {
  const Model model = open_model(options.path);
  if (options.table == "P" && !model.P)
    throw FileError("cannot show P of " + options.path.string() + ": " + model.notes.back());
  const Tensor& tensor = options.table == "E" ? model.token_table() : *model.position_table();
  const std::size_t rows = static_cast<std::size_t>(tensor.rows());
  const auto [first, end] = options.range.value_or(std::pair<std::size_t, std::size_t>{0, rows});
  if (first > end || end > rows) {
    throw ShapeError("rows " + std::to_string(first) + ":" + std::to_string(end) + " of " + options.table +
                     " " + shape_text(tensor) + ": use a range within 0:" + std::to_string(rows));
  }
  if (!options.range) expect_whole(tensor);
  const Table table = read_rows(tensor, first, end - first);
  check_unchanged(model);
  if (options.format == OutputFormat::csv) return print(table_csv(table));
  if (options.format == OutputFormat::npy) return print(table_npy(table));
  Json json;
  json["table"] = options.table;
  json["shape"] = tensor.shape;
  json["range"] = {first, end};
  json["rows"] = table_to_json(table);
  print(json.dump(1) + "\n");
}

}  // namespace whatwhere
