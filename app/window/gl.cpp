#include "app/window/gl.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/errors.h"

namespace whatwhere {

Canvas::Canvas(int width, int height) : width_(width), height_(height) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  if (width > largest || height > largest) {
    throw Error("a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                " pixels is too large: this OpenGL draws up to " + std::to_string(largest) + " each way");
  }
  glGenFramebuffers(1, &framebuffer_);
  glGenRenderbuffers(1, &colour_);
  glBindRenderbuffer(GL_RENDERBUFFER, colour_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  bind();
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
  if (glGetError() == GL_NO_ERROR && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
    return;
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteRenderbuffers(1, &colour_);
  throw Error("this OpenGL has no room for a picture of " + std::to_string(width) + " x " +
              std::to_string(height) + " pixels: ask for a smaller one");
}

Canvas::~Canvas() {
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteRenderbuffers(1, &colour_);
}

void Canvas::bind() const { glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_); }

std::vector<std::uint8_t> Canvas::read_rgb() const {
  bind();
  const auto row = static_cast<std::size_t>(width_) * 3;
  std::vector<std::uint8_t> pixels(row * static_cast<std::size_t>(height_));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  // OpenGL's first row is the lowest.
  for (std::size_t top = 0, bottom = static_cast<std::size_t>(height_); top + 1 < bottom; ++top) {
    --bottom;
    std::swap_ranges(pixels.begin() + static_cast<std::ptrdiff_t>(top * row),
                     pixels.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                     pixels.begin() + static_cast<std::ptrdiff_t>(bottom * row));
  }
  return pixels;
}

GlTextures::~GlTextures() {
  for (const auto& [name, texture] : names_) glDeleteTextures(1, &texture);
}

ImTextureID GlTextures::upload(const std::string& name, int w, int h, std::span<const ImU32> pixels) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (w > largest || h > largest) return {};
  unsigned& texture = names_[name];
  if (texture == 0) {
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  // The bytes of an ImU32 are R, G, B, A.
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, w, h, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture));
}

void clear(unsigned colour, int width, int height) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
  glViewport(0, 0, width, height);
  glClearColor(c.x, c.y, c.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace whatwhere
