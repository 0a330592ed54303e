#include "app/ui/fonts.h"

#include <cmath>
#include <span>

#include "app/ui/compat.h"
#include "whatwhere_assets.h"

namespace whatwhere {

namespace {

// For words: Latin-1, since tokens and the names of files hold it, and the signs that the interface uses.
constexpr ImWchar kWords[] = {0x0020, 0x00FF, 0x0394, 0x0394, 0x03B2, 0x03B2, 0x03B5, 0x03B8, 0x2013,
                              0x2014, 0x2018, 0x201D, 0x2026, 0x2026, 0x2190, 0x2192, 0x2202, 0x2202,
                              0x2212, 0x2212, 0x221A, 0x221A, 0x2248, 0x2248, 0x2264, 0x2265, 0};
constexpr ImWchar kNumbers[] = {0x0020, 0x007E, 0x00A0, 0x00A0, 0x00B1, 0x00B2, 0x00B5, 0x00B5, 0x00B7,
                                0x00B7, 0x00D7, 0x00D7, 0x03B2, 0x03B2, 0x03B5, 0x03B8, 0x2014, 0x2014,
                                0x2026, 0x2026, 0x2190, 0x2192, 0x2212, 0x2212, 0x221A, 0x221A, 0};

ImFont* add(ImFontAtlas& atlas, std::span<const unsigned char> face, float size, const ImWchar* glyphs) {
  ImFontConfig config;
  config.SizePixels = std::round(size);
  config.GlyphRanges = glyphs;
  // One texel a pixel: glyphs are drawn at whole pixels and sampled without filtering, so that the same text
  // is the same pixels wherever it stands.
  config.OversampleH = 1;
  config.OversampleV = 1;
  config.PixelSnapH = true;
  if (face.empty()) return atlas.AddFontDefault(&config);
  config.FontDataOwnedByAtlas = false;
  // The atlas only reads the face; its parameter is not const.
  return atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(face.data()), static_cast<int>(face.size()),
                                    config.SizePixels, &config, glyphs);
}

}  // namespace

Fonts load_fonts(ImFontAtlas& atlas, float scale) {
  atlas.Clear();
  compat::use_sharp_glyphs(atlas);
  Fonts fonts;
  fonts.body = add(atlas, font_regular(), 15.0F * scale, kWords);
  fonts.strong = add(atlas, font_strong(), 15.0F * scale, kWords);
  fonts.small = add(atlas, font_regular(), 13.0F * scale, kWords);
  fonts.large = add(atlas, font_strong(), 24.0F * scale, kWords);
  fonts.mono = add(atlas, font_mono(), 13.0F * scale, kNumbers);
  fonts.digits = add(atlas, font_mono(), 11.0F * scale, kNumbers);
  return fonts;
}

}  // namespace whatwhere
