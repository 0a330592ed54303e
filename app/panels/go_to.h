// The way to a page from somewhere else: a question, a step of the tour.
#pragma once

#include "app/ui/ui.h"

namespace whatwhere {

// Asks for the page, and for its part if it is the page about learning.
inline void go_to(Ui& ui, Page page, LearningPart part) {
  if (page == Page::learning) {
    ui.ask({.id = ActionId::choose_learning_part, .choice = static_cast<std::size_t>(part)});
  }
  ui.ask({.id = ActionId::show_page, .choice = static_cast<std::size_t>(page)});
}

}  // namespace whatwhere
