// Lesson: the guided tour, the checklist that ticks itself, the questions that people ask, and the
// interview's.
#include "app/pages/pages.h"
#include "app/panels/go_to.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

constexpr const char* kTab = "lesson/tab";
constexpr const char* kOpen = "lesson/open";

struct Jump {
  Page page;
  const char* heading = "";  // the text key of the one that answers; empty for the top of the page
  LearningPart part = LearningPart::step;
};

// Where each of the learners' questions is answered, in the order of their texts.
constexpr Jump kQuestions[] = {
    {Page::positions, "positions.words"},
    {Page::widget},
    {Page::positions, "positions.collision"},
    {Page::order, "order.ask-columns"},
    {Page::order, "order.ask-prediction"},
    {Page::order, "order.ask-mask"},
    {Page::positions, "positions.ask-which"},
    {Page::positions, "positions.ask-columns"},
    {Page::positions, "positions.ask-rows"},
    {Page::failures},
    {Page::batches, "batches.add"},
    {Page::product},
    {Page::learning},
    {Page::batches, "batches.ask-space"},
    {Page::learning},
};

// The same for the interview's.
constexpr Jump kInterview[] = {
    {Page::raw_ids},
    {Page::product},
    {Page::batches},
    {Page::learning, "", LearningPart::training},
    {Page::order},
    {Page::positions},
    {Page::positions, "positions.compared"},
};

// One question: a click shows its short answer, the button goes to the page where it can be tried.
void draw_question(const Shown& shown, Column& column, const std::string& name, std::size_t index,
                   const Jump& jump) {
  Ui& ui = column.ui();
  const std::string key = "lesson." + name + "-" + std::to_string(index + 1);
  const std::string go = text("lesson.try", {place_name(jump.page, jump.part)});
  const Rect line = column.line(34.0F);
  const float w = button_width(ui, go);
  const Rect button_rect{line.right() - w, line.y + ui.px(3.0F), w, ui.px(28.0F)};
  const Rect words{line.x, line.y, button_rect.x - line.x - ui.px(12.0F), line.h};
  const Hit h = control(ui, name + "/" + std::to_string(index), words);
  const auto open = ui.picked.find(kOpen + ("/" + name));
  const bool is_open = open != ui.picked.end() && open->second.row == index;
  if (h.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  text_in({words.x, words.y, ui.px(22.0F), words.h}, ui.fonts.mono, ui.palette->quiet,
          std::to_string(index + 1), Align::right);
  text_in({words.x + ui.px(34.0F), words.y, words.w - ui.px(34.0F), words.h},
          is_open ? ui.fonts.strong : ui.fonts.body,
          h.hovered || is_open ? ui.palette->accent : ui.palette->text, text(key + "-ask"));
  if (button(ui, name + "/" + std::to_string(index) + "/go", button_rect, go))
    go_to(ui, shown.session, jump.page, jump.part, *jump.heading == '\0' ? "" : text(jump.heading));
  if (h.clicked) {
    if (is_open) {
      ui.picked.erase(open);
    } else {
      ui.picked[kOpen + ("/" + name)] = {index, 0};
      ImGui::SetScrollFromPosY(line.y - ImGui::GetWindowPos().y, 0.4F);  // what opens has to be in sight
    }
  }
  if (!is_open) return;
  const Rect answer{line.x + ui.px(34.0F), column.bottom(), line.w - ui.px(34.0F), 0.0F};
  const float height = wrapped_text(answer, ui.fonts.body, ui.palette->quiet, text(key + "-answer"));
  ui.said[name + "/answer"] = text(key + "-answer");
  column.advance_to(column.bottom() + height + ui.px(10.0F));
}

void draw_questions(const Shown& shown, Column& column) {
  column.words(text("lesson.questions-how"));
  for (std::size_t i = 0; i < std::size(kQuestions); ++i)
    draw_question(shown, column, "question", i, kQuestions[i]);
}

void draw_interview(const Shown& shown, Column& column) {
  column.words(text("lesson.interview-how"));
  for (std::size_t i = 0; i < std::size(kInterview); ++i)
    draw_question(shown, column, "interview", i, kInterview[i]);
}

// A tick in a circle, or an empty one.
void draw_tick(Ui& ui, const Rect& rect, bool ticked) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 middle = rect.centre();
  const float r = ui.px(9.0F);
  if (!ticked) return list.AddCircle(middle, r, ui.palette->quiet, 0, ui.px(1.5F));
  list.AddCircleFilled(middle, r, ui.palette->accent);
  const ImVec2 points[] = {{middle.x - r * 0.45F, middle.y},
                           {middle.x - r * 0.1F, middle.y + r * 0.4F},
                           {middle.x + r * 0.5F, middle.y - r * 0.4F}};
  list.AddPolyline(points, 3, ui.palette->on_accent, 0, ui.px(2.0F));
}

