#include "app/panels/words.h"

#include <algorithm>

#include "core/input/vocabulary.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr const char* kDash = "\xE2\x80\x94";

std::string count(std::size_t n, const std::string& one) {
  return std::to_string(n) + " " + one + (n == 1 ? "" : "s");
}

std::string slot_list(const std::vector<std::size_t>& slots) {
  std::string text = slots.size() == 1 ? "Slot " : "Slots ";
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (i > 0) text += i + 1 == slots.size() ? " and " : ", ";
    text += std::to_string(slots[i]);
  }
  return text;
}

std::string cell_name(const char* table, std::size_t row, std::size_t column) {
  return std::string(table) + "[" + std::to_string(row) + "," + std::to_string(column) + "]";
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
  const InputGrid& grid = results.grid;
  const bool absent = cell.of == CellRef::Of::pos_emb && !grid.pos_emb;
  if (cell.of == CellRef::Of::E || cell.of == CellRef::Of::P || absent) {
    return equation_of_table_cell(results, cell);
  }
  const std::size_t t = cell.row;
  const std::size_t j = cell.column;
  const std::string e = cell_name("E", static_cast<std::size_t>(results.ids[t]), j);
  const std::string p = cell_name("P", t, j);
  const std::string x = cell_name("X", t, j);
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

std::string quoted(TokenId id) { return "\"" + std::string(word_of(id)) + "\""; }

std::string same_token_verdict_word(const SameToken& same) {
  if (same.verdict == Verdict::none) return kDash;
  return same.verdict == Verdict::yes ? "yes" : "no";
}

std::string same_token_line(const SameToken& same) {
  if (same.verdict == Verdict::none) return "no token stands in two slots";
  const auto differ = static_cast<std::size_t>(
      std::count_if(same.pairs.begin(), same.pairs.end(), [](const SameTokenPair& p) { return !p.same; }));
  const std::string pairs = count(same.pairs.size(), "pair");
  if (differ == 0) return pairs + " of slots, the same bytes";
  return std::to_string(differ) + " of " + pairs + (differ == 1 ? " differs" : " differ");
}

std::string same_token_evidence(const SameToken& same) {
  if (same.verdict == Verdict::none) {
    return "Nothing to compare: put one token into two slots, for example \"the cat the\".";
  }
  std::string text;
  for (const SameTokenPair& pair : same.pairs) {
    if (!text.empty()) text += "\n";
    text += std::string(word_of(pair.id)) + " in slots " + std::to_string(pair.slot_a) + " and " +
            std::to_string(pair.slot_b) + ": " + (pair.same ? "the same bytes" : "different bytes") +
            ", distance " + significant(pair.distance, 9);
  }
  return text;
}

std::string multiset_word(const LessonResults& results) {
  if (!results.before) return kDash;
  return results.before->order.same_multiset ? "yes" : "no";
}

std::string slots_changed_word(const LessonResults& results) {
  if (!results.before) return kDash;
  return std::to_string(results.before->order.slots_changed) + " of " + std::to_string(results.ids.size());
}

std::vector<std::string> order_sentences(const Session& session, const LessonResults& results) {
  if (!results.before)
    return {"Shuffle, reverse or drag a slot: its order before is then compared with now."};
  const LessonResults::Before& before = *results.before;
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
  if (!adds_to_input(session.position) && before.order.slots_changed > 0) {
    sentences.emplace_back("Each vector travelled with its token.");
  }
  return sentences;
}

}  // namespace whatwhere
