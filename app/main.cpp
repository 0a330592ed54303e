// The command line: what to start with, and which of the three things to do (window, picture, grid).
#include <exception>
#include <iostream>
#include <utility>

#include "app/cli/grid.h"
#include "app/cli/options.h"
#include "app/window/picture.h"
#include "app/window/storage.h"
#include "app/window/window.h"

namespace {

void run(const whatwhere::Options& options) {
  using namespace whatwhere;
  if (options.grid) return write_grid(session_of(options, {}), *options.grid);
  if (options.screenshot) {
    PictureRequest request{*options.screenshot, options.rects};
    if (options.size) std::tie(request.width, request.height) = *options.size;
    return write_picture(session_of(options, {}), request);
  }
  Remembered last = recall();
  Session base = last.session.value_or(Session{});
  if (options.names_a_session()) {
    const ViewOptions view = base.view;
    base = {};
    base.view = view;
  }
  WindowRequest request{session_of(options, std::move(base)), {}, last.note, last.place, options.size};
  if (options.file) {
    request.document = std::filesystem::absolute(*options.file);
  } else if (!options.names_a_session() && last.place) {
    request.document = last.place->document;
  }
  run_window(request);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    int status = 0;
    const auto options = whatwhere::parse_options(argc, argv, status);
    if (!options) return status;
    run(*options);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "whatwhere: " << error.what() << "\n";
    return 1;
  }
}
