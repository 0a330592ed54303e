#include "app/window/window.h"

// glad comes before GLFW, which would bring its own OpenGL header otherwise.
#include <glad/gl.h>
//
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "app/program/program.h"
#include "app/window/end_signals.h"
#include "app/window/gl.h"
#include "app/window/glfw_keys.h"
#include "app/window/icon.h"
#include "app/window/platform.h"
#include "core/errors.h"

namespace whatwhere {

namespace {

constexpr int kFramesAfterEvent = 3;
constexpr double kFrameTime = 1.0 / 120.0;  // the shortest time between two frames of a motion
constexpr double kSaveDelay = 1.0;          // seconds of rest before the session is written
constexpr int kDefaultWidth = 1280;
constexpr int kDefaultHeight = 800;
constexpr int kSmallestWidth = 360;
constexpr int kSmallestHeight = 300;

class FrameLog {
 public:
  FrameLog() {
    if (const char* path = std::getenv("WHATWHERE_FRAME_LOG")) {
      file_ = ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    }
  }
  ~FrameLog() {
    if (file_ >= 0) ::close(file_);
  }
  FrameLog(const FrameLog&) = delete;
  FrameLog& operator=(const FrameLog&) = delete;
  void add() const {
    if (file_ >= 0) [[maybe_unused]]
      const auto written = ::write(file_, ".", 1);
  }

 private:
  int file_ = -1;
};

// The window and its program, with the events that came since the last frame.
class Shell {
 public:
  explicit Shell(WindowRequest request);
  void run();

 private:
  void place_window(const WindowRequest& request);
  void listen();
  void take_events();
  void wait();
  void draw();
  void follow_full_screen();
  void follow_title();
  void follow_place();
  WindowPlace present_place() const;
  bool is_unsaved() const;
  void follow_start();
  void notice_changes();
  void remember_now();
  float content_scale() const;
  bool visible() const;

  static Shell& of(GLFWwindow* window) { return *static_cast<Shell*>(glfwGetWindowUserPointer(window)); }
  void wake() { frames_left_ = kFramesAfterEvent; }

  EndSignals end_signals_;
  std::unique_ptr<Opening> opening_;  // of the start; the program's from then on
  Platform platform_;
  GLFWwindow* window_;
  GlTextures textures_;
  Program program_;
  Ui ui_;
  FrameLog frame_log_;
  int frames_left_ = kFramesAfterEvent;
  std::vector<KeyPress> keys_;
  std::vector<std::string> dropped_;
  std::string title_;
  WindowPlace windowed_;  // where the window stands when it is neither maximised nor full screen
  bool is_full_screen_ = false;
  bool was_maximised_ = false;  // before it filled the screen

  // What a start finds again.
  struct State {
    Session session;
    Progress progress;
    WindowPlace place;
    bool operator==(const State&) const = default;
  };
  State present_state() const { return {program_.session(), program_.progress(), present_place()}; }
  bool is_still(const State& state) const {
    return program_.session() == state.session && program_.progress() == state.progress &&
           present_place() == state.place;
  }

