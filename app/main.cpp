// The command line: what to start with, and what to do (the window, a picture, or one of the subcommands).
#include <malloc.h>

#include <exception>
#include <iostream>
#include <memory>
#include <optional>
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

namespace {

// The last session with its real model; nothing, and the reason in `note`, if that cannot be opened any more.
std::optional<whatwhere::Session> last_with_model(const whatwhere::ReadWatch& watch, std::string& note) {
  using namespace whatwhere;
  try {
    return recall_with_model(watch);
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& error) {
    note = "The model of the last session could not be opened: " + std::string(error.what()) + ".";
    return std::nullopt;
  }
}

// What the window starts with beyond what is there at once: the last session with its real model, and over
// it, one undo away, what the command line asks for. Null if there is none.
std::unique_ptr<whatwhere::Opening> start_opening(const whatwhere::Options& options,
                                                  const whatwhere::Remembered& last) {
  using namespace whatwhere;
  const bool asked = options.names_a_session();
  if (!asked && last.model.empty()) return nullptr;
  const auto document = options.file ? std::filesystem::absolute(*options.file) : std::filesystem::path();
  // A file or a sequence of its own starts from the defaults, seen as the person likes to see things.
  Session base;
  if (last.session) base.view = last.session->view;
  auto opening = std::make_unique<Opening>();
  const auto path = options.file ? document : options.model.value_or(last.model);
  opening->start(path, [=, has_model = !last.model.empty()](const ReadWatch& watch) -> Opening::Adopt {
    std::string note;
    std::optional<Session> first;
    if (has_model) first = last_with_model(watch, note);
    if (first && !asked) first = session_of(options, *std::move(first));
    std::optional<Session> over;
    if (asked) over = session_of(options, base, watch);
    return [=](Program& program) {
      if (first) program.start_anew(*first);
      if (over) program.show(*over, document);
      if (!note.empty()) program.say(note, true);
    };
  });
  return opening;
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
  request.opening = start_opening(options, last);
  if (!options.names_a_session()) request.last = session_of(options, request.last);
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
