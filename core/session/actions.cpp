#include "core/session/actions.h"

#include <algorithm>
#include <array>

#include "core/errors.h"
#include "core/input/collision.h"
#include "core/session/action_rules.h"
#include "core/session/learning_step.h"
#include "core/session/lesson.h"
#include "core/session/model_lesson.h"
#include "core/session/training.h"

namespace whatwhere {

namespace {

// The slots that the present page shows: the real model's, or the toy's.
struct Order {
  Sequence& sequence;
  std::optional<Sequence>& before;
  std::uint64_t& shuffles;
};

Order shown_order(Session& s) {
  if (shows_model(s)) return {s.real->sequence, s.real->before, s.real->shuffles};
  return {s.sequence, s.before, s.shuffles};
}

PositionScheme& shown_position(Session& s) { return shows_model(s) ? s.real->position : s.position; }

// Adding or removing a slot ends the comparison with the order before.
void insert(Session& s, std::size_t at, TokenId token) {
  s.sequence.insert(at, token);
  s.before.reset();
}

void remove(Session& s, std::size_t at) {
  const Order order = shown_order(s);
  order.sequence.remove(at);
  order.before.reset();
}

void move(Session& s, const Action& a) {
  if (a.slot == a.to) return;
  const Order order = shown_order(s);
  // Steps of one drag are one reorder: the order before it is the one to compare with.
  if (!a.continues || !order.before) order.before = order.sequence;
  order.sequence.move(a.slot, a.to);
}

void shuffle(Session& s, const Action&) {
  const Order order = shown_order(s);
  order.before = order.sequence;
  order.sequence.shuffle(s.seed, order.shuffles++);
}

void reverse(Session& s, const Action&) {
  const Order order = shown_order(s);
  order.before = order.sequence;
  order.sequence.reverse();
}

void collide(Session& s, const Action&) {
  ChangedTables tables = tables_to_change(s);
  const auto colliding = any_colliding_positions(tables.E, tables.P, s.sequence.ids());
  if (!colliding) return;
  tables.P = *colliding;
  end_run(tables);
  s.changed = std::move(tables);
}

// What the training learns is another thing with this option the other way round.
void change_objective(Session& s, bool& option) {
  option = !option;
  if (s.changed) end_run(*s.changed);
}

void replace(Session& s, const std::vector<TokenId>& ids) {
  s.sequence = Sequence(ids);
  s.before.reset();
}

// ---- A real model ----

// The slots of what is typed, in its order.
void read_again(ModelChoices& real) {
  real.sequence = Sequence(read_text(real).ids);
  real.before.reset();
}

void clear(Session& s, const Action&) {
  if (!shows_model(s)) return replace(s, {});
  s.real->text.clear();
  read_again(*s.real);
}

// The toy stands where the model stood.
void leave_model(Session& s) {
  if (shows_model(s)) s.view.page = Page::widget;
  s.real.reset();
}

void load_example(Session& s, const Action& a) {
  if (shows_model(s)) leave_model(s);
  replace(s, examples()[a.example].ids);
}

// Another pair of tables of the same file. What was typed is read again where they have other rows or fewer
// slots for it.
void take_tables(Session& s, Model model) {
  ModelChoices& real = *s.real;
  const bool same_E = model.E == real.model->E;
  const bool was_whole = read_text(real).count <= most_slots(*real.model);
  real.model = std::make_shared<const Model>(std::move(model));
  if (!why_not_scheme(*real.model, real.position).empty()) real.position = PositionScheme::off;
  if (!same_E || !was_whole || real.sequence.size() > most_slots(*real.model)) read_again(real);
}

std::optional<std::size_t> chosen_P(const Session& s, const Action& a) {
  return a.choice < s.real->model->file.tensors.size() ? std::optional(a.choice) : std::nullopt;
}

void type(Session& s, const std::string& text) {
  s.real->text = text;
  s.real->cut = false;
  read_again(*s.real);
}

void toggle_failure(Session& s, const Action& a) {
  bool& broken = s.failures.broken[a.choice];
  broken = !broken;
  if (broken) s.failures.latest = static_cast<Failure>(a.choice);
}

// New tables: what was learned is gone with the old ones.
void draw_anew(Session& s, std::uint64_t seed, double std) {
  s.seed = seed;
  s.std = std;
  s.changed.reset();
}

void set_gradient(Session& s, const Action& a) {
  const GradientEdit edit{a.slot, a.choice, static_cast<float>(a.value)};
  const auto same_cell = [&](const GradientEdit& e) {
    return e.slot == edit.slot && e.column == edit.column;
  };
  std::erase_if(s.learning.edits, same_cell);
  s.learning.edits.push_back(edit);
}

// Zoom steps of 10 %, kept on the grid so that in and out meet.
void zoom(Session& s, int steps) {
  const int tenths = static_cast<int>(s.view.zoom * 10.0 + 0.5) + steps;
  s.view.zoom = std::clamp(tenths / 10.0, kMinZoom, kMaxZoom);
}

constexpr auto kActions = std::to_array<ActionInfo>({
    {ActionId::append_token, Group::sequence, "append", "Append a token", "0 \xE2\x80\xA6 5",
     "Put the token with this id into the next free slot", cannot_append,
     [](Session& s, const Action& a) { insert(s, s.sequence.size(), a.token); }},
    {ActionId::insert_token, Group::sequence, "insert", "Insert a token", "Shift+0 \xE2\x80\xA6 5",
     "Put the token with this id before the selected slot", cannot_insert,
     [](Session& s, const Action& a) { insert(s, a.slot, a.token); }},
    {ActionId::remove_last, Group::sequence, "remove-last", "Remove the last", "Backspace",
     "Take the last token out", cannot_remove_last,
     [](Session& s, const Action&) { remove(s, shown_sequence(s).size() - 1); }},
    {ActionId::remove_slot, Group::sequence, "remove", "Remove a slot", "",
     "Take one token out: its \xC3\x97 button, or right-click the slot", cannot_remove,
     [](Session& s, const Action& a) { remove(s, a.slot); }},
    {ActionId::clear, Group::sequence, "clear", "Clear", "Ctrl+Backspace", "Empty the sequence", cannot_clear,
     clear},
    {ActionId::load_example, Group::sequence, "example", "Load an example", "F2 \xE2\x80\xA6 F6",
     "Replace the sequence by one of the examples", cannot_load, load_example},

    {ActionId::toggle_position, Group::order, "position", "+ positional", "P",
     "Add P[t] to the token in slot t, or stop adding it", cannot_toggle_position,
     [](Session& s, const Action&) {
       PositionScheme& position = shown_position(s);
       position = adds_to_input(position) ? PositionScheme::off : PositionScheme::learned;
     }},
    {ActionId::choose_scheme, Group::order, "scheme", "Position scheme", "",
     "Off, learned, sinusoidal or rotary, for the whole program", cannot_choose_scheme,
     [](Session& s, const Action& a) { shown_position(s) = static_cast<PositionScheme>(a.choice); }},
    {ActionId::shuffle, Group::order, "shuffle", "Shuffle order", "S",
     "Draw one of the other orders of these tokens, all equally likely", cannot_reorder, shuffle},
    {ActionId::reverse, Group::order, "reverse", "Reverse", "R", "Last token first", cannot_reverse, reverse},
    {ActionId::move_slot, Group::order, "move", "Move a slot", "", "Drag a slot to another place",
     cannot_move, move},

    {ActionId::set_seed, Group::tables, "seed", "Seed", "", "Draw both tables anew from this seed", nullptr,
     [](Session& s, const Action& a) { draw_anew(s, a.seed, s.std); }},
    {ActionId::edit_seed, Group::tables, "edit-seed", "Type a seed", "E", "Go to the seed field",
     cannot_edit_recipe, nullptr},
    {ActionId::next_seed, Group::tables, "next-seed", "Next seed", "N", "Draw both tables from the next seed",
     cannot_take_next_seed, [](Session& s, const Action&) { draw_anew(s, s.seed + 1, s.std); }},
    {ActionId::set_std, Group::tables, "std", "Standard deviation", "",
     "Draw both tables with this standard deviation", cannot_set_std,
     [](Session& s, const Action& a) { draw_anew(s, s.seed, a.std); }},
    {ActionId::restore_tables, Group::tables, "restore", "Back to the seed's tables", "",
     "Draw both tables from the seed again, whatever training or you changed", cannot_restore,
     [](Session& s, const Action&) { draw_anew(s, s.seed, s.std); }},
    {ActionId::edit_std, Group::tables, "edit-std", "Type a standard deviation", "D",
     "Go to the standard deviation field", cannot_edit_recipe, nullptr},

    {ActionId::set_gain, Group::experiments, "gain", "Gain of P", "",
     "Add gain \xC2\xB7 P[t] instead of P[t]", cannot_set_gain,
     [](Session& s, const Action& a) { s.positions.gain = a.value; }},
    {ActionId::set_base, Group::experiments, "base", "Base", "", "Base of the sinusoids and of the rotations",
     cannot_set_base, [](Session& s, const Action& a) { s.positions.base = a.value; }},
    {ActionId::set_query_slot, Group::experiments, "query-slot", "Query's slot m", "",
     "The slot m that the query of the rotary experiment stands in", cannot_probe,
     [](Session& s, const Action& a) { s.positions.query_slot = a.choice; }},
    {ActionId::set_key_slot, Group::experiments, "key-slot", "Key's slot n", "",
     "The slot n that the key of the rotary experiment stands in", cannot_probe,
     [](Session& s, const Action& a) { s.positions.key_slot = a.choice; }},
    {ActionId::collide, Group::experiments, "collide", "Build a collision", "",
     "Change one row of P so that two slots with different tokens hold the same bytes", cannot_collide,
     collide},
    {ActionId::renumber, Group::experiments, "renumber", "Renumber the vocabulary", "",
     "Give every token another id; its row of E moves along", cannot_renumber,
     [](Session& s, const Action&) { ++s.renumberings; }},
    {ActionId::own_numbering, Group::experiments, "own-numbering", "Own numbering", "",
     "Give the tokens their own ids back", cannot_number_back,
     [](Session& s, const Action&) { s.renumberings = 0; }},
    {ActionId::choose_model, Group::experiments, "model", "Model size", "",
     "The size of the table that the one-hot product is counted for", cannot_choose<kModelSizes>,
     [](Session& s, const Action& a) { s.model_size = a.choice; }},
    {ActionId::time_product, Group::experiments, "time", "Measure both ways", "",
     "Time the lookup and the one-hot product on this machine", cannot_time, nullptr},
    {ActionId::stop_timing, Group::experiments, "stop-timing", "Cancel", "", "Stop measuring", nullptr,
     nullptr},
    {ActionId::toggle_causal, Group::experiments, "causal", "Causal mask", "",
     "Let a slot attend to itself and the slots before it only, or to all", nullptr,
     [](Session& s, const Action&) { s.causal = !s.causal; }},
    {ActionId::set_window_count, Group::experiments, "windows", "Windows B", "",
     "How many windows make a batch", cannot_count<kMaxWindows>,
     [](Session& s, const Action& a) { s.windows.B = a.choice; }},
    {ActionId::set_window_length, Group::experiments, "window-length", "Window length T", "",
     "How many ids a window holds", cannot_count<kContextLength>,
     [](Session& s, const Action& a) { s.windows.T = a.choice; }},
    {ActionId::set_window_stride, Group::experiments, "stride", "Stride", "",
     "How many ids after the one before it a window starts", cannot_count<kContextLength>,
     [](Session& s, const Action& a) { s.windows.stride = a.choice; }},
    {ActionId::toggle_wrong_axis, Group::experiments, "wrong-axis", "Add along the wrong axis", "",
     "Try to add one row for each sequence: (B, T, d) + (B, d)", nullptr,
     [](Session& s, const Action&) { s.windows.wrong_axis = !s.windows.wrong_axis; }},
    {ActionId::set_shape, Group::experiments, "shape", "Own shape", "",
     "B, T, d or V of the shapes that are counted", cannot_set_shape,
     [](Session& s, const Action& a) { s.shape[a.slot] = a.choice; }},
    {ActionId::toggle_failure, Group::experiments, "failure", "Break or mend", "",
     "Get the input wrong in this way, or right again", cannot_choose<kFailures>, toggle_failure},
    {ActionId::choose_policy, Group::experiments, "policy", "Too long a text", "",
     "Refuse a text that is longer than context_length, or truncate it", cannot_choose<2>,
     [](Session& s, const Action& a) { s.failures.policy = static_cast<ContextPolicy>(a.choice); }},

    {ActionId::choose_learning_part, Group::experiments, "learning-part", "Part of learning", "",
     "One step, the worked example, or a training run", cannot_choose<kLearningParts>,
     [](Session& s, const Action& a) { s.learning.part = static_cast<LearningPart>(a.choice); }},
    {ActionId::set_gradient, Group::experiments, "gradient", "A number of G", "",
     "Write a number of the upstream gradient", cannot_set_gradient, set_gradient},
    {ActionId::next_gradient, Group::experiments, "next-gradient", "Another G", "",
     "Draw another upstream gradient from the seed", nullptr,
     [](Session& s, const Action&) {
       ++s.learning.gradient;
       s.learning.edits.clear();
     }},
    {ActionId::choose_optimizer, Group::experiments, "optimizer", "Optimizer", "", "SGD, Adam or AdamW",
     cannot_choose<3>,
     [](Session& s, const Action& a) { s.learning.optimizer.kind = static_cast<Optimizer>(a.choice); }},
    {ActionId::set_learning_rate, Group::experiments, "learning-rate", "Learning rate", "",
     "How far one step goes along the gradient", cannot_set_rate,
     [](Session& s, const Action& a) { s.learning.optimizer.lr = a.value; }},
    {ActionId::set_weight_decay, Group::experiments, "weight-decay", "Weight decay", "",
     "Pull every number towards 0 in each step", cannot_set_rate,
     [](Session& s, const Action& a) { s.learning.optimizer.weight_decay = a.value; }},
    {ActionId::toggle_tied, Group::experiments, "tied", "Tied output", "",
     "Let the output layer be E itself, so that its gradient reaches every row", nullptr,
     [](Session& s, const Action&) { s.learning.tied = !s.learning.tied; }},
    {ActionId::learn_step, Group::experiments, "learn", "Take the step", "",
     "Replace E (and P) by what they are after the step, on every page", cannot_learn,
     [](Session& s, const Action&) { s = after_step(s); }},
    {ActionId::play_training, Group::experiments, "play", "Play or pause", "K",
     "Let the training run, or hold it", nullptr, nullptr},
    {ActionId::train, Group::experiments, "train", "One training step", "",
     "Take one step of the training on the whole corpus", nullptr,
     [](Session& s, const Action& a) {
       if (a.tables) {
         s.changed = *a.tables;
         return;
       }
       TrainingRun run = training_run(s);
       run.run(1);
       s.changed = outcome(s, run);
     }},
    {ActionId::choose_speed, Group::experiments, "speed", "Speed", "", "How many training steps a second",
     cannot_choose<kTrainingSpeeds.size()>, nullptr},
    {ActionId::set_training_rate, Group::experiments, "training-rate", "Learning rate of the training", "",
     "How far each training step goes", cannot_set_rate,
     [](Session& s, const Action& a) { s.learning.training.lr = a.value; }},
    {ActionId::toggle_training_tied, Group::experiments, "training-tied", "Tied training", "",
     "Predict with E itself instead of a layer of its own", nullptr,
     [](Session& s, const Action&) { change_objective(s, s.learning.training.tied); }},
    {ActionId::toggle_training_positional, Group::experiments, "training-positional", "Train P too", "",
     "Add P in the training, and train it along", nullptr,
     [](Session& s, const Action&) { change_objective(s, s.learning.training.positional); }},

    {ActionId::open_model, Group::model, "open-model", "Open a model", "",
     "Look into the tables of a real model", cannot_open_model,
     [](Session& s, const Action& a) {
       s.real = first_choices(a.model);
       s.unopened.reset();
     }},
    {ActionId::close_model, Group::model, "toy", "Back to the toy", "",
     "Close the model: the six words of the toy again", cannot_use_model,
     [](Session& s, const Action&) { leave_model(s); }},
    {ActionId::set_text, Group::model, "text", "Type a text", "", "Let the model's tokenizer cut it into tokens",
     cannot_type, [](Session& s, const Action& a) { type(s, a.text); }},
    {ActionId::toggle_by_ids, Group::model, "by-ids", "Type ids", "", "Type the tokens' ids instead of a text",
     cannot_type_ids,
     [](Session& s, const Action&) {
       const std::vector<TokenId> ids = s.real->sequence.ids();
       s.real->by_ids = !s.real->by_ids;
       type(s, s.real->by_ids ? text_of_ids(ids) : text_of_tokens(*s.real->model, ids));
     }},
    {ActionId::cut_text, Group::model, "cut", "Cut the text", "",
     "Keep as many tokens as there are slots, and leave the others out", cannot_use_model,
     [](Session& s, const Action&) {
       s.real->cut = true;
       read_again(*s.real);
     }},
    {ActionId::choose_E, Group::model, "take-as-e", "Take as E", "", "Look the ids up in this table",
     cannot_choose_E,
     [](Session& s, const Action& a) { take_tables(s, with_tables(*s.real->model, a.choice, s.real->model->P)); }},
    {ActionId::choose_P, Group::model, "take-as-p", "Take as P", "", "Add the rows of this table, or of none",
     cannot_choose_P,
     [](Session& s, const Action& a) {
       take_tables(s, with_tables(*s.real->model, s.real->model->E, chosen_P(s, a)));
     }},
    {ActionId::set_position_offset, Group::model, "offset", "Position offset", "",
     "Which row of P slot 0 reads", cannot_set_offset,
     [](Session& s, const Action& a) { take_tables(s, with_position_offset(*s.real->model, a.choice)); }},
    {ActionId::set_query, Group::model, "query", "Neighbours of", "",
     "A token, #id, or a sum such as king - man + woman", cannot_use_model,
     [](Session& s, const Action& a) { s.real->query = a.text; }},
    {ActionId::choose_metric, Group::model, "metric", "Nearness", "", "By cosine, dot product or distance",
     cannot_choose_metric, [](Session& s, const Action& a) { s.real->metric = static_cast<Metric>(a.choice); }},

    {ActionId::start_tour, Group::experiments, "start-tour", "Start the tour", "",
     "Show the tour's card on every page, where you left it", nullptr, nullptr},
    {ActionId::restart_tour, Group::experiments, "restart-tour", "From the beginning", "",
     "Start the tour anew; the checklist stays", nullptr, nullptr},
    {ActionId::leave_tour, Group::experiments, "leave-tour", "Leave the tour", "",
     "Put the tour's card away; your place in it is kept", nullptr, nullptr},
    {ActionId::go_on_with_tour, Group::experiments, "tour-next", "Go on", "",
     "To the next step of the tour: this one shows its answer already", nullptr, nullptr},
    {ActionId::predict, Group::experiments, "predict", "Predict", "", "Choose an answer before you see it", nullptr,
     nullptr},

    {ActionId::undo, Group::file, "undo", "Undo", "Ctrl+Z", "Take back the last step", nullptr, nullptr},
    {ActionId::redo, Group::file, "redo", "Redo", "Ctrl+Shift+Z or Ctrl+Y", "Do again what was taken back",
     nullptr, nullptr},
    {ActionId::open, Group::file, "open", "Open\xE2\x80\xA6", "Ctrl+O",
     "Open a saved session; dropping its file on the window does the same", nullptr, nullptr},
    {ActionId::save, Group::file, "save", "Save", "Ctrl+S", "Save this session to its file", nullptr,
     nullptr},
    {ActionId::save_as, Group::file, "save-as", "Save as\xE2\x80\xA6", "Ctrl+Shift+S",
     "Save this session to another file", nullptr, nullptr},
    {ActionId::copy_grid, Group::file, "copy", "Copy the grid", "Ctrl+C",
     "Copy input_emb as text that pastes into NumPy", nullptr, nullptr},

    {ActionId::cursor_up, Group::cursor, "cursor-up", "Slot above", "Up", "Select the slot above", nullptr,
     nullptr},
    {ActionId::cursor_down, Group::cursor, "cursor-down", "Slot below", "Down", "Select the slot below",
     nullptr, nullptr},
    {ActionId::cursor_left, Group::cursor, "cursor-left", "Cell before", "Left",
     "Select the cell before: its equation is shown", nullptr, nullptr},
    {ActionId::cursor_right, Group::cursor, "cursor-right", "Cell after", "Right",
     "Select the cell after: its equation is shown", nullptr, nullptr},
    {ActionId::move_up, Group::cursor, "move-up", "Move slot up", "Alt+Up",
     "Move the selected slot one place up", nullptr, nullptr},
    {ActionId::move_down, Group::cursor, "move-down", "Move slot down", "Alt+Down",
     "Move the selected slot one place down", nullptr, nullptr},
    {ActionId::remove_at_cursor, Group::cursor, "remove-selected", "Remove the selected slot", "Delete",
     "Take the selected token out", nullptr, nullptr},
    {ActionId::leave, Group::cursor, "leave", "Let go", "Escape", "Close a dialog, or select nothing",
     nullptr, nullptr},

    {ActionId::next_control, Group::cursor, "next-control", "Next control", "Tab",
     "Give the keyboard to the next control; arrows move a slider", nullptr, nullptr},
    {ActionId::previous_control, Group::cursor, "previous-control", "Control before", "Shift+Tab",
     "Give the keyboard to the control before", nullptr, nullptr},
    {ActionId::press_control, Group::cursor, "press-control", "Press the control", "Enter or Space",
     "Press the control that has the keyboard", nullptr, nullptr},

    {ActionId::show_page, Group::view, "page", "Go to a page", "Ctrl+1 \xE2\x80\xA6 9",
     "Show one of the pages of the lesson; nothing changes but the view", cannot_choose<kPages>,
     [](Session& s, const Action& a) { s.view.page = static_cast<Page>(a.choice); }},
    {ActionId::show_model_page, Group::view, "model-page", "Go to a page of the model", "Ctrl+Shift+1 \xE2\x80\xA6 3",
     "Show its table, neighbours or map", cannot_choose<kPages - kLessonPages>,
     [](Session& s, const Action& a) { s.view.page = static_cast<Page>(kLessonPages + a.choice); }},
    {ActionId::help, Group::view, "help", "Help", "F1", "List every action with its key", nullptr, nullptr},
    {ActionId::toggle_theme, Group::view, "theme", "Dark or light", "T", "Switch the theme", nullptr,
     [](Session& s, const Action&) {
       s.view.theme = s.view.theme == Theme::dark ? Theme::light : Theme::dark;
     }},
    {ActionId::toggle_motion, Group::view, "motion", "Motion", "M",
     "Let rows and slots travel visibly, or place them at once", nullptr,
     [](Session& s, const Action&) { s.view.motion = !s.view.motion; }},
    {ActionId::zoom_in, Group::view, "zoom-in", "Larger", "Ctrl++ or Ctrl+=", "Make everything larger",
     cannot_zoom_in, [](Session& s, const Action&) { zoom(s, 1); }},
    {ActionId::zoom_out, Group::view, "zoom-out", "Smaller", "Ctrl+-", "Make everything smaller",
     cannot_zoom_out, [](Session& s, const Action&) { zoom(s, -1); }},
    {ActionId::zoom_reset, Group::view, "zoom-reset", "Normal size", "Ctrl+0",
     "Go back to the monitor's own scale", nullptr, [](Session& s, const Action&) { s.view.zoom = 1.0; }},
    {ActionId::full_screen, Group::view, "full-screen", "Full screen", "F11",
     "Fill the screen, or go back to the window", nullptr, nullptr},
});

}  // namespace

std::span<const ActionInfo> all_actions() { return kActions; }

const ActionInfo& info(ActionId id) {
  return *std::find_if(kActions.begin(), kActions.end(), [&](const ActionInfo& a) { return a.id == id; });
}

std::string_view title(Group group) {
  switch (group) {
    case Group::sequence:
      return "Sequence";
    case Group::order:
      return "Position and order";
    case Group::tables:
      return "Tables";
    case Group::experiments:
      return "On the pages";
    case Group::model:
      return "A real model";
    case Group::view:
      return "View";
    case Group::file:
      return "Session";
    case Group::cursor:
      return "Selection";
  }
  return "";
}

std::string why_not(const Session& session, const Action& action) {
  const ActionInfo& a = info(action.id);
  return a.why_not == nullptr ? "" : a.why_not(session, action);
}

Session apply(const Session& session, const Action& action) {
  const std::string reason = why_not(session, action);
  if (!reason.empty()) throw ActionRefused(reason);
  Session changed = session;
  if (const auto change = info(action.id).change; change != nullptr) change(changed, action);
  return changed;
}

}  // namespace whatwhere
