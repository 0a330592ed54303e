#include "core/model/query.h"

#include <algorithm>

#include "core/model/model.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

bool has_row(const Model& model, TokenId id) {
  return id >= 0 && static_cast<std::uint64_t>(id) < model.token_table().rows();
}

bool Query::names(std::size_t row) const {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const QueryTerm& term) { return static_cast<std::size_t>(term.row) == row; });
}

std::optional<TokenId> row_named(const Model& model, const std::string& name) {
  if (name.starts_with('#')) {
    if (const auto number = parse_u64(name.substr(1)))
      return *number < model.token_table().rows() ? std::optional(static_cast<TokenId>(*number))
                                                  : std::nullopt;
  }
  if (!model.tokenizer || name.empty()) return std::nullopt;
  std::optional<TokenId> id = model.tokenizer->id_of(name);
  if (!id) id = model.tokenizer->id_of(" " + name);
  return id && has_row(model, *id) ? id : std::nullopt;
}

Query parse_query(const Model& model, const std::string& text) {
  Query query;
  if (text.empty()) {
    query.problem = "Type a token, #id, or a sum such as king - man + woman.";
    return query;
  }
  if (const auto row = row_named(model, text)) return {{{*row, 1.0F}}, ""};
  std::string_view rest = text;
  float sign = 1.0F;
  for (;;) {
    const std::size_t end = std::min({rest.find(" + "), rest.find(" - "), rest.size()});
    const std::string term = trimmed(std::string(rest.substr(0, end)));
    const auto row = row_named(model, term);
    if (!row) {
      const char* hint = model.tokenizer ? "." : ": no tokenizer was found with this model, so write #id.";
      return {{}, "There is no row for \"" + term + "\"" + hint};
    }
    query.terms.push_back({*row, sign});
    if (end == rest.size()) return query;
    sign = rest[end + 1] == '+' ? 1.0F : -1.0F;
    rest.remove_prefix(end + 3);
  }
}

std::vector<float> query_vector(const Tensor& E, std::span<const QueryTerm> terms) {
  std::vector<float> sum(static_cast<std::size_t>(E.d()));
  std::vector<float> row(sum.size());
  for (const QueryTerm& term : terms) {
    read_row(E, static_cast<std::size_t>(term.row), row);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += term.sign * row[j];
  }
  return sum;
}

}  // namespace whatwhere
