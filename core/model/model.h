// A model's two embedding tables, found in its file or folder, with what a person should know about them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/model/model_file.h"
#include "core/model/roles.h"
#include "core/text/tokenizer.h"

namespace whatwhere {

// What config.json beside the weights says about the position table.
struct ModelConfig {
  std::string type;              // its model_type; empty where it says none
  std::size_t pad_token_id = 1;  // RoBERTa's, unless it says another
};

struct Model {
  std::filesystem::path path;  // a built-in one: "builtin:NAME"
  ModelConfig config;
  ModelFile file;
  std::size_t E = 0;                // index of the token table (V, d) in file.tensors
  std::optional<std::size_t> P;     // of the position table; a model with rotary positions has none
  std::size_t position_offset = 0;  // rows of P before the one of slot 0
  std::shared_ptr<const Tokenizer> tokenizer;  // null: none was found, or none that is supported
  std::vector<std::string> notes;              // what is out of the ordinary, a sentence each

  const Tensor& token_table() const { return file.tensors[E]; }
  const Tensor* position_table() const { return P ? &file.tensors[*P] : nullptr; }
  // May P's rows be added to E's? Not where there is no P, or the widths differ.
  bool can_add_positions() const { return P && position_table()->d() == token_table().d(); }
  // How many slots P serves; 0 without one.
  std::uint64_t context_length() const;
};

// Opens a file or a folder of a model, or one inside the program ("builtin:NAME"); the tables stay where they
// are until a row is read. The offset of the positions is what config.json beside the weights says by its
// model_type (opt: 2; roberta and its kin: pad_token_id + 1), or else the tensor's name.
// Throws FileError with the path and the cause: what the readers refuse, or no token table among the tensors,
// which are then listed; Cancelled by the watch.
Model open_model(const std::filesystem::path& path, const ReadWatch& watch = {});

// The model of what a reader found in `path`; its tokenizer may be null. Throws FileError as open_model does.
Model model_of(const std::filesystem::path& path, ModelFile file, ModelConfig config,
               std::shared_ptr<const Tokenizer> tokenizer);

// What to say if the file of E or P was written to or cut by another program since it was opened: what is
// read may be neither the old numbers nor the new ones. Empty if it was not.
std::string why_doubtful(const Model& model);

// Throws FileError with those words.
void check_unchanged(const Model& model);

// What the bytes of a config.json say; nothing if they are no JSON object.
ModelConfig config_from(const Bytes& bytes);

// Why the tensor cannot be E or P, as a clause after its name; empty if it can.
std::string why_not_table(const Tensor& tensor);

// The same file with other tensors in the roles of E and P; nullopt: no P. Its offset is found anew.
// Throws FileError if one of them is no table whose numbers are read here.
Model with_tables(const Model& model, std::size_t E, std::optional<std::size_t> P);

// The same with another row of P for slot 0. Throws ValueError if that leaves no row, or there is no P.
Model with_position_offset(const Model& model, std::size_t offset);

}  // namespace whatwhere