  State saved_;              // what the next start will find
  State attempted_;          // what was last tried to be saved
  State noticed_;            // what the rest before saving is counted from
  bool starting_ = true;     // what the start shows is not there yet
  double changed_at_ = 0.0;  // seconds
  bool said_unwritable_ = false;
};

// Reads what the start shows; null if there is nothing to read.
std::unique_ptr<Opening> start_reading(WindowRequest& request) {
  if (!request.read) return nullptr;
  auto opening = std::make_unique<Opening>();
  opening->start(request.reads, std::move(request.read));
  return opening;
}

Shell::Shell(WindowRequest request)
    : opening_(start_reading(request)),
      platform_(request.size ? request.size->first : kDefaultWidth,
                request.size ? request.size->second : kDefaultHeight, !request.size),
      window_(platform_.window()),
      program_(std::move(request.last), std::move(request.document)) {
  ui_.textures = &textures_;
  if (request.place) program_.remember_recent(request.place->recent);
  if (!request.note.empty()) program_.say(request.note, true);
  program_.restore(request.progress);
  if (opening_) program_.start_with(std::move(opening_));
  glfwSetWindowUserPointer(window_, this);
  glfwSetWindowSizeLimits(window_, kSmallestWidth, kSmallestHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwSwapInterval(1);
  set_icon(window_);
  place_window(request);
  listen();
  platform_.connect_input();
  glfwShowWindow(window_);
  if (request.place) windowed_ = *request.place;
  follow_place();
  follow_start();
}

// What was only looked at replaces no remembered session: the first change does.
void Shell::follow_start() {
  if (!starting_) return;
  starting_ = program_.starting();
  saved_ = attempted_ = noticed_ = present_state();
}

struct WorkArea {
  int x = 0;
  int y = 0;
  int w = 0;
  int h = 0;
};

// The work area of the monitor that shows this place, or of the first monitor; nothing without a monitor.
std::optional<WorkArea> work_area_for(const WindowPlace* place) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  std::optional<WorkArea> first;
  for (int i = 0; i < count; ++i) {
    WorkArea area;
    glfwGetMonitorWorkarea(monitors[i], &area.x, &area.y, &area.w, &area.h);
    if (area.w <= 0 || area.h <= 0) continue;
    const bool shows = place != nullptr && place->x + place->width > area.x && place->x < area.x + area.w &&
                       place->y >= area.y && place->y < area.y + area.h;
    if (shows) return area;
    if (!first) first = area;
  }
  return first;
}

// Puts the window where it stood, clamped to a monitor that there is. A size from the command line is taken
// as it is; without anything remembered only the size is clamped.
void Shell::place_window(const WindowRequest& request) {
  if (request.size) return;
  const WindowPlace* place = request.place ? &*request.place : nullptr;
  const auto area = work_area_for(place);
  if (!area) return;
  int width = 0;
  int height = 0;
  glfwGetWindowSize(window_, &width, &height);
  width = std::min(place != nullptr ? place->width : width, area->w);
  height = std::min(place != nullptr ? place->height : height, area->h);
  glfwSetWindowSize(window_, width, height);
  if (place == nullptr) return;
  if (place->maximised) glfwMaximizeWindow(window_);
#if GLFW_VERSION_MAJOR > 3 || GLFW_VERSION_MINOR >= 4
  if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) return;  // Wayland has no window positions
#endif
  const int right = std::max(area->x + area->w - width, area->x);
  const int bottom = std::max(area->y + area->h - height, area->y);
  glfwSetWindowPos(window_, std::clamp(place->x, area->x, right), std::clamp(place->y, area->y, bottom));
}

// Every kind of event wakes the drawing; keys and dropped files are kept for the next frame.
void Shell::listen() {
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    Shell& shell = of(w);
    shell.wake();
    if (action == GLFW_RELEASE) return;
    auto press = key_press(key, scancode, mods);
    if (!press) return;
    press->repeated = action == GLFW_REPEAT;
    shell.keys_.push_back(std::move(*press));
  });
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    of(w).wake();
    of(w).dropped_.assign(paths, paths + count);
  });
  glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned) { of(w).wake(); });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double, double) { of(w).wake(); });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int) { of(w).wake(); });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int, int, int) { of(w).wake(); });
  glfwSetScrollCallback(window_, [](GLFWwindow* w, double, double) { of(w).wake(); });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int) { of(w).wake(); });
  glfwSetWindowSizeCallback(window_, [](GLFWwindow* w, int, int) { of(w).wake(); });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { of(w).wake(); });
  glfwSetWindowPosCallback(window_, [](GLFWwindow* w, int, int) { of(w).wake(); });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).wake(); });
  glfwSetWindowIconifyCallback(window_, [](GLFWwindow* w, int) { of(w).wake(); });
  glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float, float) { of(w).wake(); });
}

void Shell::take_events() {
  for (const KeyPress& key : std::exchange(keys_, {})) program_.press(key);
  const auto dropped = std::exchange(dropped_, {});
  if (dropped.size() > 1) {
    program_.say("Drop one file or folder at a time: " + std::to_string(dropped.size()) + " were dropped.",
                 true);
  } else if (dropped.size() == 1) {
    program_.open(dropped[0]);
  }
}

