// What was found in a model's file, in one card; and which of its tensors are E and P.
#include <algorithm>

#include "app/panels/model_panels.h"
#include "app/ui/column.h"
#include "app/ui/controls.h"
#include "app/ui/texts.h"
#include "core/model/built_in.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

std::string name_of(const Model& model) {
  if (const auto name = built_in_name(model.path)) {
    for (const BuiltIn& one : built_ins())
      if (one.name == *name) return std::string(one.label);
  }
  const auto file = model.path.filename();
  return file.empty() ? model.path.parent_path().filename().string() : file.string();
}

// A caption above its value; the whole of it in the tooltip.
void draw_fact(Column& column, const std::string& name, const std::string& caption,
               const std::string& value) {
  Ui& ui = column.ui();
  const Rect line = column.line(38.0F);
  const Hit h = hit(ui, name, line);
  text_in({line.x, line.y, line.w, ui.px(16.0F)}, ui.fonts.small, ui.palette->quiet, caption);
  text_in({line.x, line.y + ui.px(16.0F), line.w, ui.px(20.0F)}, ui.fonts.mono, ui.palette->text, value);
  ui.said[name] = value;
  if (h.hovered && text_width(ui.fonts.mono, value) > line.w) tooltip(ui, caption, value);
}

std::string table_line(const Tensor& tensor) {
  return shape_text(tensor) + " " + tensor.dtype_name +
         (tensor.name.empty() ? "" : "  " + one_line(tensor.name));
}

// "38,597,376"
std::string grouped(std::uint64_t n) {
  const std::string digits = std::to_string(n);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::uint64_t parameters(const Model& model) {
  std::uint64_t sum = element_count(model.token_table().shape).value_or(0);
  if (model.P) sum += element_count(model.position_table()->shape).value_or(0);
  return sum;
}

void draw_facts(const Model& model, Column& column) {
  draw_fact(column, "model/E", text("model.E"), table_line(model.token_table()));
  draw_fact(column, "model/P", text("model.P"),
            model.P ? table_line(*model.position_table()) : text("model.no-P"));
  draw_fact(column, "model/parameters", text("model.parameters"), grouped(parameters(model)));
  draw_fact(column, "model/tokenizer", text("model.tokenizer"),
            model.tokenizer
                ? text("model.tokenizer-of", {model.tokenizer->kind(), grouped(model.tokenizer->size())})
                : text("model.no-tokenizer"));
  draw_fact(column, "model/format", text("model.format"),
            text("model.format-of", {model.file.format, std::to_string(model.file.tensors.size())}));
}

void draw_notes(const Model& model, Column& column) {
  if (model.notes.empty()) return;
  column.heading(text("model.notes"));
  for (const std::string& note : model.notes) column.words(one_line(note));
  std::string all;
  for (const std::string& note : model.notes) all += note + "\n";
  column.ui().said["model/notes"] = all;
}

void draw_offset(Ui& ui, const Model& model, Column& column) {
  if (!model.P) return;
  column.gap(4.0F);
  const auto typed = captioned_field(ui, "field/offset", text("model.offset"),
                                     std::to_string(model.position_offset), column.line(28.0F));
  if (!typed) return;
  if (const auto offset = parse_u64(*typed)) {
    ui.ask({.id = ActionId::set_position_offset, .choice = static_cast<std::size_t>(*offset)});
  } else {
    ui.refused = text("model.no-offset", {*typed});
  }
}

// A tensor of the file, with two buttons that give it a role.
void draw_tensor(Ui& ui, const Shown& shown, std::size_t i, Column& column) {
  const Model& model = *shown.session.real->model;
  const Tensor& tensor = model.file.tensors[i];
  const Rect line = column.line(40.0F);
  if (!in_sight(line)) return;
  const float side = ui.px(26.0F);
  const auto role = [&](const char* label, ActionId id, bool on, float x) {
    const Action action{.id = id, .choice = on && id == ActionId::choose_P ? model.file.tensors.size() : i};
    const Rect rect{x, line.y + ui.px(6.0F), side, side};
    const std::string reason = on && id == ActionId::choose_E ? "" : shown.history.why_not(action);
    const std::string name = "tensor/" + std::to_string(i) + "/" + label;
    if (button(ui, name, rect, label, on ? Look::primary : Look::plain, reason.empty()) &&
        !(on && id == ActionId::choose_E))
      ui.ask(action);
    if (ImGui::IsItemHovered())
      tooltip(ui, std::string(info(id).label), reason.empty() ? std::string(info(id).help) : reason);
  };
  const float text_w = line.w - 2.0F * side - ui.px(12.0F);
  text_in({line.x, line.y + ui.px(2.0F), text_w, ui.px(18.0F)}, ui.fonts.small, ui.palette->text,
          tensor.name.empty() ? text("model.no-name") : one_line(tensor.name));
  text_in({line.x, line.y + ui.px(20.0F), text_w, ui.px(16.0F)}, ui.fonts.digits, ui.palette->quiet,
          shape_text(tensor) + " " + tensor.dtype_name);
  if (hit(ui, "tensor/" + std::to_string(i), {line.x, line.y, text_w, line.h}).hovered)
    tooltip(ui, one_line(tensor.name), shape_text(tensor) + " " + tensor.dtype_name);
  role("E", ActionId::choose_E, i == model.E, line.right() - 2.0F * side - ui.px(6.0F));
  role("P", ActionId::choose_P, i == model.P, line.right() - side);
}

}  // namespace

void draw_model_card(Ui& ui, const Shown& shown, const Rect& rect) {
  const Panel panel = begin_panel(ui, "model", rect, "");
  const Model& model = *shown.session.real->model;
  Column column(ui, panel.content);
  const std::string name = name_of(model);
  const Rect title = column.line(26.0F);
  if (hit(ui, "model/name", title).hovered) tooltip(ui, name, model.path.string());
  text_in(title, ui.fonts.strong, ui.palette->text, name);
  Flow flow(column.line(30.0F), ui.px(30.0F), ui.px(8.0F));
  action_button(ui, shown, {.id = ActionId::close_model},
                flow.next(action_button_width(ui, ActionId::close_model)));
  column.advance_to(flow.bottom());
  column.gap(8.0F);
  draw_facts(model, column);
  draw_offset(ui, model, column);
  draw_notes(model, column);
  column.gap(8.0F);
  const std::string& label = text(shown.model_view.lists_tensors ? "model.close-list" : "model.open-list");
  const Rect line = column.line(30.0F);
  if (button(ui, "model/list", {line.x, line.y, button_width(ui, label), line.h}, label))
    shown.model_view.lists_tensors = !shown.model_view.lists_tensors;
  if (shown.model_view.lists_tensors) {
    column.gap(6.0F);
    for (std::size_t i = 0; i < model.file.tensors.size(); ++i) draw_tensor(ui, shown, i, column);
  }
  end_panel(ui, panel, column.bottom());
}

}  // namespace whatwhere
