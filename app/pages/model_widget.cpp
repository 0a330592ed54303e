// The widget's page on a real model: a sentence as rows of E, of P, and of their sum, however wide they are.
#include <algorithm>
#include <cmath>

#include "app/pages/model_pages.h"
#include "app/panels/model_panels.h"
#include "app/panels/slot_drag.h"
#include "app/panels/words.h"
#include "app/ui/compat.h"
#include "app/ui/texts.h"

namespace whatwhere {

namespace {

constexpr float kRow = 24.0F;
constexpr float kChip = 92.0F;
constexpr float kBag = 140.0F;  // the height of a bag's picture at most

// The columns of one row, left to right.
struct Columns {
  float x0 = 0.0F;
  float number = 0.0F;
  float chip = 0.0F;
  float sign = 0.0F;
  float strip = 0.0F;
  float remove = 0.0F;

  Rect number_rect(float y, float h) const { return {x0, y, number, h}; }
  Rect chip_rect(float y, float h) const { return {x0 + number + sign * 0.5F, y, chip, h}; }
  Rect strip_rect(int k, float y, float h) const {
    return {std::round(chip_rect(y, h).right() + sign * 0.75F + static_cast<float>(k) * (strip + sign)), y,
            strip, h};
  }
  Rect sign_rect(int k, float y, float h) const { return {strip_rect(k, y, h).right(), y, sign, h}; }
  Rect remove_rect(float y, float h) const {
    return {strip_rect(2, y, h).right() + sign * 0.25F, y, remove, h};
  }
};

Columns columns_for(const Ui& ui, const Rect& content) {
  Columns c;
  c.x0 = content.x;
  c.number = ui.px(34.0F);
  c.sign = ui.px(16.0F);
  c.remove = ui.px(20.0F);
  c.chip = ui.px(content.w < ui.px(520.0F) ? 64.0F : kChip);
  c.strip = std::floor((content.w - c.number - c.chip - c.sign * 3.5F - c.remove) / 3.0F);
  c.strip = std::max(c.strip, ui.px(48.0F));
  return c;
}

// The three pictures: tok_emb, what is added, input_emb.
struct Grids {
  GridImage tok_emb;
  GridImage P;
  GridImage input_emb;
};

Grids grids_for(Ui& ui, const Shown& shown, const ColumnWindow& window, float width) {
  const ModelResults& r = *shown.model;
  const float range = shown.range();
  return {grid_image(ui, "tok_emb", r.grid.tok_emb, window, width, range),
          grid_image(ui, "pos_emb", r.P, window, width, range),
          grid_image(ui, "input_emb", r.grid.input_emb, window, width, range)};
}

// "P[t]", or "P[t+2]" where slot 0 reads row 2.
std::string added_rows(const Shown& shown) {
  const std::size_t offset = shown.session.real->model->position_offset;
  const bool own = shown_scheme(shown.session) == PositionScheme::learned;
  return own && offset > 0 ? "P[t+" + std::to_string(offset) + "]" : "P[t]";
}

void draw_heads(Ui& ui, const Shown& shown, const Columns& columns, const Grids& grids, float y) {
  const bool on = adds_to_input(shown_scheme(shown.session));
  const float h = ui.px(18.0F);
  const ImU32 quiet = ui.palette->quiet;
  const bool has_P = grids.P.image != nullptr;
  text_in(columns.number_rect(y, h), ui.fonts.small, quiet, "t", Align::right);
  text_in(columns.chip_rect(y, h), ui.fonts.small, quiet, "token", Align::centre);
  text_in(columns.strip_rect(0, y, h), ui.fonts.small, quiet, "tok_emb = E[id]", Align::centre);
  text_in(columns.strip_rect(1, y, h), ui.fonts.small, quiet,
          on ? added_rows(shown)
             : text(has_P                          ? "model.P-not-added"
                    : shown.session.real->model->P ? "model.P-width"
                                                   : "model.P-none"),
          Align::centre);
  text_in(columns.strip_rect(2, y, h), ui.fonts.small, quiet, "input_emb", Align::centre);
}

bool repeats(const Shown& shown, std::size_t t) {
  const auto& ids = shown.model->ids;
  return std::count(ids.begin(), ids.end(), ids[t]) > 1;
}

struct Row {
  std::size_t t;
  Rect rect;
  float first_y;  // of slot 0
};

void draw_row_chip(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Columns& columns,
                   const Row& row) {
  const Slot& slot = shown.session.real->sequence.slots()[row.t];
  const std::string number = std::to_string(row.t);
  const float pad = ui.px(2.0F);
  const Rect rect = columns.chip_rect(row.rect.y + pad, row.rect.h - 2.0F * pad);
  const std::string label = shown.word(ui, slot.id);
  const Hit chip = hit(ui, "input/chip/" + number, rect, "slot" + std::to_string(slot.identity));
  token_chip(ui, rect, slot.id, label);
  follow_drag(ui, shown, view, row.t, row.first_y, row.rect.h, chip);
  if (chip.hovered && !view.dragged) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui, label + "   id " + std::to_string(slot.id),
            token_bytes_note(shown, slot.id, row.t) + "\n" + text("model.drag"));
  }
  if (chip.clicked)
    focus.cursor = CellRef{CellRef::Of::input_emb, row.t, focus.cursor ? focus.cursor->column : 0};
  if (chip.right_clicked) ui.ask({.id = ActionId::remove_slot, .slot = row.t});
}

