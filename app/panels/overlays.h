// What lies over the panels: the help page, the file dialog, and the message of what went wrong.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/ui.h"

namespace whatwhere {

// Lists every action of the table with its keys, after scrolling by this many pixels. Returns false once it
// is closed.
bool draw_help(Ui& ui, const Rect& window, float scroll_by);

struct FileDialogView {
  enum class Purpose { none, open, save };
  Purpose purpose = Purpose::none;
  std::filesystem::path folder;
  std::string name;                  // the file's name, or a path
  std::vector<std::string> folders;  // in `folder`, sorted, ".." first
  std::vector<std::string> files;    // its files that can be opened, sorted
  std::vector<std::string> recent;   // whole paths, the latest first; none when saving
  std::string note;                  // why the last attempt did not go through
  bool replace = false;              // the file exists and the person was told
  bool take_focus = false;
};

// Starts the dialog in `folder` with `name` filled in; `recent` is offered when opening.
void start_dialog(FileDialogView& view, FileDialogView::Purpose purpose, const std::filesystem::path& folder,
                  const std::string& name, const std::vector<std::string>& recent);

// Draws the dialog if it has a purpose. Returns the path when one was chosen; the caller ends the dialog
// when the file could be opened or saved, or says in view.note why not.
std::optional<std::filesystem::path> draw_file_dialog(Ui& ui, FileDialogView& view, const Rect& window);

struct Message {
  std::string text;
  bool is_error = false;
};

// A click on its × clears it. `rect` is message_height high.
void draw_message(Ui& ui, Message& message, const Rect& rect);
float message_height(const Ui& ui, const Message& message, float width);

}  // namespace whatwhere
