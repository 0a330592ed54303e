// Screens that show a real model: one inside the program, or one made of a table by hand.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/built_in.h"
#include "core/session/model_lesson.h"
#include "tests/core/tensors.h"
#include "tests/ui/screen.h"

namespace whatwhere::testing {

inline Session showing(std::shared_ptr<const Model> model, Page page = Page::widget,
                       const std::string& text = "") {
  Session session;
  session.real = first_choices(std::move(model));
  session.view.page = page;
  if (!text.empty()) session = apply(session, {.id = ActionId::set_text, .text = text});
  return session;
}

inline Session shakespeare(Page page = Page::widget, const std::string& text = "") {
  return showing(std::make_shared<const Model>(open_built_in("shakespeare")), page, text);
}

inline Session words(Page page = Page::widget, const std::string& text = "") {
  return showing(std::make_shared<const Model>(open_built_in("words")), page, text);
}

// A model with this E and no tokenizer.
inline std::shared_ptr<const Model> model_of_table(const Table& E) {
  ModelFile file;
  file.format = "by hand";
  file.tensors.push_back(tensor_of(E));
  file.tensors.back().name = "wte";
  return std::make_shared<const Model>(model_of("by-hand", std::move(file), {}, nullptr));
}

}  // namespace whatwhere::testing
