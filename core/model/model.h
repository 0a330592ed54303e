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

struct Model {
  std::filesystem::path path;
  ModelFile file;
  std::size_t E = 0;                // index of the token table (V, d) in file.tensors
  std::optional<std::size_t> P;     // of the position table; a model with rotary positions has none
  std::size_t position_offset = 0;  // rows of P before the one of slot 0
  std::vector<std::string> notes;   // what is out of the ordinary, a sentence each
  std::shared_ptr<const Tokenizer> tokenizer;  // null: none was found, or none that is supported

  const Tensor& token_table() const { return file.tensors[E]; }
  const Tensor* position_table() const { return P ? &file.tensors[*P] : nullptr; }
  // May P's rows be added to E's? Not where there is no P, or the widths differ.
  bool can_add_positions() const { return P && position_table()->d() == token_table().d(); }
  // How many slots P serves; 0 without one.
  std::uint64_t context_length() const;
};

// Opens a file or a folder of a model; the tables stay where they are until a row is read. The offset of the
// positions is what config.json beside the weights says by its model_type (opt: 2; roberta and its kin:
// pad_token_id + 1), or else the tensor's name.
// Throws FileError with the path and the cause: what the readers refuse, or no token table among the tensors,
// which are then listed.
Model open_model(const std::filesystem::path& path);

}  // namespace whatwhere
