// What Program draws: where the panels and pages stand in the window.
#include <algorithm>
#include <utility>

#include "app/pages/model_pages.h"
#include "app/panels/model_panels.h"
#include "app/panels/words.h"
#include "app/program/program.h"
#include "app/ui/compat.h"

namespace whatwhere {

namespace {

constexpr float kMargin = 12.0F;
constexpr float kGap = 8.0F;
constexpr float kThreeColumns = 1160.0F;  // below this width at scale 1 the inspector goes under the input
constexpr float kTwoColumns = 760.0F;     // and below this one everything stands in one column
constexpr float kLowestBody = 220.0F;     // below this height at scale 1 the whole window scrolls
constexpr float kLowestPage = 230.0F;     // the same for the other pages

bool is_training(const TourStep& step) {
  return step.page == Page::learning && step.part == LearningPart::training;
}

// The panel at the left of the widget's page.
const char* left_panel(const Shown& shown) { return shown.model != nullptr ? "model" : "tables"; }

// A window of Dear ImGui without any looks of its own. End it with ImGui::End().
void begin_layer(const char* name, const Rect& rect, ImGuiWindowFlags more) {
  ImGui::SetNextWindowPos(rect.min());
  ImGui::SetNextWindowSize({rect.w, rect.h});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0F, 0.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0F, 1.0F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0F);
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoScrollWithMouse | more);
  ImGui::PopStyleVar(3);
}

}  // namespace

void Program::draw(Ui& ui, float width, float height) {
  ui.last_items.swap(ui.items);
  ui.items.clear();
  ui.cell_colours.clear();
  ui.said.clear();
  ui.asked.clear();
  ui.refused.clear();
  ui.open_path.clear();
  ui.keeps_wheel = std::exchange(ui.takes_wheel, false);
  adopt_opened();
  follow_model();
  model_view_.colour_bar.reset();
  ui.animating = training_.playing;
  // Not in the middle of a gesture: its steps are one step of the history.
  if (training_.playing && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) adopt_training();
  const auto after_field = std::exchange(after_field_, std::nullopt);
  if (after_field) ImGui::SetWindowFocus(nullptr);
  give_keyboard(ui);
  focus_.cell = focus_.hovered ? focus_.hovered : focus_.cursor;
  focus_.hovered.reset();
  keep_cursor_valid();

  const Rect window{0.0F, 0.0F, width, height};
  begin_layer("whatwhere", window, ImGuiWindowFlags_NoBringToFrontOnFocus);
  const Shown all = shown();
  draw_panels(ui, all, window);
  ImGui::End();
  draw_overlays(ui, window);
  typing_ = ImGui::GetIO().WantTextInput;

  if (!ui.refused.empty()) say(ui.refused, true);
  for (const Action& action : ui.asked) perform(action);
  if (after_field) perform(*after_field);
  if (!ui.open_path.empty()) open(ui.open_path);
  const bool was_training = !is_at_end(progress_) && is_training(tour()[progress_.step]);
  const std::size_t step_before = progress_.step;
  progress_ = observed(progress_, session(), results());
  // The tour's run ends with its step.
  if (was_training && progress_.step != step_before && training_.playing) play_or_pause();
}

// What is seen of one model says nothing about another, and a part of a table nothing about a table of
// another size.
void Program::follow_model() {
  const Model* model = session().real ? session().real->model.get() : nullptr;
  const std::string path = model != nullptr ? model->path.string() : "";
  const std::string shape = model != nullptr ? shape_text(model->token_table()) : "";
  if (model_view_.path != path) {
    ModelView view;
    view.contrast_index = model_view_.contrast_index;
    model_view_ = view;
  } else if (model_view_.shape != shape) {
    model_view_.columns = model_view_.rows = model_view_.table_columns = {};
  }
  model_view_.path = path;
  model_view_.shape = shape;
  if (model != nullptr) say_if_changed(*model);
}

// Once after each step: whatever is shown of such a file may be wrong.
void Program::say_if_changed(const Model& model) {
  const std::byte* E = model.token_table().bytes.view.data();
  if (model_view_.said_changed == E) return;
  const std::string words = why_doubtful(model);
  if (words.empty()) return;
  model_view_.said_changed = E;
  say(words, true);
}

Shown Program::shown() {
  return {session(), results(), history_,        topics_, training_,
          progress_, timing_,   model_results(), work_,   model_view_};
}

void Program::draw_panels(Ui& ui, const Shown& shown, const Rect& window) {
  const float margin = ui.px(kMargin);
  const float gap = ui.px(kGap);
  const float rail = rail_width(ui);
  draw_rail(ui, shown, {window.x + ui.px(4.0F), window.y + margin, rail, window.h - 2.0F * margin});
  const float x = window.x + ui.px(4.0F) + rail + gap;
  const float inner_w = window.right() - margin - x;
  const float foot = footer_height(ui, inner_w);
  const float said = message_.text.empty() ? 0.0F : message_height(ui, message_, inner_w) + gap;

  const float card = progress_.touring ? tour_card_height(ui, shown, inner_w) + gap : 0.0F;

  // What does not fit scrolls above the footer: the colour bar is always there.
  const Rect foot_rect{x, window.bottom() - margin - foot, inner_w, foot};
  const Rect frame{x, window.y, inner_w + margin, foot_rect.y - said - card - window.y - 1.0F};
  compat::begin_region("frame", frame, ui.keeps_wheel ? ImGuiWindowFlags_NoScrollWithMouse : 0);
  const float top = ImGui::GetCursorScreenPos().y;
  const float y = top + margin;
  const float head = header_height(ui, inner_w);
  draw_header(ui, shown, {x, y, inner_w, head});
  const float room = frame.h - margin - head - 2.0F * gap;
  const Rect below{x, y + head + gap, inner_w, room};
  const float bottom =
      session().view.page == Page::widget ? draw_widget(ui, shown, below) : draw_other_page(ui, shown, below);
  ImGui::SetCursorScreenPos({x, bottom + gap - 1.0F});
  ImGui::Dummy({1.0F, 0.0F});
  ImGui::EndChild();
  if (card > 0.0F) draw_tour_card(ui, shown, {x, foot_rect.y - said - card, inner_w, card - gap});
  if (said > 0.0F) draw_message(ui, message_, {x, foot_rect.y - said, inner_w, said - gap});
  draw_footer(ui, shown, fields_view_, foot_rect);
}

