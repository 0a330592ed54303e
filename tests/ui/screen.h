// A screen without a display: the real Program and panels in a Dear ImGui context that draws nowhere, driven
// by the names of what is on it.
#pragma once

#include <string>
#include <vector>

#include "app/program/program.h"
#include "app/ui/ui.h"
#include "tests/ui/counting_textures.h"

namespace whatwhere::testing {

class Screen {
 public:
  explicit Screen(Session start = {}, float width = 1280.0F, float height = 800.0F);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  Program program;
  CountingTextures textures;
  Ui ui;

  const Session& session() const { return program.session(); }
  std::vector<TokenId> ids() const { return session().sequence.ids(); }

  // Draws one frame, a sixtieth of a second after the last one.
  void frame();
  void frames(int count);
  void resize(float width, float height);
  // Draws until nothing runs in the background any more, and what it came to is shown.
  void settle();

  bool shows(const std::string& name) const { return ui.items.contains(name); }
  // What the named item says: a verdict, a slider's value. Fails the test if it says nothing.
  std::string said(const std::string& name) const;
  // Where the named item is. Fails the test if it is not on the screen.
  Rect rect(const std::string& name) const;

  void move_to(ImVec2 position);
  void point_at(const std::string& name) { move_to(rect(name).centre()); }
  // Move, press, release: a frame each, and one for what it led to.
  void click(const std::string& name, int button = 0);
  // Press and release where the mouse is.
  void click_here(int button = 0);
  void drag(const std::string& from, ImVec2 to);
  void press(const std::string& key, bool ctrl = false, bool shift = false, bool alt = false);
  // Gives the keyboard to a control, as Tab does when it comes there.
  void focus(const std::string& name);
  // Types into the field that has the keyboard.
  void type(const std::string& text);
  void key_in_field(ImGuiKey key);

 private:
  void set_button(int button, bool down);
};

// A Session with these words, on the widget or on another page.
Session with_words(const std::string& words, PositionScheme position = PositionScheme::off);
Session on_page(Page page, const std::string& words, PositionScheme position = PositionScheme::off);

}  // namespace whatwhere::testing
