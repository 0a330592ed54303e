// The sequence as rows: slot, token, tok_emb + P[t] = input_emb; and what changes it.
#include <cmath>

#include "app/panels/panels.h"
#include "app/panels/words.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr float kRow = 30.0F;
constexpr float kButton = 32.0F;
constexpr float kGap = 8.0F;
constexpr double kTravel = 0.22;  // seconds; motion explains, it must not delay

// Starts fast, arrives slowly.
float eased(double elapsed) {
  const auto left = static_cast<float>(1.0 - std::min(elapsed / kTravel, 1.0));
  return 1.0F - left * left * left;
}

float between(float from, float to, float amount) { return from + (to - from) * amount; }

// The columns of one row, left to right.
struct Columns {
  float gutter;  // links between repeated tokens
  float number;
  float chip;
  float strip;
  float sign;
  float remove;
  float x0;

  Rect number_rect(float y, float h) const { return {x0 + gutter, y, number, h}; }
  Rect chip_rect(float y, float h) const { return {x0 + gutter + number + sign * 0.5F, y, chip, h}; }
  Rect strip_rect(int k, float y, float h) const {
    const float start = x0 + gutter + number + sign * 0.5F + chip + sign * 0.75F;
    return {std::round(start + static_cast<float>(k) * (strip + sign)), y, strip, h};
  }
  Rect sign_rect(int k, float y, float h) const {
    const Rect left = strip_rect(k, y, h);
    return {left.right(), y, sign, h};
  }
  Rect remove_rect(float y, float h) const {
    return {strip_rect(2, y, h).right() + sign * 0.25F, y, remove, h};
  }
};

Columns columns_for(const Ui& ui, float x, float width) {
  Columns c{};
  c.x0 = x;
  c.gutter = ui.px(18.0F);
  c.number = ui.px(16.0F);
  c.sign = ui.px(16.0F);
  c.remove = ui.px(20.0F);
  c.chip = ui.px(58.0F);
  const float fixed_part = c.gutter + c.number + c.chip + c.sign * 3.5F + c.remove;
  const float widest = ui.px(4.0F * 72.0F);
  // A multiple of d = 4 cells, so that all cells are equally wide.
  c.strip = std::floor(std::min((width - fixed_part) / 3.0F, widest) / 4.0F) * 4.0F;
  c.strip = std::max(c.strip, ui.px(48.0F));
  return c;
}

// Position as a switch: its state is part of its face.
void draw_position_switch(Ui& ui, const Shown& shown, const Rect& rect) {
  const bool on = shown.session.position == PositionScheme::learned;
  const Hit h = hit(ui, "button/position", rect);
  const Palette& c = *ui.palette;
  ImU32 back = on ? c.accent : c.raised;
  if (h.hovered) {
    back = on ? mix(c.accent, c.text, 0.2F) : c.hovered;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui, on ? "Stop adding P[t]  (P)" : "Add P[t] to slot t  (P)",
            info(ActionId::toggle_position).help);
  }
  fill(rect, back, ui.px(6.0F));
  const float knob = ui.px(12.0F);
  const Rect track{rect.x + ui.px(12.0F), rect.y + (rect.h - ui.px(16.0F)) / 2.0F, ui.px(28.0F),
                   ui.px(16.0F)};
  fill(track, on ? c.on_accent : c.quiet, track.h / 2.0F);
  const float inset = ui.px(2.0F);
  fill({on ? track.right() - knob - inset : track.x + inset, track.y + inset, knob, knob},
       on ? c.accent : c.raised, knob / 2.0F);
  text_in({track.right() + ui.px(8.0F), rect.y, rect.right() - track.right(), rect.h}, ui.fonts.strong,
          on ? c.on_accent : c.text, info(ActionId::toggle_position).label);
  if (h.clicked) ui.ask({.id = ActionId::toggle_position});
}

// Places rectangles from left to right, and in the next row when there is no room.
class Flow {
 public:
  Flow(const Ui& ui, const Rect& content, float height)
      : ui_(ui), content_(content), x_(content.x), y_(content.y), h_(height) {}
  Rect next(float width) {
    if (x_ > content_.x && x_ + width > content_.right() + 0.5F) {
      x_ = content_.x;
      y_ += h_ + ui_.px(kGap);
    }
    const Rect rect{x_, y_, width, h_};
    x_ += width + ui_.px(kGap);
    return rect;
  }
  float bottom() const { return y_ + h_; }

 private:
  const Ui& ui_;
  Rect content_;
  float x_;
  float y_;
  float h_;
};

