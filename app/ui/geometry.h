// Rectangles on the screen, in framebuffer pixels from the top left.
#pragma once

#include <imgui.h>

#include <algorithm>

namespace whatwhere {

struct Rect {
  float x = 0.0F;
  float y = 0.0F;
  float w = 0.0F;
  float h = 0.0F;

  float right() const { return x + w; }
  float bottom() const { return y + h; }
  ImVec2 min() const { return {x, y}; }
  ImVec2 max() const { return {right(), bottom()}; }
  ImVec2 centre() const { return {x + w / 2.0F, y + h / 2.0F}; }
  bool empty() const { return w <= 0.0F || h <= 0.0F; }
  bool contains(ImVec2 p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
  Rect inset(float dx, float dy) const { return {x + dx, y + dy, w - 2.0F * dx, h - 2.0F * dy}; }
  bool operator==(const Rect&) const = default;
};

inline Rect intersection(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x);
  const float y = std::max(a.y, b.y);
  return {x, y, std::max(0.0F, std::min(a.right(), b.right()) - x),
          std::max(0.0F, std::min(a.bottom(), b.bottom()) - y)};
}

}  // namespace whatwhere
