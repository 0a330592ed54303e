// What a person works on a page with the mouse or the keyboard: switches, choices, sliders, fields.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/ui.h"

namespace whatwhere {

// A switch: its state is part of its face. Returns whether it was clicked.
bool toggle(Ui& ui, const std::string& name, const Rect& rect, std::string_view label, bool on);
float toggle_width(const Ui& ui, std::string_view label);

// One of several, side by side; segment i is named "<name>/<i>". Returns the one that was clicked.
std::optional<std::size_t> choice(Ui& ui, const std::string& name, const Rect& rect,
                                  const std::vector<std::string>& labels, std::size_t chosen);
float choice_width(const Ui& ui, const std::vector<std::string>& labels);

struct SliderLook {
  double low = 0.0;
  double high = 1.0;
  double step = 0.01;        // values are multiples of it; Left and Right move by one
  std::string_view caption;  // before the track
  std::string shown;         // behind it: the value in words
};

// A value on a track. Returns where it was moved to.
struct SliderMove {
  double value = 0.0;
  bool continues = false;  // part of one drag with the move before it
};
std::optional<SliderMove> slider(Ui& ui, const std::string& name, const Rect& rect, double value,
                                 const SliderLook& look);

// A field that becomes text while it is edited; Enter or leaving it commits, Escape gives up.
// Returns the text when it was committed.
std::optional<std::string> text_field(Ui& ui, const std::string& name, FieldView& view,
                                      const std::string& shown, const Rect& rect);

// A field for words, as long as they may be; `hint` stands in it while it is empty. Returns the text when it
// was committed.
std::optional<std::string> word_field(Ui& ui, const std::string& name, const std::string& shown,
                                      const std::string& hint, const Rect& rect);

// A caption and its field, in rect. Returns the text when it was committed.
std::optional<std::string> captioned_field(Ui& ui, const std::string& name, std::string_view caption,
                                           const std::string& shown, const Rect& rect);

// How much of something is done, 0 to 1.
void progress_bar(Ui& ui, const std::string& name, const Rect& rect, float done);

}  // namespace whatwhere
