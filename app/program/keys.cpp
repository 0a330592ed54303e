#include "app/program/keys.h"

namespace whatwhere {

namespace {

constexpr std::string_view kOr = " or ";
constexpr std::string_view kTo = " \xE2\x80\xA6 ";  // "0 … 5": a range of keys

// Takes "Ctrl+" and the like off the front of `keys`.
bool take_modifier(std::string_view& keys, std::string_view modifier) {
  if (!keys.starts_with(modifier)) return false;
  keys.remove_prefix(modifier.size());
  return true;
}

// Does the press match one alternative, such as "Ctrl+Shift+Z" or "F2 … F6"? For a range, which of it.
std::optional<int> match(const KeyPress& press, std::string_view keys) {
  const bool ctrl = take_modifier(keys, "Ctrl+");
  const bool shift = take_modifier(keys, "Shift+");
  const bool alt = take_modifier(keys, "Alt+");
  if (ctrl != press.ctrl || shift != press.shift || alt != press.alt) return std::nullopt;
  const std::size_t to = keys.find(kTo);
  if (to == std::string_view::npos) return keys == press.key ? std::optional(0) : std::nullopt;
  const std::string_view first = keys.substr(0, to);
  const std::string_view last = keys.substr(to + kTo.size());
  const bool in_range = press.key.size() == first.size() && press.key >= first && press.key <= last &&
                        press.key.substr(0, first.size() - 1) == first.substr(0, first.size() - 1);
  return in_range ? std::optional(press.key.back() - first.back()) : std::nullopt;
}

std::optional<int> match_any(const KeyPress& press, std::string_view keys) {
  while (!keys.empty()) {
    const std::size_t end = keys.find(kOr);
    if (const auto found = match(press, keys.substr(0, end))) return found;
    keys = end == std::string_view::npos ? "" : keys.substr(end + kOr.size());
  }
  return std::nullopt;
}

}  // namespace

bool repeats_while_held(ActionId id) {
  switch (id) {
    case ActionId::remove_last:
    case ActionId::remove_at_cursor:
    case ActionId::undo:
    case ActionId::redo:
    case ActionId::zoom_in:
    case ActionId::zoom_out:
    case ActionId::cursor_up:
    case ActionId::cursor_down:
    case ActionId::cursor_left:
    case ActionId::cursor_right:
    case ActionId::move_up:
    case ActionId::move_down:
    case ActionId::next_control:
    case ActionId::previous_control:
      return true;
    default:
      return false;
  }
}

std::optional<Action> action_of(const KeyPress& press) {
  for (const ActionInfo& info : all_actions()) {
    const auto found = match_any(press, info.keys);
    if (!found) continue;
    const auto which = static_cast<std::size_t>(*found);
    return Action{.id = info.id, .token = *found, .example = which, .choice = which};
  }
  return std::nullopt;
}

}  // namespace whatwhere
