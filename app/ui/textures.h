// Pictures made of pixels: uploaded once, drawn as one rectangle however many cells they show.
#pragma once

#include <imgui.h>

#include <any>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace whatwhere {

// Where the pixels go. The window gives OpenGL's; the tests one that only counts.
class Textures {
 public:
  virtual ~Textures() = default;

  // Puts w x h pixels, rows from the top, into the texture of this name, whose size may change. Sampled
  // without a filter. 0 if it could not be made.
  virtual ImTextureID upload(const std::string& name, int w, int h, std::span<const ImU32> pixels) = 0;
};

// A picture with the pixels that it was made of.
struct Image {
  int w = 0;
  int h = 0;
  std::vector<ImU32> pixels;
  ImTextureID texture = {};
};

// The pictures by name, each made from a request and kept until it is asked for with another one.
class Images {
 public:
  // `make(request)` gives an Image without its texture. Image sizes must not be 0.
  template <typename Request, typename Make>
  const Image& of(Textures* textures, const std::string& name, const Request& request, Make make) {
    Kept& kept = kept_[name];
    const Request* before = std::any_cast<Request>(&kept.request);
    if (before != nullptr && *before == request) return kept.image;
    kept.image = make(request);
    if (textures != nullptr)
      kept.image.texture = textures->upload(name, kept.image.w, kept.image.h, kept.image.pixels);
    kept.request = request;
    return kept.image;
  }

 private:
  struct Kept {
    std::any request;
    Image image;
  };
  std::map<std::string, Kept> kept_;
};

}  // namespace whatwhere