void draw_sum(Ui& ui, const Shown& shown, Focus& focus, const Columns& columns, const Grids& grids,
              const Row& row) {
  const bool on = adds_to_input(shown_scheme(shown.session));
  struct Part {
    const char* name;
    CellRef::Of of;
    const GridImage& grid;
    bool absent;
  };
  const Part parts[] = {{"tok_emb", CellRef::Of::tok_emb, grids.tok_emb, false},
                        {"pos_emb", CellRef::Of::pos_emb, grids.P, !on},
                        {"input_emb", CellRef::Of::input_emb, grids.input_emb, false}};
  const float pad = ui.px(2.0F);
  ModelView& model_view = shown.model_view;
  for (int k = 0; k < 3; ++k) {
    const Part& part = parts[k];
    const Rect strip = columns.strip_rect(k, row.rect.y + pad, row.rect.h - 2.0F * pad);
    const bool lit = focus.cell && focus.cell->row == row.t && focus.cell->of != CellRef::Of::E &&
                     focus.cell->of != CellRef::Of::P;
    const auto column =
        grid_row(ui, "input/" + std::string(part.name) + "/" + std::to_string(row.t), part.grid, row.t, strip,
                 {part.absent, lit ? std::optional(focus.cell->column) : std::nullopt});
    if (!column) continue;
    focus.hovered = CellRef{part.of, row.t, *column};
    follow_wheel(model_view.columns, shown.model->grid.tok_emb.d(), strip);
  }
  if (grids.P.image != nullptr)
    text_in(columns.sign_rect(0, row.rect.y, row.rect.h), ui.fonts.body,
            on ? ui.palette->text : faded(ui.palette->quiet, 0.4F), "+", Align::centre);
  text_in(columns.sign_rect(1, row.rect.y, row.rect.h), ui.fonts.body, ui.palette->text, "=", Align::centre);
}

void draw_row(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Columns& columns,
              const Grids& grids, const Row& row) {
  const std::string number = std::to_string(row.t);
  const Rect remove = columns.remove_rect(row.rect.y, row.rect.h);
  const bool selected = focus.cursor && focus.cursor->row == row.t;
  if (selected || (focus.link_repeats && repeats(shown, row.t)))
    outline({row.rect.x, row.rect.y, remove.right() - row.rect.x, row.rect.h}, ui.palette->accent,
            ui.px(6.0F), ui.px(1.0F));
  text_in(columns.number_rect(row.rect.y, row.rect.h), ui.fonts.mono, ui.palette->quiet, number,
          Align::right);
  draw_row_chip(ui, shown, focus, view, columns, row);
  draw_sum(ui, shown, focus, columns, grids, row);
  const Hit cross = hit(ui, "button/remove-" + number, remove);
  const bool here = ImGui::IsWindowHovered() && row.rect.contains(ImGui::GetMousePos());
  if (here || cross.hovered)
    text_in(remove, ui.fonts.body, cross.hovered ? ui.palette->text : ui.palette->quiet, "\xC3\x97",
            Align::centre);
  if (cross.hovered) tooltip(ui, "Remove slot " + number, text("model.remove"));
  if (cross.clicked) ui.ask({.id = ActionId::remove_slot, .slot = row.t});
}

