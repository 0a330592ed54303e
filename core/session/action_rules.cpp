#include "core/session/action_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/errors.h"
#include "core/input/collision.h"
#include "core/input/product_cost.h"
#include "core/numbers.h"
#include "core/session/lesson.h"
#include "core/session/model_lesson.h"

namespace whatwhere {

namespace {

std::string if_full(const Session& s) {
  if (s.sequence.size() < kContextLength) return "";
  return "All " + std::to_string(kContextLength) + " slots are taken: P has rows 0 to " +
         std::to_string(kContextLength - 1) + ", there is no row " + std::to_string(kContextLength) +
         " for another token.";
}

std::string if_no_token(const Action& a) {
  if (a.token >= 0 && static_cast<std::size_t>(a.token) < kVocabSize) return "";
  return "There is no token " + std::to_string(a.token) + ": E has rows 0 to " +
         std::to_string(kVocabSize - 1) + ".";
}

std::string if_no_slot(const Session& s, std::size_t slot) {
  const std::size_t T = shown_sequence(s).size();
  if (slot < T) return "";
  return "There is no slot " + std::to_string(slot) + ": the sequence has " + std::to_string(T) + ".";
}

std::string if_empty(const Sequence& sequence, const char* what_to_do) {
  return sequence.empty() ? std::string("The sequence is empty: ") + what_to_do + "." : "";
}

std::string if_empty(const Session& s) {
  return if_empty(shown_sequence(s), shows_model(s) ? "type a text first" : "click a token first");
}

}  // namespace

std::string cannot_append(const Session& s, const Action& a) {
  if (shows_model(s)) return "This is a model's page: type into its text field.";
  const std::string reason = if_no_token(a);
  return reason.empty() ? if_full(s) : reason;
}

std::string cannot_insert(const Session& s, const Action& a) {
  const std::string reason = cannot_append(s, a);
  return reason.empty() && a.slot != s.sequence.size() ? if_no_slot(s, a.slot) : reason;
}

std::string cannot_remove_last(const Session& s, const Action&) { return if_empty(s); }

std::string cannot_remove(const Session& s, const Action& a) { return if_no_slot(s, a.slot); }

std::string cannot_move(const Session& s, const Action& a) {
  const std::string reason = if_no_slot(s, a.slot);
  return reason.empty() ? if_no_slot(s, a.to) : reason;
}

std::string cannot_clear(const Session& s, const Action&) {
  const bool has_text = shows_model(s) && !s.real->text.empty();
  return shown_sequence(s).empty() && !has_text ? "The sequence is empty already." : "";
}

std::string cannot_load(const Session&, const Action& a) {
  return a.example < examples().size() ? "" : "There is no such example.";
}

std::string cannot_reorder(const Session& s, const Action&) {
  const Sequence& sequence = shown_sequence(s);
  if (sequence.empty()) return "The sequence is empty: there is no order to change.";
  if (sequence.size() == 1) return "One token has only one order: add another.";
  if (!sequence.has_other_order()) return "All tokens are the same: every order is this one.";
  return "";
}

std::string cannot_reverse(const Session& s, const Action&) {
  return shown_sequence(s).size() < 2 ? "It takes two tokens to have an order: add another." : "";
}

std::string cannot_edit_recipe(const Session& s, const Action&) {
  return shows_model(s) ? "This is a model's page: its tables were trained, not drawn from a seed." : "";
}

std::string cannot_take_next_seed(const Session& s, const Action& a) {
  if (shows_model(s)) return cannot_edit_recipe(s, a);
  return s.seed < std::numeric_limits<std::uint64_t>::max() ? "" : "This is the largest seed.";
}

std::string cannot_set_std(const Session&, const Action& a) {
  return error_of([&] { check_std(a.std); });
}

std::string cannot_set_shape(const Session& s, const Action& a) {
  return a.slot < kShapeAxes ? cannot_count<kMaxAxis>(s, a) : "There is no such axis.";
}

std::string cannot_set_gain(const Session&, const Action& a) {
  return a.value >= 0.0 && a.value <= kMaxGain ? "" : "Use a gain from 0 to " + shortest(kMaxGain) + ".";
}

std::string cannot_set_base(const Session&, const Action& a) {
  return error_of([&] { check_base(a.value); });
}

std::string cannot_probe(const Session&, const Action& a) {
  return a.choice <= kMaxProbeSlot ? "" : "Use a slot from 0 to " + std::to_string(kMaxProbeSlot) + ".";
}

std::string cannot_renumber(const Session& s, const Action&) {
  return s.renumberings < std::numeric_limits<std::uint64_t>::max() ? "" : "This is the last numbering.";
}

std::string cannot_number_back(const Session& s, const Action&) {
  return s.renumberings > 0 ? "" : "The tokens have their own ids.";
}

std::string cannot_restore(const Session& s, const Action&) {
  return s.changed ? "" : "The tables are those of the seed.";
}

std::string cannot_set_gradient(const Session&, const Action& a) {
  if (a.slot >= kContextLength || a.choice >= kWidth) return "There is no such number of G.";
  if (std::abs(a.value) <= kMaxGradient) return "";
  return "Use a gradient from -1000000 to 1000000.";
}

std::string cannot_set_rate(const Session&, const Action& a) {
  return a.value >= 0.0 && a.value <= kMaxRate ? "" : "Use a number from 0 to " + shortest(kMaxRate) + ".";
}

std::string cannot_learn(const Session& s, const Action&) {
  return if_empty(s.sequence, "click a token first");
}

std::string cannot_time(const Session& s, const Action&) {
  const ModelSize& size = model_sizes()[s.model_size];
  const std::uint64_t bytes = product_cost(size.V, size.d, 1).float32_bytes;
  if (bytes <= kMaxTimedBytes) return if_empty(s.sequence, "click a token first");
  return "E of " + std::string(size.name) + " takes " + byte_text(bytes) +
         " in float32, and this program times tables of up to " + byte_text(kMaxTimedBytes) +
         ": pick a smaller one.";
}

// Whether P can be made to give two of the slots one vector; it must be added as it is.
std::string cannot_collide(const Session& s, const Action&) {
  const std::vector<TokenId> ids = s.sequence.ids();
  if (std::all_of(ids.begin(), ids.end(), [&](TokenId id) { return id == ids.front(); })) {
    return "It takes two slots with different tokens: add another token.";
  }
  if (s.position != PositionScheme::learned)
    return "Choose learned first: only those rows are free to change.";
  if (s.positions.gain != 1.0) return "Set the gain to 1 first: the rows must be added as they are.";
  const auto [E, P] = tables_of(s);
  if (collided_slots(ids, input_embedding(E, P, ids, s.position).input_emb)) {
    return "Two slots with different tokens hold the same bytes already.";
  }
  if (any_colliding_positions(E, P, ids)) return "";
  return "For these tokens float32 rounds every pair of slots apart: add a token, reorder, or take another "
         "seed.";
}

// ---- A real model ----

namespace {

std::string if_no_table(const Tensor& tensor) {
  const std::string why = why_not_table(tensor);
  return why.empty() ? "" : tensor.name + " " + why + ".";
}

}  // namespace

std::string cannot_toggle_position(const Session& s, const Action&) {
  if (!shows_model(s) || adds_to_input(s.real->position)) return "";
  return why_not_scheme(*s.real->model, PositionScheme::learned);
}

std::string cannot_choose_scheme(const Session& s, const Action& a) {
  const std::string reason = cannot_choose<4>(s, a);
  if (!reason.empty() || !shows_model(s)) return reason;
  return why_not_scheme(*s.real->model, static_cast<PositionScheme>(a.choice));
}

std::string cannot_open_model(const Session&, const Action& a) {
  return a.model ? "" : "There is no model to open.";
}

std::string cannot_use_model(const Session& s, const Action&) { return s.real ? "" : "No model is open."; }

std::string cannot_type(const Session& s, const Action& a) {
  if (!s.real) return "No model is open.";
  if (a.text.size() <= kLongestText) return "";
  return "The text has " + std::to_string(a.text.size()) + " bytes: use up to " +
         std::to_string(kLongestText) + ".";
}

std::string cannot_type_ids(const Session& s, const Action&) {
  if (!s.real) return "No model is open.";
  return s.real->by_ids && !s.real->model->tokenizer ? "No tokenizer was found with this model: type ids."
                                                     : "";
}

std::string cannot_choose_E(const Session& s, const Action& a) {
  if (!s.real) return "No model is open.";
  const Model& model = *s.real->model;
  if (a.choice >= model.file.tensors.size()) return "There is no such tensor.";
  return if_no_table(model.file.tensors[a.choice]);
}

std::string cannot_choose_P(const Session& s, const Action& a) {
  if (!s.real) return "No model is open.";
  const Model& model = *s.real->model;
  if (a.choice > model.file.tensors.size()) return "There is no such tensor.";
  if (a.choice == model.file.tensors.size()) return "";
  return if_no_table(model.file.tensors[a.choice]);
}

std::string cannot_set_offset(const Session& s, const Action& a) {
  if (!s.real) return "No model is open.";
  return error_of([&] { with_position_offset(*s.real->model, a.choice); });
}

std::string cannot_choose_metric(const Session& s, const Action& a) {
  return s.real ? cannot_choose<3>(s, a) : "No model is open.";
}

std::string cannot_zoom_in(const Session& s, const Action&) {
  return s.view.zoom < kMaxZoom ? "" : "This is the largest size.";
}

std::string cannot_zoom_out(const Session& s, const Action&) {
  return s.view.zoom > kMinZoom ? "" : "This is the smallest size.";
}

}  // namespace whatwhere
