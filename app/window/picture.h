// A picture of the settled window, drawn once without a window on the screen.
#pragma once

#include <filesystem>
#include <optional>

#include "core/session/session.h"

namespace whatwhere {

struct PictureRequest {
  std::filesystem::path png;
  std::optional<std::filesystem::path> rects;  // where to write name -> [x, y, width, height]
  int width = 1280;
  int height = 800;
};

// Draws the Session at its own zoom (the monitor's scale plays no part) and writes the files.
// Throws Error if there is no display, FileError if a file cannot be written.
void write_picture(const Session& session, const PictureRequest& request);

}  // namespace whatwhere
