// What differs between the versions of Dear ImGui that distributions ship, as far as it is known: regions and
// glyphs. Built and tested with 1.86.
#pragma once

#include <imgui.h>
#if __has_include(<imgui_freetype.h>)
#include <imgui_freetype.h>
#define WHATWHERE_FREETYPE 1
#endif

#include <string>

#include "app/ui/geometry.h"

namespace whatwhere::compat {

// A scrolling region without a border. End it with ImGui::EndChild(), whatever is returned.
inline bool begin_region(const std::string& name, const Rect& rect, ImGuiWindowFlags flags = 0) {
  ImGui::SetCursorScreenPos(rect.min());
#if IMGUI_VERSION_NUM >= 18990
  return ImGui::BeginChild(name.c_str(), {rect.w, rect.h}, ImGuiChildFlags_None, flags);
#else
  return ImGui::BeginChild(name.c_str(), {rect.w, rect.h}, false, flags);
#endif
}

// What lies between does not take part in Dear ImGui's own way through the fields with Tab.
inline void begin_no_tab_stop() {
#if IMGUI_VERSION_NUM >= 18931
  ImGui::PushTabStop(false);
#else
  ImGui::PushAllowKeyboardFocus(false);
#endif
}

inline void end_no_tab_stop() {
#if IMGUI_VERSION_NUM >= 18931
  ImGui::PopTabStop();
#else
  ImGui::PopAllowKeyboardFocus();
#endif
}

// Glyphs drawn with FreeType's light hinting where the library has it: sharper at text sizes.
inline void use_sharp_glyphs(ImFontAtlas& atlas) {
#if defined(WHATWHERE_FREETYPE) && IMGUI_VERSION_NUM >= 18400 && IMGUI_VERSION_NUM < 19200
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#else
  (void)atlas;
#endif
}

}  // namespace whatwhere::compat
