// GLFW, an OpenGL 3.3 core context and Dear ImGui in it, for as long as the object lives.
#pragma once

#include "app/ui/ui.h"

struct GLFWwindow;

namespace whatwhere {

class Platform {
 public:
  // Makes a hidden window of this size: to be shown, or only to carry the OpenGL context. With
  // `monitor_scale` the size is in units of the monitor's scale.
  // Throws Error, one plain sentence, if there is no display or no OpenGL 3.3.
  Platform(int width, int height, bool monitor_scale);
  ~Platform();
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;

  GLFWwindow* window() const { return window_; }

  // Loads fonts and style for this scale and theme if they are not the present ones.
  void dress(Ui& ui, float scale, Theme theme);

  // Connects Dear ImGui to the window's events, after the program's own callbacks are in place.
  void connect_input();

 private:
  GLFWwindow* window_ = nullptr;
  float scale_ = 0.0F;
  Theme theme_ = Theme::dark;
  bool connected_ = false;
};

}  // namespace whatwhere
