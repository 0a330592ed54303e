// The way to a page from somewhere else: a question, a step of the tour.
#pragma once

#include <string>

#include "app/ui/texts.h"
#include "app/ui/ui.h"
#include "core/session/session_file.h"

namespace whatwhere {

// Asks for the page, for its part if it is the page about learning, and for a heading on it if one is named.
// The widget's page is the toy's then.
inline void go_to(Ui& ui, const Session& session, Page page, LearningPart part,
                  const std::string& heading = "") {
  ui.anchor = heading;
  if (page == Page::widget && session.real) ui.ask({.id = ActionId::close_model});
  if (page == Page::learning) {
    ui.ask({.id = ActionId::choose_learning_part, .choice = static_cast<std::size_t>(part)});
  }
  ui.ask({.id = ActionId::show_page, .choice = static_cast<std::size_t>(page)});
}

// What the place is called on a button that goes there.
inline std::string place_name(Page page, LearningPart part) {
  const std::string title = text(std::string(name_of(page)) + ".title");
  return page == Page::learning ? title + ": " + text("learning.tab-" + std::string(name_of(part))) : title;
}

}  // namespace whatwhere
