// What is remembered between two starts: the last session, the progress in the lesson, and where the window
// stood.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/session/session.h"
#include "core/session/tour.h"

namespace whatwhere {

struct WindowPlace {
  int x = 0;
  int y = 0;
  int width = 1280;
  int height = 800;
  bool maximised = false;
  std::string document;             // the file that Ctrl+S writes; may be empty
  std::vector<std::string> recent;  // what was opened, the latest first
  bool operator==(const WindowPlace&) const = default;
};

// The folder of the state files: $XDG_STATE_HOME/whatwhere, or ~/.local/state/whatwhere.
// Source: XDG Base Directory Specification 0.8.
std::filesystem::path state_folder();

struct Remembered {
  std::optional<Session> session;  // its real model is not opened
  Progress progress;               // a new person's, if there is none
  std::optional<WindowPlace> place;
  std::string note;  // what went wrong, as a sentence; empty if nothing did
};

// Reads what was remembered, and opens no model. A file that cannot be understood is kept aside under another
// name, and said.
Remembered recall();

// Writes last-session.json, progress.json and window.json. Throws FileError.
void remember(const Session& session, const Progress& progress, const WindowPlace& place);

}  // namespace whatwhere
