#include "app/window/platform.h"

// glad comes before GLFW, which would bring its own OpenGL header otherwise.
#include <glad/gl.h>
//
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>

#include <cstdint>
#include <string>

#include "app/ui/style.h"
#include "core/errors.h"

namespace whatwhere {

namespace {

std::string last_glfw_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? "no reason given" : text;
}

// Glyphs are one texel a pixel (see load_fonts): nearest sampling gives their exact values.
void sample_without_filter(const ImFontAtlas& atlas) {
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(reinterpret_cast<std::intptr_t>(atlas.TexID)));
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

[[noreturn]] void give_up(const std::string& what) {
  const std::string reason = last_glfw_error();
  glfwTerminate();
  throw Error(what + " (" + reason + ")");
}

}  // namespace

Platform::Platform(int width, int height, bool monitor_scale) {
  if (glfwInit() == GLFW_FALSE) {
    give_up(
        "no display: start whatwhere in a desktop session, or draw a picture with xvfb-run and --screenshot");
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, monitor_scale ? GLFW_TRUE : GLFW_FALSE);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "whatwhere");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "whatwhere");
  window_ = glfwCreateWindow(width, height, "whatwhere", nullptr, nullptr);
  if (window_ == nullptr) {
    give_up("no OpenGL 3.3 window: update the graphics driver, or try LIBGL_ALWAYS_SOFTWARE=1");
  }
  glfwMakeContextCurrent(window_);
  if (gladLoadGL(glfwGetProcAddress) == 0)
    give_up("OpenGL 3.3 could not be loaded: update the graphics driver");

  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // a blinking cursor would need frames while nobody does anything
  io.ConfigWindowsMoveFromTitleBarOnly = true;
}

Platform::~Platform() {
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  if (connected_) ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void Platform::connect_input() {
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  connected_ = true;
}

void Platform::dress(Ui& ui, float scale, Theme theme) {
  if (scale == scale_ && theme == theme_) return;
  if (scale != scale_) {
    if (scale_ > 0.0F) ImGui_ImplOpenGL3_Shutdown();
    ui.fonts = load_fonts(*ImGui::GetIO().Fonts, scale);
    ImGui::GetIO().FontDefault = ui.fonts.body;
    ImGui_ImplOpenGL3_Init("#version 330 core");
    ImGui_ImplOpenGL3_CreateDeviceObjects();
    sample_without_filter(*ImGui::GetIO().Fonts);
  }
  ui.palette = &palette_of(theme);
  ui.scale = scale;
  apply_style(*ui.palette, scale);
  scale_ = scale;
  theme_ = theme;
}

}  // namespace whatwhere
