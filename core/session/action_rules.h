// Why an action cannot be done now: each rule says so as a sentence, and nothing if it can. The table of
// actions names one for each action that is not always possible.
#pragma once

#include <string>

#include "core/session/actions.h"

namespace whatwhere {

std::string cannot_append(const Session& session, const Action& action);
std::string cannot_insert(const Session& session, const Action& action);
std::string cannot_remove_last(const Session& session, const Action& action);
std::string cannot_remove(const Session& session, const Action& action);
std::string cannot_move(const Session& session, const Action& action);
std::string cannot_clear(const Session& session, const Action& action);
std::string cannot_load(const Session& session, const Action& action);
std::string cannot_reorder(const Session& session, const Action& action);
std::string cannot_reverse(const Session& session, const Action& action);
std::string cannot_take_next_seed(const Session& session, const Action& action);
std::string cannot_set_std(const Session& session, const Action& action);
std::string cannot_set_shape(const Session& session, const Action& action);
std::string cannot_set_gain(const Session& session, const Action& action);
std::string cannot_set_base(const Session& session, const Action& action);
std::string cannot_probe(const Session& session, const Action& action);
std::string cannot_renumber(const Session& session, const Action& action);
std::string cannot_number_back(const Session& session, const Action& action);
std::string cannot_restore(const Session& session, const Action& action);
std::string cannot_set_gradient(const Session& session, const Action& action);
std::string cannot_set_rate(const Session& session, const Action& action);
std::string cannot_learn(const Session& session, const Action& action);
std::string cannot_time(const Session& session, const Action& action);
std::string cannot_collide(const Session& session, const Action& action);
std::string cannot_edit_recipe(const Session& session, const Action& action);
std::string cannot_toggle_position(const Session& session, const Action& action);
std::string cannot_choose_scheme(const Session& session, const Action& action);
std::string cannot_open_model(const Session& session, const Action& action);
std::string cannot_use_model(const Session& session, const Action& action);
std::string cannot_type(const Session& session, const Action& action);
std::string cannot_type_ids(const Session& session, const Action& action);
std::string cannot_choose_E(const Session& session, const Action& action);
std::string cannot_choose_P(const Session& session, const Action& action);
std::string cannot_set_offset(const Session& session, const Action& action);
std::string cannot_choose_metric(const Session& session, const Action& action);
std::string cannot_zoom_in(const Session& session, const Action& action);
std::string cannot_zoom_out(const Session& session, const Action& action);

// One of `count` alternatives.
template <std::size_t count>
std::string cannot_choose(const Session&, const Action& a) {
  return a.choice < count ? "" : "There is no such choice.";
}

// A number from 1 to `most`.
template <std::size_t most>
std::string cannot_count(const Session&, const Action& a) {
  return a.choice >= 1 && a.choice <= most ? ""
                                           : "Use a whole number from 1 to " + std::to_string(most) + ".";
}

}  // namespace whatwhere
