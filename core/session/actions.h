// Everything a person can do, as one table. Menus, buttons, keys, tests and the help page read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/session/session.h"

namespace whatwhere {

enum class ActionId {
  // Change the Session.
  append_token,
  insert_token,
  remove_last,
  remove_slot,
  move_slot,
  clear,
  load_example,
  toggle_position,
  choose_scheme,
  shuffle,
  reverse,
  set_seed,
  next_seed,
  set_std,
  restore_tables,
  toggle_theme,
  toggle_motion,
  zoom_in,
  zoom_out,
  zoom_reset,
  show_page,
  set_gain,
  set_base,
  set_query_slot,
  set_key_slot,
  renumber,
  own_numbering,
  choose_model,
  toggle_causal,
  set_window_count,
  set_window_length,
  set_window_stride,
  toggle_wrong_axis,
  set_shape,
  toggle_failure,
  choose_policy,
  choose_learning_part,
  set_gradient,
  next_gradient,
  choose_optimizer,
  set_learning_rate,
  set_weight_decay,
  toggle_tied,
  learn_step,
  train,
  set_training_rate,
  toggle_training_tied,
  toggle_training_positional,
  collide,
  open_model,
  close_model,
  set_text,
  toggle_by_ids,
  cut_text,
  choose_E,
  choose_P,
  set_position_offset,
  set_query,
  choose_metric,
  show_model_page,
  // Travel through the history of Sessions.
  undo,
  redo,
  // Leave the Session as it is: carried out by the program around it.
  open,
  save,
  save_as,
  copy_grid,
  help,
  full_screen,
  edit_seed,
  edit_std,
  cursor_up,
  cursor_down,
  cursor_left,
  cursor_right,
  move_up,
  move_down,
  remove_at_cursor,
  next_control,
  previous_control,
  press_control,
  time_product,
  stop_timing,
  play_training,
  choose_speed,
  start_tour,
  restart_tour,
  leave_tour,
  predict,
  go_on_with_tour,
  leave,
};

// One thing asked for: which action, on what. Fields that the action does not use keep their defaults.
struct Action {
  ActionId id{};
  TokenId token = 0;        // append_token, insert_token
  std::size_t slot = 0;     // insert_token (before which), remove_slot, move_slot (from), set_shape (axis)
  std::size_t to = 0;       // move_slot: the slot that it becomes
  std::size_t example = 0;  // load_example: index into examples()
  std::uint64_t seed = 0;   // set_seed
  double std = kGpt2Std;    // set_std
  // show_page, choose_…, toggle_failure: which of them; set_…_slot, set_window_…, set_shape: the number
  std::size_t choice = 0;
  double value = 0.0;  // set_gain, set_base, set_gradient, set_…_rate, set_weight_decay
  // train: what a run in the background has come to; without it, one step is taken
  std::shared_ptr<const ChangedTables> tables = nullptr;
  bool continues = false;  // part of one gesture with the action before it: one undo step together
  std::string text = {};   // set_text, set_query
  std::shared_ptr<const Model> model = nullptr;  // open_model
};

enum class Group { sequence, order, tables, experiments, model, view, file, cursor };

struct ActionInfo {
  ActionId id;
  Group group;
  std::string_view name;   // names its button: "button/<name>"
  std::string_view label;  // on the button and in the help
  std::string_view keys;   // "Ctrl+Shift+Z"; alternatives after " or "; empty if it needs a mouse or a value
  std::string_view help;   // one line: what it does

  // Why it cannot be done now, as a sentence; empty if it can. nullptr: always possible.
  std::string (*why_not)(const Session&, const Action&);
  // What it does to the Session; nullptr if it leaves it alone.
  void (*change)(Session&, const Action&);
};

// All actions, in the order of the help page.
std::span<const ActionInfo> all_actions();

const ActionInfo& info(ActionId id);

// The name of a group on the help page.
std::string_view title(Group group);

// Why `action` cannot be done to `session`, as a sentence; empty if it can.
std::string why_not(const Session& session, const Action& action);

// The Session after `action`; `session` itself is never touched.
// Throws ActionRefused with the reason of why_not.
Session apply(const Session& session, const Action& action);

}  // namespace whatwhere
