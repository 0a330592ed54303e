// The window: waits for events, draws three frames after the last one, and then none.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/program/opening.h"
#include "app/window/storage.h"
#include "core/session/session.h"

namespace whatwhere {

struct WindowRequest {
  Session last;                             // what the last start left, without its real model
  std::filesystem::path document;           // the file that it came from, if any
  std::unique_ptr<Opening> opening;         // what else the start shows; it is read while the window is made
  Progress progress;                        // in the lesson
  std::string note;                         // shown at the start, if not empty
  std::optional<WindowPlace> place;         // where the window stood the last time
  std::optional<std::pair<int, int>> size;  // asked for on the command line: counts more than `place`
};

// Runs until the window is closed. Throws Error, one plain sentence, if there is no display, or if what the
// start shows is known to be unreadable before the window is: what takes longer says so in the window.
//
// WHATWHERE_FRAME_LOG, if set, names a file to which one byte is appended after each frame: for the
// measurements of start-up and idleness.
void run_window(WindowRequest request);

}  // namespace whatwhere
