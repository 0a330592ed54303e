// core knows nothing of the screen: no file of it includes a header of the window, of OpenGL or of app/.
#include <filesystem>
#include <regex>
#include <string>

#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

bool includes_gui(const std::string& source) {
  static const std::regex gui(
      R"(#\s*include\s*[<"]([^>"]*/)?(app/|imgui|implot|imfilebrowser|GLFW/|glfw|glad|GL/|GLES|EGL/|KHR/|X11/))",
      std::regex::icase);
  return std::regex_search(source, gui);
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
