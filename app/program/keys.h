// Keys by name, and which action of the table they ask for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/session/actions.h"

namespace whatwhere {

// A key that was pressed: "A", "5", "F1", "Backspace", "Up", "+" …, with its modifiers.
struct KeyPress {
  std::string key;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
  bool repeated = false;  // held down: the keyboard presses it again
};

// The action that the key asks for by the table's `keys`; nullopt if none does. Digits carry their token,
// F2 and its neighbours their example.
std::optional<Action> action_of(const KeyPress& press);

// Does holding its key down do it again and again? For the steps of which a person wants many.
bool repeats_while_held(ActionId id);

}  // namespace whatwhere
