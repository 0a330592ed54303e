// core knows nothing of the screen: no file of it includes a header of the window, of OpenGL or of app/.
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

// Does some #include of `source` name the window, OpenGL or app/? Upper and lower case count the same.
bool includes_gui(const std::string& source) {
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    for (char& c : line) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') continue;
    const std::size_t include = line.find("include", hash);
    if (include == std::string::npos) continue;
    for (const char* gui :
         {"imgui", "implot", "glfw", "glad", "gl/", "gles", "egl/", "x11/", "\"app/", "<app/"}) {
      if (line.find(gui, include) != std::string::npos) return true;
    }
  }
  return false;
}

TEST(Boundary, TheSearchFindsWhatItLooksFor) {
  for (const char* line : {"#include <imgui.h>", "#include \"imgui_internal.h\"", "#include <GLFW/glfw3.h>",
                           "# include <glad/glad.h>", "#include <GL/gl.h>", "#include \"app/ui/ui.h\"",
                           "#include <backends/imgui_impl_glfw.h>"}) {
    EXPECT_TRUE(includes_gui(line)) << line;
  }
  EXPECT_FALSE(includes_gui("#include \"core/input/lookup.h\"\n#include <Eigen/Core>\n// imgui, GLFW, glad"));
}

TEST(Boundary, CoreIncludesNoGui) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(WHATWHERE_CORE_SOURCES)) {
    const std::string extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    ++files;
    EXPECT_FALSE(includes_gui(bytes_of(entry.path()))) << entry.path();
  }
  EXPECT_GE(files, 30U) << "core/ has more sources than that: was the wrong folder read?";
}

}  // namespace
}  // namespace whatwhere
