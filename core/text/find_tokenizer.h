// Which tokenizer belongs to a model: the one in its file, or beside it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/model/model_file.h"
#include "core/text/tokenizer.h"

namespace whatwhere {

// The words of the rows, where the file has them: they are certain. Otherwise the first of these that is in
// the folder, or beside the file: tokenizer.json, vocab.json with merges.txt, encoder.json with vocab.bpe,
// the only .tiktoken; or else what the file itself, a GGUF, holds. One that is damaged or not supported is
// none, with a note that says why: another is not tried in its place.
std::shared_ptr<const Tokenizer> find_tokenizer(const std::filesystem::path& model_or_folder,
                                                const ModelFile& file, std::vector<std::string>& notes);

// Of a model, of a folder that holds nothing else, or of a file of a tokenizer.
// Throws FileError with the path and the cause: what the readers refuse, or that there is none.
std::shared_ptr<const Tokenizer> open_tokenizer(const std::filesystem::path& path);

// Notes it if E (rows, d) has a row without a token, as a padded table has, or the tokenizer a token without
// a row.
void note_sizes(const Tokenizer& tokenizer, std::uint64_t rows, std::vector<std::string>& notes);

}  // namespace whatwhere