// The buttons; returns the bottom.
float draw_toolbar(Ui& ui, const Shown& shown, const Rect& content) {
  Flow flow(ui, content, ui.px(kButton));
  const float position = text_width(ui.fonts.strong, info(ActionId::toggle_position).label) + ui.px(60.0F);
  draw_position_switch(ui, shown, flow.next(position));
  for (const ActionId id :
       {ActionId::shuffle, ActionId::reverse, ActionId::undo, ActionId::redo, ActionId::clear}) {
    action_button(ui, shown, {.id = id}, flow.next(action_button_width(ui, id)));
  }
  return flow.bottom();
}

// "same multiset of vectors: yes   slots changed: 2 of 3"; returns the bottom.
float draw_order_verdicts(Ui& ui, const Shown& shown, const Rect& content) {
  struct Fact {
    const char* name;
    const char* caption;
    std::string value;
    const char* tip;
  };
  const Fact facts[] = {
      {"verdict/multiset", "same multiset of vectors:", multiset_word(shown.results),
       "After the last reorder: are they the same vectors, byte by byte, each as often as before?"},
      {"verdict/slots-changed", "slots changed:", slots_changed_word(shown.results),
       "How many slots hold another vector than before the last reorder."}};
  Flow flow(ui, content, ui.px(20.0F));
  for (const Fact& fact : facts) {
    const float caption = text_width(ui.fonts.body, fact.caption) + ui.px(6.0F);
    const float value = text_width(ui.fonts.strong, fact.value) + ui.px(16.0F);
    const Rect rect = flow.next(caption + value);
    const Hit h = hit(ui, fact.name, rect);
    text_in({rect.x, rect.y, caption, rect.h}, ui.fonts.body, ui.palette->quiet, fact.caption);
    text_in({rect.x + caption, rect.y, value, rect.h}, ui.fonts.strong, ui.palette->text, fact.value);
    if (h.hovered) {
      tooltip(ui, "",
              shown.results.before ? fact.tip : order_sentences(shown.session, shown.results)[0].c_str());
    }
  }
  return flow.bottom();
}

void draw_column_heads(Ui& ui, const Shown& shown, const Columns& columns, float y) {
  const bool on = shown.session.position == PositionScheme::learned;
  const float h = ui.px(18.0F);
  const ImU32 quiet = ui.palette->quiet;
  text_in(columns.number_rect(y, h), ui.fonts.small, quiet, "t", Align::right);
  text_in(columns.chip_rect(y, h), ui.fonts.small, quiet, "token", Align::centre);
  text_in(columns.strip_rect(0, y, h), ui.fonts.small, quiet, "tok_emb = E[id]", Align::centre);
  text_in(columns.strip_rect(1, y, h), ui.fonts.small, quiet, on ? "P[t]" : "P[t]: not added", Align::centre);
  text_in(columns.strip_rect(2, y, h), ui.fonts.small, quiet, "input_emb", Align::centre);
}

std::optional<std::size_t> lit_column(const Focus& focus, const Shown& shown, CellRef::Of of, std::size_t t) {
  if (!focus.cell) return std::nullopt;
  const CellRef& cell = *focus.cell;
  const bool on = shown.results.grid.pos_emb.has_value();
  const bool of_E = cell.of == CellRef::Of::E && static_cast<std::size_t>(shown.results.ids[t]) == cell.row;
  const bool of_P = cell.of == CellRef::Of::P && cell.row == t && on;
  const bool of_X = cell.of == CellRef::Of::input_emb && cell.row == t;
  bool lit = cell.of == of && cell.row == t;
  if (of == CellRef::Of::tok_emb) lit = lit || of_E || of_X;
  if (of == CellRef::Of::pos_emb) lit = lit || of_P || (of_X && on);
  if (of == CellRef::Of::input_emb) lit = lit || of_E || of_P;
  return lit ? std::optional(cell.column) : std::nullopt;
}

// Lines in the gutter between slots that hold one token.
void draw_links(Ui& ui, const Shown& shown, const Focus& focus, const Columns& columns,
                const std::vector<float>& row_y) {
  const float h = ui.px(kRow);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto& ids = shown.results.ids;
  std::size_t lane = 0;
  for (TokenId id = 0; static_cast<std::size_t>(id) < kVocabSize; ++id) {
    std::vector<std::size_t> slots;
    for (std::size_t t = 0; t < ids.size(); ++t) {
      if (ids[t] == id) slots.push_back(t);
    }
    if (slots.size() < 2) continue;
    const float x = columns.x0 + columns.gutter - ui.px(4.0F) - static_cast<float>(lane++ % 4) * ui.px(4.0F);
    const float thickness = ui.px(focus.link_repeats ? 3.0F : 2.0F);
    const ImU32 colour = token_colour(id);
    for (const std::size_t t : slots) {
      const float y = std::round(row_y[t] + h / 2.0F);
      list.AddLine({x, y}, {columns.x0 + columns.gutter + ui.px(2.0F), y}, colour, thickness);
    }
    list.AddLine({x, std::round(row_y[slots.front()] + h / 2.0F)},
                 {x, std::round(row_y[slots.back()] + h / 2.0F)}, colour, thickness);
  }
}

