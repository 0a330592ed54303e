#include "app/window/storage.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/errors.h"
#include "core/session/files.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestFile = 1 << 16;
constexpr int kLargestSide = 16384;

fs::path session_path() { return state_folder() / "last-session.json"; }
fs::path progress_path() { return state_folder() / "progress.json"; }
fs::path place_path() { return state_folder() / "window.json"; }

// Moves a file that cannot be read out of the way, without replacing another. Returns where it is now.
fs::path keep_aside(const fs::path& path) {
  for (int n = 1; n < 1000; ++n) {
    fs::path aside = path.string() + ".unreadable-" + std::to_string(n);
    std::error_code error;
    if (fs::exists(fs::symlink_status(aside, error))) continue;
    fs::rename(path, aside, error);
    return error ? path : aside;
  }
  return path;
}

WindowPlace parse_place(const std::string& text) {
  const auto json = nlohmann::json::parse(text);
  WindowPlace place;
  place.x = std::clamp(json.at("x").get<int>(), -kLargestSide, kLargestSide);
  place.y = std::clamp(json.at("y").get<int>(), -kLargestSide, kLargestSide);
  place.width = std::clamp(json.at("width").get<int>(), 1, kLargestSide);
  place.height = std::clamp(json.at("height").get<int>(), 1, kLargestSide);
  place.maximised = json.at("maximised").get<bool>();
  place.document = json.at("document").get<std::string>();
  place.recent = json.value("recent", std::vector<std::string>());
  return place;
}

// Keeps a file that could not be read, and says so.
std::string set_aside(const char* what, const fs::path& path, const Error& failure) {
  return std::string(what) + " could not be restored: " + failure.what() + ". The file is kept as " +
         keep_aside(path).string() + ".";
}

}  // namespace

fs::path state_folder() {
  // The specification has relative paths ignored.
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && fs::path(state).is_absolute()) return fs::path(state) / "whatwhere";
  const char* home = std::getenv("HOME");
  return fs::path(home == nullptr ? "/" : home) / ".local/state/whatwhere";
}

Remembered recall() {
  Remembered remembered;
  std::error_code error;
  if (fs::exists(session_path(), error)) {
    try {
      remembered.session = load_without_model(session_path());
    } catch (const Error& failure) {
      remembered.note = set_aside("The last session", session_path(), failure);
    }
  }
  if (fs::exists(progress_path(), error)) {
    try {
      remembered.progress = progress_from_json(read_file(progress_path(), kLargestFile));
    } catch (const Error& failure) {
      remembered.note += remembered.note.empty() ? "" : " ";
      remembered.note += set_aside("The progress of the lesson", progress_path(), failure);
    }
  }
  if (fs::exists(place_path(), error)) {
    try {
      remembered.place = parse_place(read_file(place_path(), kLargestFile));
    } catch (const std::exception&) {
      keep_aside(place_path());  // a window's place is no one's work: the default is as good
    }
  }
  return remembered;
}

void remember(const Session& session, const Progress& progress, const WindowPlace& place) {
  std::error_code error;
  fs::create_directories(state_folder(), error);
  save_session(session_path(), session);
  write_file(progress_path(), to_json(progress));
  const nlohmann::ordered_json json = {{"x", place.x},
                                       {"y", place.y},
                                       {"width", place.width},
                                       {"height", place.height},
                                       {"maximised", place.maximised},
                                       {"document", place.document},
                                       {"recent", place.recent}};
  write_file(place_path(), json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

}  // namespace whatwhere
