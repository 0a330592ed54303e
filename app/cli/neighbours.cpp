#include "core/model/neighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/cli/model.h"
#include "app/cli/print.h"
#include "core/errors.h"
#include "core/model/model.h"
#include "core/numbers.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

using Json = nlohmann::ordered_json;

// A row with the sign that it has in the query.
struct Term {
  std::size_t row = 0;
  float sign = 1.0F;
};

// The row of the token with exactly these bytes.
std::optional<std::size_t> row_of_token(const Model& model, std::string_view bytes) {
  if (!model.tokenizer) {
    throw FileError("the rows of " + model.path.string() +
                    " have no words here: name one by its number, with --id");
  }
  const auto id = model.tokenizer->id_of(bytes);
  if (!id || static_cast<std::uint64_t>(*id) >= model.token_table().rows()) return std::nullopt;
  return static_cast<std::size_t>(*id);
}

[[noreturn]] void no_row(std::string_view word) {
  throw IdError("there is no row for \"" + display_text(word) + "\"");
}

// Of a word in a sum, which has no spaces around it: the token, or else the one with a space before it.
std::size_t row_of_word(const Model& model, std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
  word = word.substr(0, word.find_last_not_of(' ') + 1);
  auto row = row_of_token(model, word);
  if (!row) row = row_of_token(model, " " + std::string(word));
  if (!row) no_row(word);
  return *row;
}

// "king - man + woman": words between " + " and " - ".
std::vector<Term> terms_of(const Model& model, std::string_view analogy) {
  std::vector<Term> terms;
  float sign = 1.0F;
  for (;;) {
    const std::size_t plus = std::min(analogy.find(" + "), analogy.size());
    const std::size_t minus = std::min(analogy.find(" - "), analogy.size());
    const std::size_t end = std::min(plus, minus);
    terms.push_back({row_of_word(model, analogy.substr(0, end)), sign});
    if (end == analogy.size()) return terms;
    sign = end == plus ? 1.0F : -1.0F;
    analogy.remove_prefix(end + 3);
  }
}

std::vector<Term> terms_of(const Model& model, const NeighboursOptions& options) {
  if (options.analogy) return terms_of(model, *options.analogy);
  if (options.token) {
    const auto row = row_of_token(model, *options.token);
    if (!row) no_row(*options.token);
    return {{*row}};
  }
  const std::uint64_t V = model.token_table().rows();
  if (*options.id >= V)
    throw IdError("id " + std::to_string(*options.id) + " is outside [0, " + std::to_string(V) + ")");
  return {{static_cast<std::size_t>(*options.id)}};
}

std::vector<float> query_of(const Tensor& E, const std::vector<Term>& terms) {
  std::vector<float> query(static_cast<std::size_t>(E.d()));
  std::vector<float> row(query.size());
  for (const Term& term : terms) {
    read_row(E, term.row, row);
    for (std::size_t j = 0; j < query.size(); ++j) query[j] += term.sign * row[j];
  }
  return query;
}

// What a row's token shows; nothing for a row without one.
std::optional<std::string> token_of_row(const Model& model, std::size_t row) {
  if (!model.tokenizer || row > static_cast<std::size_t>(std::numeric_limits<TokenId>::max()))
    return std::nullopt;
  const auto bytes = model.tokenizer->bytes_of(static_cast<TokenId>(row));
  return bytes ? std::optional(display_text(*bytes)) : std::nullopt;
}

}  // namespace

void write_neighbours(const NeighboursOptions& options) {
  const Model model = open_model(options.path);
  const std::vector<Term> terms = terms_of(model, options);
  const auto found =
      neighbours(model.token_table(), query_of(model.token_table(), terms), options.k, options.metric);
  const auto is_asked = [&](std::size_t row) {
    return std::any_of(terms.begin(), terms.end(), [&](const Term& term) { return term.row == row; });
  };
  const std::string query = options.analogy ? *options.analogy
                            : options.token ? *options.token
                                            : std::to_string(*options.id);
  if (options.json) {
    Json json;
    json["query"] = query;
    json["metric"] = name_of(options.metric);
    json["neighbours"] = Json::array();
    for (const Neighbour& n : found) {
      Json entry = {
          {"id", n.row},
          {"token", nullptr},
          {"score", std::isfinite(n.score) ? Json(n.score) : Json(n.score > 0.0 ? "Infinity" : "-Infinity")},
          {"in_query", is_asked(n.row)}};
      if (const auto token = token_of_row(model, n.row)) entry["token"] = *token;
      json["neighbours"].push_back(entry);
    }
    return print(json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  std::string text = query + ", by " + std::string(name_of(options.metric)) + ":\n";
  for (const Neighbour& n : found) {
    text += "  " + significant(n.score, 9) + "  " + std::to_string(n.row) + "  " +
            token_of_row(model, n.row).value_or("") + (is_asked(n.row) ? "  (asked for)" : "") + "\n";
  }
  print(text);
}

}  // namespace whatwhere
