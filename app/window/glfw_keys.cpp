#include "app/window/glfw_keys.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace whatwhere {

namespace {

constexpr std::array kNamed = {
    std::pair{GLFW_KEY_BACKSPACE, "Backspace"}, std::pair{GLFW_KEY_DELETE, "Delete"},
    std::pair{GLFW_KEY_ESCAPE, "Escape"},       std::pair{GLFW_KEY_UP, "Up"},
    std::pair{GLFW_KEY_DOWN, "Down"},           std::pair{GLFW_KEY_LEFT, "Left"},
    std::pair{GLFW_KEY_RIGHT, "Right"},         std::pair{GLFW_KEY_KP_ADD, "+"},
    std::pair{GLFW_KEY_KP_SUBTRACT, "-"},       std::pair{GLFW_KEY_TAB, "Tab"},
    std::pair{GLFW_KEY_ENTER, "Enter"},         std::pair{GLFW_KEY_KP_ENTER, "Enter"},
    std::pair{GLFW_KEY_SPACE, "Space"},
};

std::string name_of(int key, int scancode) {
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9)
    return std::string(1, static_cast<char>('0' + key - GLFW_KEY_0));
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) {
    return std::string(1, static_cast<char>('0' + key - GLFW_KEY_KP_0));
  }
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return "F" + std::to_string(key - GLFW_KEY_F1 + 1);
  const auto named =
      std::find_if(kNamed.begin(), kNamed.end(), [&](const auto& k) { return k.first == key; });
  if (named != kNamed.end()) return named->second;
  const char* printed = glfwGetKeyName(key, scancode);
  const bool is_ascii = printed != nullptr && printed[0] > ' ' && printed[1] == '\0';
  // On layouts without Latin letters the keys count by their place.
  if (!is_ascii && key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return std::string(1, static_cast<char>(key));
  if (!is_ascii) return "";
  const char c = printed[0];
  return std::string(1, c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c);
}

}  // namespace

std::optional<KeyPress> key_press(int key, int scancode, int mods) {
  KeyPress press{name_of(key, scancode), (mods & GLFW_MOD_CONTROL) != 0, (mods & GLFW_MOD_SHIFT) != 0,
                 (mods & GLFW_MOD_ALT) != 0};
  if (press.key.empty() || (mods & GLFW_MOD_SUPER) != 0) return std::nullopt;
  if (press.key == "=" && press.shift) press = {"+", press.ctrl, false, press.alt};
  return press;
}

}  // namespace whatwhere
