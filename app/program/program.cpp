#include "app/program/program.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panels/words.h"
#include "core/errors.h"
#include "core/session/grid_export.h"

namespace whatwhere {

namespace {

constexpr float kHelpStep = 96.0F;  // how far an arrow key scrolls the help page, at scale 1

// Does a run that was started with one of them still fit the other?
bool same_training(const Session& a, const Session& b) {
  return a.changed == b.changed && a.seed == b.seed && a.std == b.std &&
         a.learning.training == b.learning.training;
}

// Keys that mean nothing in a text field: it takes what was typed, and then they are carried out.
bool leaves_field(ActionId id) {
  return id == ActionId::open || id == ActionId::save || id == ActionId::save_as ||
         id == ActionId::show_page || id == ActionId::show_model_page;
}

std::size_t moved(std::size_t from, int by, std::size_t size) {
  const auto last = static_cast<int>(size) - 1;
  return static_cast<std::size_t>(std::clamp(static_cast<int>(from) + by, 0, last));
}

}  // namespace

void Program::press(const KeyPress& key) {
  auto action = action_of(key);
  if (!action || (key.repeated && !repeats_while_held(action->id))) return;
  if (action->id == ActionId::insert_token) action->slot = focus_.cursor ? focus_.cursor->row : 0;
  const bool leaves = action->id == ActionId::leave;
  const bool anywhere = action->id == ActionId::help || action->id == ActionId::full_screen;
  if (opening_->takes_long()) {
    if (leaves) cancel_opening();
    return;
  }
  if (dialog_.purpose != FileDialogView::Purpose::none) {
    if (!leaves) return;
  } else if (is_typing()) {
    if (leaves_field(action->id)) {
      after_field_ = action;
      return;
    }
    const bool moves_on = action->id == ActionId::next_control || action->id == ActionId::previous_control;
    if (!anywhere && !moves_on) return;  // Escape is the field's too: it gives up what was typed
  } else if (help_open_ && !leaves && !anywhere) {
    if (action->id == ActionId::cursor_up) help_scroll_ -= kHelpStep;
    if (action->id == ActionId::cursor_down) help_scroll_ += kHelpStep;
    return;
  }
  if (control_focused_ && (action->id == ActionId::cursor_left || action->id == ActionId::cursor_right)) {
    keyboard_.nudge += action->id == ActionId::cursor_left ? -1 : 1;
    return;
  }
  perform(*action);
}

bool Program::is_typing() const {
  return typing_ || fields_view_.seed.take_focus || fields_view_.std.take_focus;
}

void Program::perform(const Action& action) {
  if (!message_.is_error) message_ = {};
  try {
    const ActionInfo& a = info(action.id);
    if (a.change != nullptr || action.id == ActionId::undo || action.id == ActionId::redo) {
      step(action);
    } else {
      perform_in_window(action);
    }
  } catch (const Error& error) {
    say(error.what(), true);
  }
  keep_cursor_valid();
}

void Program::step(const Action& action) {
  const Session before = session();
  add_to_history(action);
  if (training_.playing && !same_training(before, session())) pause();
  message_ = {};  // what was said before concerned the state before
  model_view_.said_changed = nullptr;
}

// A new step ends what was undone, and with it the files that were opened there.
void Program::add_to_history(const Action& action) {
  const std::size_t from = history_.position();
  history_.perform(action);
  if (history_.position() != from && action.id != ActionId::train) adopting_ = false;
  const bool is_new = history_.position() > from && action.id != ActionId::redo;
  if (is_new) documents_.erase(documents_.lower_bound(history_.position()), documents_.end());
}

void Program::perform_in_window(const Action& action) {
  if (const std::string reason = history_.why_not(action); !reason.empty()) throw ActionRefused(reason);
  switch (action.id) {
    case ActionId::open:
      return start_file_dialog(FileDialogView::Purpose::open);
    case ActionId::save:
      return save();
    case ActionId::save_as:
      return start_file_dialog(FileDialogView::Purpose::save);
    case ActionId::copy_grid:
      ImGui::SetClipboardText(grid_numpy_source(shown_grid().grid.input_emb).c_str());
      return say("Copied input_emb " + shape_text(shown_grid().grid.input_emb) + " as NumPy source.");
    case ActionId::help:
      help_open_ = !help_open_;
      return;
    case ActionId::full_screen:
      full_screen_ = !full_screen_;
      return;
    case ActionId::edit_seed:
      fields_view_.seed.take_focus = true;
      return;
    case ActionId::edit_std:
      fields_view_.std.take_focus = true;
      return;
    case ActionId::cursor_up:
      return move_cursor(-1, 0);
    case ActionId::cursor_down:
      return move_cursor(1, 0);
    case ActionId::cursor_left:
      return move_cursor(0, -1);
    case ActionId::cursor_right:
      return move_cursor(0, 1);
    case ActionId::move_up:
      return move_slot_at_cursor(-1);
    case ActionId::move_down:
      return move_slot_at_cursor(1);
    case ActionId::remove_at_cursor:
      if (focus_.cursor) return step({.id = ActionId::remove_slot, .slot = focus_.cursor->row});
      throw ActionRefused("No slot is selected: choose one with the arrow keys, or click its token.");
    case ActionId::leave:
      return leave();
    case ActionId::start_tour:
      if (!is_at_end(progress_)) {
        progress_.touring = true;
        return;
      }
      [[fallthrough]];
    case ActionId::restart_tour:
      progress_ = {.touring = true, .step = 0, .predicted = {}, .checked = progress_.checked};
      return;
    case ActionId::leave_tour:
      progress_.touring = false;
      return;
    case ActionId::predict:
      progress_ = with_prediction(progress_, action.choice, session(), results());
      return;
    case ActionId::go_on_with_tour:
      progress_ = gone_on(progress_);
      return;
    case ActionId::play_training:
      return play_or_pause();
    case ActionId::choose_speed:
      training_.speed = action.choice;
      return trainer_.set_speed(kTrainingSpeeds[action.choice]);
    case ActionId::next_control:
      keyboard_.moves += 1;
      return;
    case ActionId::previous_control:
      keyboard_.moves -= 1;
      return;
    case ActionId::press_control:
      keyboard_.activate = true;
      return;
    case ActionId::time_product:
      return time_both_ways();
    case ActionId::stop_timing:
      return timing_.cancel();
    default:
      return;
  }
}

void Program::time_both_ways() {
  const ModelSize size = model_sizes()[session().model_size];
  timing_.start([size, T = session().sequence.size()](const auto& cancelled, auto& progress) {
    return time_product(size.V, size.d, T, cancelled, progress);
  });
}

const GridResults& Program::shown_grid() {
  const ModelResults* model = model_results();
  return model != nullptr ? static_cast<const GridResults&>(*model) : results();
}

void Program::move_cursor(int slots, int cells) {
  if (session().real && session().view.page == Page::table) return scroll_table(slots, cells);
  const std::size_t T = shown_sequence(session()).size();
  if (T == 0) throw ActionRefused("The sequence is empty: there is no cell to select.");
  if (!focus_.cursor) {
    focus_.cursor = CellRef{CellRef::Of::input_emb, slots < 0 ? T - 1 : 0, 0};
    model_view_.show = focus_.cursor->row;
    return;
  }
  focus_.cursor->row = moved(focus_.cursor->row, slots, T);
  focus_.cursor->column = moved(focus_.cursor->column, cells, shown_grid().grid.input_emb.d());
  model_view_.show = focus_.cursor->row;
}

// By an eighth of what is seen of the table.
void Program::scroll_table(int rows, int columns) {
  const Model& model = *session().real->model;
  const Tensor& table = model_view_.shows_P && model.P ? *model.position_table() : model.token_table();
  model_view_.rows = scrolled(model_view_.rows, rows, static_cast<std::size_t>(table.rows()));
  model_view_.table_columns =
      scrolled(model_view_.table_columns, columns, static_cast<std::size_t>(table.d()));
}

void Program::move_slot_at_cursor(int by) {
  if (!focus_.cursor) throw ActionRefused("No slot is selected: choose one with the arrow keys.");
  const std::size_t to = moved(focus_.cursor->row, by, shown_sequence(session()).size());
  step({.id = ActionId::move_slot, .slot = focus_.cursor->row, .to = to});
  focus_.cursor->row = to;
}

void Program::keep_cursor_valid() {
  const std::size_t T = shown_sequence(session()).size();
  const std::size_t d = shown_grid().grid.input_emb.d();
  const bool toy = !shows_model(session());
  const auto in_sequence = [&](const std::optional<CellRef>& cell) {
    if (!cell) return true;
    if (cell->of == CellRef::Of::E || cell->of == CellRef::Of::P) return toy;
    return cell->row < T && cell->column < d;
  };
  if (!in_sequence(focus_.cursor)) {
    focus_.cursor = T == 0
                        ? std::nullopt
                        : std::optional(CellRef{CellRef::Of::input_emb, std::min(focus_.cursor->row, T - 1),
                                                std::min(focus_.cursor->column, d - 1)});
  }
  if (!in_sequence(focus_.cell)) focus_.cell.reset();
}

void Program::leave() {
  if (dialog_.purpose != FileDialogView::Purpose::none) {
    dialog_.purpose = FileDialogView::Purpose::none;
  } else if (help_open_) {
    help_open_ = false;
  } else if (!message_.text.empty()) {
    message_ = {};
  } else {
    focus_.cursor.reset();
    keyboard_.release = true;
  }
}

void Program::play_or_pause() {
  if (training_.playing) {
    trainer_.stop();
    training_.playing = false;
    adopt_training();
    return;
  }
  adopting_ = false;
  training_.playing = true;
  trainer_.start(session(), kTrainingSpeeds[training_.speed]);
}

// Ends a run whose Session is gone: what it would have come to is dropped.
void Program::pause() {
  trainer_.stop();
  training_.playing = false;
}

// What the run has come to becomes the present: what it did since something else was done is one step of the
// history. It stops where its numbers are no longer finite.
void Program::adopt_training() {
  const auto tables = trainer_.take();
  if (!tables) return;
  add_to_history({.id = ActionId::train, .tables = tables, .continues = adopting_});
  adopting_ = true;
  if (has_diverged(tables->curve->back())) pause();
}

// What the keys asked of the controls since the last frame.
void Program::give_keyboard(Ui& ui) {
  const Keyboard asked = std::exchange(keyboard_, {});
  ui.focus_moved = false;
  ui.activate = asked.activate;
  ui.nudge = asked.nudge;
  if (asked.moves != 0) {
    ImGui::SetWindowFocus(nullptr);  // a field that was being typed in takes what was typed
    move_focus(ui, asked.moves);
  }
  const bool gone = std::find(ui.controls.begin(), ui.controls.end(), ui.focused) == ui.controls.end();
  if (asked.release || gone || ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ui.focused.clear();
  control_focused_ = !ui.focused.empty();
  ui.controls.clear();
}

}  // namespace whatwhere
