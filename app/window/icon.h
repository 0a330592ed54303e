// The window's icon: a small grid of cells.
#pragma once

struct GLFWwindow;

namespace whatwhere {

// Does nothing where windows have no icons (Wayland).
void set_icon(GLFWwindow* window);

}  // namespace whatwhere
