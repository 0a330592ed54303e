#include "app/program/program.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/pages/pages.h"
#include "app/panels/words.h"
#include "app/ui/compat.h"
#include "core/errors.h"
#include "core/session/grid_export.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

constexpr float kMargin = 12.0F;
constexpr float kGap = 8.0F;
constexpr float kThreeColumns = 1160.0F;  // below this width at scale 1 the inspector goes under the input
constexpr float kTwoColumns = 760.0F;     // and below this one everything stands in one column
constexpr float kHelpStep = 96.0F;        // how far an arrow key scrolls the help page, at scale 1
constexpr float kLowestBody = 220.0F;     // below this height at scale 1 the whole window scrolls
constexpr float kLowestPage = 230.0F;     // the same for the other pages

// A window of Dear ImGui without any looks of its own. End it with ImGui::End().
void begin_layer(const char* name, const Rect& rect, ImGuiWindowFlags more) {
  ImGui::SetNextWindowPos(rect.min());
  ImGui::SetNextWindowSize({rect.w, rect.h});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0F, 0.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0F, 1.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0F);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoScrollWithMouse | more);
  ImGui::PopStyleVar(3);
}

// Does a run that was started with one of them still fit the other?
bool same_training(const Session& a, const Session& b) {
  return a.changed == b.changed && a.seed == b.seed && a.std == b.std &&
         a.learning.training == b.learning.training;
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
  if (dialog_.purpose != FileDialogView::Purpose::none) {
    if (!leaves) return;
  } else if (is_typing()) {
    if (!anywhere) return;  // Escape is the field's too: it gives up what was typed
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
}

// A new step ends what was undone, and with it the files that were opened there.
void Program::add_to_history(const Action& action) {
  const std::size_t from = history_.position();
  history_.perform(action);
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
      ImGui::SetClipboardText(grid_numpy_source(results().grid.input_emb).c_str());
      return say("Copied input_emb " + shape_text(results().grid.input_emb) + " as NumPy source.");
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
      progress_ = with_prediction(progress_, action.choice);
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

void Program::move_cursor(int slots, int cells) {
  const std::size_t T = session().sequence.size();
  if (T == 0) throw ActionRefused("The sequence is empty: there is no cell to select.");
  if (!focus_.cursor) {
    focus_.cursor = CellRef{CellRef::Of::input_emb, slots < 0 ? T - 1 : 0, 0};
    return;
  }
  focus_.cursor->row = moved(focus_.cursor->row, slots, T);
  focus_.cursor->column = moved(focus_.cursor->column, cells, kWidth);
}

void Program::move_slot_at_cursor(int by) {
  if (!focus_.cursor) throw ActionRefused("No slot is selected: choose one with the arrow keys.");
  const std::size_t to = moved(focus_.cursor->row, by, session().sequence.size());
  step({.id = ActionId::move_slot, .slot = focus_.cursor->row, .to = to});
  focus_.cursor->row = to;
}

void Program::keep_cursor_valid() {
  const std::size_t T = session().sequence.size();
  const auto in_sequence = [&](const std::optional<CellRef>& cell) {
    return !cell || cell->of == CellRef::Of::E || cell->of == CellRef::Of::P || cell->row < T;
  };
  if (!in_sequence(focus_.cursor)) {
    focus_.cursor =
        T == 0 ? std::nullopt : std::optional(CellRef{CellRef::Of::input_emb, T - 1, focus_.cursor->column});
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
    adopt_training();
    training_.playing = false;
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

// What the run has come to becomes the present: a run is one step of the history.
void Program::adopt_training() {
  const auto tables = trainer_.take();
  if (!tables) return;
  add_to_history({.id = ActionId::train, .tables = tables, .continues = adopting_});
  adopting_ = true;
}

// What the keys asked of the controls since the last frame.
void Program::give_keyboard(Ui& ui) {
  const Keyboard asked = std::exchange(keyboard_, {});
  ui.focus_moved = false;
  ui.activate = asked.activate;
  ui.nudge = asked.nudge;
  if (asked.moves != 0) move_focus(ui, asked.moves);
  const bool gone = std::find(ui.controls.begin(), ui.controls.end(), ui.focused) == ui.controls.end();
  if (asked.release || gone || ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ui.focused.clear();
  control_focused_ = !ui.focused.empty();
  ui.controls.clear();
}

void Program::show(Session session, std::filesystem::path document) {
  if (training_.playing) pause();
  history_.replace(std::move(session));
  documents_.erase(documents_.lower_bound(history_.position()), documents_.end());
  documents_[history_.position()] = std::move(document);
  keep_cursor_valid();
}

bool Program::open(const std::filesystem::path& path) {
  try {
    show(load_session(path), path);
  } catch (const Error& error) {
    say(error.what(), true);
    return false;
  }
  say("Opened " + path.string() + ". Undo goes back to what was there.");
  return true;
}

bool Program::save_to(const std::filesystem::path& path) {
  try {
    save_session(path, session());
  } catch (const Error& error) {
    say(error.what(), true);
    return false;
  }
  std::prev(documents_.upper_bound(history_.position()))->second = path;
  say("Saved " + path.string());
  return true;
}

void Program::save() {
  if (document().empty()) return start_file_dialog(FileDialogView::Purpose::save);
  save_to(document());
}

void Program::start_file_dialog(FileDialogView::Purpose purpose) {
  std::error_code error;
  const auto folder = document().empty() ? std::filesystem::current_path(error) : document().parent_path();
  const bool saving = purpose == FileDialogView::Purpose::save;
  const std::string name =
      saving ? (document().empty() ? "session.json" : document().filename().string()) : "";
  start_dialog(dialog_, purpose, folder, name);
}

void Program::draw(Ui& ui, float width, float height) {
  ui.last_items.swap(ui.items);
  ui.items.clear();
  ui.cell_colours.clear();
  ui.said.clear();
  ui.asked.clear();
  ui.refused.clear();
  ui.animating = training_.playing;
  if (training_.playing) adopt_training();
  give_keyboard(ui);
  focus_.cell = focus_.hovered ? focus_.hovered : focus_.cursor;
  focus_.hovered.reset();
  keep_cursor_valid();

  const Rect window{0.0F, 0.0F, width, height};
  begin_layer("whatwhere", window, ImGuiWindowFlags_NoBringToFrontOnFocus);
  draw_panels(ui, window);
  ImGui::End();
  draw_overlays(ui, window);
  typing_ = ImGui::GetIO().WantTextInput;

  if (!ui.refused.empty()) say(ui.refused, true);
  for (const Action& action : ui.asked) perform(action);
  progress_ = observed(progress_, session(), results());
}

void Program::draw_panels(Ui& ui, const Rect& window) {
  const Shown shown{session(), results(), history_, topics_, training_, progress_, timing_};
  const float margin = ui.px(kMargin);
  const float gap = ui.px(kGap);
  const float rail = rail_width(ui);
  draw_rail(ui, shown, {window.x + ui.px(4.0F), window.y + margin, rail, window.h - 2.0F * margin});
  const float x = window.x + ui.px(4.0F) + rail + gap;
  const float inner_w = window.right() - margin - x;
  const float foot = footer_height(ui, inner_w);
  const float said = message_.text.empty() ? 0.0F : message_height(ui, message_, inner_w) + gap;

  const float card = progress_.touring ? tour_card_height(ui, shown, inner_w) + gap : 0.0F;

  // What does not fit scrolls above the footer: the colour bar is always there.
  const Rect foot_rect{x, window.bottom() - margin - foot, inner_w, foot};
  const Rect frame{x, window.y, inner_w + margin, foot_rect.y - said - card - window.y - 1.0F};
  compat::begin_region("frame", frame);
  const float top = ImGui::GetCursorScreenPos().y;
  const float y = top + margin;
  const float head = header_height(ui, inner_w);
  draw_header(ui, shown, {x, y, inner_w, head});
  const float room = frame.h - margin - head - 2.0F * gap;
  const Rect below{x, y + head + gap, inner_w, room};
  const float bottom =
      session().view.page == Page::widget ? draw_widget(ui, shown, below) : draw_other_page(ui, shown, below);
  ImGui::SetCursorScreenPos({x, bottom + gap - 1.0F});
  ImGui::Dummy({1.0F, 0.0F});
  ImGui::EndChild();
  if (card > 0.0F) draw_tour_card(ui, shown, {x, foot_rect.y - said - card, inner_w, card - gap});
  if (said > 0.0F) draw_message(ui, message_, {x, foot_rect.y - said, inner_w, said - gap});
  draw_footer(ui, shown, fields_view_, foot_rect);
}

float Program::draw_widget(Ui& ui, const Shown& shown, const Rect& area) {
  const float gap = ui.px(kGap);
  const float kpi = kpi_height(ui, area.w);
  const bool one_column = area.w < ui.px(kTwoColumns);
  // In one column the panels are as high as their content, and the window scrolls instead of them.
  const float body_h = one_column ? natural_height(ui, "tables") + gap + natural_height(ui, "input")
                                  : std::max(area.h - kpi - gap, ui.px(kLowestBody));
  draw_kpi_tiles(ui, shown, focus_, {area.x, area.y, area.w, kpi});
  const Rect body{area.x, area.y + kpi + gap, area.w, body_h};
  draw_body(ui, shown, body);
  return body.bottom();
}

float Program::draw_other_page(Ui& ui, const Shown& shown, const Rect& area) {
  const float gap = ui.px(kGap);
  const float bar = sequence_bar_height(ui, shown, area.w);
  draw_sequence_bar(ui, shown, {area.x, area.y, area.w, bar});
  const Rect page{area.x, area.y + bar + gap, area.w, std::max(area.h - bar - gap, ui.px(kLowestPage))};
  draw_page(ui, shown, page);
  return page.bottom();
}

void Program::draw_body(Ui& ui, const Shown& shown, const Rect& body) {
  const float gap = ui.px(kGap);
  const float section = ui.px(14.0F);
  const bool three = body.w >= ui.px(kThreeColumns);
  const bool two = body.w >= ui.px(kTwoColumns);
  const float left_w = !two ? body.w : ui.px(three ? 284.0F : 248.0F);
  const float left_h = two ? body.h : natural_height(ui, "tables");
  const float right_w = three ? ui.px(284.0F) : 0.0F;
  draw_tables_panel(ui, shown, focus_, {body.x, body.y, left_w, left_h});

  Rect centre = body;
  if (two) {
    centre.x += left_w + gap;
    centre.w -= left_w + gap + (three ? right_w + gap : 0.0F);
  } else {
    centre.y += left_h + gap;
    centre.h -= left_h + gap;
  }
  const Panel panel = begin_panel(ui, "input", centre, "");
  const Rect& content = panel.content;
  float y = draw_input(ui, shown, focus_, input_view_, content) + section;
  y = draw_bag(ui, shown, focus_, {content.x, y, content.w, 0.0F});
  if (!three) y = draw_inspector(ui, shown, focus_, {content.x, y + section, content.w, 0.0F});
  end_panel(ui, panel, y);
  if (!three) {
    if (focus_.hovered) draw_equation_note(ui, shown, *focus_.hovered);
    return;
  }

  const Panel right = begin_panel(ui, "inspector", {body.right() - right_w, body.y, right_w, body.h}, "");
  end_panel(ui, right, draw_inspector(ui, shown, focus_, right.content));
}

void Program::draw_overlays(Ui& ui, const Rect& window) {
  const bool dialog_open = dialog_.purpose != FileDialogView::Purpose::none;
  if (!dialog_open && !help_open_) return;
  ImGui::SetNextWindowFocus();
  begin_layer("modal", window, ImGuiWindowFlags_NoBackground);
  if (dialog_open) {
    draw_dialog(ui, window);
  } else {
    help_open_ = draw_help(ui, window, std::exchange(help_scroll_, 0.0F) * ui.scale);
  }
  ImGui::End();
}

void Program::draw_dialog(Ui& ui, const Rect& window) {
  const auto path = draw_file_dialog(ui, dialog_, window);
  if (!path) return;
  if (dialog_.purpose == FileDialogView::Purpose::open ? open(*path) : save_to(*path)) {
    dialog_.purpose = FileDialogView::Purpose::none;
  } else {
    // The reason stands in the dialog, where the next attempt is made.
    dialog_.take_focus = true;
    dialog_.note = message_.text;
    message_ = {};
  }
}

}  // namespace whatwhere
