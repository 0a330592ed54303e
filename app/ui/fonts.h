// The typefaces: Inter for words, JetBrains Mono for numbers; three sizes, two weights.
#pragma once

#include <imgui.h>

namespace whatwhere {

struct Fonts {
  ImFont* body = nullptr;    // words
  ImFont* strong = nullptr;  // words that lead
  ImFont* small = nullptr;   // captions
  ImFont* large = nullptr;   // the KPI tiles' values
  ImFont* mono = nullptr;    // numbers
  ImFont* digits = nullptr;  // numbers inside cells
};

// Fills the atlas with all faces at `scale` (1 = 100 %), dropping what it held. The faces are in the
// program; one that the build did not find is replaced by Dear ImGui's bitmap font.
Fonts load_fonts(ImFontAtlas& atlas, float scale);

}  // namespace whatwhere
