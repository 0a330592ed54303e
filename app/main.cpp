// The command line: what to start with, and what to do (the window, a picture, or one of the subcommands).
#include <malloc.h>

#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <tuple>
#include <utility>

#include "app/cli/grid.h"
#include "app/cli/model.h"
#include "app/cli/options.h"
#include "app/program/program.h"
#include "app/window/picture.h"
#include "app/window/storage.h"
#include "app/window/window.h"
#include "core/errors.h"
#include "core/session/session_file.h"

namespace {

// What a file or a sequence on the command line starts with: it is shown over the last session, one undo
// away.
whatwhere::Opening::Read read_of_asked(const whatwhere::Options& options, const whatwhere::Session& last) {
  using namespace whatwhere;
  // It starts from the defaults, seen as the person likes to see things.
  Session base;
  base.view = last.view;
  return [options, base](const ReadWatch& watch) -> Opening::Adopt {
    const auto document = options.file ? std::filesystem::absolute(*options.file) : std::filesystem::path();
    return [document, session = session_of(options, base, watch)](Program& program) {
      program.show(session, document);
    };
  };
}

// The last session with its real model. One that cannot be opened any more is said, and stays unopened.
whatwhere::Opening::Read read_of_last(const whatwhere::Options& options, const whatwhere::Session& last) {
  using namespace whatwhere;
  return [options, last](const ReadWatch& watch) -> Opening::Adopt {
    Session session = last;
    try {
      session.real = open_unopened(*last.unopened, watch);
    } catch (const FileError& error) {
      const std::string note =
          "The model of the last session could not be opened: " + std::string(error.what()) +
          ". It is tried again at the next start.";
      return [note](Program& program) { program.say(note, true); };
    }
    session.unopened.reset();
    return [session = session_of(options, session)](Program& program) { program.start_anew(session); };
  };
}

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
  request.last = last.session.value_or(Session{});
  if (last.place) request.document = last.place->document;
  request.progress = last.progress;
  request.note = last.note;
  request.place = last.place;
  request.size = options.size;
  if (options.names_a_session()) {
    request.read = read_of_asked(options, request.last);
    request.reads = options.file ? *options.file : options.model.value_or("");
  } else {
    if (request.last.unopened) {
      request.read = read_of_last(options, request.last);
      request.reads = request.last.unopened->path;
    }
    request.last = session_of(options, request.last);
  }
  run_window(std::move(request));
}

}  // namespace

int main(int argc, char** argv) {
  // A long text's grids are some MB each and made anew at each keystroke. What is freed is kept for the next
  // ones: to get new pages from the system takes longer than the arithmetic.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
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
