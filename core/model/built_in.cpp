#include "core/model/built_in.h"

#include <algorithm>
#include <array>

#include "core/errors.h"
#include "core/text/bpe_files.h"
#include "core/text/word_tokenizer.h"
#include "whatwhere_models.h"

namespace whatwhere {

namespace {

constexpr std::string_view kPrefix = "builtin:";

constexpr std::array kBuiltIns = {
    BuiltIn{
        "shakespeare", "Shakespeare",
        "A tiny GPT, trained from scratch on the plays of Shakespeare (public domain): E (2048, 64), its own "
        "byte-level BPE, a learned P of 128 slots",
        "To be, or not to be: that is the question", " father"},
    BuiltIn{
        "words", "Words",
        "The first 4,000 GloVe vectors of English words, 100 numbers each (public domain): a table of words "
        "without positions",
        "the king and the queen", "king - man + woman"}};

// The bytes of a file inside the program, which stay as long as it runs.
Bytes bytes_of(std::span<const unsigned char> file) { return {nullptr, std::as_bytes(file)}; }

Model shakespeare(const std::filesystem::path& path) {
  return model_of(path, read_safetensors(bytes_of(shakespeare_weights())),
                  config_from(bytes_of(shakespeare_config())),
                  byte_bpe_from(bytes_of(shakespeare_vocab()), bytes_of(shakespeare_merges())));
}

Model words(const std::filesystem::path& path) {
  ModelFile file = read_npy(bytes_of(words_vectors()));
  label_rows(file, bytes_of(words_words()), "words.txt");
  auto tokenizer = std::make_shared<const WordTokenizer>(file.words);
  return model_of(path, std::move(file), {}, std::move(tokenizer));
}

}  // namespace

std::span<const BuiltIn> built_ins() { return kBuiltIns; }

std::filesystem::path built_in_path(std::string_view name) {
  return std::string(kPrefix) + std::string(name);
}

std::optional<std::string> built_in_name(const std::filesystem::path& path) {
  const std::string text = path.string();
  if (!text.starts_with(kPrefix)) return std::nullopt;
  return text.substr(kPrefix.size());
}

Model open_built_in(std::string_view name) {
  const std::filesystem::path path = built_in_path(name);
  if (name == "shakespeare") return shakespeare(path);
  if (name == "words") return words(path);
  std::string known;
  for (const BuiltIn& one : kBuiltIns)
    known += (known.empty() ? "" : " and ") + built_in_path(one.name).string();
  throw FileError("there is no built-in model \"" + std::string(name) + "\": there are " + known);
}

}  // namespace whatwhere
