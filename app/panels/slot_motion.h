// How slots travel: to their new places, and from the token table to their first one.
#pragma once

#include "app/panels/panels.h"

namespace whatwhere {

// Where the row of this slot is now, on its way to `target`: a y relative to the first row.
float travelled_y(Ui& ui, InputView& view, std::uint32_t identity, float target);

// Slots that are new since the last frame set out from their row in E. To be called before travelled_y.
void start_flights(Ui& ui, const Shown& shown, InputView& view);

// Draws tok_emb's row on its way from E to `target`. Returns whether it is still travelling.
bool draw_flight(Ui& ui, const Shown& shown, InputView& view, const Slot& slot, const Rect& target);

// Forgets what belongs to slots that are gone.
void forget_gone(const Shown& shown, InputView& view);

}  // namespace whatwhere