// All slots below each other; those out of sight are not drawn. Returns the bottom.
float draw_rows(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Rect& content) {
  const std::size_t T = shown.model->ids.size();
  ModelView& model_view = shown.model_view;
  const Columns columns = columns_for(ui, content);
  float y = draw_window(ui, "columns", "model.columns", model_view.columns, shown.model->grid.tok_emb.d(),
                        columns.strip, {content.x, content.y, content.w, 0.0F}) +
            ui.px(6.0F);
  const Grids grids = grids_for(ui, shown, model_view.columns, columns.strip);
  draw_heads(ui, shown, columns, grids, y);
  y += ui.px(20.0F);
  const float h = ui.px(kRow);
  const auto place = [&](std::size_t t) {
    return Rect{content.x, y + static_cast<float>(t) * h, content.w, h};
  };
  if (model_view.show && *model_view.show < T)
    ImGui::SetScrollFromPosY(place(*model_view.show).centre().y - ImGui::GetWindowPos().y, 0.5F);
  model_view.show.reset();
  const float above = ImGui::GetWindowDrawList()->GetClipRectMin().y - y;
  for (auto t = static_cast<std::size_t>(std::max(above / h, 0.0F)); t < T && in_sight(place(t)); ++t)
    draw_row(ui, shown, focus, view, columns, grids, {t, place(t), y});
  return y + static_cast<float>(T) * h;
}

// The vectors sorted by value, now and before the reorder: the same pictures where the order is invisible.
float draw_bags(Ui& ui, const Shown& shown, Focus& focus, const Rect& content) {
  const ModelResults& r = *shown.model;
  float y = content.y + ui.px(14.0F);
  text_in({content.x, y, content.w, ui.px(20.0F)}, ui.fonts.strong, ui.palette->text, text("model.bag"));
  y += ui.px(24.0F);
  const float gap = ui.px(24.0F);
  const float half = std::floor((content.w - gap) / 2.0F);
  const float h = std::min(ui.px(kBag), static_cast<float>(r.ids.size()) * ui.px(8.0F));
  const auto draw = [&](const char* name, const std::string& caption, const Table& grid,
                        const std::vector<std::size_t>& order, float x) {
    const GridImage image =
        grid_image(ui, name, grid, shown.model_view.columns, half, shown.range(), h, order);
    const std::size_t reduced = image.rows_a_line();
    text_in({x, y, half, ui.px(18.0F)}, ui.fonts.small, ui.palette->quiet,
            reduced > 1 ? caption + " " + text("model.reduced", {std::to_string(reduced)}) : caption);
    return whole_grid(ui, name, image, {x, y + ui.px(20.0F), half, h});
  };
  const auto now =
      draw("bag", text(r.before ? "model.bag-now" : "model.bag-sorted"), r.grid.input_emb, r.bag, content.x);
  if (now) focus.hovered = CellRef{CellRef::Of::input_emb, now->row, now->column};
  const float x = content.x + half + gap;
  if (r.before) {
    draw("bag-before", text("model.bag-before"), r.before->input_emb, r.before->bag, x);
  } else {
    wrapped_text({x, y + ui.px(20.0F), half, h}, ui.fonts.small, ui.palette->quiet, text("model.bag-how"));
  }
  return y + ui.px(20.0F) + h;
}

}  // namespace

float draw_model_input(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Rect& content) {
  const float gap = ui.px(10.0F);
  float y = draw_model_text(ui, shown, focus, content) + gap;
  y = draw_toolbar(ui, shown, {content.x, y, content.w, 0.0F}) + gap;
  y = draw_order_verdicts(ui, shown, {content.x, y, content.w, 0.0F}) + gap;
  if (shown.model->ids.empty()) return y;
  y = draw_rows(ui, shown, focus, view, {content.x, y, content.w, 0.0F});
  return draw_bags(ui, shown, focus, {content.x, y, content.w, 0.0F});
}

void follow_wheel(ColumnWindow& window, std::size_t d, const Rect& strip) {
  const ImGuiIO& io = ImGui::GetIO();
  const float part = (ImGui::GetMousePos().x - strip.x) / strip.w;
  const double at =
      static_cast<double>(window.first) + static_cast<double>(part) * static_cast<double>(window.count);
  const double sideways =
      static_cast<double>(io.KeyShift && io.MouseWheelH == 0.0F ? -io.MouseWheel : -io.MouseWheelH);
  if (io.KeyCtrl && io.MouseWheel != 0.0F) {
    window = zoomed(window, io.MouseWheel > 0.0F ? 1.5 : 1.0 / 1.5, at, d);
  } else if (sideways != 0.0) {
    window = panned(window, sideways * std::max(1.0, static_cast<double>(window.count) / 16.0), d);
  }
}

}  // namespace whatwhere
