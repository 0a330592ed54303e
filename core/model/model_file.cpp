#include "core/model/model_file.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/errors.h"

namespace whatwhere {

namespace {

namespace fs = std::filesystem;

bool is_one_of(const std::string& extension, std::initializer_list<std::string_view> known) {
  return std::find(known.begin(), known.end(), extension) != known.end();
}

bool looks_like_html(std::string_view start) {
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  return start.starts_with('<');
}

// A JSON header behind eight bytes of length.
bool is_safetensors(std::string_view start) { return start.size() > 8 && start[8] == '{'; }

// What people download by mistake, said before a reader stumbles over it.
void refuse_what_is_no_model(std::string_view start, const std::string& extension) {
  if (is_safetensors(start)) return;  // its first bytes are a length, and can look like anything
  const bool is_pickle = start.size() > 1 && start[0] == '\x80' && start[1] >= 2 && start[1] <= 5;
  const bool is_archive = start.starts_with("PK\x03\x04");
  if (is_pickle || is_archive || is_one_of(extension, {".bin", ".pt", ".pth", ".ckpt", ".pkl"})) {
    throw FileError(
        "it is a PyTorch pickle, or another binary file that is not opened; a pickle can run code: convert "
        "it where you trust it: "
        "safetensors.torch.save_file(torch.load(\"model.bin\", weights_only=True), \"model.safetensors\")");
  }
}

ModelFile read_labelled_npy(const fs::path& path, const Bytes& bytes) {
  ModelFile file = read_npy(bytes);
  const fs::path words = path.parent_path() / "words.txt";
  std::error_code error;
  if (fs::is_regular_file(words, error) && !fs::is_empty(words, error))
    label_rows(file, map_file(words), "words.txt");
  return file;
}

ModelFile read_by_content(const fs::path& path, const Bytes& bytes, const ReadWatch& watch) {
  const std::string_view start = bytes.text().substr(0, 256);
  const std::string extension = path.extension();
  if (start.starts_with("GGUF") || extension == ".gguf") return read_gguf(bytes);
  if (start.starts_with("\x93NUMPY") || extension == ".npy") return read_labelled_npy(path, bytes);
  refuse_lfs_pointer(bytes);
  if (extension == ".npz") return read_npz(bytes, watch);
  refuse_what_is_no_model(start, extension);
  if (extension == ".safetensors") {
    if (!is_safetensors(start) && looks_like_html(start))
      throw FileError("it is not a safetensors file: it looks like HTML, perhaps a page of an error");
    return read_safetensors(bytes);
  }
  if (extension == ".json") return read_safetensors_index(path, watch);
  if (extension == ".tsv") {
    const fs::path labels = path.parent_path() / "metadata.tsv";
    std::error_code error;
    if (!fs::is_regular_file(labels, error) || fs::is_empty(labels, error))
      return read_projector_tsv(bytes, nullptr, watch);
    const Bytes metadata = map_file(labels);
    return read_projector_tsv(bytes, &metadata, watch);
  }
  if (is_safetensors(start)) return read_safetensors(bytes);
  if (looks_like_html(start)) throw FileError("it looks like HTML, perhaps a page of an error");
  return read_word_vectors(bytes, watch);
}

// The file of the weights in a model's folder.
fs::path weights_in(const fs::path& folder) {
  for (const char* name : {"model.safetensors.index.json", "model.safetensors"}) {
    std::error_code error;
    if (fs::exists(folder / name, error)) return folder / name;
  }
  std::vector<fs::path> candidates;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (is_one_of(at->path().extension(), {".safetensors", ".gguf", ".npy", ".npz"}))
      candidates.push_back(at->path());
  }
  if (error) throw FileError(error.message());
  if (candidates.size() == 1) return candidates.front();
  throw FileError(candidates.empty()
                      ? "the folder holds no model.safetensors and no other file that is read here"
                      : "the folder holds several files of weights: open one of them");
}

}  // namespace

void refuse_lfs_pointer(const Bytes& bytes) {
  if (bytes.text().starts_with("version https://git-lfs"))
    throw FileError("it is a Git LFS pointer, not the file itself: fetch the file with \"git lfs pull\"");
}

std::string one_line(std::string text) {
  constexpr std::size_t kLongest = 300;
  const bool is_cut = text.size() > kLongest;
  text.resize(std::min(text.size(), kLongest));
  for (char& byte : text) {
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F) byte = '?';
  }
  return is_cut ? text + "\xE2\x80\xA6" : text;
}

bool is_named_as_model(const fs::path& path) {
  return path.string().ends_with(".index.json") ||
         is_one_of(path.extension(),
                   {".safetensors", ".gguf", ".npy", ".npz", ".txt", ".vec", ".tsv", ".bin"});
}

ModelFile read_model_file(const fs::path& path, const ReadWatch& watch) {
  try {
    std::error_code error;
    const fs::path file = fs::is_directory(path, error) ? weights_in(path) : path;
    return read_by_content(file, map_file(file), watch);
  } catch (const FileError& error) {
    throw FileError("cannot open " + path.string() + ": " + one_line(error.what()));
  }
}

}  // namespace whatwhere
