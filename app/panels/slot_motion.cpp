#include "app/panels/slot_motion.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace whatwhere {

namespace {

constexpr double kTravel = 0.22;  // seconds; motion explains, it must not delay

// Starts fast, arrives slowly.
float eased(double elapsed) {
  const auto left = static_cast<float>(1.0 - std::min(elapsed / kTravel, 1.0));
  return 1.0F - left * left * left;
}

float between(float from, float to, float amount) { return from + (to - from) * amount; }

}  // namespace

float travelled_y(Ui& ui, InputView& view, std::uint32_t identity, float target) {
  const auto [found, is_new] = view.tracks.try_emplace(identity, InputView::Track{target, target, -1e9});
  InputView::Track& track = found->second;
  const float at = between(track.from, track.to, eased(ui.now - track.started));
  if (track.to != target) track = {at, target, ui.now};
  if (!ui.motion) track = {target, target, -1e9};
  if (ui.now - track.started < kTravel) ui.animating = true;
  return is_new ? target : between(track.from, track.to, eased(ui.now - track.started));
}

void start_flights(Ui& ui, const Shown& shown, InputView& view) {
  for (const Slot& slot : shown.session.sequence.slots()) {
    if (view.tracks.contains(slot.identity)) continue;
    const auto from = ui.last_items.find("table/strip/" + std::to_string(slot.id));
    if (ui.motion && from != ui.last_items.end()) view.flights[slot.identity] = {from->second, ui.now};
  }
}

void forget_gone(const Shown& shown, InputView& view) {
  const auto slots = shown.session.sequence.slots();
  const auto gone = [&](const auto& entry) {
    return std::none_of(slots.begin(), slots.end(), [&](const Slot& s) { return s.identity == entry.first; });
  };
  std::erase_if(view.tracks, gone);
  std::erase_if(view.flights, gone);
  if (view.dragged && gone(std::pair(*view.dragged, 0))) view.dragged.reset();
}

bool draw_flight(Ui& ui, const Shown& shown, InputView& view, const Slot& slot, const Rect& target) {
  const auto found = view.flights.find(slot.identity);
  if (found == view.flights.end()) return false;
  if (!ui.motion || ui.now - found->second.started >= kTravel) {
    view.flights.erase(found);
    return false;
  }
  const float amount = eased(ui.now - found->second.started);
  const Rect& from = found->second.from;
  const Rect at{between(from.x, target.x, amount), between(from.y, target.y, amount),
                between(from.w, target.w, amount), between(from.h, target.h, amount)};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const auto row = shown.results.E.row(static_cast<std::size_t>(slot.id));
  const float cell = at.w / static_cast<float>(row.size());
  for (std::size_t j = 0; j < row.size(); ++j) {
    const float x = at.x + static_cast<float>(j) * cell;
    list.AddRectFilled({x, at.y}, {x + cell - ui.px(1.0F), at.bottom()},
                       heat_colour(*ui.palette, row[j], shown.results.range), ui.px(3.0F));
  }
  ui.animating = true;
  return true;
}

}  // namespace whatwhere
