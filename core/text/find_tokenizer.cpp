#include "core/text/find_tokenizer.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/errors.h"
#include "core/text/bpe_files.h"
#include "core/text/word_tokenizer.h"

namespace whatwhere {

namespace {

namespace fs = std::filesystem;

// Of one tokenizer: one file or two.
using Files = std::vector<fs::path>;

constexpr std::array<std::array<const char*, 2>, 2> kPairs = {
    {{"vocab.json", "merges.txt"}, {"encoder.json", "vocab.bpe"}}};

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

Files tiktoken_in(const fs::path& folder) {
  Files files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".tiktoken") files.push_back(at->path());
  }
  return files.size() == 1 ? files : Files{};
}

// Empty if the folder holds none.
Files files_in(const fs::path& folder) {
  if (is_file(folder / "tokenizer.json")) return {folder / "tokenizer.json"};
  for (const auto& [vocab, merges] : kPairs) {
    if (is_file(folder / vocab) && is_file(folder / merges)) return {folder / vocab, folder / merges};
  }
  return tiktoken_in(folder);
}

// The tokenizer that this file is, or is half of; empty if it is none.
Files files_of(const fs::path& file) {
  const std::string name = file.filename();
  const fs::path folder = file.parent_path();
  for (const auto& [vocab, merges] : kPairs) {
    if (name == vocab || name == merges) return {folder / vocab, folder / merges};
  }
  const bool is_json = name.ends_with(".json") && !name.ends_with(".index.json");
  return is_json || name.ends_with(".tiktoken") ? Files{file} : Files{};
}

std::string names_of(const Files& files) {
  return files[0].filename().string() + (files.size() > 1 ? " and " + files[1].filename().string() : "");
}

std::shared_ptr<const Tokenizer> read(const Files& files) {
  const Bytes bytes = map_file(files[0]);
  if (files.size() > 1) return byte_bpe_from(bytes, map_file(files[1]), names_of(files));
  if (files[0].extension() == ".tiktoken") return read_tiktoken(bytes, files[0].filename().string());
  return read_tokenizer_json(bytes);
}

}  // namespace

std::shared_ptr<const Tokenizer> find_tokenizer(const fs::path& model_or_folder, const ModelFile& file,
                                                std::vector<std::string>& notes) {
  if (!file.words.empty()) return std::make_shared<WordTokenizer>(file.words);
  std::error_code error;
  const bool is_folder = fs::is_directory(model_or_folder, error);
  const Files files = files_in(is_folder ? model_or_folder : model_or_folder.parent_path());
  if (files.empty() && !file.tokenizer) return nullptr;
  try {
    return files.empty() ? read_gguf_tokenizer(*file.tokenizer) : read(files);
  } catch (const FileError& refused) {
    const std::string source = files.empty() ? file.format : names_of(files);
    notes.push_back("There is no tokenizer: " + source + ": " + one_line(refused.what()) + ".");
    return nullptr;
  }
}

std::shared_ptr<const Tokenizer> open_tokenizer(const fs::path& path) {
  const auto refuse = [&](const std::string& why) {
    throw FileError("cannot open a tokenizer of " + path.string() + ": " + one_line(why));
  };
  std::error_code error;
  const Files files = fs::is_directory(path, error) ? files_in(path) : files_of(path);
  try {
    if (!files.empty()) return read(files);
  } catch (const FileError& refused) {
    refuse(names_of(files) + ": " + refused.what());
  }
  std::vector<std::string> notes;
  const ModelFile file = read_model_file(path);
  auto tokenizer = find_tokenizer(path, file, notes);
  if (!tokenizer) {
    refuse(!notes.empty() ? notes.front()
                          : "there is no tokenizer.json, vocab.json with merges.txt, encoder.json with "
                            "vocab.bpe, or .tiktoken beside it");
  }
  return tokenizer;
}

void note_sizes(const Tokenizer& tokenizer, std::uint64_t rows, std::vector<std::string>& notes) {
  const auto has_token = [&](std::uint64_t row) {
    return row <= static_cast<std::uint64_t>(std::numeric_limits<TokenId>::max()) &&
           tokenizer.bytes_of(static_cast<TokenId>(row));
  };
  std::uint64_t without = 0;
  for (std::uint64_t row = 0; row < rows; ++row) without += has_token(row) ? 0 : 1;
  std::uint64_t padding = 0;  // rows without a token at the end
  while (padding < rows && !has_token(rows - 1 - padding)) ++padding;
  const std::uint64_t too_many = tokenizer.size() - std::min<std::uint64_t>(rows - without, tokenizer.size());
  if (without == 0 && too_many == 0) return;
  std::string note = "E has " + std::to_string(rows) + " rows, the tokenizer " +
                     std::to_string(tokenizer.size()) + " tokens: ";
  if (without > 0 && without == padding) {
    note += padding == 1 ? "row " + std::to_string(rows - 1) + " has no token"
                         : "rows " + std::to_string(rows - padding) + " to " + std::to_string(rows - 1) +
                               " have no token";
  } else if (without > 0) {
    note += std::to_string(without) + (without == 1 ? " row has" : " rows have") + " no token";
  }
  if (without > 0 && too_many > 0) note += ", and ";
  if (too_many > 0)
    note += std::to_string(too_many) + (too_many == 1 ? " token has" : " tokens have") + " no row";
  notes.push_back(note + ".");
}

}  // namespace whatwhere