float Program::draw_widget(Ui& ui, const Shown& shown, const Rect& area) {
  const float gap = ui.px(kGap);
  const float kpi = kpi_height(ui, area.w);
  const bool one_column = area.w < ui.px(kTwoColumns);
  // In one column the panels are as high as their content, and the window scrolls instead of them.
  const float body_h = one_column ? natural_height(ui, left_panel(shown)) + gap + natural_height(ui, "input")
                                  : std::max(area.h - kpi - gap, ui.px(kLowestBody));
  draw_kpi_tiles(ui, shown, focus_, {area.x, area.y, area.w, kpi});
  const Rect body{area.x, area.y + kpi + gap, area.w, body_h};
  draw_body(ui, shown, body);
  return body.bottom();
}

float Program::draw_other_page(Ui& ui, const Shown& shown, const Rect& area) {
  const float gap = ui.px(kGap);
  if (static_cast<std::size_t>(shown.session.view.page) >= kLessonPages) {
    const Rect page{area.x, area.y, area.w, std::max(area.h, ui.px(kLowestPage))};
    draw_page(ui, shown, page);
    return page.bottom();
  }
  const float bar = sequence_bar_height(ui, shown, area.w);
  draw_sequence_bar(ui, shown, {area.x, area.y, area.w, bar});
  const Rect page{area.x, area.y + bar + gap, area.w, std::max(area.h - bar - gap, ui.px(kLowestPage))};
  draw_page(ui, shown, page);
  return page.bottom();
}

void Program::draw_body(Ui& ui, const Shown& shown, const Rect& body) {
  const float gap = ui.px(kGap);
  const float section = ui.px(14.0F);
  const bool three = body.w >= ui.px(kThreeColumns);
  const bool two = body.w >= ui.px(kTwoColumns);
  const float left_w = !two ? body.w : ui.px(three ? 284.0F : 248.0F);
  const float left_h = two ? body.h : natural_height(ui, left_panel(shown));
  const float right_w = three ? ui.px(284.0F) : 0.0F;
  const Rect left{body.x, body.y, left_w, left_h};
  if (shown.model != nullptr) {
    draw_model_card(ui, shown, left);
  } else {
    draw_tables_panel(ui, shown, focus_, left);
  }

  Rect centre = body;
  if (two) {
    centre.x += left_w + gap;
    centre.w -= left_w + gap + (three ? right_w + gap : 0.0F);
  } else {
    centre.y += left_h + gap;
    centre.h -= left_h + gap;
  }
  const Panel panel = begin_panel(ui, "input", centre, "");
  const Rect& content = panel.content;
  float y = content.y;
  if (shown.model != nullptr) {
    y = draw_model_input(ui, shown, focus_, input_view_, content);
  } else {
    y = draw_input(ui, shown, focus_, input_view_, content) + section;
    y = draw_bag(ui, shown, focus_, {content.x, y, content.w, 0.0F});
  }
  if (!three) y = draw_inspector(ui, shown, focus_, {content.x, y + section, content.w, 0.0F});
  end_panel(ui, panel, y);
  if (!three) {
    if (focus_.hovered) draw_equation_note(ui, shown, *focus_.hovered);
    return;
  }

  const Panel right = begin_panel(ui, "inspector", {body.right() - right_w, body.y, right_w, body.h}, "");
  end_panel(ui, right, draw_inspector(ui, shown, focus_, right.content));
}

void Program::draw_overlays(Ui& ui, const Rect& window) {
  const bool dialog_open = dialog_.purpose != FileDialogView::Purpose::none;
  if (opening()) ui.animating = true;
  const bool opens_long = opening_->takes_long();
  if (!dialog_open && !help_open_ && !opens_long) return;
  ImGui::SetNextWindowFocus();
  begin_layer("modal", window, ImGuiWindowFlags_NoBackground);
  if (opens_long) {
    if (draw_opening(ui, opening_->path(), opening_->progress(), window)) cancel_opening();
  } else if (dialog_open) {
    draw_dialog(ui, window);
  } else {
    help_open_ = draw_help(ui, window, std::exchange(help_scroll_, 0.0F) * ui.scale);
  }
  ImGui::End();
}

void Program::draw_dialog(Ui& ui, const Rect& window) {
  const auto path = draw_file_dialog(ui, dialog_, window);
  if (!path) return;
  if (dialog_.purpose == FileDialogView::Purpose::open) {
    open(*path);
    from_dialog_ = true;
  } else if (save_to(*path)) {
    dialog_.purpose = FileDialogView::Purpose::none;
  } else {
    refuse_in_dialog(std::exchange(message_, {}).text);
  }
}

// The reason stands in the dialog, where the next attempt is made.
void Program::refuse_in_dialog(const std::string& reason) {
  dialog_.take_focus = true;
  dialog_.note = reason;
}

}  // namespace whatwhere
