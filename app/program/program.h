// Program: the one-way flow. Keys and clicks become Actions, Actions a new Session, the Session results, and
// the panels draw those. It knows no window: the same code runs under the window, the pictures and the tests.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/panels/overlays.h"
#include "app/panels/panels.h"
#include "app/program/keys.h"
#include "core/session/history.h"
#include "core/session/lesson.h"

namespace whatwhere {

class Program {
 public:
  explicit Program(Session start) : history_(std::move(start)) {}

  const Session& session() const { return history_.present(); }
  const LessonResults& results() { return lesson_.of(session()); }
  const History& history() const { return history_; }
  const Message& message() const { return message_; }

  // The file that Ctrl+S writes; empty until the session was saved or opened.
  const std::filesystem::path& document() const { return document_; }
  void set_document(std::filesystem::path path) { document_ = std::move(path); }

  // Does the person want the whole screen?
  bool full_screen() const { return full_screen_; }

  void say(std::string text, bool is_error = false) { message_ = {std::move(text), is_error}; }

  // What a key press asks for. While a text field has the keyboard, or a dialog is open, only the keys that
  // mean nothing there are passed on.
  void press(const KeyPress& key);

  // Carries out one action; a refusal becomes the message and changes nothing else.
  void perform(const Action& action);

  // Opens a session file as one step that can be undone; an error becomes the message and changes nothing
  // else. Returns whether it was opened.
  bool open(const std::filesystem::path& path);

  // Draws everything into the current Dear ImGui frame of the given size, and carries out what was asked for.
  void draw(Ui& ui, float width, float height);

 private:
  void draw_panels(Ui& ui, const Rect& window);
  void draw_body(Ui& ui, const Shown& shown, const Rect& body);
  void draw_overlays(Ui& ui, const Rect& window);
  void draw_dialog(Ui& ui, const Rect& window);
  void perform_in_window(const Action& action);
  void move_cursor(int slots, int cells);
  void move_slot_at_cursor(int by);
  void keep_cursor_valid();
  void save();
  bool save_to(const std::filesystem::path& path);
  void start_file_dialog(FileDialogView::Purpose purpose);
  void leave();

  History history_;
  Lesson lesson_;
  std::filesystem::path document_;
  bool full_screen_ = false;
  Message message_;

  Focus focus_;
  InputView input_view_;
  TableFieldsView fields_view_;
  FileDialogView dialog_;
  bool help_open_ = false;
  bool typing_ = false;  // a text field has the keyboard
};

}  // namespace whatwhere
