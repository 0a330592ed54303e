// Plots: lines over a common x axis, bars side by side, points in a plane with the way that they came.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/ui.h"

namespace whatwhere {

using PlotPoint = std::array<double, 2>;  // x, y

struct PlotLine {
  std::string name;
  ImU32 colour;
  std::vector<PlotPoint> points;  // x ascending; a y that is not finite leaves a gap
};

struct PlotLook {
  std::string_view title;
  std::string_view x_name;
  double low = 0.0;  // the y axis covers at least low to high
  double high = 0.0;
  bool log_x = false;  // x on a scale of log(1 + x), for x from 0 on
};

// The lines with their names, the ends of both axes as numbers, and under the mouse the exact values there.
void draw_plot(Ui& ui, const std::string& name, const Rect& rect, const std::vector<PlotLine>& lines,
               const PlotLook& look);

struct Bar {
  std::string label;  // below it
  double value = 0.0;
  ImU32 colour;
};

// Bars from a common zero line, on a scale that covers 0, the values, and low to high; the value stands at
// the bar's end, exact under the mouse. Bar i is named "<name>/<i>".
void draw_bars(Ui& ui, const std::string& name, const Rect& rect, const std::vector<Bar>& bars,
               double low = 0.0, double high = 0.0);

struct PlanePoint {
  std::string label;
  ImU32 colour;
  std::vector<PlotPoint> trail;  // oldest first; the last one is where the point is
};

// Points in a plane whose two axes have one scale. Point i is named "<name>/<i>".
void draw_plane(Ui& ui, const std::string& name, const Rect& rect, const std::vector<PlanePoint>& points);

}  // namespace whatwhere
