// OpenGL objects that delete themselves. To be destroyed while their context is current.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/textures.h"

namespace whatwhere {

// A picture to draw into, apart from any window: RGBA, 8 bits each.
class Canvas {
 public:
  // Throws Error if the driver cannot make one of this size.
  Canvas(int width, int height);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  // Makes OpenGL draw into it.
  void bind() const;

  // Its pixels: rows from the top, RGB, 8 bits each.
  std::vector<std::uint8_t> read_rgb() const;

 private:
  int width_;
  int height_;
  unsigned framebuffer_ = 0;
  unsigned colour_ = 0;
};

// The textures of the pictures, by name.
class GlTextures : public Textures {
 public:
  GlTextures() = default;
  ~GlTextures() override;
  GlTextures(const GlTextures&) = delete;
  GlTextures& operator=(const GlTextures&) = delete;

  ImTextureID upload(const std::string& name, int w, int h, std::span<const ImU32> pixels) override;

 private:
  std::map<std::string, unsigned> names_;
};

// Fills what is being drawn into with one colour (an ImU32).
void clear(unsigned colour, int width, int height);

}  // namespace whatwhere
