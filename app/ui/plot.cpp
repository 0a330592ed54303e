#include "app/ui/plot.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/ui/texts.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

struct Range {
  double low = 0.0;
  double high = 0.0;

  void include(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  // Where x is between the ends, 0 to 1.
  float part(double x) const { return high > low ? static_cast<float>((x - low) / (high - low)) : 0.5F; }
};

bool is_finite(const PlotPoint& p) { return std::isfinite(p[0]) && std::isfinite(p[1]); }

// The plot's frame and the mapping into it.
struct Axes {
  Rect area;
  Range x;
  Range y;       // what the frame spans
  Range values;  // of y: the lines' own
  bool log_x = false;

  double scaled(double value) const { return log_x ? std::log1p(value) : value; }
  // Where this value of x stands, 0 to 1, and back.
  float x_part(double value) const { return Range{scaled(x.low), scaled(x.high)}.part(scaled(value)); }
  double x_at(double part) const {
    const double value = scaled(x.low) + part * (scaled(x.high) - scaled(x.low));
    return log_x ? std::expm1(value) : value;
  }
  ImVec2 at(const PlotPoint& p) const {
    return {area.x + x_part(p[0]) * area.w, area.bottom() - y.part(p[1]) * area.h};
  }
};

Axes axes_for(const Rect& area, const std::vector<PlotLine>& lines, const PlotLook& look) {
  Axes axes{area, {}, {look.low, look.high}, {}, look.log_x};
  bool first = true;
  for (const PlotLine& line : lines) {
    for (const PlotPoint& p : line.points) {
      if (!is_finite(p)) continue;
      if (first) axes.x = {p[0], p[0]};
      first = false;
      axes.x.include(p[0]);
      axes.y.include(p[1]);
    }
  }
  // Room above and below, so that no line runs along the frame.
  const double room = 0.06 * (axes.y.high - axes.y.low);
  axes.values = axes.y;
  axes.y = {axes.y.low - (axes.y.low < 0.0 ? room : 0.0), axes.y.high + room};
  return axes;
}

// As one polyline a run of finite points, reduced to what the pixels can show.
void draw_line(const Ui& ui, const Axes& axes, const PlotLine& line) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::optional<ImVec2> last;
  for (const PlotPoint& p : line.points) {
    if (!is_finite(p)) {
      last.reset();
      continue;
    }
    const ImVec2 here = axes.at(p);
    if (last && std::abs(here.x - last->x) < 0.5F && &p != &line.points.back()) continue;
    if (last) list.AddLine(*last, here, line.colour, ui.px(2.0F));
    last = here;
  }
  if (line.points.size() == 1 && last) list.AddCircleFilled(*last, ui.px(3.0F), line.colour);
}

// The index of the point next to this x; the line must have points.
std::size_t nearest(const PlotLine& line, double x) {
  const auto after = std::lower_bound(line.points.begin(), line.points.end(), x,
                                      [](const PlotPoint& p, double value) { return p[0] < value; });
  if (after == line.points.begin()) return 0;
  if (after == line.points.end()) return line.points.size() - 1;
  const auto i = static_cast<std::size_t>(after - line.points.begin());
  return x - line.points[i - 1][0] < line.points[i][0] - x ? i - 1 : i;
}

void draw_values_under_mouse(Ui& ui, const Axes& axes, const std::vector<PlotLine>& lines,
                             std::string_view x_name) {
  const double part = (ImGui::GetMousePos().x - axes.area.x) / axes.area.w;
  const double x = axes.x_at(part);
  std::string title;
  std::string body;
  for (const PlotLine& line : lines) {
    if (line.points.empty()) continue;
    const PlotPoint& p = line.points[nearest(line, x)];
    if (title.empty()) title = std::string(x_name) + " " + significant(p[0], 9);
    body += (body.empty() ? "" : "\n") + line.name + "  " + significant(p[1], 9);
    if (is_finite(p)) ImGui::GetWindowDrawList()->AddCircleFilled(axes.at(p), ui.px(4.0F), line.colour);
  }
  if (!title.empty()) tooltip(ui, title, body);
}

