#include "core/model/neighbours.h"

#include <algorithm>
#include <cmath>
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

std::size_t row_of_word(const Model& model, const std::string& word) {
  const auto& words = model.file.words;
  if (words.empty()) {
    throw FileError("the rows of " + model.path.string() +
                    " have no words here: name one by its number, with --id");
  }
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) throw IdError("there is no row for \"" + word + "\"");
  return static_cast<std::size_t>(found - words.begin());
}

// "king - man + woman": words between " + " and " - ".
std::vector<Term> terms_of(const Model& model, std::string_view analogy) {
  std::vector<Term> terms;
  float sign = 1.0F;
  for (;;) {
    const std::size_t plus = std::min(analogy.find(" + "), analogy.size());
    const std::size_t minus = std::min(analogy.find(" - "), analogy.size());
    const std::size_t end = std::min(plus, minus);
    terms.push_back({row_of_word(model, std::string(analogy.substr(0, end))), sign});
    if (end == analogy.size()) return terms;
    sign = end == plus ? 1.0F : -1.0F;
    analogy.remove_prefix(end + 3);
  }
}

std::vector<Term> terms_of(const Model& model, const NeighboursOptions& options) {
  if (options.analogy) return terms_of(model, *options.analogy);
  if (options.token) return {{row_of_word(model, *options.token)}};
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

std::string word_of_row(const Model& model, std::size_t row) {
  return row < model.file.words.size() ? one_line(model.file.words[row]) : "";
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
      if (n.row < model.file.words.size()) entry["token"] = model.file.words[n.row];
      json["neighbours"].push_back(entry);
    }
    return print(json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  std::string text = query + ", by " + std::string(name_of(options.metric)) + ":\n";
  for (const Neighbour& n : found) {
    text += "  " + significant(n.score, 9) + "  " + std::to_string(n.row) + "  " + word_of_row(model, n.row) +
            (is_asked(n.row) ? "  (asked for)" : "") + "\n";
  }
  print(text);
}

}  // namespace whatwhere
