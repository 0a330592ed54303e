// The command line: what to start with, and what to do (the window, a picture, or one of the subcommands).
#include <exception>
#include <future>
#include <iostream>
#include <tuple>
#include <utility>

#include "app/cli/grid.h"
#include "app/cli/model.h"
#include "app/cli/options.h"
#include "app/window/picture.h"
#include "app/window/storage.h"
#include "app/window/window.h"

namespace {

void run(const whatwhere::Options& options) {
  using namespace whatwhere;
  if (options.info) return write_info(*options.info);
  if (options.rows) return write_rows(*options.rows);
  if (options.neighbours) return write_neighbours(*options.neighbours);
  if (options.tokens) return write_tokens(*options.tokens);
  if (options.grid) return write_grid(session_of(options, {}), *options.grid);
  if (options.screenshot) {
    PictureRequest request{*options.screenshot, options.rects};
    if (options.size) std::tie(request.width, request.height) = *options.size;
    return write_picture(session_of(options, {}), request);
  }
  const Remembered last = recall();
  WindowRequest request;
  request.last.session = last.session.value_or(Session{});
  if (last.place) request.last.path = last.place->document;
  request.progress = last.progress;
  request.note = last.note;
  request.place = last.place;
  request.size = options.size;
  if (options.names_a_session()) {
    // A file or a sequence of its own starts from the defaults, seen as the person likes to see things.
    Session base;
    base.view = request.last.session.view;
    request.asked = std::async(std::launch::async, [options, base] {
      const auto path = options.file ? std::filesystem::absolute(*options.file) : std::filesystem::path();
      return Document{session_of(options, base), path};
    });
  } else {
    request.last.session = session_of(options, request.last.session);
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
