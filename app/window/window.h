// The window: waits for events, draws three frames after the last one, and then none.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "app/program/opening.h"
#include "app/window/storage.h"
#include "core/session/session.h"

namespace whatwhere {

struct WindowRequest {
  Session last;                             // what the last start left; its real model is not opened
  std::filesystem::path document;           // the file that it came from, if any
  Opening::Read read;                       // what else the start shows: read while the window is made
  std::filesystem::path reads;              // what a person is told of that
  Progress progress;                        // in the lesson
  std::string note;                         // shown at the start, if not empty
  std::optional<WindowPlace> place;         // where the window stood the last time
  std::optional<std::pair<int, int>> size;  // asked for on the command line: counts more than `place`
};

// Runs until the window is closed. Throws Error, one plain sentence, if there is no display, or if what the
// start shows turns out to be unreadable before the window is shown; what takes longer says so in the window.
//
// WHATWHERE_FRAME_LOG, if set, names a file to which one byte is appended after each frame: for the
// measurements of start-up and idleness.
void run_window(WindowRequest request);

}  // namespace whatwhere
