#include "core/session/model_lesson.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "core/errors.h"
#include "core/input/position.h"
#include "core/model/built_in.h"
#include "core/model/query.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr double kSinusoidBase = 10000.0;

// Texts in the order in which they came, each once.
class OnceEach {
 public:
  void add(const std::string& text) {
    if (seen_.insert(text).second) list_.push_back(text);
  }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  std::unordered_set<std::string> seen_;
  std::vector<std::string> list_;
};

// "5, 2 5"
ModelText read_ids(const ModelChoices& choices) {
  ModelText read;
  OnceEach no_rows;
  constexpr const char* kBetween = ", \t\r\n";
  const std::string& text = choices.text;
  for (std::size_t at = text.find_first_not_of(kBetween); at != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    const std::string word = text.substr(at, end - at);
    const auto id = parse_u64(word);
    if (!id) return {{}, 0, {}, "\"" + word + "\" is not an id: write whole numbers, such as 5, 2, 5."};
    const bool fits = *id <= static_cast<std::uint64_t>(std::numeric_limits<TokenId>::max());
    if (fits && has_row(*choices.model, static_cast<TokenId>(*id))) {
      read.ids.push_back(static_cast<TokenId>(*id));
    } else {
      no_rows.add(word);
    }
    at = text.find_first_not_of(kBetween, end);
  }
  read.no_rows = no_rows.take();
  return read;
}

ModelText read_words(const ModelChoices& choices) {
  const Model& model = *choices.model;
  if (!model.tokenizer) {
    return choices.text.empty() ? ModelText{}
                                : ModelText{{}, 0, {}, "No tokenizer was found with this model: type ids."};
  }
  ModelText read;
  OnceEach no_rows;
  for (const TextToken& token : model.tokenizer->encode(choices.text)) {
    if (has_row(model, token.id)) {
      read.ids.push_back(token.id);
    } else {
      no_rows.add(display_text(std::string_view(choices.text).substr(token.begin, token.end - token.begin)));
    }
  }
  read.no_rows = no_rows.take();
  return read;
}

Table rows_of(const Tensor& E, std::span<const TokenId> ids) {
  const auto d = static_cast<std::size_t>(E.d());
  std::vector<float> numbers(ids.size() * d);
  for (std::size_t t = 0; t < ids.size(); ++t)
    read_row(E, static_cast<std::size_t>(ids[t]), std::span(numbers).subspan(t * d, d));
  return Table(ids.size(), d, std::move(numbers));
}

// What a scheme would give the slots, whether it is added or not; (0, 0) if it gives them no row of this
// width.
Table position_rows(const ModelChoices& choices, std::size_t T) {
  const Model& model = *choices.model;
  const auto d = static_cast<std::size_t>(model.token_table().d());
  if (choices.position == PositionScheme::sinusoidal) return sinusoidal_table(T, d, kSinusoidBase);
  if (!model.can_add_positions()) return {};
  return read_rows(*model.position_table(), model.position_offset, T);
}

// tok_emb (T, d) and its slots' rows, added if the scheme adds.
InputGrid grid_of(Table tok_emb, const Table& P, PositionScheme scheme) {
  if (!adds_to_input(scheme)) return {tok_emb, std::nullopt, tok_emb};
  std::vector<TokenId> rows(tok_emb.rows());
  std::iota(rows.begin(), rows.end(), TokenId{0});
  std::vector<float> sum(tok_emb.numbers().size());
  lookup_add(tok_emb, P, {rows, 1, rows.size()}, sum);
  Table input_emb(tok_emb.rows(), tok_emb.d(), std::move(sum));
  return {std::move(tok_emb), P, std::move(input_emb)};
}

}  // namespace

std::size_t most_slots(const Model& model) {
  if (!model.P) return kMostSlots;
  return static_cast<std::size_t>(std::min<std::uint64_t>(model.context_length(), kMostSlots));
}

ModelText read_text(const ModelChoices& choices) {
  ModelText read = choices.by_ids ? read_ids(choices) : read_words(choices);
  read.count = read.ids.size();
  const std::size_t most = most_slots(*choices.model);
  if (read.count > most) read.ids.resize(choices.cut ? most : 0);
  return read;
}

std::string token_text(const Model& model, TokenId id) {
  const auto bytes = model.tokenizer ? model.tokenizer->bytes_of(id) : std::nullopt;
  return bytes ? display_text(*bytes) : "#" + std::to_string(id);
}

std::string text_of_ids(const std::vector<TokenId>& ids) {
  std::string text;
  for (const TokenId id : ids) text += (text.empty() ? "" : ", ") + std::to_string(id);
  return text;
}

std::string text_of_tokens(const Model& model, const std::vector<TokenId>& ids) {
  if (!model.tokenizer) return "";
  std::string joined;
  std::string spaced;
  for (const TokenId id : ids) {
    const auto bytes = model.tokenizer->bytes_of(id);
    if (!bytes) continue;
    joined += *bytes;
    spaced.append(spaced.empty() ? "" : " ").append(*bytes);
  }
  const auto reads_back = [&](const std::string& text) {
    const std::vector<TextToken> tokens = model.tokenizer->encode(text);
    return std::equal(tokens.begin(), tokens.end(), ids.begin(), ids.end(),
                      [](const TextToken& token, TokenId id) { return token.id == id; });
  };
  return !reads_back(joined) && reads_back(spaced) ? spaced : joined;
}

std::string why_not_scheme(const Model& model, PositionScheme scheme) {
  if (scheme != PositionScheme::learned || model.can_add_positions()) return "";
  if (!model.P) return "This model has no position table P to add.";
  return "E is " + std::to_string(model.token_table().d()) + " wide and P " +
         std::to_string(model.position_table()->d()) + ": their sum is undefined.";
}

ModelChoices first_choices(std::shared_ptr<const Model> model) {
  ModelChoices choices;
  choices.by_ids = !model->tokenizer;
  if (model->can_add_positions()) choices.position = PositionScheme::learned;
  const auto name = built_in_name(model->path);
  for (const BuiltIn& one : built_ins()) {
    if (name != one.name) continue;
    choices.text = one.text;
    choices.query = one.query;
  }
  choices.model = std::move(model);
  choices.sequence = Sequence(read_text(choices).ids);
  return choices;
}

ModelResults compute(const ModelChoices& choices) {
  ModelResults results;
  const Tensor& E = choices.model->token_table();
  results.text = read_text(choices);
  results.ids = choices.sequence.ids();
  results.P = position_rows(choices, results.ids.size());
  Table tok_emb = rows_of(E, results.ids);
  results.range = colour_range(tok_emb, results.P);
  results.grid = grid_of(std::move(tok_emb), results.P, choices.position);
  judge(results);
  if (choices.before) {
    Table before = grid_of(rows_of(E, choices.before->ids()), results.P, choices.position).input_emb;
    results.before = compared(*choices.before, std::move(before), choices.sequence, results);
  }
  return results;
}

namespace {

// Do the two have the same results? What is asked about neighbours has no part in them.
bool same_grid(const ModelChoices& a, const ModelChoices& b) {
  return a.model == b.model && a.position == b.position && a.by_ids == b.by_ids && a.cut == b.cut &&
         a.sequence == b.sequence && a.before == b.before && a.text == b.text;
}

}  // namespace

const ModelResults& ModelLesson::of(const ModelChoices& choices) {
  if (!choices_ || !same_grid(*choices_, choices)) {
    results_ = compute(choices);
    choices_ = choices;
  }
  return results_;
}

}  // namespace whatwhere
