#include "tests/window/desktop.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stb_image.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

namespace whatwhere::testing {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Starts a program with its standard output and error in files; -1 keeps ours.
pid_t start(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment,
            int output = -1, int errors = -1) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child != 0) return child;
  for (const auto& [name, value] : environment) {
    if (value.empty()) ::unsetenv(name.c_str());
    if (!value.empty()) ::setenv(name.c_str(), value.c_str(), 1);
  }
  if (output >= 0) ::dup2(output, STDOUT_FILENO);
  if (errors >= 0) ::dup2(errors, STDERR_FILENO);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void end(pid_t& process) {
  if (process <= 0) return;
  ::kill(process, SIGTERM);
  ::waitpid(process, nullptr, 0);
  process = -1;
}

std::uint32_t big_endian(const std::string& bytes, std::size_t word) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes.at(word * 4 + i));
  return value;
}

// The framebuffer file that Xvfb keeps: XWD version 7, 32 bits a pixel, blue first.
Pixels read_xwd(const std::string& bytes) {
  constexpr std::size_t kColourEntry = 12;
  const std::size_t start = big_endian(bytes, 0) + big_endian(bytes, 19) * kColourEntry;
  const std::size_t line = big_endian(bytes, 12);
  Pixels pixels;
  pixels.width = static_cast<int>(big_endian(bytes, 4));
  pixels.height = static_cast<int>(big_endian(bytes, 5));
  if (big_endian(bytes, 1) != 7 || big_endian(bytes, 11) != 32)
    throw std::runtime_error("not the XWD expected");
  for (std::size_t y = 0; y < static_cast<std::size_t>(pixels.height); ++y) {
    for (std::size_t x = 0; x < static_cast<std::size_t>(pixels.width); ++x) {
      for (const std::size_t channel : {2U, 1U, 0U}) {
        pixels.rgb.push_back(static_cast<std::uint8_t>(bytes.at(start + y * line + x * 4 + channel)));
      }
    }
  }
  return pixels;
}

}  // namespace

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "whatwhere-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return name;
}

Pixels Pixels::part(const PixelRect& rect) const {
  const int right = std::min(rect.x + rect.w, width);
  const int bottom = std::min(rect.y + rect.h, height);
  Pixels cut{right - rect.x, bottom - rect.y, {}};
  for (int y = rect.y; y < bottom; ++y) {
    const auto row = rgb.begin() + (static_cast<std::ptrdiff_t>(y) * width + rect.x) * 3;
    cut.rgb.insert(cut.rgb.end(), row, row + static_cast<std::ptrdiff_t>(cut.width) * 3);
  }
  return cut;
}

Pixels read_png(const fs::path& path) {
  Pixels pixels;
  int channels = 0;
  unsigned char* data = stbi_load(path.c_str(), &pixels.width, &pixels.height, &channels, 3);
  if (data == nullptr) throw std::runtime_error("no picture in " + path.string());
  pixels.rgb.assign(data, data + static_cast<std::ptrdiff_t>(pixels.width) * pixels.height * 3);
  stbi_image_free(data);
  return pixels;
}

Desktop::Desktop() : folder_(new_folder()) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  server_ = start({"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0", "1280x800x24", "-fbdir",
                   folder_.string(), "-nolisten", "tcp"},
                  {}, -1, ::open("/dev/null", O_WRONLY | O_CLOEXEC));
  ::close(ends[1]);
  char number[16] = {};
  if (::read(ends[0], number, sizeof number - 1) <= 0) throw std::runtime_error("Xvfb did not start");
  ::close(ends[0]);
  display_ = ":" + std::to_string(std::atoi(number));
}

Desktop::~Desktop() {
  end(server_);
  fs::remove_all(folder_);
}

Pixels Desktop::pixels() const { return read_xwd(contents(folder_ / "Xvfb_screen0")); }

void Desktop::xdotool(const std::vector<std::string>& words) const {
  std::vector<std::string> command = {"xdotool"};
  command.insert(command.end(), words.begin(), words.end());
  ASSERT_EQ(wait_for(start(command, {{"DISPLAY", display_}})), 0);
}

