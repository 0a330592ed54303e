#include "core/text/bpe_files.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "core/errors.h"
#include "core/model/model_file.h"
#include "core/text/bpe_text.h"
#include "core/text/byte_letters.h"

namespace whatwhere {

namespace {

using Json = nlohmann::json;

std::string_view without_mark(const Bytes& bytes) {
  std::string_view text = bytes.text();
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

std::vector<std::pair<std::string, TokenId>> tokens_of(const Bytes& vocab_json) {
  refuse_lfs_pointer(vocab_json);
  const Json json = Json::parse(without_mark(vocab_json), nullptr, false);
  if (!json.is_object()) throw FileError("the vocabulary is no JSON object of tokens and ids");
  std::vector<std::pair<std::string, TokenId>> tokens;
  for (const auto& [word, id] : json.items()) {
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() > std::numeric_limits<TokenId>::max())
      throw FileError("the vocabulary gives \"" + one_line(word) + "\" no id");
    tokens.emplace_back(bytes_of_word(word), id.get<TokenId>());
  }
  return tokens;
}

std::vector<std::pair<std::string, std::string>> merges_of(const Bytes& merges_txt) {
  refuse_lfs_pointer(merges_txt);
  std::string_view text = without_mark(merges_txt);
  std::vector<std::pair<std::string, std::string>> merges;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || (number == 1 && line.starts_with("#version"))) continue;
    merges.push_back(merge_of_words(line, "line " + std::to_string(number) + " of the merges"));
  }
  return merges;
}

}  // namespace

std::string bytes_of_word(std::string_view word) {
  auto bytes = bytes_of_letters(word);
  if (!bytes)
    throw FileError("its vocabulary is not that of a byte-level BPE: \"" + one_line(std::string(word)) +
                    "\" is not written in GPT-2's letters for bytes");
  return std::move(*bytes);
}

std::pair<std::string, std::string> merge_of_words(std::string_view left, std::string_view right,
                                                   const std::string& where) {
  auto first = bytes_of_letters(left);
  auto second = bytes_of_letters(right);
  if (!first || !second || left.empty() || right.empty())
    throw FileError(where + " is no merge of two tokens in GPT-2's letters for bytes: \"" +
                    one_line(std::string(left) + " " + std::string(right)) + "\"");
  return {std::move(*first), std::move(*second)};
}

std::pair<std::string, std::string> merge_of_words(std::string_view line, const std::string& where) {
  const std::size_t space = std::min(line.find(' '), line.size());
  return merge_of_words(line.substr(0, space), line.substr(std::min(space + 1, line.size())), where);
}

void specials_from_merges(BpeParts& parts) {
  std::unordered_set<std::string> made;
  for (const auto& [left, right] : parts.merges) made.insert(left + right);
  for (const auto& [bytes, id] : parts.tokens) {
    if (bytes.size() > 1 && !made.contains(bytes)) parts.added.push_back({.text = bytes, .id = id});
  }
}

std::shared_ptr<const Tokenizer> byte_bpe_from(const Bytes& vocab_json, const Bytes& merges_txt,
                                               std::string_view names) {
  BpeParts parts;
  parts.kind = "byte-level BPE (" + std::string(names) + ")";
  parts.tokens = tokens_of(vocab_json);
  parts.merges = merges_of(merges_txt);
  specials_from_merges(parts);
  return std::make_shared<ByteBpe>(std::move(parts));
}

}  // namespace whatwhere