bool repeats(const Shown& shown, std::size_t t) {
  for (const SameTokenPair& pair : shown.results.same.pairs) {
    if (pair.slot_a == t || pair.slot_b == t) return true;
  }
  return false;
}

// Moves the row's track towards `target` and returns where it is now.
float travelled_y(Ui& ui, InputView& view, std::uint32_t identity, float target) {
  const auto [found, is_new] = view.tracks.try_emplace(identity, InputView::Track{target, target, -1e9});
  InputView::Track& track = found->second;
  const float at = between(track.from, track.to, eased(ui.now - track.started));
  if (track.to != target) track = {at, target, ui.now};
  if (!ui.motion) track = {target, target, -1e9};
  if (ui.now - track.started < kTravel) ui.animating = true;
  return is_new ? target : between(track.from, track.to, eased(ui.now - track.started));
}

// Slots that are new since the last frame set out from their row in E.
void start_flights(Ui& ui, const Shown& shown, InputView& view) {
  for (const Slot& slot : shown.session.sequence.slots()) {
    if (view.tracks.contains(slot.identity)) continue;
    const auto from = ui.last_items.find("table/strip/" + std::to_string(slot.id));
    if (ui.motion && from != ui.last_items.end()) view.flights[slot.identity] = {from->second, ui.now};
  }
}

// Forgets what belongs to slots that are gone.
void forget_gone(const Shown& shown, InputView& view) {
  const auto slots = shown.session.sequence.slots();
  const auto gone = [&](const auto& entry) {
    return std::none_of(slots.begin(), slots.end(), [&](const Slot& s) { return s.identity == entry.first; });
  };
  std::erase_if(view.tracks, gone);
  std::erase_if(view.flights, gone);
}

// Draws the row on its way from the table. Returns whether it is still travelling.
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

