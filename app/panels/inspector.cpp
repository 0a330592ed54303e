// What you see, in numbers and words: the equation of a cell, the pairs, what a reorder did, and the facts.
#include <algorithm>
#include <cmath>

#include "app/panels/panels.h"
#include "app/panels/words.h"
#include "app/ui/column.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

// A zero vector has no direction, and so no cosine.
std::string cosine_word(double cosine, int digits) {
  if (std::isnan(cosine)) return "\xE2\x80\x94";
  // A cosine that is not 1 does not read as 1.
  const std::string text = significant(cosine, digits);
  return text == "1" && cosine < 1.0 ? "< 1" : text;
}

// Without a minus a space, so that the digits stand under each other.
std::string signed_number(float x) {
  const std::string text = nine_digits(x);
  return (text.starts_with("-") ? "" : " ") + text;
}

Equation equation_in(const Shown& shown, const CellRef& cell) {
  if (shown.model == nullptr) return equation_of(shown.results, cell);
  const bool own_rows = shown_scheme(shown.session) != PositionScheme::sinusoidal;
  return equation_of(*shown.model, cell, own_rows ? shown.session.real->model->position_offset : 0);
}

// One line of the equation: the sign, the name, the number, its bits. Where a name is long, the names have
// lines of their own.
void draw_term(Ui& ui, const EquationTerm& term, bool own_line, Column& column) {
  if (own_line) column.numbers(term.sign + " " + term.name, ui.palette->quiet);
  const Rect line = column.line(20.0F);
  ui.record("equation/" + term.item, line);
  const float digit = text_width(ui.fonts.mono, "0");
  if (!own_line) {
    text_in({line.x, line.y, digit * 2.0F, line.h}, ui.fonts.mono, ui.palette->quiet, term.sign);
    text_in({line.x + digit * 2.0F, line.y, digit * 7.0F, line.h}, ui.fonts.mono, ui.palette->quiet,
            term.name);
  }
  text_in({line.x + digit * (own_line ? 2.0F : 9.0F), line.y, digit * 15.5F, line.h}, ui.fonts.mono,
          ui.palette->text, signed_number(term.value));
  text_in(line, ui.fonts.digits, ui.palette->quiet, bits_of(term.value), Align::right);
}

void draw_equation(Ui& ui, const Shown& shown, const Focus& focus, Column& column) {
  column.heading("This cell");
  if (!focus.cell) {
    column.words(
        "Point at any cell, or select one with the arrow keys: its equation stands here. (The numbers in "
        "cells are rounded; the equation is not.)");
    return;
  }
  const Equation equation = equation_in(shown, *focus.cell);
  column.equation(equation.text);
  constexpr std::size_t kShortName = 6;
  const bool own_lines = std::any_of(equation.terms.begin(), equation.terms.end(),
                                     [](const EquationTerm& term) { return term.name.size() > kShortName; });
  for (const EquationTerm& term : equation.terms) draw_term(ui, term, own_lines, column);
  if (!equation.note.empty()) column.words(equation.note);
}

void draw_pairs(Ui& ui, const Shown& shown, Column& column) {
  const SameToken& same = shown.grid().same;
  column.heading("Same token \xE2\x86\x92 same vector? " + same_token_verdict_word(same));
  if (same.pairs.empty()) {
    column.words(same_token_evidence(same, [&](TokenId id) { return shown.word(ui, id); }));
    return;
  }
  const auto draw_row = [&](const Rect& line, ImU32 colour, std::string_view pair, std::string_view bytes,
                            std::string_view distance, std::string_view cosine) {
    const float digit = text_width(ui.fonts.mono, "0");
    text_in({line.x + ui.px(56.0F), line.y, digit * 6.0F, line.h}, ui.fonts.mono, colour, pair);
    text_in({line.x + ui.px(104.0F), line.y, ui.px(40.0F), line.h}, ui.fonts.small, colour, bytes);
    text_in({line.x, line.y, line.w - digit * 8.0F, line.h}, ui.fonts.mono, colour, distance, Align::right);
    text_in(line, ui.fonts.mono, colour, cosine, Align::right);
  };
  const Rect heads = column.line(18.0F);
  text_in(heads, ui.fonts.small, ui.palette->quiet, "token");
  text_in({heads.x + ui.px(56.0F), heads.y, heads.w, heads.h}, ui.fonts.small, ui.palette->quiet, "slots");
  text_in({heads.x + ui.px(104.0F), heads.y, heads.w, heads.h}, ui.fonts.small, ui.palette->quiet, "bytes");
  text_in({heads.x, heads.y, heads.w - text_width(ui.fonts.mono, "0") * 8.0F, heads.h}, ui.fonts.small,
          ui.palette->quiet, "distance", Align::right);
  text_in(heads, ui.fonts.small, ui.palette->quiet, "cosine", Align::right);
  for (std::size_t i = 0; i < same.pairs.size(); ++i) {
    const SameTokenPair& pair = same.pairs[i];
    const Rect line = column.line(24.0F);
    if (!in_sight(line)) continue;
    const Hit h = hit(ui, "pair/" + std::to_string(i), line);
    token_chip(ui, {line.x, line.y + ui.px(2.0F), ui.px(50.0F), line.h - ui.px(4.0F)}, pair.id,
               shown.word(ui, pair.id));
    draw_row(line, ui.palette->text, std::to_string(pair.slot_a) + ", " + std::to_string(pair.slot_b),
             pair.same ? "same" : "differ", significant(pair.distance, 3), cosine_word(pair.cosine, 3));
    if (h.hovered) {
      tooltip(ui,
              shown.word(ui, pair.id) + " in slots " + std::to_string(pair.slot_a) + " and " +
                  std::to_string(pair.slot_b),
              "distance " + significant(pair.distance, 9) + "\ncosine " + cosine_word(pair.cosine, 9));
    }
  }
}

