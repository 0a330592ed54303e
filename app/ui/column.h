// Column: what lies below each other on a page or in a panel, laid out from the top.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "app/ui/ui.h"

namespace whatwhere {

class Column {
 public:
  // From the top left of `content` down, content.w wide.
  Column(Ui& ui, const Rect& content) : ui_(ui), content_(content), y_(content.y) {}

  Ui& ui() const { return ui_; }
  float width() const { return content_.w; }
  float bottom() const { return y_; }

  void heading(std::string_view text);  // a line that leads; space above it unless it is the first
  void words(std::string_view text);    // wrapped, quiet
  void answer(std::string_view question, std::string_view text);  // a heading with words below it
  void caption(std::string_view text);                            // one small, quiet line
  void numbers(std::string_view text, ImU32 colour);              // one line with figures of equal width
  void equation(std::string_view text);                           // the same, wrapped where it is too long
  void gap(float height) { y_ += ui_.px(height); }
  Rect line(float height);  // the next `height` (at scale 1) of the column
  void advance_to(float y) { y_ = std::max(y_, y); }

  // Each part in a column of its own: next to each other if each gets at least `narrowest` (at scale 1),
  // below each other otherwise. `shares`: how the width is divided, in any unit; evenly if empty.
  void side_by_side(float narrowest, const std::vector<std::function<void(Column&)>>& parts,
                    std::vector<float> shares = {});

 private:
  Ui& ui_;
  Rect content_;
  float y_;
};

}  // namespace whatwhere