// Of what is drawn, in Dear ImGui's units: where the system itself enlarges the window (its framebuffer has
// more pixels than its size says), that part is not ours to do again.
float Shell::content_scale() const {
  float scale = 1.0F;
  glfwGetWindowContentScale(window_, &scale, nullptr);
  int size = 0;
  int pixels = 0;
  glfwGetWindowSize(window_, &size, nullptr);
  glfwGetFramebufferSize(window_, &pixels, nullptr);
  if (size > 0 && pixels > 0) scale *= static_cast<float>(size) / static_cast<float>(pixels);
  return std::clamp(scale, 0.5F, 8.0F);
}

bool Shell::visible() const {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return width > 0 && height > 0 && glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_FALSE;
}

void Shell::wait() {
  if (visible() && frames_left_ > 0) {
    glfwPollEvents();
  } else if (visible() && ui_.animating) {
    glfwWaitEventsTimeout(kFrameTime);
  } else if (is_unsaved()) {
    glfwWaitEventsTimeout(std::max(kSaveDelay - (glfwGetTime() - changed_at_), 0.01));
  } else {
    glfwWaitEvents();
  }
}

void Shell::draw() {
  const Session& session = program_.session();
  platform_.dress(ui_, content_scale() * static_cast<float>(session.view.zoom), session.view.theme);
  ui_.motion = session.view.motion;
  ui_.now = glfwGetTime();
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  program_.draw(ui_, size.x, size.y);
  ImGui::Render();
  clear(ui_.palette->ground, width, height);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window_);
  frame_log_.add();
}

// Keeps where the window stands while it is neither maximised, minimised nor full screen.
void Shell::follow_place() {
  const bool special = is_full_screen_ || glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE ||
                       glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == GLFW_TRUE;
  if (special) return;
  glfwGetWindowPos(window_, &windowed_.x, &windowed_.y);
  glfwGetWindowSize(window_, &windowed_.width, &windowed_.height);
}

WindowPlace Shell::present_place() const {
  WindowPlace place = windowed_;
  place.maximised =
      is_full_screen_ ? was_maximised_ : glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
  place.document = program_.document().string();
  place.recent = program_.recent();
  return place;
}

void Shell::follow_full_screen() {
  if (program_.full_screen() == is_full_screen_) return;
  if (program_.full_screen()) {
    was_maximised_ = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    if (mode != nullptr) {
      glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    }
  } else {
    glfwSetWindowMonitor(window_, nullptr, windowed_.x, windowed_.y, windowed_.width, windowed_.height, 0);
    if (was_maximised_) glfwMaximizeWindow(window_);
  }
  is_full_screen_ = program_.full_screen();
  wake();
}

void Shell::follow_title() {
  const auto name = program_.document().filename().string();
  const std::string title = name.empty() ? "whatwhere" : name + " \xE2\x80\x94 whatwhere";
  if (title == title_) return;
  glfwSetWindowTitle(window_, title.c_str());
  title_ = title;
}

// Is there something to write that was not tried already?
bool Shell::is_unsaved() const { return !is_still(attempted_); }

// Starts the rest anew whenever the session has changed.
void Shell::notice_changes() {
  if (is_still(noticed_)) return;
  noticed_ = present_state();
  changed_at_ = glfwGetTime();
}

// Writes the session and the window's place. A failure is said once; the next change, and the end, try again.
void Shell::remember_now() {
  attempted_ = present_state();
  try {
    remember(attempted_.session, attempted_.progress, attempted_.place);
    saved_ = attempted_;
    said_unwritable_ = false;
  } catch (const Error& error) {
    if (!said_unwritable_) {
      program_.say(
          std::string("This session will not be remembered for the next start: ") + error.what() + ".", true);
      wake();
    }
    said_unwritable_ = true;
  }
}

void Shell::run() {
  while (glfwWindowShouldClose(window_) == GLFW_FALSE && !end_signals_.arrived()) {
    wait();
    take_events();
    follow_place();
    if (frames_left_ > 0 || ui_.animating) {
      if (visible()) draw();
      if (frames_left_ > 0) --frames_left_;
    }
    follow_start();
    notice_changes();
    if (is_unsaved() && glfwGetTime() - changed_at_ >= kSaveDelay) remember_now();
    follow_full_screen();
    follow_title();
  }
  if (!is_still(saved_)) remember_now();
}

}  // namespace

void run_window(WindowRequest request) { Shell(std::move(request)).run(); }

}  // namespace whatwhere
