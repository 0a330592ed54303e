#include <algorithm>
#include <array>
#include <limits>

#include "core/errors.h"
#include "core/model/model_file.h"
#include "core/numbers.h"
#include "core/text/bpe_files.h"
#include "core/text/byte_bpe.h"

namespace whatwhere {

namespace {

// The special tokens that tiktoken gives these names (tiktoken_ext/openai_public.py).
struct Encoding {
  std::string_view name;
  std::string_view pattern;
  std::vector<AddedToken> specials;
};

const std::vector<Encoding>& encodings() {
  static const std::vector<Encoding> known = [] {
    const AddedToken end = {.text = "<|endoftext|>", .id = 50256};
    return std::vector<Encoding>{
        {"gpt2", kGpt2Pattern, {end}},
        {"r50k_base", kGpt2Pattern, {end}},
        {"p50k_base", kGpt2Pattern, {end}},
        {"cl100k_base",
         kCl100kPattern,
         {{.text = "<|endoftext|>", .id = 100257},
          {.text = "<|fim_prefix|>", .id = 100258},
          {.text = "<|fim_middle|>", .id = 100259},
          {.text = "<|fim_suffix|>", .id = 100260},
          {.text = "<|endofprompt|>", .id = 100276}}},
        {"o200k_base",
         kO200kPattern,
         {{.text = "<|endoftext|>", .id = 199999}, {.text = "<|endofprompt|>", .id = 200018}}}};
  }();
  return known;
}

const Encoding& encoding_of(std::string_view name) {
  if (name.ends_with(".tiktoken")) name.remove_suffix(9);
  for (const Encoding& one : encodings()) {
    if (one.name == name) return one;
  }
  std::string list;
  for (const Encoding& one : encodings()) list += (list.empty() ? "" : ", ") + std::string(one.name);
  throw FileError("a .tiktoken file does not say by which pattern a text is split, and \"" +
                  std::string(name) + "\" is none of the names whose pattern is known: " + list);
}

// RFC 4648, section 4, with its padding.
std::optional<std::string> bytes_of_base64(std::string_view text) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.empty() || text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  text.remove_suffix(padding);
  std::string bytes;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = kDigits.find(text[i]);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFFFF;
    const std::size_t have = 6 * (i % 4 + 1) % 8;  // bits of a byte that is not complete
    if (i % 4 != 0) bytes += static_cast<char>(static_cast<unsigned char>(bits >> have & 0xFF));
  }
  return bytes;
}

}  // namespace

std::shared_ptr<const Tokenizer> read_tiktoken(const Bytes& bytes, std::string_view name) {
  refuse_lfs_pointer(bytes);
  const Encoding& encoding = encoding_of(name);
  BpeParts parts;
  parts.kind = "byte-level BPE (" + std::string(encoding.name) + ", tiktoken)";
  parts.pattern = encoding.pattern;
  parts.by_token_rank = true;
  parts.ignore_merges = true;                 // tiktoken looks a whole piece up first
  constexpr std::size_t kLongestToken = 256;  // bytes; published ones have at most 128
  std::string_view text = bytes.text();
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::size_t space = std::min(line.find(' '), line.size());
    auto token = bytes_of_base64(line.substr(0, space));
    const auto rank = parse_u64(line.substr(std::min(space + 1, line.size())));
    if (!token || token->size() > kLongestToken || !rank || *rank > std::numeric_limits<TokenId>::max())
      throw FileError("line " + std::to_string(number) +
                      " is not a token in base64, a space and its rank: \"" +
                      one_line(std::string(line.substr(0, 60))) + "\"");
    parts.tokens.emplace_back(std::move(*token), static_cast<TokenId>(*rank));
  }
  parts.added = encoding.specials;
  return std::make_shared<ByteBpe>(std::move(parts));
}

}  // namespace whatwhere