// Slot by slot: the token before, the token now, and whether the vector is another one.
void draw_order(Ui& ui, const Shown& shown, Column& column) {
  column.heading("Before and after");
  const GridResults& now = shown.grid();
  for (const std::string& sentence : order_sentences(shown_scheme(shown.session), now))
    column.words(sentence);
  if (!now.before) return;
  const GridResults::Before& before = *now.before;
  const float chip = ui.px(58.0F);
  for (std::size_t t = 0; t < now.ids.size(); ++t) {
    const Rect line = column.line(24.0F);
    if (!in_sight(line)) continue;
    const float y = line.y + ui.px(2.0F);
    const float h = line.h - ui.px(4.0F);
    const std::string number = std::to_string(t);
    text_in({line.x, line.y, ui.px(20.0F), line.h}, number.size() < 3 ? ui.fonts.mono : ui.fonts.digits,
            ui.palette->quiet, number, Align::right);
    token_chip(ui, {line.x + ui.px(22.0F), y, chip, h}, before.ids[t], shown.word(ui, before.ids[t]));
    text_in({line.x + ui.px(22.0F) + chip, line.y, ui.px(24.0F), line.h}, ui.fonts.body, ui.palette->quiet,
            "\xE2\x86\x92", Align::centre);
    token_chip(ui, {line.x + ui.px(46.0F) + chip, y, chip, h}, now.ids[t], shown.word(ui, now.ids[t]));
    text_in({line.x + ui.px(54.0F) + 2.0F * chip, line.y, line.w, line.h}, ui.fonts.small,
            before.order.changed[t] ? ui.palette->warn : ui.palette->quiet,
            before.order.changed[t] ? "another vector" : "same vector");
  }
}

void draw_facts(Ui& ui, const Shown& shown, Column& column) {
  column.heading("Measured");
  const auto fact = [&](const std::string& name, std::string_view words, const std::string& value,
                        std::string_view tip) {
    const Rect line = column.line(22.0F);
    if (hit(ui, "fact/" + name, line).hovered) tooltip(ui, "", tip);
    text_in(line, ui.fonts.body, ui.palette->quiet, words);
    text_in(line, ui.fonts.mono, ui.palette->text, value, Align::right);
  };
  const auto& closest = shown.grid().closest;
  fact("closest",
       closest
           ? "closest two: slots " + std::to_string(closest->row_a) + ", " + std::to_string(closest->row_b)
           : "closest two slots",
       closest ? significant(closest->distance, 6) : "\xE2\x80\x94",
       "The smallest distance between two rows of input_emb. A P does not guarantee that two slots "
       "differ: it is measured.");
  if (shown.model != nullptr) return;
  fact("one-hot", "max |onehot(ids) \xC2\xB7 E - E[ids]|", nine_digits(shown.results.one_hot_error),
       "The lookup is a matrix product in disguise: one-hot rows times E give the same numbers, and "
       "this is the largest difference.");
}

}  // namespace

void draw_equation_note(Ui& ui, const Shown& shown, const CellRef& cell) {
  const Equation equation = equation_in(shown, cell);
  std::size_t widest = 0;
  for (const EquationTerm& term : equation.terms) widest = std::max(widest, term.name.size() + 4);
  std::string lines;
  for (const EquationTerm& term : equation.terms) {
    std::string name = term.sign + " " + term.name;
    name.resize(widest, ' ');
    lines += name + signed_number(term.value) + "  " + bits_of(term.value) + "\n";
  }
  ImGui::BeginTooltip();
  ImGui::PushFont(ui.fonts.mono);
  ImGui::TextUnformatted(equation.text.c_str());
  ImGui::TextUnformatted(lines.c_str(), lines.c_str() + lines.size() - 1);
  ImGui::PopFont();
  ImGui::EndTooltip();
}

float draw_inspector(Ui& ui, const Shown& shown, const Focus& focus, const Rect& content) {
  Column column(ui, content);
  draw_equation(ui, shown, focus, column);
  draw_pairs(ui, shown, column);
  draw_order(ui, shown, column);
  draw_facts(ui, shown, column);
  return column.bottom();
}

}  // namespace whatwhere
