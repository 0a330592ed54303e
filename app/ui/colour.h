// Colours: the themes' palettes, the diverging map of the heat strips, the tokens' colours.
#pragma once

#include <imgui.h>

#include "core/input/lookup.h"
#include "core/session/session.h"

namespace whatwhere {

struct Palette {
  ImU32 ground;   // behind the panels
  ImU32 panel;    // a panel
  ImU32 raised;   // a button or a field on a panel
  ImU32 hovered;  // the same under the mouse
  ImU32 line;     // the rare line
  ImU32 text;
  ImU32 quiet;      // text of second rank
  ImU32 accent;     // what is on, selected or linked
  ImU32 on_accent;  // text on the accent
  ImU32 good;       // verdicts: "yes"
  ImU32 warn;       // verdicts: "no"; messages of errors

  // The heat strips: zero, and the ends of the two arms (colour-blind safe: blue below, red above).
  ImU32 zero;
  ImU32 negative;
  ImU32 positive;
  ImU32 not_a_number;  // NaN and infinities
};

const Palette& palette_of(Theme theme);

// Linear mix: 0 gives a, 1 gives b; alpha too.
ImU32 mix(ImU32 a, ImU32 b, float amount);

// The colour with its alpha multiplied.
ImU32 faded(ImU32 colour, float alpha);

// x on a scale that runs from -range to range; beyond it, the end of the arm.
ImU32 heat_colour(const Palette& palette, float x, float range);

// The token's own colour, by id (Okabe and Ito's eight, without black).
ImU32 token_colour(TokenId id);

// `colour` as a line or a dot on a panel: towards the text's colour until its contrast there is 3 : 1.
ImU32 on_panel(const Palette& palette, ImU32 colour);

// Near-black or white: the one with the higher contrast on `background`. At least 4.5 : 1 on any colour.
ImU32 text_on(ImU32 background);

// Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.1).
double contrast(ImU32 a, ImU32 b);

}  // namespace whatwhere
