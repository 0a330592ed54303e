// GLFW's keys by the names of the table of actions.
#pragma once

#include <optional>

#include "app/program/keys.h"

namespace whatwhere {

// Letters by the keyboard's own layout; digits by their place, on the keypad too. nullopt for keys that
// have no name here.
std::optional<KeyPress> key_press(int key, int scancode, int mods);

}  // namespace whatwhere
