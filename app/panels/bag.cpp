// The bag: the vectors sorted by value, without their places. What a set-like attention receives.
#include <cmath>

#include "app/panels/panels.h"
#include "app/panels/words.h"
#include "core/numbers.h"

namespace whatwhere {

namespace {

constexpr float kRow = 20.0F;

struct Bag {
  std::string name;
  std::string caption;
  const std::vector<TokenId>& ids;
  const Table& vectors;
  const std::vector<std::size_t>& order;
};

// With a focus, the vectors are rows of the present input_emb: pointing at one lights it there.
void draw_one(Ui& ui, const Bag& bag, float range, Focus* focus, const Rect& rect) {
  text_in({rect.x, rect.y, rect.w, ui.px(18.0F)}, ui.fonts.small, ui.palette->quiet, bag.caption);
  const float chip = ui.px(52.0F);
  const float strip = std::floor((rect.w - chip - ui.px(8.0F)) / 4.0F) * 4.0F;
  const float top = rect.y + ui.px(22.0F);
  float y = top;
  for (std::size_t i = 0; i < bag.order.size(); ++i, y += ui.px(kRow)) {
    const std::size_t row = bag.order[i];
    const float h = ui.px(kRow) - ui.px(2.0F);
    token_chip(ui, {rect.x, y, chip, h}, bag.ids[row]);
    const auto column =
        heat_strip(ui, bag.name + "/" + std::to_string(i), {rect.x + chip + ui.px(8.0F), y, strip, h},
                   bag.vectors.row(row), {.range = range});
    if (!column) continue;
    if (focus != nullptr) {
      focus->hovered = CellRef{CellRef::Of::input_emb, row, *column};
    } else {
      const float x = bag.vectors.row(row)[*column];
      tooltip(ui, nine_digits(x) + "  " + bits_of(x),
              "Number " + std::to_string(*column) + " of the vector that slot " + std::to_string(row) +
                  " held before the reorder.");
    }
  }
  if (!bag.order.empty()) ui.record(bag.name, {rect.x, top, rect.w, y - top});
}

}  // namespace

float draw_bag(Ui& ui, const Shown& shown, Focus& focus, const Rect& content) {
  const LessonResults& r = shown.results;
  float y = content.y;
  text_in({content.x, y, content.w, ui.px(20.0F)}, ui.fonts.strong, ui.palette->text,
          "Bag of vectors: the same numbers without their places");
  y += ui.px(24.0F);
  if (r.ids.empty()) {
    text_in({content.x, y, content.w, ui.px(20.0F)}, ui.fonts.body, ui.palette->quiet,
            "Empty: it will hold each vector of input_emb, sorted by value.");
    return y + ui.px(24.0F);
  }
  const float gap = ui.px(24.0F);
  const float half = std::floor((content.w - gap) / 2.0F);
  const float h = ui.px(22.0F) + static_cast<float>(r.ids.size()) * ui.px(kRow);
  const std::string title = r.before ? "now, sorted by value" : "sorted by value";
  draw_one(ui, {"bag", title, r.ids, r.grid.input_emb, r.bag}, r.range, &focus, {content.x, y, half, h});
  if (r.before) {
    const auto& before = *r.before;
    draw_one(ui,
             {"bag-before", "before the reorder, sorted by value", before.ids, before.input_emb, before.bag},
             r.range, nullptr, {content.x + half + gap, y, half, h});
  } else {
    wrapped_text({content.x + half + gap, y + ui.px(22.0F), half, h}, ui.fonts.small, ui.palette->quiet,
                 "Reorder the slots and the bag from before appears here: the two are equal when the "
                 "order is invisible.");
  }
  return y + h;
}

}  // namespace whatwhere