// Beside the point, where no other label stands: right, left, above, below, or right after all.
Rect label_place(const Ui& ui, ImVec2 point, float radius, std::string_view label,
                 const std::vector<Rect>& taken) {
  const float w = text_width(ui.fonts.small, label) + 1.0F;
  const float h = ui.px(16.0F);
  const float gap = radius + ui.px(4.0F);
  const Rect places[] = {{point.x + gap, point.y - h / 2.0F, w, h},
                         {point.x - gap - w, point.y - h / 2.0F, w, h},
                         {point.x - w / 2.0F, point.y - gap - h, w, h},
                         {point.x - w / 2.0F, point.y + gap, w, h}};
  for (const Rect& place : places) {
    const bool is_free = std::none_of(taken.begin(), taken.end(),
                                      [&](const Rect& other) { return !intersection(place, other).empty(); });
    if (is_free) return place;
  }
  return places[0];
}

}  // namespace

void draw_plot(Ui& ui, const std::string& name, const Rect& rect, const std::vector<PlotLine>& lines,
               const PlotLook& look) {
  const Palette& c = *ui.palette;
  float x = rect.x;
  text_in({x, rect.y, rect.w, ui.px(18.0F)}, ui.fonts.small, c.quiet, look.title);
  x += text_width(ui.fonts.small, look.title) + ui.px(14.0F);
  for (const PlotLine& line : lines) {
    if (lines.size() < 2) break;
    fill({x, rect.y + ui.px(8.0F), ui.px(10.0F), ui.px(3.0F)}, line.colour);
    x += ui.px(14.0F);
    text_in({x, rect.y, rect.right() - x, ui.px(18.0F)}, ui.fonts.small, c.text, line.name);
    x += text_width(ui.fonts.small, line.name) + ui.px(12.0F);
  }
  const float side = ui.px(52.0F);
  const float below = ui.px(16.0F);
  const Rect area{rect.x + side, rect.y + ui.px(22.0F), rect.w - side - ui.px(6.0F),
                  rect.h - ui.px(22.0F) - below};
  fill(area, faded(c.raised, 0.35F), ui.px(4.0F));
  const Hit h = hit(ui, name, area);
  const Axes axes = axes_for(area, lines, look);
  if (axes.y.low < 0.0 && axes.y.high > 0.0) {
    const float zero = std::round(axes.at({axes.x.low, 0.0}).y);
    fill({area.x, zero, area.w, ui.px(1.0F)}, c.line);
  }
  for (const double value : {axes.values.high, axes.values.low}) {
    const float y = std::round(axes.at({axes.x.low, value}).y - ui.px(7.0F));
    text_in({rect.x, y, side - ui.px(6.0F), ui.px(14.0F)}, ui.fonts.digits, c.quiet, significant(value, 3),
            Align::right);
  }
  const Rect foot{area.x, area.bottom() + ui.px(2.0F), area.w, below - ui.px(2.0F)};
  const std::string x_name(look.x_name);
  text_in(foot, ui.fonts.digits, c.quiet, look.log_x ? text("page.logarithmic", {x_name}) : x_name,
          Align::centre);
  if (axes.x.high > axes.x.low) {
    text_in(foot, ui.fonts.digits, c.quiet, significant(axes.x.low, 7));
    text_in(foot, ui.fonts.digits, c.quiet, significant(axes.x.high, 7), Align::right);
  }
  for (const PlotLine& line : lines) draw_line(ui, axes, line);
  if (h.hovered) draw_values_under_mouse(ui, axes, lines, look.x_name);
}