Running::Running(const Desktop& desktop, const fs::path& home, const std::vector<std::string>& arguments,
                 Await await)
    : desktop_(desktop), frame_log_(new_folder() / "frames") {
  std::vector<std::string> command = {WHATWHERE_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  process_ = start(command, {{"DISPLAY", desktop.display()},
                             {"HOME", home.string()},
                             {"XDG_STATE_HOME", ""},
                             {"WAYLAND_DISPLAY", ""},
                             {"WHATWHERE_FRAME_LOG", frame_log_.string()}});
  for (int i = 0; i < 600 && frames() == 0; ++i) std::this_thread::sleep_for(25ms);
  if (await == Await::rest) settle();
}

Running::~Running() {
  end(process_);
  fs::remove_all(frame_log_.parent_path());
}

std::uintmax_t Running::frames() const {
  std::error_code not_yet;
  const auto size = fs::file_size(frame_log_, not_yet);
  return not_yet ? 0 : size;
}

void Running::settle() const {
  std::uintmax_t seen = 0;
  int quiet = 0;
  for (int i = 0; i < 600 && quiet < 10; ++i) {
    std::this_thread::sleep_for(25ms);
    const std::uintmax_t now = frames();
    quiet = now == seen && now > 0 ? quiet + 1 : 0;
    seen = now;
  }
  ASSERT_EQ(quiet, 10) << "the program did not come to rest";
}

void Running::point_at(int x, int y) const {
  desktop_.xdotool({"mousemove", std::to_string(x), std::to_string(y)});
  settle();
}

void Running::click(const PixelRect& rect) const {
  point_at(rect.x + rect.w / 2, rect.y + rect.h / 2);
  desktop_.xdotool({"click", "1"});
  settle();
}

void Running::key(const std::string& keys) const {
  desktop_.xdotool({"key", keys});
  settle();
}

void Running::drag(const PixelRect& from, const PixelRect& to) const {
  const int x = from.x + from.w / 2;
  const int y0 = from.y + from.h / 2;
  const int y1 = to.y + to.h / 2;
  point_at(x, y0);
  desktop_.xdotool({"mousedown", "1"});
  for (int step = 1; step <= 10; ++step) {
    desktop_.xdotool({"mousemove", std::to_string(x), std::to_string(y0 + (y1 - y0) * step / 10)});
    std::this_thread::sleep_for(30ms);
  }
  desktop_.xdotool({"mouseup", "1"});
  settle();
}

bool Running::is_alive() const { return ::waitpid(process_, nullptr, WNOHANG) == 0; }

Outcome run_program(const std::vector<std::string>& arguments,
                    const std::map<std::string, std::string>& environment) {
  const fs::path folder = new_folder();
  const int output = ::open((folder / "out").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  const int errors = ::open((folder / "err").c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  std::vector<std::string> command = {WHATWHERE_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Outcome outcome;
  outcome.status = wait_for(start(command, environment, output, errors));
  ::close(output);
  ::close(errors);
  outcome.output = contents(folder / "out");
  outcome.errors = contents(folder / "err");
  fs::remove_all(folder);
  return outcome;
}

PixelRect Picture::rect(const std::string& name) const {
  const auto found = rects.find(name);
  if (found == rects.end()) {
    ADD_FAILURE() << "nothing in the picture is named " << name;
    return {};
  }
  return found->second;
}

Picture picture(const Desktop& desktop, const std::vector<std::string>& options) {
  const fs::path folder = new_folder();
  std::vector<std::string> arguments = options;
  for (const std::string& word : {std::string("--screenshot"), (folder / "p.png").string(),
                                  std::string("--rects"), (folder / "r.json").string()}) {
    arguments.push_back(word);
  }
  const Outcome outcome = run_program(arguments, {{"DISPLAY", desktop.display()}});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  Picture result;
  result.pixels = read_png(folder / "p.png");
  const auto rects = nlohmann::json::parse(contents(folder / "r.json"));
  for (const auto& [name, r] : rects.items()) {
    result.rects[name] = {r.at(0).get<int>(), r.at(1).get<int>(), r.at(2).get<int>(), r.at(3).get<int>()};
  }
  fs::remove_all(folder);
  return result;
}

}  // namespace whatwhere::testing
