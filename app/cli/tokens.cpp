#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/model.h"
#include "app/cli/print.h"
#include "core/model/built_in.h"
#include "core/text/find_tokenizer.h"

namespace whatwhere {

namespace {

using Json = nlohmann::ordered_json;

// One line of the answer.
struct Row {
  std::optional<TokenId> id;  // a word without a row has none
  std::string hex;            // its bytes
  std::string text;
};

std::string hex_of(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 0xF];
  }
  return hex;
}

std::vector<Row> rows_of(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<Row> rows;
  for (const TextToken& token : tokenizer.encode(text)) {
    const std::string_view bytes =
        tokenizer.bytes_of(token.id).value_or(text.substr(token.begin, token.end - token.begin));
    Row row{std::nullopt, hex_of(bytes), display_text(bytes)};
    if (token.id != kNoToken) row.id = token.id;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string tokens_json(const std::vector<Row>& rows) {
  Json json = {{"ids", Json::array()}, {"tokens", Json::array()}};
  for (const Row& row : rows) {
    const Json id = row.id ? Json(*row.id) : Json(nullptr);
    json["ids"].push_back(id);
    json["tokens"].push_back({{"id", id}, {"bytes", row.hex}, {"text", row.text}});
  }
  return json.dump(1) + "\n";
}

std::string padded(const std::string& text, std::size_t width, bool to_the_right) {
  const std::string spaces(width - std::min(width, text.size()), ' ');
  return to_the_right ? spaces + text : text + spaces;
}

std::string tokens_text(const Tokenizer& tokenizer, const std::vector<Row>& rows) {
  constexpr std::size_t kIdWidth = 7;
  constexpr std::size_t kWidestBytes = 24;  // longer ones push their text aside
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, std::min(row.hex.size(), kWidestBytes));
  std::string text =
      tokenizer.kind() + ": " + std::to_string(rows.size()) + (rows.size() == 1 ? " token\n" : " tokens\n");
  for (const Row& row : rows) {
    text += "  " + padded(row.id ? std::to_string(*row.id) : "no row", kIdWidth, true) + "  " +
            padded(row.hex, width, false) + "  \"" + row.text + "\"\n";
  }
  return text;
}

}  // namespace

void write_tokens(const TokensOptions& options) {
  const auto tokenizer =
      built_in_name(options.path) ? open_model(options.path).tokenizer : open_tokenizer(options.path);
  const std::vector<Row> rows = rows_of(*tokenizer, options.text);
  print(options.json ? tokens_json(rows) : tokens_text(*tokenizer, rows));
}

}  // namespace whatwhere
