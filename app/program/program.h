// Program: the one-way flow. Keys and clicks become Actions, Actions a new Session, the Session results, and
// the panels draw those. It knows no window: the same code runs under the window, the pictures and the tests.
#pragma once

#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/overlays.h"
#include "app/panels/panels.h"
#include "app/program/keys.h"
#include "app/program/opening.h"
#include "app/program/trainer.h"
#include "core/session/history.h"
#include "core/session/lesson.h"
#include "core/session/model_lesson.h"

namespace whatwhere {

class Program {
 public:
  // Starts with a session and the file that it came from, if any.
  explicit Program(Session start, std::filesystem::path document = {})
      : history_(std::move(start)), documents_{{0, std::move(document)}} {}

  const Session& session() const { return history_.present(); }
  const LessonResults& results() { return lesson_.of(session()); }
  // Of the real model, where the present page shows it; null elsewhere.
  const ModelResults* model_results() {
    return shows_model(session()) ? &model_lesson_.of(*session().real) : nullptr;
  }
  const History& history() const { return history_; }
  const Message& message() const { return message_; }

  // How far the person is in the tour: not part of the Session, so no undo takes it back.
  const Progress& progress() const { return progress_; }
  void restore(const Progress& progress) { progress_ = progress; }

  // The file that Ctrl+S writes; empty until the session was saved or opened. Undoing an Open goes back to
  // the file from before, too.
  const std::filesystem::path& document() const {
    return std::prev(documents_.upper_bound(history_.position()))->second;
  }

  // Does the person want the whole screen?
  bool full_screen() const { return full_screen_; }

  void say(std::string text, bool is_error = false) { message_ = {std::move(text), is_error}; }

  // What a key press asks for. While a text field has the keyboard, or a dialog is open, only the keys that
  // mean nothing there are passed on.
  void press(const KeyPress& key);

  // Carries out one action; a refusal becomes the message and changes nothing else.
  void perform(const Action& action);

  // Shows another session, from this file if any, as one step that can be undone.
  void show(Session session, std::filesystem::path document);

  // Opens a session file, or the file or folder of a model, as one step that can be undone; an error becomes
  // the message and changes nothing else. Only what is inside the program is there at once: the rest is
  // opened beside the frames.
  void open(const std::filesystem::path& path);

  // Takes over what the start opens, after a moment's wait; what takes longer is shown when it is there.
  // Throws Error if it cannot be opened and that is known by then.
  void start_with(std::unique_ptr<Opening> opening);

  // Is what the start opens still awaited?
  bool starting() const { return starting_ && opening(); }

  // Puts another session in the place of the one that the program started with.
  void start_anew(Session session);

  bool opening() const { return opening_->running(); }

  // Does anything run that a picture has to wait for?
  bool busy() const { return opening() || work_.busy(); }

  // The files and folders that were opened, the latest first.
  const std::vector<std::string>& recent() const { return recent_; }
  void remember_recent(std::vector<std::string> recent) { recent_ = std::move(recent); }

  // Draws everything into the current Dear ImGui frame of the given size, and carries out what was asked for.
  void draw(Ui& ui, float width, float height);

 private:
  void draw_panels(Ui& ui, const Shown& shown, const Rect& window);
  float draw_widget(Ui& ui, const Shown& shown, const Rect& area);
  float draw_other_page(Ui& ui, const Shown& shown, const Rect& area);

  void draw_body(Ui& ui, const Shown& shown, const Rect& body);
  void draw_overlays(Ui& ui, const Rect& window);
  void draw_dialog(Ui& ui, const Rect& window);
  void step(const Action& action);
  void add_to_history(const Action& action);
  void perform_in_window(const Action& action);
  void move_cursor(int slots, int cells);
  void scroll_table(int rows, int columns);
  void move_slot_at_cursor(int by);
  void keep_cursor_valid();
  bool is_typing() const;
  void save();
  bool save_to(const std::filesystem::path& path);
  void start_file_dialog(FileDialogView::Purpose purpose);
  void leave();
  void time_both_ways();
  void give_keyboard(Ui& ui);
  void play_or_pause();
  void pause();
  void adopt_training();
  const GridResults& shown_grid();
  Shown shown();
  void open_built_in(const std::filesystem::path& path);
  void open_beside_frames(const std::filesystem::path& path, Opening::Read read);
  void cancel_opening();
  void adopt_opened();
  void show_model(const std::shared_ptr<const Model>& model);
  void adopt_model(const std::shared_ptr<const Model>& model, const std::filesystem::path& path);
  void say_opened(const std::filesystem::path& path);
  void refuse_in_dialog(const std::string& reason);
  void follow_model();
  void say_if_changed(const Model& model);
  void note_recent(const std::filesystem::path& path);

  History history_;
  Lesson lesson_;
  ModelLesson model_lesson_;
  std::unique_ptr<Opening> opening_ = std::make_unique<Opening>();
  bool starting_ = false;     // opening_ is the start's
  bool from_dialog_ = false;  // opening_ was asked for in the dialog
  ModelWork work_;
  ModelView model_view_;
  std::vector<std::string> recent_;
  Topics topics_;
  Trainer trainer_;
  TrainingState training_;
  bool adopting_ = false;  // the next outcome of the run belongs to the same step of the history as the last
  // Position in the history -> the file of the sessions from there on. Position 0 is always there.
  std::map<std::size_t, std::filesystem::path> documents_;
  bool full_screen_ = false;
  Message message_;
  Progress progress_;

  Focus focus_;
  InputView input_view_;
  TableFieldsView fields_view_;
  FileDialogView dialog_;
  bool help_open_ = false;
  float help_scroll_ = 0.0F;           // how far the keys ask the help page to scroll, in pixels
  bool typing_ = false;                // a text field has the keyboard
  std::optional<Action> after_field_;  // what a key asks for once that has taken what was typed

  // What the keys ask of the page's controls, until the next frame gives it to them.
  struct Keyboard {
    int moves = 0;  // Tab and Shift+Tab
    int nudge = 0;  // Left and Right
    bool activate = false;
    bool release = false;
  };
  Keyboard keyboard_;
  bool control_focused_ = false;  // a control of the page has the keyboard

  Job<ProductTiming> timing_;
};

}  // namespace whatwhere
