// Map: all rows of E, and of P, in the plane of two principal components; and the cosines of P's rows.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/pages/model_pages.h"
#include "app/panels/model_panels.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr float kHeight = 380.0F;
constexpr float kReach = 10.0F;             // how far the mouse may be from a point, at scale 1
constexpr std::size_t kMostCosines = 1024;  // rows of P whose cosines are shown
constexpr std::size_t kFewRows = 300;       // up to there a row is a dot that can be seen alone
constexpr std::array<std::array<std::size_t, 2>, 3> kPlanes = {{{0, 1}, {0, 2}, {1, 2}}};

using Components = std::shared_ptr<const PrincipalComponents>;

// How scores become pixels: one scale for both axes, all points within.
struct Plane {
  std::size_t x = 0;
  std::size_t y = 1;
  double centre_x = 0.0;
  double centre_y = 0.0;
  double scale = 1.0;  // pixels a unit
  Rect rect;

  ImVec2 at(std::span<const float> score) const {
    return {rect.centre().x + static_cast<float>((static_cast<double>(score[x]) - centre_x) * scale),
            rect.centre().y - static_cast<float>((static_cast<double>(score[y]) - centre_y) * scale)};
  }
};

Plane plane_for(const Table& scores, std::size_t which, const Rect& rect) {
  const std::size_t last = scores.d() - 1;
  Plane plane{std::min(kPlanes[which][0], last), std::min(kPlanes[which][1], last), 0.0, 0.0, 1.0, rect};
  double low[2] = {INFINITY, INFINITY};
  double high[2] = {-INFINITY, -INFINITY};
  for (std::size_t i = 0; i < scores.rows(); ++i) {
    const auto score = scores.row(i);
    const double at[2] = {static_cast<double>(score[plane.x]), static_cast<double>(score[plane.y])};
    for (int k = 0; k < 2; ++k) {
      if (!std::isfinite(at[k])) continue;
      low[k] = std::min(low[k], at[k]);
      high[k] = std::max(high[k], at[k]);
    }
  }
  if (!(low[0] <= high[0]) || !(low[1] <= high[1])) return plane;
  plane.centre_x = (low[0] + high[0]) / 2.0;
  plane.centre_y = (low[1] + high[1]) / 2.0;
  const double room_x = static_cast<double>(rect.w) * 0.94;
  const double room_y = static_cast<double>(rect.h) * 0.94;
  plane.scale =
      std::min(room_x / std::max(high[0] - low[0], 1e-30), room_y / std::max(high[1] - low[1], 1e-30));
  return plane;
}

// ---- All points, as one picture ----

struct CloudRequest {
  Components components;
  std::size_t plane = 0;
  float w = 0.0F;
  float h = 0.0F;
  bool by_row = false;  // coloured from the first row to the last
  const Palette* palette = nullptr;
  bool operator==(const CloudRequest&) const = default;
};

// The more rows lie on a pixel the stronger its colour.
Image make_cloud(const CloudRequest& r) {
  const auto w = static_cast<std::size_t>(r.w);
  const auto h = static_cast<std::size_t>(r.h);
  Image image{static_cast<int>(w), static_cast<int>(h), std::vector<ImU32>(w * h, r.palette->raised), {}};
  const Table& scores = r.components->scores;
  const Plane plane = plane_for(scores, r.plane, {0.0F, 0.0F, r.w, r.h});
  const std::size_t dot = scores.rows() < kFewRows ? 6 : 2;  // pixels wide
  const auto margin = static_cast<float>(dot);
  std::vector<float> dots(w * h, 0.0F);
  std::vector<float> age(w * h, 0.0F);
  for (std::size_t i = 0; i < scores.rows(); ++i) {
    const ImVec2 at = plane.at(scores.row(i));
    if (!(at.x >= margin) || !(at.y >= margin) || at.x >= r.w - margin || at.y >= r.h - margin) continue;
    for (std::size_t dy = 0; dy < dot; ++dy) {
      for (std::size_t dx = 0; dx < dot; ++dx) {
        const std::size_t pixel = (static_cast<std::size_t>(at.y) + dy - dot / 2) * w +
                                  static_cast<std::size_t>(at.x) + dx - dot / 2;
        dots[pixel] += 1.0F;
        age[pixel] = static_cast<float>(i) / static_cast<float>(scores.rows());
      }
    }
  }
  for (std::size_t i = 0; i < dots.size(); ++i) {
    if (dots[i] == 0.0F) continue;
    const ImU32 ink = r.by_row ? mix(r.palette->negative, r.palette->positive, age[i]) : r.palette->accent;
    image.pixels[i] = mix(r.palette->raised, ink, r.by_row ? 1.0F : 1.0F - std::pow(0.55F, dots[i]));
  }
  return image;
}

