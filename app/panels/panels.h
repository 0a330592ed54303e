// The panels: each a free function that draws one thing from the Session and its results, and asks for
// actions. None computes a number of the lesson, and none keeps one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/model_view.h"
#include "app/program/job.h"
#include "app/program/model_work.h"
#include "app/ui/heat_strip.h"
#include "app/ui/ui.h"
#include "core/input/product_cost.h"
#include "core/session/history.h"
#include "core/session/lesson.h"
#include "core/session/model_lesson.h"
#include "core/session/topics.h"
#include "core/session/tour.h"

namespace whatwhere {

// How the training is being watched: not part of the Session.
struct TrainingState {
  bool playing = false;
  std::size_t speed = 1;  // index into kTrainingSpeeds
};

// What all panels read.
struct Shown {
  const Session& session;
  const LessonResults& results;
  const History& history;
  Topics& topics;
  const TrainingState& training;
  const Progress& progress;
  const Job<ProductTiming>& timing;  // of both ways of the lookup, on this machine
  const ModelResults* model;         // of the real model, where the present page shows it; null elsewhere
  ModelWork& work;
  ModelView& model_view;

  // The grid of the present page: the model's, or the toy's.
  const GridResults& grid() const {
    return model != nullptr ? static_cast<const GridResults&>(*model) : results;
  }
  // The range of the colours on the present page.
  float range() const { return grid().range / (model != nullptr ? model_view.contrast() : 1.0F); }
  // A token as it is shown on the present page.
  std::string word(const Ui& ui, TokenId id) const;

  // What one page shows of the session, kept until the session's numbers change.
  template <typename Topic>
  const Topic& topic(Topic (*compute)(const ToyChoices&, const LessonResults&)) const {
    return topics.of<Topic>(session, results, compute);
  }
};

// The few variables that belong to the picture and not to the Session.

// What is under the mouse or selected, and so lit in every panel.
struct Focus {
  std::optional<CellRef> cell;     // of the frame before: what the panels light
  std::optional<CellRef> hovered;  // of this frame, gathered while it is drawn
  std::optional<CellRef> cursor;   // moved by the arrow keys; shown when nothing is hovered
  bool link_repeats = false;       // the headline tile is hovered: show which slots it speaks of
};

// The column of a strip that is lit: a cell in focus lights itself and the equations that it stands in.
std::optional<std::size_t> lit_column(const Focus& focus, const GridResults& results, CellRef::Of of,
                                      std::size_t row);

// Where each slot's row is, and what is still travelling.
struct InputView {
  struct Track {
    float from = 0.0F;      // the row's y, relative to the first row, when it set out
    float to = 0.0F;        // where it goes
    double started = -1e9;  // seconds
  };
  struct Flight {
    Rect from;  // the strip in the token table
    double started = 0.0;
  };
  std::map<std::uint32_t, Track> tracks;    // by slot identity
  std::map<std::uint32_t, Flight> flights;  // rows on their way from E
  std::optional<std::uint32_t> dragged;     // the slot under the mouse button
  bool drag_moved = false;                  // it has changed places since it was pressed
  std::optional<std::size_t> insert_at;     // the gap whose token menu is open
};

struct TableFieldsView {
  FieldView seed;
  FieldView std;
};

// The pages, and which one is shown.
void draw_rail(Ui& ui, const Shown& shown, const Rect& rect);
float rail_width(const Ui& ui);

// The sequence and the position scheme, on every page but the widget's.
void draw_sequence_bar(Ui& ui, const Shown& shown, const Rect& rect);
float sequence_bar_height(Ui& ui, const Shown& shown, float width);

// What the tour asks next, on every page while it lasts.
void draw_tour_card(Ui& ui, const Shown& shown, const Rect& rect);
float tour_card_height(const Ui& ui, const Shown& shown, float width);

void draw_header(Ui& ui, const Shown& shown, const Rect& rect);
float header_height(const Ui& ui, float width);

void draw_kpi_tiles(Ui& ui, const Shown& shown, Focus& focus, const Rect& rect);
float kpi_height(const Ui& ui, float width);

void draw_tables_panel(Ui& ui, const Shown& shown, Focus& focus, const Rect& rect);

// What changes the sequence as a whole, and what the last reorder did; then the slots; then the bag. Each is
// drawn from the top left of `content` down and returns its bottom.
float draw_toolbar(Ui& ui, const Shown& shown, const Rect& content);
float draw_order_verdicts(Ui& ui, const Shown& shown, const Rect& content);
float draw_input(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Rect& content);
float draw_bag(Ui& ui, const Shown& shown, Focus& focus, const Rect& content);

// What you see, in words and numbers; returns the bottom.
float draw_inspector(Ui& ui, const Shown& shown, const Focus& focus, const Rect& content);

// The equation of a cell beside the mouse, for where the inspector is out of sight.
void draw_equation_note(Ui& ui, const Shown& shown, const CellRef& cell);

void draw_footer(Ui& ui, const Shown& shown, TableFieldsView& view, const Rect& rect);
float footer_height(const Ui& ui, float width);

// A button for an action of the table: its label, its key and help as the tooltip, and when it cannot be
// done the reason instead.
void action_button(Ui& ui, const Shown& shown, const Action& action, const Rect& rect,
                   Look look = Look::plain, std::string_view label = "");

// "  (Ctrl+Z)", to stand behind a tooltip's title; empty for an action without keys.
std::string key_note(const ActionInfo& action);

// Width of action_button with this label (the table's own if empty).
float action_button_width(const Ui& ui, ActionId id, std::string_view label = "");

}  // namespace whatwhere
