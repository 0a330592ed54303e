#include "app/ui/colour.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace whatwhere {

namespace {

constexpr ImU32 rgb(unsigned hex) {
  return IM_COL32((hex >> 16) & 0xFF, (hex >> 8) & 0xFF, hex & 0xFF, 0xFF);
}

constexpr Palette kDark = {
    .ground = rgb(0x14161B),
    .panel = rgb(0x1B1E25),
    .raised = rgb(0x282D38),
    .hovered = rgb(0x343B49),
    .line = rgb(0x2A2F3A),
    .text = rgb(0xE6E8EC),
    .quiet = rgb(0x9AA3B2),
    .accent = rgb(0x7AA2F7),
    .on_accent = rgb(0x10131A),
    .good = rgb(0x7AA2F7),
    .warn = rgb(0xF0A35E),
    .zero = rgb(0x242933),
    .negative = rgb(0x5AA7FF),
    .positive = rgb(0xFF6F61),
    .not_a_number = rgb(0xC3A6FF),
};

constexpr Palette kLight = {
    .ground = rgb(0xF4F4F3),
    .panel = rgb(0xFFFFFF),
    .raised = rgb(0xE4E7EC),
    .hovered = rgb(0xD5DAE2),
    .line = rgb(0xDFE1E6),
    .text = rgb(0x1D2129),
    .quiet = rgb(0x5B6472),
    .accent = rgb(0x2F5FD0),
    .on_accent = rgb(0xFFFFFF),
    .good = rgb(0x2F5FD0),
    .warn = rgb(0xA8510A),
    .zero = rgb(0xF0F1F3),
    .negative = rgb(0x1F66C1),
    .positive = rgb(0xC4302B),
    .not_a_number = rgb(0x7B4FC9),
};

// The nearest whole number to one that is not negative.
ImU32 rounded(float x) { return static_cast<ImU32>(x + 0.5F); }

unsigned channel(ImU32 colour, int shift) { return (colour >> shift) & 0xFF; }

double linear(unsigned value) {
  static const auto all = [] {
    std::array<double, 256> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double c = static_cast<double>(i) / 255.0;
      values[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    }
    return values;
  }();
  return all[value];
}

double luminance(ImU32 colour) {
  return 0.2126 * linear(channel(colour, IM_COL32_R_SHIFT)) +
         0.7152 * linear(channel(colour, IM_COL32_G_SHIFT)) +
         0.0722 * linear(channel(colour, IM_COL32_B_SHIFT));
}

}  // namespace

const Palette& palette_of(Theme theme) { return theme == Theme::dark ? kDark : kLight; }

ImU32 mix(ImU32 a, ImU32 b, float amount) {
  ImU32 mixed = 0;
  for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT, IM_COL32_A_SHIFT}) {
    const auto from = static_cast<float>(channel(a, shift));
    const auto to = static_cast<float>(channel(b, shift));
    mixed |= rounded(from + (to - from) * amount) << shift;
  }
  return mixed;
}

ImU32 faded(ImU32 colour, float alpha) {
  const auto a = static_cast<float>(channel(colour, IM_COL32_A_SHIFT)) * alpha;
  return (colour & ~IM_COL32_A_MASK) | (rounded(a) << IM_COL32_A_SHIFT);
}

ImU32 heat_colour(const Palette& palette, float x, float range) {
  if (!std::isfinite(x)) return palette.not_a_number;
  if (range <= 0.0F) return palette.zero;
  const float strength = std::min(std::abs(x) / range, 1.0F);
  return mix(palette.zero, x < 0.0F ? palette.negative : palette.positive, strength);
}

ImU32 token_colour(TokenId id) {
  static constexpr std::array<ImU32, 7> kOkabeIto = {rgb(0xE69F00), rgb(0x56B4E9), rgb(0x009E73),
                                                     rgb(0xF0E442), rgb(0xCC79A7), rgb(0xD55E00),
                                                     rgb(0x0072B2)};
  return kOkabeIto[static_cast<std::size_t>(id) % kOkabeIto.size()];
}

ImU32 on_panel(const Palette& palette, ImU32 colour) {
  float amount = 0.0F;
  while (amount < 1.0F && contrast(mix(colour, palette.text, amount), palette.panel) < 3.0) amount += 0.05F;
  return mix(colour, palette.text, amount);
}

ImU32 text_on(ImU32 background) {
  constexpr ImU32 kBlack = rgb(0x000000);
  constexpr ImU32 kWhite = rgb(0xFFFFFF);
  return contrast(background, kBlack) >= contrast(background, kWhite) ? kBlack : kWhite;
}

double contrast(ImU32 a, ImU32 b) {
  const double x = luminance(a);
  const double y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace whatwhere
