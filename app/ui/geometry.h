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

// Places rectangles of one height from left to right, and in the next row when there is no room.
class Flow {
 public:
  Flow(const Rect& area, float height, float gap)
      : area_(area), gap_(gap), next_{area.x, area.y, 0.0F, height} {}

  Rect next(float width) {
    if (next_.x > area_.x && next_.x + width > area_.right() + 0.5F)
      next_ = {area_.x, bottom() + gap_, 0.0F, next_.h};
    const Rect rect{next_.x, next_.y, width, next_.h};
    next_.x += width + gap_;
    return rect;
  }
  float bottom() const { return next_.bottom(); }

 private:
  Rect area_;
  float gap_;
  Rect next_;
};

}  // namespace whatwhere
