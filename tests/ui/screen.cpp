#include "tests/ui/screen.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/ui/style.h"

namespace whatwhere::testing {

Screen::Screen(Session start, float width, float height) : program(std::move(start)) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
  // Without a backend nothing says which key is which; fields then know Enter by this.
  io.KeyMap[ImGuiKey_Enter] = 1;
  io.KeyMap[ImGuiKey_Escape] = 2;
  ui.motion = false;
  ui.textures = &textures;
  ui.fonts = load_fonts(*io.Fonts, 1.0F);
  io.Fonts->Build();
  io.FontDefault = ui.fonts.body;
  apply_style(*ui.palette, 1.0F);
  io.MousePos = {-100.0F, -100.0F};
  resize(width, height);
  frames(2);
}

Screen::~Screen() { ImGui::DestroyContext(); }

void Screen::frame() {
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = 1.0F / 60.0F;
  ui.now += 1.0 / 60.0;
  ui.palette = &palette_of(session().view.theme);
  ImGui::NewFrame();
  program.draw(ui, io.DisplaySize.x, io.DisplaySize.y);
  ImGui::Render();
}

void Screen::frames(int count) {
  for (int i = 0; i < count; ++i) frame();
}

void Screen::settle() {
  for (int quiet = 0; quiet < 3; quiet = program.busy() ? 0 : quiet + 1) {
    if (program.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    frame();
  }
}

void Screen::resize(float width, float height) { ImGui::GetIO().DisplaySize = {width, height}; }

std::string Screen::said(const std::string& name) const {
  const auto found = ui.said.find(name);
  if (found == ui.said.end()) {
    ADD_FAILURE() << "nothing on the screen that speaks is named " << name;
    return {};
  }
  return found->second;
}

Rect Screen::rect(const std::string& name) const {
  const auto found = ui.items.find(name);
  if (found == ui.items.end()) {
    ADD_FAILURE() << "nothing on the screen is named " << name;
    return {};
  }
  return found->second;
}

void Screen::move_to(ImVec2 position) {
  ImGui::GetIO().MousePos = position;
  frames(2);
}

void Screen::set_button(int button, bool down) {
  ImGui::GetIO().MouseDown[button] = down;
  frame();
}

void Screen::click(const std::string& name, int button) {
  point_at(name);
  click_here(button);
}

void Screen::click_here(int button) {
  set_button(button, true);
  set_button(button, false);
  frame();
}

void Screen::drag(const std::string& from, ImVec2 to) {
  point_at(from);
  set_button(0, true);
  const ImVec2 start = ImGui::GetIO().MousePos;
  for (int step = 1; step <= 8; ++step) {
    const float part = static_cast<float>(step) / 8.0F;
    move_to({start.x + (to.x - start.x) * part, start.y + (to.y - start.y) * part});
  }
  set_button(0, false);
  frame();
}

void Screen::press(const std::string& key, bool ctrl, bool shift, bool alt) {
  program.press({key, ctrl, shift, alt});
  frames(2);
}

void Screen::focus(const std::string& name) {
  ui.focused = name;
  frame();
}

void Screen::type(const std::string& text) {
  ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
  frames(2);
}

void Screen::key_in_field(ImGuiKey key) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeysDown[io.KeyMap[key]] = true;
  frame();
  io.KeysDown[io.KeyMap[key]] = false;
  frames(2);
}

Session with_words(const std::string& words, PositionScheme position) {
  Session session;
  session.sequence = Sequence(ids_of_words(words));
  session.position = position;
  return session;
}

Session on_page(Page page, const std::string& words, PositionScheme position) {
  Session session = with_words(words, position);
  session.view.page = page;
  return session;
}

}  // namespace whatwhere::testing
