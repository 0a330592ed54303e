#include "core/model/neighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/cli/model.h"
#include "app/cli/print.h"
#include "core/errors.h"
#include "core/model/access.h"
#include "core/model/model.h"
#include "core/model/query.h"
#include "core/numbers.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void no_row(std::string_view word) {
  throw IdError("there is no row for \"" + display_text(word) + "\"");
}

// The row of the token with exactly these bytes.
TokenId row_of_token(const Model& model, const std::string& bytes) {
  const auto id = model.tokenizer->id_of(bytes);
  if (!id || !has_row(model, *id)) no_row(bytes);
  return *id;
}

std::vector<QueryTerm> terms_of(const Model& model, const NeighboursOptions& options) {
  if (options.id) {
    const std::uint64_t V = model.token_table().rows();
    if (*options.id >= V)
      throw IdError("id " + std::to_string(*options.id) + " is outside [0, " + std::to_string(V) + ")");
    return {{static_cast<TokenId>(*options.id)}};
  }
  if (!model.tokenizer && !options.analogy) {
    throw FileError("the rows of " + model.path.string() +
                    " have no words here: name one by its number, with --id");
  }
  if (options.token) return {{row_of_token(model, *options.token)}};
  const Query query = parse_query(model, *options.analogy);
  if (!query.problem.empty()) throw IdError(query.problem);
  return query.terms;
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
  const Query asked{terms_of(model, options), ""};
  expect_whole(model.token_table());
  const auto found = neighbours(model.token_table(), query_vector(model.token_table(), asked.terms),
                                options.k, options.metric);
  check_unchanged(model);
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
          {"in_query", asked.names(n.row)}};
      if (const auto token = token_of_row(model, n.row)) entry["token"] = *token;
      json["neighbours"].push_back(entry);
    }
    return print(json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  std::string text = query + ", by " + std::string(name_of(options.metric)) + ":\n";
  for (const Neighbour& n : found) {
    text += "  " + significant(n.score, 9) + "  " + std::to_string(n.row) + "  " +
            token_of_row(model, n.row).value_or("") + (asked.names(n.row) ? "  (asked for)" : "") + "\n";
  }
  if (found.empty()) text += "  none: no row has a score that is a number\n";
  print(text);
}

}  // namespace whatwhere
