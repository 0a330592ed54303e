#include "core/session/grid_export.h"

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/numbers.h"
#include "core/session/session_file.h"
#include "core/session/table_json.h"

namespace whatwhere {

namespace {

using Json = nlohmann::ordered_json;

Json shape(const Table& table) { return {table.rows(), table.d()}; }

std::string_view name_of_verdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::yes:
      return "yes";
    case Verdict::no:
      return "no";
    case Verdict::none:
      break;
  }
  return "none";
}

Json pairs(const SameToken& same) {
  Json list = Json::array();
  for (const SameTokenPair& pair : same.pairs) {
    list.push_back({{"id", pair.id},
                    {"slots", {pair.slot_a, pair.slot_b}},
                    {"same", pair.same},
                    {"distance", pair.distance},
                    {"cosine", std::isnan(pair.cosine) ? Json(nullptr) : Json(pair.cosine)}});
  }
  return list;
}

// What the scheme does to the input, in a sentence. `learned`: what the learned rows are.
std::string note_of(PositionScheme scheme, const std::string& learned) {
  switch (scheme) {
    case PositionScheme::off:
      return "input_emb is tok_emb: nothing is added to the input.";
    case PositionScheme::learned:
      return "input_emb[t] = tok_emb[t] + " + learned;
    case PositionScheme::sinusoidal:
      return "input_emb[t] = tok_emb[t] + P[t]; P[t,2i] = gain * sin(t * base^(-2i/d)), P[t,2i+1] the "
             "cosine.";
    case PositionScheme::rotary:
      break;
  }
  return "input_emb is tok_emb: nothing is added to the input. Queries and keys are rotated inside "
         "attention, "
         "pair i in slot t by t * base^(-2i/d).";
}

// Base and gain only where they have a part in the scheme.
Json scheme_json(PositionScheme scheme, const PositionChoices& choices, const std::string& learned) {
  const bool adds = adds_to_input(scheme);
  const bool waves = scheme == PositionScheme::sinusoidal || scheme == PositionScheme::rotary;
  return {{"name", name_of(scheme)},
          {"base", waves ? Json(choices.base) : Json(nullptr)},
          {"gain", adds ? Json(choices.gain) : Json(nullptr)},
          {"adds_to_input", adds},
          {"note", note_of(scheme, learned)}};
}

void add_grid(Json& json, const InputGrid& grid) {
  json["tok_emb"] = table_to_json(grid.tok_emb);
  json["pos_emb"] = grid.pos_emb ? table_to_json(*grid.pos_emb) : Json(nullptr);
  json["input_emb"] = table_to_json(grid.input_emb);
}

// E and P: (rows, d), or null.
void add_verdicts(Json& json, const GridResults& results, const Json& E, const Json& P) {
  const InputGrid& grid = results.grid;
  json["shapes"] = {{"E", E},
                    {"P", P},
                    {"ids", {results.ids.size()}},
                    {"tok_emb", shape(grid.tok_emb)},
                    {"pos_emb", grid.pos_emb ? shape(*grid.pos_emb) : Json(nullptr)},
                    {"input_emb", shape(grid.input_emb)}};
  json["same_token"] = {{"verdict", name_of_verdict(results.same.verdict)}, {"pairs", pairs(results.same)}};
}

void add_order(Json& json, const std::vector<TokenId>& before_ids, const Table& before,
               const Table& input_emb) {
  const OrderVerdict order = compare_order(before, input_emb);
  json["order"] = {
      {"before", before_ids}, {"same_multiset", order.same_multiset}, {"slots_changed", order.slots_changed}};
}

Json shape(const Tensor& tensor) { return {tensor.rows(), tensor.d()}; }

std::string row_text(std::span<const float> row, const char* between) {
  std::string text;
  for (const float x : row) text.append(text.empty() ? "" : between).append(nine_digits(x));
  return text;
}

}  // namespace

std::string grid_json(const Session& session, const LessonResults& results,
                      const std::optional<std::vector<TokenId>>& before_ids) {
  Json json;
  json["vocabulary"] = kVocabulary;
  json["seed"] = session.seed;
  json["std"] = session.std;
  json["tables"] = session.changed ? "changed" : "seed";
  json["E"] = table_to_json(results.E);
  json["P"] = table_to_json(results.P);
  json["ids"] = results.ids;
  json["tokens"] = Json::array();
  for (const TokenId id : results.ids) json["tokens"].push_back(word_of(id));
  json["position"] = name_of(session.position);
  json["scheme"] =
      scheme_json(session.position, session.positions, "P[t]; P is the learned table times gain.");
  add_grid(json, results.grid);
  add_verdicts(json, results, shape(results.E), shape(results.P));
  if (before_ids) {
    const Table before = input_embedding(results.E, results.P, *before_ids, session.position).input_emb;
    add_order(json, *before_ids, before, results.grid.input_emb);
  }
  return json.dump(1) + "\n";
}

std::string grid_json(const ModelChoices& choices, const ModelResults& results,
                      const std::optional<std::vector<TokenId>>& before_ids, bool with_tables) {
  const Model& model = *choices.model;
  const Tensor& E = model.token_table();
  const Tensor* P = model.position_table();
  Json json;
  json["model"] = model.path.string();
  json["position_offset"] = model.position_offset;
  if (with_tables) {
    json["E"] = table_to_json(read_rows(E, 0, static_cast<std::size_t>(E.rows())));
    json["P"] = P ? table_to_json(read_rows(*P, 0, static_cast<std::size_t>(P->rows()))) : Json(nullptr);
  }
  json["ids"] = results.ids;
  json["tokens"] = Json::array();
  for (const TokenId id : results.ids) json["tokens"].push_back(token_text(model, id));
  json["position"] = name_of(choices.position);
  const std::size_t offset = model.position_offset;
  const std::string row = offset == 0 ? "P[t]" : "P[t + " + std::to_string(offset) + "]";
  json["scheme"] = scheme_json(choices.position, {}, row + "; P is the model's own table.");
  add_grid(json, results.grid);
  add_verdicts(json, results, shape(E), P ? shape(*P) : Json(nullptr));
  if (before_ids) {
    ModelChoices before = choices;
    before.sequence = Sequence(*before_ids);
    add_order(json, *before_ids, compute(before).grid.input_emb, results.grid.input_emb);
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string table_csv(const Table& table) {
  std::string text;
  for (std::size_t t = 0; t < table.rows(); ++t) text += row_text(table.row(t), ",") + "\n";
  return text;
}

std::string table_npy(const Table& table) {
  static_assert(std::endian::native == std::endian::little, "'<f4' is written as the numbers lie in memory");
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(table.rows()) +
                       ", " + std::to_string(table.d()) + "), }";
  constexpr std::size_t kPreamble = 10;  // magic, version, header length
  constexpr std::size_t kAlignment = 64;
  const std::size_t unpadded = kPreamble + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ').push_back('\n');

  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes.push_back(static_cast<char>(header.size() & 0xFF));
  bytes.push_back(static_cast<char>(header.size() >> 8));
  bytes += header;
  const auto raw = std::as_bytes(table.numbers());
  return bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
}

std::string grid_numpy_source(const Table& input_emb) {
  std::string list;
  for (std::size_t t = 0; t < input_emb.rows(); ++t) {
    list.append(list.empty() ? "" : ",\n          ").append("[" + row_text(input_emb.row(t), ", ") + "]");
  }
  return "np.array([" + list + "], dtype=np.float32).reshape(" + std::to_string(input_emb.rows()) + ", " +
         std::to_string(input_emb.d()) + ")\n";
}

}  // namespace whatwhere