// The row whose point is nearest to the mouse, within reach.
std::optional<std::size_t> row_under_mouse(const Ui& ui, const Table& scores, const Plane& plane) {
  const ImVec2 mouse = ImGui::GetMousePos();
  const float reach = ui.px(kReach);
  float best = reach * reach;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < scores.rows(); ++i) {
    const ImVec2 at = plane.at(scores.row(i));
    const float dx = at.x - mouse.x;
    const float dy = at.y - mouse.y;
    if (!(dx * dx + dy * dy < best)) continue;
    best = dx * dx + dy * dy;
    found = i;
  }
  return found;
}

void mark(Ui& ui, const Plane& plane, const Table& scores, std::size_t row, const std::string& label,
          ImU32 colour) {
  const ImVec2 at = plane.at(scores.row(row));
  if (!std::isfinite(at.x) || !std::isfinite(at.y)) return;
  ImGui::GetWindowDrawList()->AddCircle(at, ui.px(5.0F), colour, 0, ui.px(2.0F));
  const float w = text_width(ui.fonts.small, label) + ui.px(8.0F);
  const bool left = at.x + ui.px(8.0F) + w > plane.rect.right();
  const Rect box{left ? at.x - ui.px(8.0F) - w : at.x + ui.px(8.0F), at.y - ui.px(9.0F), w, ui.px(18.0F)};
  fill(box, faded(ui.palette->panel, 0.85F), ui.px(4.0F));
  text_in(box, ui.fonts.small, ui.palette->text, label, Align::centre);
}

std::string axes_words(const PrincipalComponents& c, const Plane& plane) {
  const auto percent = [](double part) { return fixed(100.0 * part, 1); };
  return text("map.axes", {std::to_string(plane.x + 1), percent(c.explained[plane.x]),
                           std::to_string(plane.y + 1), percent(c.explained[plane.y])});
}

// ---- E ----

void draw_cloud(const Shown& shown, const Components& components, Column& column) {
  Ui& ui = column.ui();
  const Table& scores = components->scores;
  const Rect rect = column.line(kHeight);
  const Hit h = hit(ui, "map/E", rect);
  const CloudRequest request{components, shown.model_view.plane, rect.w, rect.h, false, ui.palette};
  const Image& image = ui.images.of(ui.textures, "map/E", request, make_cloud);
  ImGui::GetWindowDrawList()->AddImage(image.texture, rect.min(), rect.max());
  const Plane plane = plane_for(scores, shown.model_view.plane, rect);
  const auto label = [&](std::size_t row) { return shown.word(ui, static_cast<TokenId>(row)); };
  for (const TokenId id : found_tokens(shown))
    mark(ui, plane, scores, static_cast<std::size_t>(id), label(static_cast<std::size_t>(id)),
         ui.palette->warn);
  if (const auto asked = asked_row(shown)) mark(ui, plane, scores, *asked, label(*asked), ui.palette->text);
  column.caption(axes_words(*components, plane));
  if (!h.hovered) return;
  const auto row = row_under_mouse(ui, scores, plane);
  if (!row) return;
  mark(ui, plane, scores, *row, label(*row), ui.palette->text);
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const auto score = scores.row(*row);
  tooltip(ui, label(*row) + "   id " + std::to_string(*row),
          text("map.point", {nine_digits(score[plane.x]), nine_digits(score[plane.y])}) + "\n" +
              text("table.click"));
  if (h.clicked) ask_about(ui, shown, false, *row);
}

void draw_choices(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  Flow flow(column.line(30.0F), ui.px(30.0F), ui.px(8.0F));
  const std::vector<std::string> planes = {text("map.plane-12"), text("map.plane-13"), text("map.plane-23")};
  const auto plane =
      choice(ui, "map/plane", flow.next(choice_width(ui, planes)), planes, shown.model_view.plane);
  if (plane) shown.model_view.plane = *plane;
  draw_search_field(ui, shown, "field/map-search", flow.next(ui.px(220.0F)));
  column.advance_to(flow.bottom());
  column.gap(8.0F);
}

// ---- P ----

