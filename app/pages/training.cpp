// From noise to structure: a next-token training run that is watched while it goes.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/pages/pages.h"
#include "app/ui/controls.h"
#include "app/ui/matrix.h"
#include "app/ui/plot.h"
#include "app/ui/texts.h"
#include "core/input/vocabulary.h"
#include "core/learning/corpus.h"
#include "core/numbers.h"
#include "core/topics/training_topic.h"

namespace whatwhere {

namespace {

void draw_controls(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const NextTokenOptions& options = shown.session.learning.training;
  Flow flow(column.line(32.0F), ui.px(32.0F), ui.px(8.0F));
  const std::string play = text(shown.training.playing ? "training.pause" : "training.play");
  const float play_width =
      std::max(button_width(ui, text("training.pause")), button_width(ui, text("training.play")));
  action_button(ui, shown, {.id = ActionId::play_training}, flow.next(play_width), Look::primary, play);
  const std::string one = text("training.step");
  action_button(ui, shown, {.id = ActionId::train}, flow.next(button_width(ui, one)), Look::plain, one);
  const std::string reset = text("training.reset");
  action_button(ui, shown, {.id = ActionId::restore_tables}, flow.next(button_width(ui, reset)), Look::plain,
                reset);
  const std::vector<std::string> speeds = {text("training.speed-0"), text("training.speed-1"),
                                           text("training.speed-2"), text("training.speed-3")};
  const auto speed =
      choice(ui, "training/speed", flow.next(choice_width(ui, speeds)), speeds, shown.training.speed);
  if (speed) ui.ask({.id = ActionId::choose_speed, .choice = *speed});
  ask_for_number(ui, {.id = ActionId::set_training_rate}, text("learning.rate"), options.lr,
                 flow.next(ui.px(178.0F)));
  const auto option = [&](ActionId id, const char* name, bool on) {
    const std::string label(info(id).label);
    if (toggle(ui, name, flow.next(toggle_width(ui, label)), label, on)) ui.ask({.id = id});
    if (ImGui::IsItemHovered()) tooltip(ui, label, info(id).help);
  };
  option(ActionId::toggle_training_tied, "button/training-tied", options.tied);
  option(ActionId::toggle_training_positional, "button/training-positional", options.positional);
  column.advance_to(flow.bottom());
}

std::vector<PlotPoint> points_of(const TrainingCurve& curve, double (*value)(const CurvePoint&)) {
  std::vector<PlotPoint> points;
  points.reserve(curve.size());
  for (const CurvePoint& point : curve) points.push_back({static_cast<double>(point.step), value(point)});
  return points;
}

void draw_curves(const TrainingTopic& topic, Column& column) {
  Ui& ui = column.ui();
  const Palette& c = *ui.palette;
  const TrainingCurve& curve = topic.curve;
  const float h = 118.0F;
  draw_plot(ui, "training/loss", column.line(h),
            {{text("training.loss"), c.accent, points_of(curve, [](const CurvePoint& p) { return p.loss; })}},
            {.title = text("training.loss"), .x_name = text("training.steps-axis"), .log_x = true});
  column.gap(6.0F);
  draw_plot(ui, "training/cosines", column.line(h),
            {{"cat, dog", on_panel(c, token_colour(3)),
              points_of(curve, [](const CurvePoint& p) { return p.cat_dog; })},
             {"cat, the", on_panel(c, token_colour(5)),
              points_of(curve, [](const CurvePoint& p) { return p.cat_the; })}},
            {.title = text("training.cosine"),
             .x_name = text("training.steps-axis"),
             .low = -1.0,
             .high = 1.0,
             .log_x = true});
  column.gap(6.0F);
  draw_plot(ui, "training/norm", column.line(h),
            {{text("training.norm"), c.quiet,
              points_of(curve, [](const CurvePoint& p) { return p.gradient_norm; })}},
            {.title = text("training.norm"), .x_name = text("training.steps-axis"), .log_x = true});
}

void draw_points(const TrainingTopic& topic, Column& column) {
  Ui& ui = column.ui();
  column.caption(text("training.plane", {significant(100.0 * (topic.explained[0] + topic.explained[1]), 3)}));
  std::vector<PlanePoint> points;
  for (std::size_t id = 0; id < topic.trails.size(); ++id) {
    const auto token = static_cast<TokenId>(id);
    points.push_back(
        {std::string(word_of(token)), on_panel(*ui.palette, token_colour(token)), topic.trails[id]});
  }
  draw_plane(ui, "training/plane", column.line(232.0F), points);
}

void draw_rows(const Shown& shown, Column& column) {
  column.gap(8.0F);
  column.caption(text("training.rows"));
  draw_matrix(column, "training/E", shown.results.E,
              {.symbol = "E",
               .range = range_of(shown.results.E),
               .label_width = kTokenLabel,
               .row_height = 20.0F,
               .draw_label = token_labels(column.ui())});
}

void draw_corpus(Column& column) {
  column.heading(text("training.corpus"));
  std::string all;
  for (const std::vector<TokenId>& sentence : corpus()) {
    if (!all.empty()) all += "   \xC2\xB7   ";
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      all += (i > 0 ? " " : "") + std::string(word_of(sentence[i]));
    }
  }
  column.words(all);
  column.words(text("training.corpus-how"));
}

Finding finding(const TrainingTopic& topic) {
  const CurvePoint& now = topic.curve.back();
  const std::string steps = std::to_string(now.step);
  const std::string question = text("training.question");
  const std::string cat_dog = fixed(now.cat_dog, 3);
  const std::string cat_the = fixed(now.cat_the, 3);
  if (has_diverged(now)) return {question, "\xE2\x80\x94", text("training.diverged", {steps}), Tone::warn};
  const bool near = found_cat_like_dog(now);
  const std::string detail = text("training.detail", {steps, cat_dog, cat_the, significant(now.loss, 4)});
  return {question, text(near ? "page.yes" : "training.not-yet"), detail, near ? Tone::good : Tone::quiet};
}

}  // namespace

Finding draw_training(const Shown& shown, Column& column) {
  const TrainingTopic& topic = shown.topic(training_topic);
  draw_controls(shown, column);
  column.gap(8.0F);
  column.side_by_side(400.0F, {[&](Column& part) { draw_curves(topic, part); },
                               [&](Column& part) {
                                 draw_points(topic, part);
                                 draw_rows(shown, part);
                               }});
  draw_corpus(column);
  return finding(topic);
}

}  // namespace whatwhere
