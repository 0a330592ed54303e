// The window: waits for events, draws three frames after the last one, and then none.
#pragma once

#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <utility>

#include "app/window/storage.h"
#include "core/session/session.h"

namespace whatwhere {

// A session and the file that it came from, if any.
struct Document {
  Session session;
  std::filesystem::path path;
};

struct WindowRequest {
  Document last;                       // what the last start left
  std::shared_future<Document> asked;  // what the command line asks for, if valid: shown over it, one undo
                                       // away; it is read while the window is made
  Progress progress;                   // in the lesson
  std::string note;                    // shown at the start, if not empty
  std::optional<WindowPlace> place;    // where the window stood the last time
  std::optional<std::pair<int, int>> size;  // asked for on the command line: counts more than `place`
};

// Runs until the window is closed. Throws Error, one plain sentence, if there is no display, or what `asked`
// throws.
//
// WHATWHERE_FRAME_LOG, if set, names a file to which one byte is appended after each frame: for the
// measurements of start-up and idleness.
void run_window(const WindowRequest& request);

}  // namespace whatwhere
