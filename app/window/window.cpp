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
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "app/program/program.h"
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
  explicit Shell(const WindowRequest& request);
  void run();

 private:
  void place_window(const WindowRequest& request);
  void listen();
  void take_events();
  void wait();
  void draw();
  void follow_full_screen();
  void follow_title();
  WindowPlace present_place() const;
  void remember_if_changed();
  float content_scale() const;
  bool visible() const;

  static Shell& of(GLFWwindow* window) { return *static_cast<Shell*>(glfwGetWindowUserPointer(window)); }
  void wake() { frames_left_ = kFramesAfterEvent; }

  Platform platform_;
  GLFWwindow* window_;
  Program program_;
  Ui ui_;
  FrameLog frame_log_;
  int frames_left_ = kFramesAfterEvent;
  std::vector<KeyPress> keys_;
  std::vector<std::string> dropped_;
  std::string title_;
  WindowPlace windowed_;  // where the window stands when it is not full screen
  bool is_full_screen_ = false;

  Session saved_;
  WindowPlace saved_place_;
  double changed_at_ = 0.0;
  bool unsaved_ = false;
  bool said_unwritable_ = false;
};

std::pair<int, int> first_size(const WindowRequest& request) {
  if (request.size) return *request.size;
  if (request.place) return {request.place->width, request.place->height};
  return {kDefaultWidth, kDefaultHeight};
}

Shell::Shell(const WindowRequest& request)
    : platform_(std::max(first_size(request).first, kSmallestWidth),
                std::max(first_size(request).second, kSmallestHeight), true),
      window_(platform_.window()),
      program_(request.session),
      saved_(request.session) {
  program_.set_document(request.document);
  if (!request.note.empty()) program_.say(request.note, true);
  glfwSetWindowUserPointer(window_, this);
  glfwSetWindowSizeLimits(window_, kSmallestWidth, kSmallestHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwSwapInterval(1);
  set_icon(window_);
  place_window(request);
  listen();
  platform_.connect_input();
  windowed_ = present_place();
  saved_place_ = windowed_;
}

// Puts the window where it stood, if a monitor still shows that place.
void Shell::place_window(const WindowRequest& request) {
  if (!request.place || request.size) return;
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    int x = 0;
    int y = 0;
    int w = 0;
    int h = 0;
    glfwGetMonitorWorkarea(monitors[i], &x, &y, &w, &h);
    const WindowPlace& place = *request.place;
    if (place.x + place.width <= x || place.x >= x + w || place.y < y || place.y >= y + h) continue;
    const int width = std::min(place.width, w);
    const int height = std::min(place.height, h);
    glfwSetWindowSize(window_, width, height);
#if GLFW_VERSION_MAJOR > 3 || GLFW_VERSION_MINOR >= 4
    if (glfwGetPlatform() == GLFW_PLATFORM_WAYLAND) return;  // Wayland has no window positions
#endif
    glfwSetWindowPos(window_, std::clamp(place.x, x, x + w - width), std::clamp(place.y, y, y + h - height));
    break;
  }
  if (request.place->maximised) glfwMaximizeWindow(window_);
}

// Every kind of event wakes the drawing; keys and dropped files are kept for the next frame.
void Shell::listen() {
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    Shell& shell = of(w);
    shell.wake();
    if (action == GLFW_RELEASE) return;
    if (auto press = key_press(key, scancode, mods)) shell.keys_.push_back(std::move(*press));
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
    program_.say("Drop one session file at a time: " + std::to_string(dropped.size()) + " were dropped.",
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
  if (!visible()) {
    glfwWaitEvents();
  } else if (frames_left_ > 0) {
    glfwPollEvents();
  } else if (ui_.animating) {
    glfwWaitEventsTimeout(kFrameTime);
  } else if (unsaved_) {
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

WindowPlace Shell::present_place() const {
  WindowPlace place = windowed_;
  place.maximised = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
  if (!is_full_screen_ && !place.maximised) {
    glfwGetWindowPos(window_, &place.x, &place.y);
    glfwGetWindowSize(window_, &place.width, &place.height);
  }
  place.document = program_.document().string();
  return place;
}

void Shell::follow_full_screen() {
  if (program_.full_screen() == is_full_screen_) return;
  if (program_.full_screen()) {
    windowed_ = present_place();
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    if (mode != nullptr)
      glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  } else {
    glfwSetWindowMonitor(window_, nullptr, windowed_.x, windowed_.y, windowed_.width, windowed_.height, 0);
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

// Writes the session once it has rested for a while, and at the end.
void Shell::remember_if_changed() {
  const WindowPlace place = present_place();
  if (program_.session() == saved_ && place == saved_place_) return;
  try {
    remember(program_.session(), place);
  } catch (const Error& error) {
    if (!said_unwritable_) {
      program_.say(
          std::string("This session will not be remembered for the next start: ") + error.what() + ".", true);
      wake();
    }
    said_unwritable_ = true;
  }
  saved_ = program_.session();
  saved_place_ = place;
}

void Shell::run() {
  while (glfwWindowShouldClose(window_) == GLFW_FALSE) {
    wait();
    take_events();
    if (frames_left_ > 0 || ui_.animating) {
      if (visible()) draw();
      if (frames_left_ > 0) --frames_left_;
      const bool changed = !(program_.session() == saved_) || !(present_place() == saved_place_);
      if (changed) changed_at_ = glfwGetTime();
      unsaved_ = changed;
    } else if (unsaved_ && glfwGetTime() - changed_at_ >= kSaveDelay) {
      remember_if_changed();
      unsaved_ = false;
    }
    follow_full_screen();
    follow_title();
  }
  remember_if_changed();
}

}  // namespace

void run_window(const WindowRequest& request) { Shell(request).run(); }

}  // namespace whatwhere
