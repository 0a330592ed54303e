// What a file of a model holds, whatever its format: arrays, and perhaps the words of their rows. One reader
// a format; each checks every read against what is left, takes no memory that the file does not warrant, and
// runs nothing. All throw FileError with the cause, where, and what would be right.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/model/gguf_tokenizer.h"
#include "core/model/read_watch.h"
#include "core/model/tensor.h"

namespace whatwhere {

struct ModelFile {
  std::string format;              // "safetensors", "npy" …
  std::vector<Tensor> tensors;     // in the file's order
  std::vector<std::string> words;  // of the rows of its table, where the format has them
  std::vector<std::string> notes;  // what a person should know
  std::optional<GgufTokenizer> tokenizer = std::nullopt;  // of a format that has one
};

// https://huggingface.co/docs/safetensors: 8 bytes of length, a JSON header, the numbers.
ModelFile read_safetensors(const Bytes& bytes);

// A model.safetensors.index.json: "weight_map" names the file, beside it, of each tensor. A file that is
// absent leaves its tensors out, with a note.
ModelFile read_safetensors_index(const std::filesystem::path& path, const ReadWatch& watch = {});

// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html, versions 1.0 to 3.0. One table.
ModelFile read_npy(const Bytes& bytes);

// https://numpy.org/doc/stable/reference/generated/numpy.savez.html: npy files in a zip archive, stored or
// deflated; each is a tensor with the member's name, "E" for "E.npy". All are unpacked into memory, which is
// at most 1032 times the file. A member that is no table of floats is left out, with a note.
ModelFile read_npz(const Bytes& bytes, const ReadWatch& watch = {});

// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, versions 2 and 3.
ModelFile read_gguf(const Bytes& bytes);

// word2vec's text format (with a line "rows d" first), GloVe's and fastText's: a word and its numbers a line.
ModelFile read_word_vectors(const Bytes& bytes, const ReadWatch& watch = {});

// The embedding projector's: numbers with tabs between them. `metadata`: the labels beside it, if there are
// any.
ModelFile read_projector_tsv(const Bytes& bytes, const Bytes* metadata = nullptr,
                             const ReadWatch& watch = {});

// Gives the rows of the file's lone table their words, a line each. Left out, with a note that names
// `source`, where there are more or fewer lines than rows.
void label_rows(ModelFile& file, const Bytes& lines, const std::string& source);

// Does the file's name end as those of models do? A folder is judged by what is in it, not here.
bool is_named_as_model(const std::filesystem::path& path);

// The reader for the content of this file, or the folder's. An npy file's rows have the words of a words.txt
// beside it. What takes long (a text, the arrays of an npz, many shards) reports to the watch and throws
// Cancelled.
ModelFile read_model_file(const std::filesystem::path& path, const ReadWatch& watch = {});

// Throws FileError if the bytes are what Git LFS leaves in the place of a large file.
void refuse_lfs_pointer(const Bytes& bytes);

// What a file says, fit for one line of a terminal: control bytes become '?', and it ends after 300 bytes.
std::string one_line(std::string text);

}  // namespace whatwhere
