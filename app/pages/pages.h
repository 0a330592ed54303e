// The pages beside the widget. Each is a free function that draws into a column what it shows of (Session,
// results, topics), asks for Actions, and returns its verdict: what the person just saw, in one tile.
#pragma once

#include <string>

#include "app/panels/panels.h"
#include "app/ui/column.h"
#include "core/topics/positions_topic.h"

namespace whatwhere {

enum class Tone { quiet, good, warn };

struct Finding {
  std::string question;  // what is judged
  std::string answer;    // large: "yes", "no", "—"
  std::string detail;    // what the answer rests on, with its numbers
  Tone tone = Tone::quiet;
};

// The title, what the page is about, its content, and its verdict in a tile that is always in sight.
void draw_page(Ui& ui, const Shown& shown, const Rect& rect);

// In the order of the rail.
Finding draw_raw_ids_page(const Shown& shown, Column& column);
Finding draw_product_page(const Shown& shown, Column& column);
Finding draw_positions_page(const Shown& shown, Column& column);
Finding draw_order_page(const Shown& shown, Column& column);
Finding draw_learning_page(const Shown& shown, Column& column);
Finding draw_training(const Shown& shown, Column& column);  // its last part
Finding draw_batches_page(const Shown& shown, Column& column);
Finding draw_failures_page(const Shown& shown, Column& column);
Finding draw_lesson_page(const Shown& shown, Column& column);

// Of the page about positions: the angles, and the scores of two turned vectors.
void draw_angles(const PositionsTopic& topic, Column& column);
void draw_rotation(const Shown& shown, const PositionsTopic& topic, Column& column);

// A caption and a field for a number: what is typed becomes action.value and is asked for. Named after the
// action.
void ask_for_number(Ui& ui, Action action, const std::string& caption, double value, const Rect& rect);

// A page that needs tokens says so with this, and returns it as the answer to its question.
Finding ask_for_tokens(Column& column, const std::string& question);

}  // namespace whatwhere