void draw_checklist(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  column.words(text("lesson.checklist-how"));
  column.gap(6.0F);
  for (std::size_t i = 0; i < kChecklist; ++i) {
    const std::string key = "lesson.check-" + std::to_string(i + 1);
    const bool ticked = shown.progress.checked[i];
    const Rect line = column.line(24.0F);
    draw_tick(ui, {line.x, line.y, ui.px(24.0F), line.h}, ticked);
    text_in({line.x + ui.px(34.0F), line.y, line.w - ui.px(34.0F), line.h}, ui.fonts.strong, ui.palette->text,
            text(key));
    ui.said["check/" + std::to_string(i)] = text(ticked ? "page.yes" : "page.no");
    const Rect how{line.x + ui.px(34.0F), column.bottom(), line.w - ui.px(34.0F), 0.0F};
    const float height = wrapped_text(how, ui.fonts.body, ui.palette->quiet, text(key + "-how"));
    column.advance_to(column.bottom() + height + ui.px(10.0F));
  }
}

void draw_tour_buttons(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const Progress& progress = shown.progress;
  const bool done = is_at_end(progress);
  const bool under_way = progress.step > 0 && !done;
  const bool can_start = !progress.touring || done;
  if (!can_start && !under_way) return;
  Flow flow(column.line(32.0F), ui.px(32.0F), ui.px(8.0F));
  if (can_start) {
    const std::string label = text(done ? "lesson.again" : under_way ? "lesson.go-on" : "lesson.start");
    action_button(ui, shown, {.id = ActionId::start_tour}, flow.next(button_width(ui, label)), Look::primary,
                  label);
  }
  if (under_way) {
    action_button(ui, shown, {.id = ActionId::restart_tour},
                  flow.next(action_button_width(ui, ActionId::restart_tour)));
  }
  column.gap(8.0F);
}

// The steps with what became of them.
void draw_tour(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const Progress& progress = shown.progress;
  column.words(text("lesson.tour-how"));
  column.gap(6.0F);
  draw_tour_buttons(shown, column);
  for (std::size_t i = 0; i < kTourSteps; ++i) {
    const std::string key = "lesson.step-" + std::to_string(i + 1);
    const bool done = i < progress.step;
    const bool now = progress.touring && i == progress.step;
    const Rect line = column.line(28.0F);
    draw_tick(ui, {line.x, line.y, ui.px(24.0F), line.h}, done);
    const float page = ui.px(210.0F);
    const Rect words{line.x + ui.px(34.0F), line.y, line.w - ui.px(44.0F) - page, line.h};
    text_in(words, now ? ui.fonts.strong : ui.fonts.body, done || now ? ui.palette->text : ui.palette->quiet,
            text(key + "-ask"));
    if (done) {
      const Rect answer{words.x, column.bottom() - ui.px(4.0F), words.w, 0.0F};
      column.advance_to(answer.y + ui.px(6.0F) +
                        wrapped_text(answer, ui.fonts.small, ui.palette->quiet, text(key + "-reveal")));
    }
    text_in({line.right() - page, line.y, page, line.h}, ui.fonts.small, ui.palette->quiet,
            place_name(tour()[i].page, tour()[i].part), Align::right);
  }
}

Finding finding(const Progress& progress) {
  std::size_t ticked = 0;
  for (const bool checked : progress.checked) ticked += checked ? 1 : 0;
  const std::string steps = std::to_string(std::min(progress.step, kTourSteps));
  const std::string detail = text("lesson.detail", {std::to_string(ticked), std::to_string(kChecklist),
                                                    std::to_string(right_predictions(progress)), steps});
  return {text("lesson.question"), text("lesson.answer", {steps, std::to_string(kTourSteps)}), detail,
          is_at_end(progress) ? Tone::good : Tone::quiet};
}

}  // namespace

Finding draw_lesson_page(const Shown& shown, Column& column) {
  Ui& ui = column.ui();
  const std::vector<std::string> tabs = {text("lesson.tour"), text("lesson.checklist"),
                                         text("lesson.questions"), text("lesson.interview")};
  Flow flow(column.line(32.0F), ui.px(32.0F), ui.px(8.0F));
  const std::size_t tab = ui.picked[kTab].row;
  if (const auto chosen = choice(ui, kTab, flow.next(choice_width(ui, tabs)), tabs, tab)) {
    ui.picked[kTab].row = *chosen;
  }
  column.gap(10.0F);
  if (tab == 0) draw_tour(shown, column);
  if (tab == 1) draw_checklist(shown, column);
  if (tab == 2) draw_questions(shown, column);
  if (tab == 3) draw_interview(shown, column);
  return finding(shown.progress);
}

}  // namespace whatwhere
