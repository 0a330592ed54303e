// Ui: what every panel draws with. The named items of a frame, the actions asked for, and a few primitives.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/colour.h"
#include "app/ui/fonts.h"
#include "app/ui/geometry.h"
#include "app/ui/textures.h"
#include "core/session/actions.h"

namespace whatwhere {

// A number of a matrix.
struct MatrixCell {
  std::size_t row = 0;
  std::size_t column = 0;
  bool operator==(const MatrixCell&) const = default;
};

// A text field while it is edited.
struct FieldView {
  std::string text;
  bool editing = false;
  bool take_focus = false;
};

struct Ui {
  const Palette* palette = &palette_of(Theme::dark);
  Fonts fonts;
  float scale = 1.0F;
  bool motion = true;      // may things travel?
  double now = 0.0;        // seconds, of this frame
  bool animating = false;  // set by what still travels: another frame is needed

  Textures* textures = nullptr;  // where pictures go; without it they are made and not drawn
  Images images;

  std::map<std::string, Rect> items;  // name -> what can be seen of it, of this frame
  std::map<std::string, Rect> last_items;
  // Name of a strip -> what its cells are filled with.
  std::map<std::string, std::vector<ImU32>> cell_colours;
  // Name of a panel -> what its whole content needs, title and padding in.
  std::map<std::string, float> panel_heights;

  // Name of an item -> what it says: for what has no colours to tell, such as a verdict.
  std::map<std::string, std::string> said;

  // The keyboard: which control has it, and what it does to it in this frame.
  std::vector<std::string> controls;  // of this frame, in the order in which Tab visits them
  std::string focused;                // the control that has the keyboard; empty if none has
  bool focus_moved = false;           // since the last frame: it is scrolled into sight
  bool activate = false;              // Enter or Space on it
  int nudge = 0;                      // Left and Right on it: -1, 1
  std::string dragged;                // the control that is being dragged, once it has changed something
  std::map<std::string, MatrixCell> picked;  // by the matrix' name: the cell that was clicked last
  std::map<std::string, FieldView> fields;   // by the field's name

  // The mouse is over something that the wheel moves: regions around it do not scroll. Of this frame, and of
  // the one before, which is what they go by.
  bool takes_wheel = false;
  bool keeps_wheel = false;

  std::string anchor;  // the heading that a jump goes to: it scrolls into sight where it is drawn

  std::vector<Action> asked;
  std::string open_path;  // a file to open, asked for by a panel
  std::string refused;    // what a panel could not take, as a sentence: shown as the message

  // A length at scale 1 in whole pixels at this scale.
  float px(float length) const;

  void ask(const Action& action) { asked.push_back(action); }

  // Names a rectangle for the tests and for --rects: as far as the clip rectangle shows it.
  void record(const std::string& name, const Rect& rect);
};

struct Hit {
  bool hovered = false;
  bool clicked = false;  // pressed and released on it
  bool held = false;
  bool right_clicked = false;
};

// Makes a named rectangle react to the mouse. `id` tells it apart where a name moves to another thing.
Hit hit(Ui& ui, const std::string& name, const Rect& rect, const std::string& id = "");

// The same for something that the keyboard reaches too: Tab goes to it, Enter and Space click it.
Hit control(Ui& ui, const std::string& name, const Rect& rect, const std::string& id = "");

// Moves the keyboard to the next control, or to the one before (by = 1, -1), of those of the last frame.
void move_focus(Ui& ui, int by);

enum class Align { left, centre, right };

float text_width(ImFont* font, std::string_view text);

// One line, vertically centred in rect; cut with "…" if it does not fit.
void text_in(const Rect& rect, ImFont* font, ImU32 colour, std::string_view text, Align align = Align::left);

// The lines of a text that is `width` wide: it breaks at spaces and newlines, and within a word only where
// that alone is wider. A no-break space does not break.
std::vector<std::string_view> wrapped_lines(ImFont* font, std::string_view text, float width);

// The height of that text.
float wrapped_height(ImFont* font, std::string_view text, float width);

// Draws it, wrapped at rect.w, from the top left of rect. Returns its height.
float wrapped_text(const Rect& rect, ImFont* font, ImU32 colour, std::string_view text);

void fill(const Rect& rect, ImU32 colour, float rounding = 0.0F);
void outline(const Rect& rect, ImU32 colour, float rounding, float thickness);

// A note beside the mouse: a line in bold, and lines below it in plain; either may be empty.
void tooltip(const Ui& ui, std::string_view title, std::string_view body);

// The same below `rect` and no wider, so that what stands beside it stays in sight.
void tooltip_below(const Ui& ui, const Rect& rect, std::string_view title, std::string_view body);

enum class Look { plain, primary };

// A push button with its label in the middle. Returns whether it was clicked; never when not enabled.
bool button(Ui& ui, const std::string& name, const Rect& rect, std::string_view label,
            Look look = Look::plain, bool enabled = true);

float button_width(const Ui& ui, std::string_view label);

// A token's word on its colour; the toy's word where none is given. White space is shown as signs.
void token_chip(const Ui& ui, const Rect& rect, TokenId id);
void token_chip(const Ui& ui, const Rect& rect, TokenId id, std::string_view word);

// Can anything of it be seen, where it is drawn into now?
bool in_sight(const Rect& rect);

struct Panel {
  std::string name;
  float top = 0.0F;
  float bottom = 0.0F;
  Rect content;  // where the content starts and how wide it is; its height is what the panel shows
};

// A panel: its background, its title, and a region that scrolls below it. End it with end_panel.
Panel begin_panel(Ui& ui, const std::string& name, const Rect& rect, std::string_view title);

// `bottom`: the y down to which the content reached.
void end_panel(Ui& ui, const Panel& panel, float bottom);

// The height at which the panel shows all of its content, as of the last frame that drew it.
float natural_height(const Ui& ui, const std::string& name);

}  // namespace whatwhere
