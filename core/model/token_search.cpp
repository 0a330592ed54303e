#include "core/model/token_search.h"

#include <algorithm>
#include <string_view>

#include "core/model/model.h"
#include "core/model/query.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool holds(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// "0x20 63 61" as bytes; nothing if it is something else.
std::optional<std::string> bytes_from_hex(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string bytes;
  std::string digits;
  for (const char c : text.substr(2)) {
    if (c == ' ') continue;
    if (kDigits.find(lower(c)) == std::string_view::npos) return std::nullopt;
    digits += lower(c);
    if (digits.size() < 2) continue;
    bytes += static_cast<char>(kDigits.find(digits[0]) * 16 + kDigits.find(digits[1]));
    digits.clear();
  }
  return digits.empty() && !bytes.empty() ? std::optional(bytes) : std::nullopt;
}

void add(std::vector<TokenId>& found, const Model& model, std::optional<TokenId> id) {
  if (id && has_row(model, *id) && std::find(found.begin(), found.end(), *id) == found.end())
    found.push_back(*id);
}

}  // namespace

std::vector<TokenId> find_tokens(const Model& model, const std::string& what, std::size_t most) {
  std::vector<TokenId> found;
  if (what.empty()) return found;
  if (what.starts_with('#')) {
    const auto number = parse_u64(what.substr(1));
    if (number && *number < model.token_table().rows()) return {static_cast<TokenId>(*number)};
  }
  if (!model.tokenizer) return found;
  if (const auto bytes = bytes_from_hex(what)) {
    add(found, model, model.tokenizer->id_of(*bytes));
    if (!found.empty()) return found;
  }
  add(found, model, model.tokenizer->id_of(what));
  add(found, model, model.tokenizer->id_of(what.starts_with(' ') ? what.substr(1) : " " + what));
  const auto V = static_cast<TokenId>(model.token_table().rows());
  for (TokenId id = 0; id < V && found.size() < most; ++id) {
    const auto bytes = model.tokenizer->bytes_of(id);
    if (bytes && holds(*bytes, what)) add(found, model, id);
  }
  if (found.size() > most) found.resize(most);
  return found;
}

std::optional<TokenId> spaced_twin(const Model& model, TokenId id) {
  const auto bytes = model.tokenizer ? model.tokenizer->bytes_of(id) : std::nullopt;
  if (!bytes || bytes->empty()) return std::nullopt;
  const auto twin = bytes->front() == ' ' ? model.tokenizer->id_of(bytes->substr(1))
                                          : model.tokenizer->id_of(" " + std::string(*bytes));
  return twin && has_row(model, *twin) ? twin : std::nullopt;
}

}  // namespace whatwhere
