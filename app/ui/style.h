// Dear ImGui's own style, for what it draws itself: tooltips, text fields, scroll bars.
#pragma once

#include "app/ui/colour.h"

namespace whatwhere {

void apply_style(const Palette& palette, float scale);

}  // namespace whatwhere
