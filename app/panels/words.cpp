#include "app/panels/words.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/panels/panels.h"
#include "core/input/vocabulary.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr const char* kDash = "\xE2\x80\x94";

std::string count(std::size_t n, const std::string& one) {
  return std::to_string(n) + " " + one + (n == 1 ? "" : "s");
}

std::string slot_list(const std::vector<std::size_t>& slots) {
  constexpr std::size_t kMost = 12;
  std::string text = slots.size() == 1 ? "Slot " : "Slots ";
  const std::size_t listed = std::min(slots.size(), kMost);
  for (std::size_t i = 0; i < listed; ++i) {
    if (i > 0) text += i + 1 == slots.size() ? " and " : ", ";
    text += std::to_string(slots[i]);
  }
  if (slots.size() > listed) text += " and " + std::to_string(slots.size() - listed) + " more";
  return text;
}

std::string cell_name(const char* table, std::size_t row, std::size_t column) {
  return std::string(table) + "[" + std::to_string(row) + "," + std::to_string(column) + "]";
}

// "U+4F60"
std::string code_point(unsigned code) {
  std::string digits;
  for (int shift = 16; shift >= 0; shift -= 4) {
    const unsigned digit = (code >> shift) & 15U;
    if (shift < 16 || digit > 0) digits += "0123456789ABCDEF"[digit];
  }
  return "U+" + digits;
}

// A number of E or P by itself. (A cell of pos_emb is one of P that is not added.)
Equation equation_of_table_cell(const LessonResults& results, const CellRef& cell) {
  const bool in_E = cell.of == CellRef::Of::E;
  const char* table = in_E ? "E" : "P";
  const float value = (in_E ? results.E : results.P).row(cell.row)[cell.column];
  const std::string name = cell_name(table, cell.row, cell.column);
  const std::string whose =
      in_E ? quoted(static_cast<TokenId>(cell.row)) : "slot " + std::to_string(cell.row);
  return {name,
          {{table, " ", name, value}},
          "Number " + std::to_string(cell.column) + " in the row of " + whose + "."};
}

}  // namespace

Equation equation_of(const LessonResults& results, const CellRef& cell) {
  const bool absent = cell.of == CellRef::Of::pos_emb && !results.grid.pos_emb;
  if (cell.of == CellRef::Of::E || cell.of == CellRef::Of::P || absent) {
    return equation_of_table_cell(results, cell);
  }
  return equation_of(results, cell, 0);
}

Equation equation_of(const GridResults& results, const CellRef& cell, std::size_t position_offset) {
  const InputGrid& grid = results.grid;
  const std::size_t t = cell.row;
  const std::size_t j = cell.column;
  const std::string e = cell_name("E", static_cast<std::size_t>(results.ids[t]), j);
  const std::string p = cell_name("P", t + position_offset, j);
  const std::string x = cell_name("X", t, j);
  if (cell.of == CellRef::Of::pos_emb && !grid.pos_emb)
    return {p, {{"P", " ", p, results.P.row(t)[j]}}, "It is not added to the input."};
  Equation equation;
  equation.terms.push_back({"E", " ", e, grid.tok_emb.row(t)[j]});
  if (grid.pos_emb) {
    equation.text = e + " + " + p + " = " + x;
    equation.terms.push_back({"P", "+", p, grid.pos_emb->row(t)[j]});
  } else {
    equation.text = e + " = " + x;
    equation.note = p + " is not added to the input.";
  }
  equation.terms.push_back({"X", "=", x, grid.input_emb.row(t)[j]});
  return equation;
}

std::string Shown::word(const Ui& ui, TokenId id) const {
  return model != nullptr ? token_label(ui, *session.real->model, id) : std::string(word_of(id));
}

std::string quoted(TokenId id) { return "\"" + std::string(word_of(id)) + "\""; }

std::string same_token_verdict_word(const SameToken& same) {
  if (same.verdict == Verdict::none) return kDash;
  return same.verdict == Verdict::yes ? "yes" : "no";
}

