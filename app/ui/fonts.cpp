#include "app/ui/fonts.h"

#include <cmath>
#include <span>

#include "app/ui/compat.h"
#include "whatwhere_fonts.h"

namespace whatwhere {

namespace {

// Latin-1 and the signs that the interface uses.
constexpr ImWchar kGlyphs[] = {0x0020, 0x00FF, 0x2010, 0x2015, 0x2018, 0x201D, 0x2026, 0x2026, 0x2190, 0x2195,
                               0x2212, 0x2212, 0x221A, 0x221A, 0x2260, 0x2265, 0x0394, 0x0394, 0};
constexpr ImWchar kDigits[] = {0x0020, 0x007E, 0x00D7, 0x00D7, 0x2014, 0x2014, 0x2026,
                               0x2026, 0x2190, 0x2192, 0x2212, 0x2212, 0};

ImFont* add(ImFontAtlas& atlas, std::span<const unsigned char> face, float size, const ImWchar* glyphs) {
  ImFontConfig config;
  config.SizePixels = std::round(size);
  config.GlyphRanges = glyphs;
  config.OversampleH = 2;
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
  fonts.body = add(atlas, font_regular(), 15.0F * scale, kGlyphs);
  fonts.strong = add(atlas, font_strong(), 15.0F * scale, kGlyphs);
  fonts.small = add(atlas, font_regular(), 13.0F * scale, kGlyphs);
  fonts.large = add(atlas, font_strong(), 24.0F * scale, kGlyphs);
  fonts.mono = add(atlas, font_mono(), 13.0F * scale, kDigits);
  fonts.digits = add(atlas, font_mono(), 11.0F * scale, kDigits);
  return fonts;
}

}  // namespace whatwhere
