// The page "Learning" on a screen without a display.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "core/session/learning_step.h"
#include "tests/ui/screen.h"

namespace whatwhere::testing {

inline Session on_part(const std::string& words, LearningPart part = LearningPart::step) {
  Session session = on_page(Page::learning, words);
  session.learning.part = part;
  return session;
}

// High enough for the whole page.
class LearningScreen : public Screen {
 public:
  explicit LearningScreen(const Session& start) : Screen(start, 1280.0F, 1800.0F) {}

  void click_cell(const std::string& strip, std::size_t column) {
    const Rect row = rect(strip);
    const float cell = row.w / static_cast<float>(kWidth);
    move_to({row.x + cell * (static_cast<float>(column) + 0.5F), row.centre().y});
    ImGui::GetIO().MouseDown[0] = true;
    frame();
    ImGui::GetIO().MouseDown[0] = false;
    frames(2);
  }
  void enter(const std::string& field, const std::string& number) {
    click(field);
    write(number);
  }
  // Into the field that has the keyboard.
  void write(const std::string& number) {
    type(number);
    key_in_field(ImGuiKey_Enter);
  }
  std::string verdict() const { return said("verdict/learning"); }
  std::string detail() const { return said("verdict/learning/detail"); }
  const Table& E() { return program.results().E; }
  LearningStep step() { return learning_step(session(), program.results()); }

  // Frames in real time until it is so; a machine that is busy may take long.
  [[nodiscard]] bool comes_to(const std::function<bool()>& state) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!state()) {
      if (std::chrono::steady_clock::now() > end) return false;
      frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }
  std::uint64_t training_steps() const { return session().changed ? session().changed->training_steps : 0; }
};

}  // namespace whatwhere::testing
