// The sequence as rows: slot, token, tok_emb + P[t] = input_emb; and what changes it.
#include <cmath>

#include "app/panels/model_panels.h"
#include "app/panels/panels.h"
#include "app/panels/slot_drag.h"
#include "app/panels/slot_motion.h"
#include "app/ui/texts.h"

namespace whatwhere {

namespace {

constexpr float kRow = 30.0F;

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

void draw_column_heads(Ui& ui, const Shown& shown, const Columns& columns, float y) {
  const bool on = adds_to_input(shown.session.position);
  const float h = ui.px(18.0F);
  const ImU32 quiet = ui.palette->quiet;
  text_in(columns.number_rect(y, h), ui.fonts.small, quiet, "t", Align::right);
  text_in(columns.chip_rect(y, h), ui.fonts.small, quiet, "token", Align::centre);
  text_in(columns.strip_rect(0, y, h), ui.fonts.small, quiet, "tok_emb = E[id]", Align::centre);
  text_in(columns.strip_rect(1, y, h), ui.fonts.small, quiet, on ? "P[t]" : "P[t]: not added", Align::centre);
  text_in(columns.strip_rect(2, y, h), ui.fonts.small, quiet, "input_emb", Align::centre);
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
    const ImU32 colour = on_panel(*ui.palette, token_colour(id));
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
  const float h = ui.px(6.0F);  // up to the chips above and below: a point belongs to one of them
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

// Where the row of slot t is drawn.
struct Row {
  const Columns& columns;
  std::size_t t;
  float y;
  float h;
  float inset;  // between the row's edge and its cells

  float cell_y() const { return y + inset; }
  float cell_h() const { return h - 2.0F * inset; }
};

// The token: dragged to reorder, clicked to select, right-clicked to remove.
void draw_chip(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Row& row, float first_y) {
  const Slot& slot = shown.session.sequence.slots()[row.t];
  const std::string number = std::to_string(row.t);
  const Rect rect = row.columns.chip_rect(row.cell_y(), row.cell_h());
  const Hit chip = hit(ui, "input/chip/" + number, rect, "slot" + std::to_string(slot.identity));
  token_chip(ui, rect, slot.id);
  follow_drag(ui, shown, view, row.t, first_y, ui.px(kRow), chip);
  if (chip.hovered && !view.dragged) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui,
            "Slot " + number + ": \"" + std::string(word_of(slot.id)) + "\", id " + std::to_string(slot.id),
            "Drag it to another place; right-click removes it.");
  }
  if (chip.clicked) {
    focus.cursor = CellRef{CellRef::Of::input_emb, row.t, focus.cursor ? focus.cursor->column : 0};
  }
  if (chip.right_clicked) ui.ask({.id = ActionId::remove_slot, .slot = row.t});
}

// tok_emb + P[t] = input_emb, as strips.
void draw_sum(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Row& row) {
  const bool on = adds_to_input(shown.session.position);
  struct Part {
    const char* name;
    CellRef::Of of;
    std::span<const float> numbers;
    bool absent;
  };
  const Part parts[] = {
      {"tok_emb", CellRef::Of::tok_emb, shown.results.grid.tok_emb.row(row.t), false},
      {"pos_emb", CellRef::Of::pos_emb, shown.results.P.row(row.t), !on},
      {"input_emb", CellRef::Of::input_emb, shown.results.grid.input_emb.row(row.t), false},
  };
  for (int k = 0; k < 3; ++k) {
    const Part& part = parts[k];
    const Rect strip = row.columns.strip_rect(k, row.cell_y(), row.cell_h());
    const Slot& slot = shown.session.sequence.slots()[row.t];
    if (k == 0 && draw_flight(ui, shown, view, slot, strip)) continue;
    const auto column =
        heat_strip(ui, "input/" + std::string(part.name) + "/" + std::to_string(row.t), strip, part.numbers,
                   {.range = shown.results.range,
                    .absent = part.absent,
                    .lit = lit_column(focus, shown.results, part.of, row.t)});
    if (column) focus.hovered = CellRef{part.of, row.t, *column};
  }
  text_in(row.columns.sign_rect(0, row.y, row.h), ui.fonts.body,
          on ? ui.palette->text : faded(ui.palette->quiet, 0.4F), "+", Align::centre);
  text_in(row.columns.sign_rect(1, row.y, row.h), ui.fonts.body, ui.palette->text, "=", Align::centre);
}

// The cross at the end of the row, seen while the mouse is on the row.
void draw_remove(Ui& ui, const Shown& shown, const Row& row, const Rect& whole) {
  const Slot& slot = shown.session.sequence.slots()[row.t];
  const std::string number = std::to_string(row.t);
  const Rect rect = row.columns.remove_rect(row.cell_y(), row.cell_h());
  const Hit remove = hit(ui, "button/remove-" + number, rect, "remove" + std::to_string(slot.identity));
  const bool row_hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                           whole.contains(ImGui::GetMousePos());
  if (row_hovered || remove.hovered) {
    text_in(rect, ui.fonts.body, remove.hovered ? ui.palette->text : ui.palette->quiet, "\xC3\x97",
            Align::centre);
  }
  if (remove.hovered) tooltip(ui, "Remove slot " + number, "Delete removes the selected slot.");
  if (remove.clicked) ui.ask({.id = ActionId::remove_slot, .slot = row.t});
}

void draw_slot(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Row& row, float first_y) {
  const Rect number = row.columns.number_rect(row.y, row.h);
  const float right = row.columns.remove_rect(row.y, row.h).right();
  const Rect whole{row.columns.x0, row.y, right - row.columns.x0, row.h};
  const bool selected = focus.cursor && focus.cursor->row == row.t;
  const bool linked = focus.link_repeats && repeats(shown, row.t);
  if (selected || linked || view.dragged == shown.session.sequence.slots()[row.t].identity) {
    outline({number.x - ui.px(2.0F), row.y + ui.px(1.0F), right - number.x, row.h - ui.px(2.0F)},
            ui.palette->accent, ui.px(6.0F), ui.px(1.0F));
  }
  text_in(number, ui.fonts.mono, ui.palette->quiet, std::to_string(row.t), Align::right);
  draw_chip(ui, shown, focus, view, row, first_y);
  draw_sum(ui, shown, focus, view, row);
  draw_remove(ui, shown, row, whole);
}

// The way into the tour, below the empty sequence's box. Returns its bottom.
float draw_invitation(Ui& ui, const Shown& shown, const Rect& box) {
  const Action start{.id = ActionId::start_tour};
  const float width = action_button_width(ui, start.id);
  const Rect line{box.x, box.bottom() + ui.px(12.0F), box.w, ui.px(32.0F)};
  action_button(ui, shown, start, {line.x, line.y, width, line.h}, Look::primary);
  const float x = line.x + width + ui.px(12.0F);
  text_in({x, line.y, line.right() - x, line.h}, ui.fonts.body, ui.palette->quiet,
          text("lesson.invite", {std::to_string(kTourSteps)}));
  return draw_model_choice(ui, shown, {box.x, line.bottom() + ui.px(12.0F), box.w, 0.0F});
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
    return shown.progress.touring ? box.bottom() : draw_invitation(ui, shown, box);
  }
  const std::string next = T < kContextLength
                               ? "Slot " + std::to_string(T) + " is free: click a token, or press its id."
                               : shown.history.why_not({.id = ActionId::append_token});
  text_in(rect, ui.fonts.small, ui.palette->quiet, next);
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
  for (std::size_t t = 0; t < T; ++t) {
    draw_slot(ui, shown, focus, view, {columns, t, row_y[t], h, ui.px(3.0F)}, first_y);
  }
  for (std::size_t t = 0; t < T; ++t) {
    draw_gap(ui, shown, view, columns, t, first_y + static_cast<float>(t) * h);
  }
  draw_insert_menu(ui, view);
  return draw_next_line(ui, shown, columns, content.w, first_y + static_cast<float>(T) * h);
}

}  // namespace whatwhere