void draw_bars(Ui& ui, const std::string& name, const Rect& rect, const std::vector<Bar>& bars, double low,
               double high) {
  if (bars.empty()) return;
  const Palette& c = *ui.palette;
  Range range{low, high};
  for (const Bar& bar : bars) {
    if (std::isfinite(bar.value)) range.include(bar.value);
  }
  const float foot = ui.px(18.0F);
  const float head = ui.px(14.0F);
  const Rect area{rect.x, rect.y + head, rect.w, rect.h - foot - 2.0F * head};
  const auto y_of = [&](double value) { return std::round(area.bottom() - range.part(value) * area.h); };
  const float zero = y_of(0.0);
  const float slot = rect.w / static_cast<float>(bars.size());
  const float thick = std::floor(std::min(slot * 0.6F, ui.px(28.0F)));
  fill({rect.x, zero, rect.w, ui.px(1.0F)}, c.line);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    const Rect whole{rect.x + slot * static_cast<float>(i), rect.y, slot, rect.h};
    const float end = std::isfinite(bar.value) ? y_of(bar.value) : zero;
    const Rect body{std::round(whole.centre().x - thick / 2.0F), std::min(zero, end), thick,
                    std::max(std::abs(end - zero), ui.px(1.0F))};
    const Hit h = hit(ui, name + "/" + std::to_string(i), whole);
    fill(body, bar.colour, ui.px(2.0F));
    text_in({whole.x, bar.value < 0.0 ? body.bottom() : body.y - head, whole.w, head}, ui.fonts.digits,
            c.text, significant(bar.value, 3), Align::centre);
    text_in({whole.x, whole.bottom() - foot, whole.w, foot}, ui.fonts.small, c.quiet, bar.label,
            Align::centre);
    if (h.hovered) tooltip(ui, bar.label + ": " + significant(bar.value, 9), "");
  }
}

void draw_plane(Ui& ui, const std::string& name, const Rect& rect, const std::vector<PlanePoint>& points) {
  const Palette& c = *ui.palette;
  fill(rect, faded(c.raised, 0.35F), ui.px(4.0F));
  ui.record(name, rect);
  double reach = 0.0;
  for (const PlanePoint& point : points) {
    for (const PlotPoint& p : point.trail) {
      if (is_finite(p)) reach = std::max({reach, std::abs(p[0]), std::abs(p[1])});
    }
  }
  const float half = std::min(rect.w - ui.px(80.0F), rect.h - ui.px(28.0F)) / 2.0F;
  const double unit = reach > 0.0 ? static_cast<double>(half) / reach : 0.0;
  const ImVec2 middle = rect.centre();
  const auto at = [&](const PlotPoint& p) {
    return ImVec2{middle.x + static_cast<float>(p[0] * unit), middle.y - static_cast<float>(p[1] * unit)};
  };
  fill({rect.x, std::round(middle.y), rect.w, ui.px(1.0F)}, c.line);
  fill({std::round(middle.x), rect.y, ui.px(1.0F), rect.h}, c.line);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const PlanePoint& point : points) {
    for (std::size_t k = 1; k < point.trail.size(); ++k) {
      if (!is_finite(point.trail[k - 1]) || !is_finite(point.trail[k])) continue;
      const float age = static_cast<float>(k) / static_cast<float>(point.trail.size());
      list.AddLine(at(point.trail[k - 1]), at(point.trail[k]), faded(point.colour, 0.15F + 0.45F * age),
                   ui.px(2.0F));
    }
  }
  std::vector<Rect> labels;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PlanePoint& point = points[i];
    if (point.trail.empty() || !is_finite(point.trail.back())) continue;
    const ImVec2 here = at(point.trail.back());
    const float r = ui.px(6.0F);
    const Hit h = hit(ui, name + "/" + std::to_string(i), {here.x - r, here.y - r, 2.0F * r, 2.0F * r});
    // A ring is left to see of a point that others will cover.
    const auto covers = [&](const PlanePoint& other) {
      if (other.trail.empty() || !is_finite(other.trail.back())) return false;
      const ImVec2 there = at(other.trail.back());
      return std::hypot(there.x - here.x, there.y - here.y) < r;
    };
    const auto above =
        std::count_if(points.begin() + static_cast<std::ptrdiff_t>(i) + 1, points.end(), covers);
    const float drawn = r + ui.px(3.0F) * static_cast<float>(above);
    list.AddCircleFilled(here, drawn, point.colour);
    labels.push_back(label_place(ui, here, drawn, point.label, labels));
    text_in(labels.back(), ui.fonts.small, c.text, point.label);
    if (h.hovered) {
      tooltip(ui, point.label,
              significant(point.trail.back()[0], 9) + ", " + significant(point.trail.back()[1], 9));
    }
  }
}

}  // namespace whatwhere