// The menu of a gap: which token to insert there.
void draw_insert_menu(Ui& ui, InputView& view) {
  if (!ImGui::BeginPopup("insert-menu")) {
    view.insert_at.reset();
    return;
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float h = ui.px(28.0F);
  text_in({start.x, start.y, ui.px(150.0F), ui.px(20.0F)}, ui.fonts.small, ui.palette->quiet,
          "Insert before slot " + std::to_string(view.insert_at.value_or(0)));
  for (TokenId id = 0; static_cast<std::size_t>(id) < kVocabSize; ++id) {
    const Rect rect{start.x, start.y + ui.px(24.0F) + static_cast<float>(id) * (h + ui.px(4.0F)),
                    ui.px(150.0F), h};
    const Hit chosen = hit(ui, "insert/token/" + std::to_string(id), rect);
    token_chip(ui, rect, id);
    if (chosen.hovered) outline(rect, ui.palette->text, ui.px(6.0F), ui.px(2.0F));
    if (!chosen.clicked || !view.insert_at) continue;
    ui.ask({.id = ActionId::insert_token, .token = id, .slot = *view.insert_at});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

// The gap above slot t: a click opens the token menu, a token dropped on it is inserted there.
void draw_gap(Ui& ui, const Shown& shown, InputView& view, const Columns& columns, std::size_t t, float y) {
  const float h = ui.px(8.0F);
  const Rect gap{columns.number_rect(y, h).x, y - h / 2.0F,
                 columns.chip_rect(y, h).right() - columns.number_rect(y, h).x, h};
  const Action insert{.id = ActionId::insert_token, .slot = t};
  const bool possible = shown.history.why_not(insert).empty();
  const Hit over = hit(ui, "input/gap/" + std::to_string(t), gap);
  if (over.hovered && !view.dragged) {
    fill({gap.x, y - ui.px(1.0F), gap.w, ui.px(2.0F)}, possible ? ui.palette->accent : ui.palette->quiet);
    tooltip(ui, "Insert before slot " + std::to_string(t),
            possible ? "Click to choose a token." : shown.history.why_not(insert));
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  if (over.clicked && possible) {
    view.insert_at = t;
    ImGui::OpenPopup("insert-menu");
  }
}

// A token dragged from the table over `area`: shows the gap it would go into, and inserts it when dropped.
void accept_drop(Ui& ui, const Shown& shown, const Columns& columns, const Rect& area) {
  ImGui::SetCursorScreenPos(area.min());
  ImGui::Dummy({area.w, area.h});
  if (!ImGui::BeginDragDropTarget()) return;
  const auto T = shown.results.ids.size();
  const float h = ui.px(kRow);
  const float rows = std::round((ImGui::GetMousePos().y - area.y) / h);
  const auto at = static_cast<std::size_t>(std::clamp(rows, 0.0F, static_cast<float>(T)));
  const ImGuiDragDropFlags flags =
      ImGuiDragDropFlags_AcceptNoDrawDefaultRect | ImGuiDragDropFlags_AcceptBeforeDelivery;
  if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload("token", flags)) {
    const float y = area.y + static_cast<float>(at) * h;
    fill({columns.number_rect(y, h).x, y - ui.px(1.0F),
          columns.strip_rect(2, y, h).right() - columns.x0 - columns.gutter, ui.px(2.0F)},
         ui.palette->accent);
    if (payload->IsDelivery()) {
      TokenId token = 0;
      std::copy_n(static_cast<const char*>(payload->Data), sizeof token, reinterpret_cast<char*>(&token));
      ui.ask({.id = ActionId::insert_token, .token = token, .slot = at});
    }
  }
  ImGui::EndDragDropTarget();
}

// While the chip of slot t is dragged, the slot takes the place that the mouse is at.
void follow_drag(Ui& ui, const Shown& shown, InputView& view, const Slot& slot, std::size_t t, float first_y,
                 const Hit& chip) {
  if (!chip.held) {
    if (view.dragged == slot.identity) view.dragged.reset();
    return;
  }
  if (view.dragged != slot.identity && !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return;
  if (view.dragged != slot.identity) {
    view.dragged = slot.identity;
    view.drag_moved = false;
  }
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  const float row = std::floor((ImGui::GetMousePos().y - first_y) / ui.px(kRow));
  const auto last = static_cast<float>(shown.results.ids.size() - 1);
  const auto to = static_cast<std::size_t>(std::clamp(row, 0.0F, last));
  if (to == t) return;
  ui.ask({.id = ActionId::move_slot, .slot = t, .to = to, .continues = view.drag_moved});
  view.drag_moved = true;
}

void draw_slot(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Columns& columns,
               std::size_t t, float y, float first_y) {
  const Slot& slot = shown.session.sequence.slots()[t];
  const std::string number = std::to_string(t);
  const float h = ui.px(kRow);
  const float inset = ui.px(3.0F);
  const float cell_h = h - 2.0F * inset;
  const bool on = shown.session.position == PositionScheme::learned;
  const Rect row{columns.x0, y, columns.remove_rect(y, h).right() - columns.x0, h};
  const bool selected = focus.cursor && focus.cursor->row == t;
  const bool linked = focus.link_repeats && repeats(shown, t);
  const bool row_hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                           row.contains(ImGui::GetMousePos());

  if (selected || linked || view.dragged == slot.identity) {
    outline({columns.number_rect(y, h).x - ui.px(2.0F), y + ui.px(1.0F),
             row.right() - columns.number_rect(y, h).x, h - ui.px(2.0F)},
            ui.palette->accent, ui.px(6.0F), ui.px(1.0F));
  }
  text_in(columns.number_rect(y, h), ui.fonts.mono, ui.palette->quiet, number, Align::right);

  const Rect chip_rect = columns.chip_rect(y + inset, cell_h);
  const Hit chip = hit(ui, "input/chip/" + number, chip_rect, "slot" + std::to_string(slot.identity));
  token_chip(ui, chip_rect, slot.id);
  follow_drag(ui, shown, view, slot, t, first_y, chip);
  if (chip.hovered && !view.dragged) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui,
            "Slot " + number + ": \"" + std::string(word_of(slot.id)) + "\", id " + std::to_string(slot.id),
            "Drag it to another place; right-click removes it.");
  }
  if (chip.clicked)
    focus.cursor = CellRef{CellRef::Of::input_emb, t, focus.cursor ? focus.cursor->column : 0};
  if (chip.right_clicked) ui.ask({.id = ActionId::remove_slot, .slot = t});

  struct Part {
    const char* name;
    CellRef::Of of;
    std::span<const float> numbers;
    bool absent;
  };
  const Part parts[] = {
      {"tok_emb", CellRef::Of::tok_emb, shown.results.grid.tok_emb.row(t), false},
      {"pos_emb", CellRef::Of::pos_emb, shown.results.P.row(t), !on},
      {"input_emb", CellRef::Of::input_emb, shown.results.grid.input_emb.row(t), false},
  };
  for (int k = 0; k < 3; ++k) {
    const Part& part = parts[k];
    const Rect strip = columns.strip_rect(k, y + inset, cell_h);
    if (k == 0 && draw_flight(ui, shown, view, slot, strip)) continue;
    const auto column = heat_strip(
        ui, "input/" + std::string(part.name) + "/" + number, strip, part.numbers,
        {.range = shown.results.range, .absent = part.absent, .lit = lit_column(focus, shown, part.of, t)});
    if (column) focus.hovered = CellRef{part.of, t, *column};
  }
  text_in(columns.sign_rect(0, y, h), ui.fonts.body, on ? ui.palette->text : faded(ui.palette->quiet, 0.4F),
          "+", Align::centre);
  text_in(columns.sign_rect(1, y, h), ui.fonts.body, ui.palette->text, "=", Align::centre);

  const Rect remove_rect = columns.remove_rect(y + inset, cell_h);
  const Hit remove =
      hit(ui, "button/remove-" + number, remove_rect, "remove" + std::to_string(slot.identity));
  if (row_hovered || remove.hovered) {
    text_in(remove_rect, ui.fonts.body, remove.hovered ? ui.palette->text : ui.palette->quiet, "\xC3\x97",
            Align::centre);
  }
  if (remove.hovered) tooltip(ui, "Remove slot " + number, "Delete removes the selected slot.");
  if (remove.clicked) ui.ask({.id = ActionId::remove_slot, .slot = t});
}

// The line under the last slot: what can be done next. Returns its bottom.
float draw_next_line(Ui& ui, const Shown& shown, const Columns& columns, float width, float y) {
  const std::size_t T = shown.results.ids.size();
  const Rect rect{columns.number_rect(y, 0.0F).x, y, width - columns.gutter, ui.px(24.0F)};
  ui.record("input/hint", rect);
  if (T == 0) {
    const Rect box{rect.x, rect.y, rect.w, ui.px(64.0F)};
    outline(box, ui.palette->line, ui.px(8.0F), ui.px(1.0F));
    text_in({box.x + ui.px(16.0F), box.y + ui.px(10.0F), box.w - ui.px(32.0F), ui.px(20.0F)}, ui.fonts.strong,
            ui.palette->text, "Click a token in the table: its row becomes slot 0.");
    text_in({box.x + ui.px(16.0F), box.y + ui.px(34.0F), box.w - ui.px(32.0F), ui.px(20.0F)}, ui.fonts.body,
            ui.palette->quiet, "Or press its id (0 to 5), or start from an example at the top.");
    return box.bottom();
  }
  const std::string text = T < kContextLength
                               ? "Slot " + std::to_string(T) + " is free: click a token, or press its id."
                               : "All 8 slots are taken: P has no row 8.";
  text_in(rect, ui.fonts.small, ui.palette->quiet, text);
  return rect.bottom();
}

}  // namespace

float draw_input(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Rect& content) {
  float y = draw_toolbar(ui, shown, content) + ui.px(10.0F);
  y = draw_order_verdicts(ui, shown, {content.x, y, content.w, 0.0F}) + ui.px(10.0F);
  const Columns columns = columns_for(ui, content.x, content.w);
  const std::size_t T = shown.session.sequence.size();
  if (T > 0) draw_column_heads(ui, shown, columns, y);
  if (T > 0) y += ui.px(20.0F);

  const float first_y = y;
  const float h = ui.px(kRow);
  start_flights(ui, shown, view);
  std::vector<float> row_y;
  for (std::size_t t = 0; t < T; ++t) {
    const std::uint32_t identity = shown.session.sequence.slots()[t].identity;
    row_y.push_back(std::round(first_y + travelled_y(ui, view, identity, static_cast<float>(t) * h)));
  }
  forget_gone(shown, view);
  accept_drop(ui, shown, columns, {content.x, first_y, content.w, static_cast<float>(T + 1) * h});
  draw_links(ui, shown, focus, columns, row_y);
  for (std::size_t t = 0; t < T; ++t) draw_slot(ui, shown, focus, view, columns, t, row_y[t], first_y);
  for (std::size_t t = 0; t < T; ++t) {
    draw_gap(ui, shown, view, columns, t, first_y + static_cast<float>(t) * h);
  }
  draw_insert_menu(ui, view);
  return draw_next_line(ui, shown, columns, content.w, first_y + static_cast<float>(T) * h);
}

}  // namespace whatwhere
