#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/errors.h"
#include "core/model/model_file.h"
#include "core/text/bpe_files.h"
#include "core/text/bpe_text.h"
#include "core/text/byte_letters.h"

namespace whatwhere {

namespace {

using Json = nlohmann::json;

[[noreturn]] void unsupported(const std::string& what) {
  throw FileError(one_line(what) + " is not supported: only a byte-level BPE is");
}

// json[key]; null where it is left out, or `json` is no object.
const Json& at(const Json& json, const char* key) {
  static const Json kNull;
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found == json.end() ? kNull : *found;
}

bool flag(const Json& json, const char* key, bool fallback) {
  const Json& value = at(json, key);
  if (value.is_null()) return fallback;
  if (!value.is_boolean()) throw FileError("\"" + std::string(key) + "\" is neither true nor false");
  return value.get<bool>();
}

std::string type_of(const Json& json) {
  const Json& type = at(json, "type");
  return type.is_string() ? type.get<std::string>() : "without a type";
}

TokenId id_of(const Json& id, const std::string& token) {
  if (!id.is_number_unsigned() || id.get<std::uint64_t>() > std::numeric_limits<TokenId>::max())
    throw FileError("the token \"" + one_line(token) + "\" has no id");
  return id.get<TokenId>();
}

void read_added(const Json& list, BpeParts& parts) {
  if (list.is_null()) return;
  if (!list.is_array()) throw FileError("\"added_tokens\" is no list");
  for (const Json& token : list) {
    const Json& content = at(token, "content");
    if (!content.is_string()) throw FileError("an added token has no content");
    const auto text = content.get<std::string>();
    if (flag(token, "single_word", false))
      unsupported("the added token \"" + text + "\" with \"single_word\"");
    parts.added.push_back({.text = text,
                           .id = id_of(at(token, "id"), text),
                           .is_special = flag(token, "special", false),
                           .takes_before = flag(token, "lstrip", false),
                           .takes_behind = flag(token, "rstrip", false)});
  }
}

// Refuses a rule of the model that would change the ids.
void check_rules(const Json& model) {
  const std::string type = type_of(model);
  // Early files leave the type out.
  const bool is_early = at(model, "type").is_null() && !at(model, "merges").is_null();
  if (type != "BPE" && !is_early) unsupported("the model \"" + type + "\"");
  const Json& dropout = at(model, "dropout");
  if (!dropout.is_null() && dropout != 0.0) unsupported("a BPE with dropout");
  if (flag(model, "byte_fallback", false)) unsupported("a BPE with byte_fallback, as SentencePiece has it,");
  for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    const Json& affix = at(model, key);
    if (!affix.is_null() && affix != "") unsupported("a BPE with " + std::string(key));
  }
}

void read_vocab(const Json& vocab, BpeParts& parts) {
  if (!vocab.is_object()) throw FileError("the model's \"vocab\" is no object of tokens and ids");
  std::unordered_map<std::string_view, TokenId> added;
  for (const AddedToken& token : parts.added) added.emplace(token.text, token.id);
  for (const auto& [word, id] : vocab.items()) {
    // An added token is written as it is, and may be of other letters, or of letters that mean others.
    if (added.contains(word) && bytes_of_letters(word) != word) continue;
    parts.tokens.emplace_back(bytes_of_word(word), id_of(id, word));
  }
}

void read_merges(const Json& merges, BpeParts& parts) {
  if (!merges.is_array()) throw FileError("the model's \"merges\" are no list");
  for (const Json& merge : merges) {
    const std::string where = "merge " + std::to_string(parts.merges.size() + 1);
    if (merge.is_string()) {
      parts.merges.push_back(merge_of_words(merge.get_ref<const std::string&>(), where));
    } else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string()) {
      parts.merges.push_back(merge_of_words(merge[0].get_ref<const std::string&>(),
                                            merge[1].get_ref<const std::string&>(), where));
    } else {
      throw FileError(where + " is neither \"a b\" nor [\"a\", \"b\"]");
    }
  }
}

// Text is split by a pattern alone, so that each match is a piece and what is between two is one too.
std::string pattern_of_split(const Json& split) {
  const Json& pattern = at(at(split, "pattern"), "Regex");
  if (!pattern.is_string()) unsupported("the pre-tokenizer \"Split\" by anything but a Regex");
  if (at(split, "behavior") != "Isolated")
    unsupported("the pre-tokenizer \"Split\" that is not \"Isolated\"");
  if (flag(split, "invert", false)) unsupported("the pre-tokenizer \"Split\" with \"invert\"");
  return pattern.get<std::string>();
}

void read_byte_level(const Json& step, bool is_split, BpeParts& parts) {
  if (type_of(step) != "ByteLevel") unsupported("the pre-tokenizer \"" + type_of(step) + "\"");
  if (flag(step, "use_regex", true) == is_split)
    unsupported(is_split ? "a \"Split\" and then \"ByteLevel\" with \"use_regex\""
                         : "the pre-tokenizer \"ByteLevel\" without \"use_regex\"");
  parts.add_prefix_space = flag(step, "add_prefix_space", true);
  if (is_split && parts.add_prefix_space)
    unsupported("a \"Split\" and then \"ByteLevel\" with \"add_prefix_space\"");
}

void read_pre_tokenizer(const Json& steps, BpeParts& parts) {
  if (steps.is_null()) unsupported("a tokenizer without a pre-tokenizer");
  if (type_of(steps) != "Sequence") return read_byte_level(steps, false, parts);
  const Json& list = at(steps, "pretokenizers");
  if (!list.is_array() || list.empty() || list.size() > 2)
    unsupported("a \"Sequence\" of pre-tokenizers that is not one \"Split\" and one \"ByteLevel\"");
  if (list.size() == 2) {
    if (type_of(list[0]) != "Split") unsupported("the pre-tokenizer \"" + type_of(list[0]) + "\"");
    parts.pattern = pattern_of_split(list[0]);
  }
  read_byte_level(list.back(), list.size() == 2, parts);
}

}  // namespace

std::shared_ptr<const Tokenizer> read_tokenizer_json(const Bytes& bytes) {
  refuse_lfs_pointer(bytes);
  const Json json = Json::parse(bytes.text(), nullptr, false);
  if (!json.is_object()) throw FileError("it is no JSON object");
  const Json& model = at(json, "model");
  if (!model.is_object()) throw FileError("it has no \"model\"");
  check_rules(model);
  if (const Json& normalizer = at(json, "normalizer"); !normalizer.is_null())
    unsupported("the normalizer \"" + type_of(normalizer) + "\"");
  BpeParts parts;
  parts.kind = "byte-level BPE (tokenizer.json)";
  parts.ignore_merges = flag(model, "ignore_merges", false);
  read_pre_tokenizer(at(json, "pre_tokenizer"), parts);
  read_added(at(json, "added_tokens"), parts);
  read_vocab(at(model, "vocab"), parts);
  read_merges(at(model, "merges"), parts);
  return std::make_shared<ByteBpe>(std::move(parts));
}

}  // namespace whatwhere
