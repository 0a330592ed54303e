// Textures that are drawn nowhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/ui/textures.h"

namespace whatwhere::testing {

// Counts what would have been uploaded.
class CountingTextures : public Textures {
 public:
  ImTextureID upload(const std::string&, int, int, std::span<const ImU32>) override {
    ++uploads;
    return reinterpret_cast<ImTextureID>(std::intptr_t{1});
  }
  int uploads = 0;
};

}  // namespace whatwhere::testing