std::string same_token_line(const SameToken& same) {
  if (same.verdict == Verdict::none) return "no token stands in two slots";
  const std::string pairs = count(static_cast<std::size_t>(same.pair_count), "pair");
  if (same.verdict == Verdict::yes) return pairs + " of slots, the same bytes";
  return std::to_string(same.different_count) + " of " + pairs +
         (same.different_count == 1 ? " differs" : " differ");
}

std::string same_token_evidence(const SameToken& same, const std::function<std::string(TokenId)>& word) {
  if (same.verdict == Verdict::none) {
    return "Nothing to compare: put one token into two slots, for example \"the cat the\".";
  }
  constexpr std::size_t kMost = 28;
  std::string text;
  for (std::size_t i = 0; i < std::min(same.pairs.size(), kMost); ++i) {
    const SameTokenPair& pair = same.pairs[i];
    if (!text.empty()) text += "\n";
    text += word(pair.id) + " in slots " + std::to_string(pair.slot_a) + " and " +
            std::to_string(pair.slot_b) + ": " + (pair.same ? "the same bytes" : "different bytes") +
            ", distance " + significant(pair.distance, 9);
  }
  if (same.pair_count > kMost) text += "\nand " + std::to_string(same.pair_count - kMost) + " more pairs";
  return text;
}

std::string token_label(const Ui& ui, const Model& model, TokenId id) {
  const std::string text = token_text(model, id);
  std::string label;
  for (const char* at = text.c_str(); *at != '\0';) {
    unsigned code = 0;
    const int bytes = ImTextCharFromUtf8(&code, at, text.c_str() + text.size());
    const std::string sign(at, static_cast<std::size_t>(std::max(bytes, 1)));
    at += sign.size();
    if (code == ' ') {
      label += "\xC2\xB7";
    } else if (ui.fonts.small->FindGlyphNoFallback(static_cast<ImWchar>(code)) != nullptr && code <= 0xFFFF) {
      label += sign;
    } else {
      label += code_point(code);
    }
  }
  return label;
}

std::string multiset_word(const GridResults& results) {
  if (!results.before) return kDash;
  return results.before->order.same_multiset ? "yes" : "no";
}

std::string slots_changed_word(const GridResults& results) {
  if (!results.before) return kDash;
  return std::to_string(results.before->order.slots_changed) + " of " + std::to_string(results.ids.size());
}

std::vector<std::string> order_sentences(PositionScheme scheme, const GridResults& results) {
  if (!results.before)
    return {"Shuffle, reverse or drag a slot: its order before is then compared with now."};
  const GridResults::Before& before = *results.before;
  std::vector<std::string> sentences;
  if (before.order.same_multiset) {
    sentences.emplace_back("The same vectors as before, each as often: as a set, nothing happened.");
  } else {
    sentences.push_back("Not the same vectors as before: " + slots_changed_word(results) +
                        " slots hold another one.");
  }
  std::vector<std::size_t> kept_slot;
  std::vector<std::size_t> kept_by_equal_token;
  std::vector<std::size_t> same_by_value;
  for (std::size_t t = 0; t < results.ids.size(); ++t) {
    if (before.order.changed[t]) continue;
    if (before.origin[t] == t) {
      kept_slot.push_back(t);
    } else if (before.ids[t] == results.ids[t]) {
      kept_by_equal_token.push_back(t);
    } else {
      same_by_value.push_back(t);
    }
  }
  const auto say = [&](const std::vector<std::size_t>& slots, const std::string& one,
                       const std::string& many) {
    if (!slots.empty()) sentences.push_back(slot_list(slots) + (slots.size() == 1 ? one : many));
  };
  say(kept_slot, " was left in place, so its vector did not change.",
      " were left in place, so their vectors did not change.");
  say(kept_by_equal_token, " got the same token from another slot: the same vector.",
      " got the same tokens from other slots: the same vectors.");
  say(same_by_value, " got another token with the same numbers.", " got other tokens with the same numbers.");
  if (!adds_to_input(scheme) && before.order.slots_changed > 0) {
    sentences.emplace_back("Each vector travelled with its token.");
  }
  return sentences;
}

}  // namespace whatwhere
