// The least window: GLFW, OpenGL 3.3 core, one frame; with WHATWHERE_BARE_IMGUI, one line of Dear ImGui text
// in it. It then waits for events, draws no more, and ends when its window is closed or it is told to.
// When WHATWHERE_FRAME_LOG names a file, one byte is appended to it after each buffer swap, as whatwhere
// does.
#include <glad/gl.h>
// After the loader, which brings the GL header GLFW would look for.
#include <GLFW/glfw3.h>

#include <cstdio>
#include <cstdlib>

#ifdef WHATWHERE_BARE_IMGUI
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#endif

namespace {

constexpr int kWidth = 1280;
constexpr int kHeight = 800;

void log_frame() {
  const char* path = std::getenv("WHATWHERE_FRAME_LOG");
  if (path == nullptr) return;
  std::FILE* log = std::fopen(path, "ab");
  if (log == nullptr) return;
  std::fputc('.', log);
  std::fclose(log);
}

void clear(GLFWwindow* window) {
  int width = 0;
  int height = 0;
  glfwGetFramebufferSize(window, &width, &height);
  glViewport(0, 0, width, height);
  glClearColor(0.1F, 0.1F, 0.1F, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
}

#ifdef WHATWHERE_BARE_IMGUI

void start_imgui(GLFWwindow* window) {
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

void draw(GLFWwindow* window) {
  start_imgui(window);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
  ImGui::Text("one line of text");
  ImGui::Render();
  clear(window);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void stop() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

#else

void draw(GLFWwindow* window) { clear(window); }

void stop() {}

#endif

int fail(const char* reason) {
  std::fprintf(stderr, "bare window: %s\n", reason);
  glfwTerminate();
  return EXIT_FAILURE;
}

}  // namespace

int main() {
  if (glfwInit() == GLFW_FALSE) return fail("no display");
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  GLFWwindow* window = glfwCreateWindow(kWidth, kHeight, "bare window", nullptr, nullptr);
  if (window == nullptr) return fail("no OpenGL 3.3 window");
  glfwMakeContextCurrent(window);
  if (gladLoadGL(glfwGetProcAddress) == 0) return fail("no OpenGL functions");
  glfwSwapInterval(1);

  draw(window);
  glfwSwapBuffers(window);
  log_frame();
  while (glfwWindowShouldClose(window) == GLFW_FALSE) glfwWaitEvents();

  stop();
  glfwDestroyWindow(window);
  glfwTerminate();
}
