// Learning: one step by hand, with its arithmetic; the worked example; and, in training.cpp, a whole run.
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/pages/pages.h"
#include "app/panels/words.h"
#include "app/ui/controls.h"
#include "app/ui/matrix.h"
#include "app/ui/texts.h"
#include "core/input/vocabulary.h"
#include "core/numbers.h"
#include "core/session/learning_step.h"
#include "core/topics/worked_example.h"

namespace whatwhere {

namespace {

constexpr const char* kGradientField = "field/gradient";
const std::string kTimes = " \xC3\x97 ";
const std::string kMinus = " \xE2\x88\x92 ";

// A number of the arithmetic: six digits, and a real minus sign.
std::string number(double x) {
  std::string digits = significant(x, 6);
  for (std::size_t at = digits.find('-'); at != std::string::npos; at = digits.find('-', at + 3)) {
    digits.replace(at, 1, "\xE2\x88\x92");
  }
  return digits;
}

std::string cell_name(std::string_view table, std::size_t row, std::size_t column) {
  return std::string(table) + "[" + std::to_string(row) + "," + std::to_string(column) + "]";
}

std::string row_list(const std::vector<std::size_t>& rows) {
  std::string list;
  for (const std::size_t row : rows) list += (list.empty() ? "" : ", ") + std::to_string(row);
  return list;
}

std::string number_at(const Table& table, const MatrixCell& cell) {
  return number(static_cast<double>(table.row(cell.row)[cell.column]));
}

// The gradient of E[row, column] as the sum that it is: "(0.5 + -0.2)", one term a slot that holds the token.
std::string token_terms(const Shown& shown, const LearningStep& step, const MatrixCell& cell) {
  std::vector<std::string> terms;
  for (std::size_t t = 0; t < shown.results.ids.size(); ++t) {
    if (static_cast<std::size_t>(shown.results.ids[t]) == cell.row)
      terms.push_back(number_at(step.G, {t, cell.column}));
  }
  if (step.tied) terms.push_back(number_at(*step.tied, cell));
  std::string sum;
  for (const std::string& term : terms) sum += (sum.empty() ? "" : " + ") + term;
  if (terms.empty()) return "0";
  return terms.size() == 1 ? sum : "(" + sum + ")";
}

// The gradient of P[row, column]: what reaches its slot, times the gain that P is added with.
std::string position_terms(const Shown& shown, const LearningStep& step, const MatrixCell& cell) {
  if (cell.row >= step.G.rows()) return "0";
  const double gain = shown.session.positions.gain;
  const std::string g = number_at(step.G, cell);
  return gain == 1.0 ? g : number(gain) + kTimes + g;
}

// What the optimizer does to one number of a table: "E[5,2] <- 0.0123 - 0.1 x (0.5 + -0.2) = -0.0177".
std::string update_line(const OptimizerSettings& o, std::string_view table, const MatrixCell& cell,
                        const std::string& before, std::string gradient, const OptimizerStep& step) {
  const std::string after = " = " + number_at(step.W, cell);
  const std::string start = cell_name(table, cell.row, cell.column) + " \xE2\x86\x90 " + before;
  const std::string decay = number(o.weight_decay);
  if (o.kind == Optimizer::sgd) {
    if (o.weight_decay > 0.0) gradient = "(" + gradient + " + " + decay + kTimes + before + ")";
    return start + kMinus + number(o.lr) + kTimes + gradient + after;
  }
  const CorrectedMoments moments = corrected_moments(step.moments, cell.row * step.W.d() + cell.column, o);
  const bool shrinks = o.kind == Optimizer::adamw && o.weight_decay > 0.0;
  const std::string shrunk = shrinks ? kTimes + ("(1" + kMinus) + number(o.lr) + kTimes + decay + ")" : "";
  return start + shrunk + kMinus + number(o.lr) + kTimes + number(moments.m) + " / (\xE2\x88\x9A" +
         number(moments.v) + " + " + number(o.eps) + ")" + after;
}

std::string token_update(const Shown& shown, const LearningStep& step, const MatrixCell& cell) {
  return update_line(shown.session.learning.optimizer, "E", cell, number_at(shown.results.E, cell),
                     token_terms(shown, step, cell), step.E);
}

std::string position_update(const Shown& shown, const LearningStep& step, const MatrixCell& cell) {
  return update_line(shown.session.learning.optimizer, "P", cell, number_at(tables_of(shown.session).P, cell),
                     position_terms(shown, step, cell), *step.P);
}

// ---- One step ----

void draw_settings(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const LearningChoices& learning = shown.session.learning;
  Flow flow(column.line(32.0F), ui.px(32.0F), ui.px(8.0F));
  const std::vector<std::string> optimizers = {"SGD", "Adam", "AdamW"};
  const auto chosen = choice(ui, "learning/optimizer", flow.next(choice_width(ui, optimizers)), optimizers,
                             static_cast<std::size_t>(learning.optimizer.kind));
  if (chosen) ui.ask({.id = ActionId::choose_optimizer, .choice = *chosen});
  ask_for_number(ui, {.id = ActionId::set_learning_rate}, text("learning.rate"), learning.optimizer.lr,
                 flow.next(ui.px(178.0F)));
  ask_for_number(ui, {.id = ActionId::set_weight_decay}, text("learning.decay"),
                 learning.optimizer.weight_decay, flow.next(ui.px(178.0F)));
  const std::string tied(info(ActionId::toggle_tied).label);
  if (toggle(ui, "button/tied", flow.next(toggle_width(ui, tied)), tied, learning.tied)) {
    ui.ask({.id = ActionId::toggle_tied});
  }
  if (ImGui::IsItemHovered()) tooltip(ui, tied, info(ActionId::toggle_tied).help);
  for (const ActionId id : {ActionId::next_gradient, ActionId::learn_step, ActionId::restore_tables}) {
    action_button(ui, shown, {.id = id}, flow.next(action_button_width(ui, id)),
                  id == ActionId::learn_step ? Look::primary : Look::plain);
  }
  column.advance_to(flow.bottom());
}

void draw_upstream(const Shown& shown, const LearningStep& step, Column& column) {
  Ui& ui = column.ui();
  // Taken before the matrix: a click on another number ends the field of this one, and commits what it holds.
  const auto picked = ui.picked.find("learning/G");
  const bool is_picked = picked != ui.picked.end() && picked->second.row < step.G.rows();
  const MatrixCell cell = is_picked ? picked->second : MatrixCell{};
  column.heading(text("learning.G", {shape_text(step.G)}));
  column.words(text("learning.G-how"));
  caption_range(column, range_of(step.G));
  const auto under_mouse = draw_matrix(column, "learning/G", step.G,
                                       {.symbol = "G",
                                        .range = range_of(step.G),
                                        .label_width = kTokenLabel,
                                        .pickable = true,
                                        .draw_label = slot_labels(ui, shown.results.ids)});
  if (is_picked) {
    column.gap(6.0F);
    const double value = parse_double(nine_digits(step.G.row(cell.row)[cell.column])).value_or(0.0);
    Rect field = column.line(28.0F);
    field.w = std::min(field.w, ui.px(180.0F));
    ask_for_number(ui, {.id = ActionId::set_gradient, .slot = cell.row, .choice = cell.column},
                   cell_name("G", cell.row, cell.column) + " =", value, field);
  }
  // In the next frame it is this number's field.
  if (under_mouse && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    ui.fields[kGradientField].take_focus = true;
}

void draw_token_gradient(const LearningStep& step, Column& column) {
  column.heading(text("learning.dE", {shape_text(step.dE)}));
  column.words(text("learning.dE-how"));
  caption_range(column, range_of(step.dE));
  const auto is_zero = [&](std::size_t row) {
    return std::all_of(step.dE.row(row).begin(), step.dE.row(row).end(), [](float x) { return x == 0.0F; });
  };
  draw_matrix(column, "learning/dE", step.dE,
              {.symbol = "dE",
               .range = range_of(step.dE),
               .label_width = kTokenLabel,
               .draw_label = token_labels(column.ui()),
               .row_look = [&](std::size_t row) { return StripLook{.alpha = is_zero(row) ? 0.4F : 1.0F}; }});
}

// Rows that the step leaves as they are stand back.
std::function<StripLook(std::size_t)> faint_unless(const std::vector<std::size_t>& changed) {
  return [&changed](std::size_t row) {
    return StripLook{.alpha = std::binary_search(changed.begin(), changed.end(), row) ? 1.0F : 0.4F};
  };
}

void draw_after(const Shown& shown, const LearningStep& step, Column& column) {
  column.heading(text("learning.after", {shape_text(step.E.W)}));
  column.words(text("learning.after-how"));
  const float range = std::max(shown.results.range, range_of(step.E.W));
  caption_range(column, range);
  draw_matrix(column, "learning/after", step.E.W,
              {.symbol = "E after",
               .range = range,
               .label_width = kTokenLabel,
               .pickable = true,
               .draw_label = token_labels(column.ui()),
               .row_look = faint_unless(step.changed),
               .note = [&](const MatrixCell& cell) { return token_update(shown, step, cell); }});
}

// One line of arithmetic: of the number of that matrix that was picked, or of another one.
void draw_arithmetic(Column& column, const std::string& name, const std::string& matrix, MatrixCell cell,
                     const std::function<std::string(const MatrixCell&)>& update) {
  Ui& ui = column.ui();
  if (const auto picked = ui.picked.find(matrix); picked != ui.picked.end()) cell = picked->second;
  const std::string line = update(cell);
  column.numbers(line, ui.palette->text);
  ui.said[name] = line;
}

void draw_positions(const Shown& shown, const LearningStep& step, Column& column) {
  if (!step.dP) {
    column.heading(text("learning.dP-none"));
    column.words(
        text(shown.session.position == PositionScheme::off ? "learning.dP-off" : "learning.dP-fixed"));
    return;
  }
  column.gap(8.0F);
  const auto update = [&](const MatrixCell& cell) { return position_update(shown, step, cell); };
  column.side_by_side(300.0F, {[&](Column& part) {
                                 const float range = range_of(*step.dP);
                                 part.heading(text("learning.dP", {shape_text(*step.dP)}));
                                 caption_range(part, range);
                                 draw_matrix(part, "learning/dP", *step.dP,
                                             {.symbol = "dP",
                                              .range = range,
                                              .label_width = 30.0F,
                                              .row_height = 20.0F,
                                              .draw_label = number_labels(column.ui())});
                               },
                               [&](Column& part) {
                                 const float range = std::max(shown.results.range, range_of(step.P->W));
                                 part.heading(text("learning.P-after", {shape_text(step.P->W)}));
                                 caption_range(part, range);
                                 draw_matrix(part, "learning/P-after", step.P->W,
                                             {.symbol = "P after",
                                              .range = range,
                                              .label_width = 30.0F,
                                              .row_height = 20.0F,
                                              .pickable = true,
                                              .draw_label = number_labels(column.ui()),
                                              .row_look = faint_unless(step.P_changed),
                                              .note = update});
                               }});
  draw_arithmetic(column, "learning/arithmetic-P", "learning/P-after", {0, 0}, update);
}

std::string reason(const std::vector<SideEffect>& causes) {
  std::string reasons;
  for (const SideEffect cause : causes) {
    if (!reasons.empty()) reasons += " ";
    if (cause == SideEffect::tied) reasons += text("learning.because-tied");
    if (cause == SideEffect::decay) reasons += text("learning.because-decay");
    if (cause == SideEffect::memory) reasons += text("learning.because-adam");
  }
  return reasons;
}

Finding step_finding(const Shown& shown, const LearningStep& step) {
  const std::string question = text("learning.question");
  const auto is_finite = [](float x) { return std::isfinite(x); };
  if (!std::ranges::all_of(step.E.W.numbers(), is_finite))
    return {question, "\xE2\x80\x94", text("learning.overflow"), Tone::warn};
  if (step.changed.empty()) return {question, "\xE2\x80\x94", text("learning.nothing-changes"), Tone::quiet};
  const std::string V = std::to_string(shown.results.E.rows());
  const std::string touched = std::to_string(step.touched.size());
  const std::string rows = row_list(step.touched);
  if (step.side_effects.empty())
    return {question, text("page.yes"), text("learning.only-used", {touched, V, rows}), Tone::good};
  const std::string changed = std::to_string(step.changed.size());
  return {question, text("page.no"),
          text("learning.others-too", {touched, V, rows, changed, reason(step.side_effects)}), Tone::warn};
}

Finding draw_step(const Shown& shown, Column& column) {
  if (shown.results.ids.empty()) return ask_for_tokens(column, text("learning.question"));
  const LearningStep& step = shown.topic(learning_step);
  draw_settings(shown, column);
  column.gap(8.0F);
  column.side_by_side(290.0F, {[&](Column& part) { draw_upstream(shown, step, part); },
                               [&](Column& part) { draw_token_gradient(step, part); },
                               [&](Column& part) { draw_after(shown, step, part); }});
  column.heading(text("learning.arithmetic"));
  draw_arithmetic(column, "learning/arithmetic", "learning/after", {step.touched.front(), 0},
                  [&](const MatrixCell& cell) { return token_update(shown, step, cell); });
  column.caption(text("learning.arithmetic-how"));
  draw_positions(shown, step, column);
  column.gap(8.0F);
  column.words(text("learning.part-of-the-model"));
  return step_finding(shown, step);
}

// ---- The worked example ----

void draw_example_row(const WorkedExample& example, std::size_t t, Column& column) {
  Ui& ui = column.ui();
  const std::string id = std::to_string(example.ids[t]);
  column.heading(text("learning.example-row", {id, text("learning.example-word-" + std::to_string(t))}));
  for (std::size_t j = 0; j < example.rows.d(); ++j) {
    const std::string before = number(static_cast<double>(example.rows.row(t)[j]));
    const std::string g = number(static_cast<double>(example.G.row(t)[j]));
    const std::string after = number(static_cast<double>(example.rows_after.row(t)[j]));
    column.numbers("E[" + id + "," + std::to_string(j) + "] \xE2\x86\x90 " + before + " \xE2\x88\x92 " +
                       number(example.lr) + " \xC3\x97 " + g,
                   ui.palette->quiet);
    column.numbers("         = " + after, ui.palette->text);
  }
}

Finding draw_example(const Shown& shown, Column& column) {
  const WorkedExample& example =
      shown.topics.of(WorkedExampleRequest{shown.session.seed, shown.session.std}, worked_example);
  const std::string V = std::to_string(example.V);
  column.words(text("learning.example-how", {V, std::to_string(example.rows.d()), number(example.lr)}));
  const auto matrix = [&](Column& part, const std::string& name, const Table& table, float range) {
    draw_matrix(part, "learning/example/" + name, table,
                {.symbol = name,
                 .range = range,
                 .label_width = 44.0F,
                 .draw_label = [&](std::size_t t, const Rect& rect) {
                   text_in({rect.x, rect.y, rect.w - column.ui().px(8.0F), rect.h}, column.ui().fonts.mono,
                           column.ui().palette->quiet, std::to_string(example.ids[t]), Align::right);
                 }});
  };
  const float range = std::max({shown.results.range, range_of(example.rows), range_of(example.rows_after)});
  column.side_by_side(280.0F, {[&](Column& part) {
                                 part.heading(text("learning.example-before"));
                                 matrix(part, "rows", example.rows, range);
                               },
                               [&](Column& part) {
                                 part.heading(text("learning.example-G"));
                                 matrix(part, "G", example.G, range_of(example.G));
                               },
                               [&](Column& part) {
                                 part.heading(text("learning.example-after"));
                                 matrix(part, "rows after", example.rows_after, range);
                               }});
  column.side_by_side(280.0F, {[&](Column& part) { draw_example_row(example, 0, part); },
                               [&](Column& part) { draw_example_row(example, 1, part); },
                               [&](Column& part) { draw_example_row(example, 2, part); }});
  const bool only = example.rows_changed == example.ids.size();
  return {text("learning.question"), text(only ? "page.yes" : "page.no"),
          text("learning.example-detail",
               {std::to_string(example.rows_changed), V, std::to_string(example.V - example.rows_changed)}),
          only ? Tone::good : Tone::warn};
}

}  // namespace

Finding draw_learning_page(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const std::vector<std::string> parts = {text("learning.tab-step"), text("learning.tab-example"),
                                          text("learning.tab-training")};
  Rect tabs = column.line(32.0F);
  tabs.w = choice_width(ui, parts);
  const LearningPart part = shown.session.learning.part;
  if (const auto chosen = choice(ui, "learning/part", tabs, parts, static_cast<std::size_t>(part))) {
    ui.ask({.id = ActionId::choose_learning_part, .choice = *chosen});
  }
  column.gap(10.0F);
  if (part == LearningPart::training) return draw_training(shown, column);
  return part == LearningPart::step ? draw_step(shown, column) : draw_example(shown, column);
}

}  // namespace whatwhere
