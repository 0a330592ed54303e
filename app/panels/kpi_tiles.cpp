// The four quantities of the lesson, live.
#include <array>
#include <cmath>

#include "app/panels/panels.h"
#include "app/panels/words.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

constexpr float kTile = 72.0F;
constexpr float kGap = 8.0F;
constexpr float kFourInARow = 760.0F;  // below this width at scale 1 the tiles stand two by two

struct Tile {
  const char* name;
  std::string caption;
  std::string value;
  std::string detail;
  ImU32 colour;
  std::string tip;
};

Tile same_token_tile(const Ui& ui, const Shown& shown) {
  const SameToken& same = shown.grid().same;
  ImU32 colour = ui.palette->quiet;
  if (same.verdict == Verdict::yes) colour = ui.palette->good;
  if (same.verdict == Verdict::no) colour = ui.palette->warn;
  return {"kpi/same-token",
          "same token \xE2\x86\x92 same vector?",
          same_token_verdict_word(same),
          same_token_line(same),
          colour,
          same_token_evidence(same, [&](TokenId id) { return shown.word(ui, id); })};
}

std::string position_tip(PositionScheme scheme) {
  if (scheme == PositionScheme::rotary)
    return "The slots hold bare rows of E. Rotary turns queries and keys later, inside attention.";
  return adds_to_input(scheme)
             ? "Slot t adds row t of P (context_length, d) to its token's row. Both have width d."
             : "The slots hold bare rows of E. Press \"+ positional\" to add row t of P to slot t.";
}

// What the tiles say of the two tables, of the toy's or of a real model's.
struct Tables {
  std::string E_shape;
  std::string V;
  std::string d;
  std::size_t context_length;
  std::size_t offset;  // the row of P that slot 0 reads
};

Tables tables_of(const Shown& shown) {
  if (shown.model == nullptr) {
    const LessonResults& r = shown.results;
    return {shape_text(r.E), std::to_string(r.E.rows()), std::to_string(r.E.d()), r.P.rows(), 0};
  }
  const Model& model = *shown.session.real->model;
  const Tensor& E = model.token_table();
  return {shape_text(E), std::to_string(E.rows()), std::to_string(E.d()), most_slots(model),
          model.position_offset};
}

std::array<Tile, 4> tiles(const Ui& ui, const Shown& shown) {
  const GridResults& grid = shown.grid();
  const Tables tables = tables_of(shown);
  const PositionScheme scheme = shown_scheme(shown.session);
  const std::size_t T = grid.ids.size();
  const bool on = adds_to_input(scheme);
  const std::size_t first = scheme == PositionScheme::learned ? tables.offset : 0;
  const std::string rows = "P[" + std::to_string(first) + ".." + std::to_string(first + T) + ")";
  const bool has_P =
      shown.model == nullptr || shown.session.real->model->context_length() == tables.context_length;
  return {Tile{"kpi/token-table", "token table E (V, d)", tables.E_shape,
               "V = " + tables.V + " tokens of d = " + tables.d + " numbers", ui.palette->text,
               "One row per token id. The id only says which row to read."},
          Tile{"kpi/input-tensor", "input tensor (T, d)", shape_text(grid.grid.input_emb),
               "T = " + std::to_string(T) + " of " + (has_P ? "context_length = " : "at most ") +
                   std::to_string(tables.context_length),
               ui.palette->text, "What the transformer blocks receive: one vector of d numbers per slot."},
          same_token_tile(ui, shown),
          Tile{"kpi/position-signal", "position signal", std::string(name_of(scheme)),
               on ? rows + " is added" : "nothing is added", on ? ui.palette->accent : ui.palette->quiet,
               position_tip(scheme)}};
}

int columns(const Ui& ui, float width) { return width >= ui.px(kFourInARow) ? 4 : 2; }

}  // namespace

float kpi_height(const Ui& ui, float width) {
  const auto rows = static_cast<float>(4 / columns(ui, width));
  return rows * ui.px(kTile) + (rows - 1.0F) * ui.px(kGap);
}

void draw_kpi_tiles(Ui& ui, const Shown& shown, Focus& focus, const Rect& rect) {
  const int in_a_row = columns(ui, rect.w);
  const float gap = ui.px(kGap);
  // The left edge of column k; the columns reach from edge to edge.
  const auto column = [&](int k) {
    return rect.x + std::floor((rect.w + gap) * static_cast<float>(k) / static_cast<float>(in_a_row));
  };
  int at = 0;
  focus.link_repeats = false;
  for (const Tile& tile : tiles(ui, shown)) {
    const int k = at % in_a_row;
    const Rect r{column(k), rect.y + static_cast<float>(at / in_a_row) * (ui.px(kTile) + gap),
                 column(k + 1) - gap - column(k), ui.px(kTile)};
    ++at;
    fill(r, ui.palette->panel, ui.px(8.0F));
    const bool headline = std::string_view(tile.name) == "kpi/same-token";
    const Hit h = hit(ui, tile.name, r);
    if (headline) fill({r.x, r.y + ui.px(12.0F), ui.px(4.0F), r.h - ui.px(24.0F)}, tile.colour, ui.px(2.0F));
    const Rect inner = r.inset(ui.px(16.0F), ui.px(8.0F));
    text_in({inner.x, inner.y, inner.w, ui.px(14.0F)}, ui.fonts.small, ui.palette->quiet, tile.caption);
    text_in({inner.x, inner.y + ui.px(15.0F), inner.w, ui.px(26.0F)}, ui.fonts.large, tile.colour,
            tile.value);
    text_in({inner.x, inner.y + ui.px(43.0F), inner.w, ui.px(14.0F)}, ui.fonts.small, ui.palette->quiet,
            tile.detail);
    if (!h.hovered) continue;
    if (headline) focus.link_repeats = true;
    tooltip(ui, tile.caption, tile.tip);
  }
}

}  // namespace whatwhere