void draw_path(const Shown& shown, const Components& components, Column& column) {
  Ui& ui = column.ui();
  const Rect rect = column.line(kHeight / 2.0F + 40.0F);
  const Hit h = hit(ui, "map/P", rect);
  const CloudRequest request{components, shown.model_view.plane, rect.w, rect.h, true, ui.palette};
  const Image& image = ui.images.of(ui.textures, "map/P", request, make_cloud);
  ImGui::GetWindowDrawList()->AddImage(image.texture, rect.min(), rect.max());
  const Plane plane = plane_for(components->scores, shown.model_view.plane, rect);
  if (const auto asked = asked_row(shown, true)) {
    mark(ui, plane, components->scores, *asked, std::to_string(*asked), ui.palette->text);
    ui.said["map/P-row"] = std::to_string(*asked);
  }
  column.caption(axes_words(*components, plane));
  if (!h.hovered) return;
  const auto row = row_under_mouse(ui, components->scores, plane);
  if (!row) return;
  mark(ui, plane, components->scores, *row, std::to_string(*row), ui.palette->text);
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const auto score = components->scores.row(*row);
  tooltip(ui, "P[" + std::to_string(*row) + "]",
          text("map.point", {nine_digits(score[plane.x]), nine_digits(score[plane.y])}) + "\n" +
              text("table.click"));
  if (h.clicked) ask_about(ui, shown, true, *row);
}

// The lines of the row of P that is asked about, in both directions.
void mark_cosines(Ui& ui, std::size_t row, std::size_t rows, const Rect& rect) {
  if (row >= rows) return;
  for (const Rect& band : {row_band(rect, row, rows, ui.px(3.0F)), column_band(rect, row, rows, ui.px(3.0F))})
    outline(band, ui.palette->text, 0.0F, ui.px(1.0F));
}

void draw_cosines(const Shown& shown, const Tensor& P, Column& column) {
  Ui& ui = column.ui();
  const auto cosines = shown.work.cosines({shown.session.real->model, true}, kMostCosines);
  column.heading(text("map.cosines"));
  if (!cosines) {
    return draw_kept_work(ui, "cosines", text("map.working"), shown.work.cosines_job(), column.line(32.0F));
  }
  column.words(text(P.rows() > kMostCosines ? "map.cosines-first" : "map.cosines-how",
                    {std::to_string(cosines->rows())}));
  const float side = std::min(column.width(), ui.px(360.0F));
  const GridImage grid = grid_image(ui, "cosines", *cosines, {0, cosines->d()}, side, 1.0F, side);
  if (grid.rows_a_line() > 1) column.caption(text("model.reduced", {std::to_string(grid.rows_a_line())}));
  const Rect place = column.line(0.0F);
  const Rect rect{place.x, place.y, side, side};
  const auto cell = whole_grid(ui, "map/cosines", grid, rect);
  if (const auto asked = asked_row(shown, true)) mark_cosines(ui, *asked, cosines->rows(), rect);
  column.advance_to(rect.bottom() + ui.px(4.0F));
  if (!cell) return;
  tooltip(ui, text("map.cosine", {std::to_string(cell->row), std::to_string(cell->column)}),
          nine_digits(cosines->row(cell->row)[cell->column]) + "\n" + text("table.click"));
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ask_about(ui, shown, true, cell->row);
}

void draw_P(const Shown& shown, Column& column) {
  const Model& model = *shown.session.real->model;
  column.heading(text("map.P"));
  if (!model.P) return column.words(text("model.P-none"));
  draw_P_row_field(column.ui(), shown, "field/map-P-row", column.line(28.0F));
  column.gap(4.0F);
  const auto components = shown.work.components({shown.session.real->model, true});
  if (components) {
    column.words(text("map.P-how"));
    draw_path(shown, components, column);
  } else {
    draw_kept_work(column.ui(), "components-P", text("map.working"), shown.work.components_job(true),
                   column.line(32.0F));
  }
  draw_cosines(shown, *model.position_table(), column);
}

Finding finding(const Components& components) {
  const std::string question = text("map.question");
  if (!components) return {question, "\xE2\x80\x94", text("map.working"), Tone::quiet};
  double together = 0.0;
  for (std::size_t k = 0; k < std::min<std::size_t>(components->explained.size(), 2); ++k)
    together += components->explained[k];
  return {question, fixed(100.0 * together, 1) + " %",
          text("map.detail", {std::to_string(components->rows), std::to_string(components->mean.size()),
                              std::to_string(components->scores.rows())}),
          Tone::quiet};
}

}  // namespace

Finding draw_map_page(const Shown& shown, Column& column) {
  if (shown.model == nullptr) return ask_for_model(shown, column, text("map.question"));
  const auto components = shown.work.components({shown.session.real->model, false});
  if (shown.session.real->model->P) shown.model_view.colour_bar = {1.0F, text("map.colours")};
  draw_choices(shown, column);
  column.side_by_side(340.0F,
                      {[&](Column& part) {
                         part.heading(text("map.E"));
                         part.words(text("map.E-how"));
                         if (components) return draw_cloud(shown, components, part);
                         draw_kept_work(part.ui(), "components", text("map.working"),
                                        shown.work.components_job(false), part.line(32.0F));
                       },
                       [&](Column& part) { draw_P(shown, part); }},
                      {3.0F, 2.0F});
  return finding(components);
}

}  // namespace whatwhere
