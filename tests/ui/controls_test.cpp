// What the mouse and the keyboard do to the controls, the rail and the line of the sequence.
#include "app/ui/controls.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/session/session_file.h"
#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

// ---- The keyboard on a page ----

// Tab goes from control to control; in a text field it is the field's, which Escape leaves.
void press_tab(Screen& screen, bool shift = false) {
  if (ImGui::GetIO().WantTextInput) screen.key_in_field(ImGuiKey_Escape);
  screen.press("Tab", false, shift);
}

TEST(Keyboard, TabVisitsEveryControlInOrderAndBeginsAgain) {
  Screen screen(on_page(Page::raw_ids, "the cat"));
  const std::vector<std::string> all = screen.ui.controls;
  ASSERT_GT(all.size(), 20U);
  EXPECT_EQ(all.front(), "rail/widget");
  EXPECT_TRUE(screen.ui.focused.empty());
  for (const std::string& name : all) {
    press_tab(screen);
    ASSERT_EQ(screen.ui.focused, name);
    ASSERT_TRUE(screen.shows(name)) << "what has the keyboard is in sight";
  }
  press_tab(screen);
  EXPECT_EQ(screen.ui.focused, all.front());
  press_tab(screen, true);
  EXPECT_EQ(screen.ui.focused, all.back());
}

// Tab goes on from a text field too, and takes along what was typed.
TEST(Keyboard, TabLeavesATextField) {
  Screen screen;
  screen.click("field/seed");
  screen.type("7");
  screen.press("Tab");
  screen.frames(2);
  EXPECT_NE(screen.ui.focused, "field/seed");
  EXPECT_FALSE(screen.ui.focused.empty());
  screen.press("5");
  EXPECT_EQ(screen.ids(), (std::vector<TokenId>{5})) << "the field has the keyboard no more";
}

TEST(Keyboard, EnterPressesWhatHasTheKeyboard) {
  Screen screen(on_page(Page::raw_ids, "the cat"));
  for (int i = 0; i < 100 && screen.ui.focused != "button/renumber"; ++i) press_tab(screen);
  ASSERT_EQ(screen.ui.focused, "button/renumber");
  screen.press("Enter");
  EXPECT_EQ(screen.session().renumberings, 1U);
  screen.press("Space");
  EXPECT_EQ(screen.session().renumberings, 2U);
  EXPECT_EQ(screen.ui.focused, "button/renumber");
  screen.press("Escape");
  EXPECT_TRUE(screen.ui.focused.empty());
  screen.press("Enter");
  EXPECT_EQ(screen.session().renumberings, 2U) << "nothing has the keyboard";
}

TEST(Keyboard, AClickTakesTheKeyboardAway) {
  Screen screen(on_page(Page::raw_ids, "the cat"));
  press_tab(screen);
  EXPECT_FALSE(screen.ui.focused.empty());
  screen.click("verdict/raw-ids");
  EXPECT_TRUE(screen.ui.focused.empty());
}

TEST(Keyboard, WhatIsGoneHasTheKeyboardNoMore) {
  Screen screen(on_page(Page::raw_ids, "the cat"));
  for (int i = 0; i < 100 && screen.ui.focused != "sequence/slot/1"; ++i) press_tab(screen);
  ASSERT_EQ(screen.ui.focused, "sequence/slot/1");
  screen.press("Enter");  // takes it out
  EXPECT_EQ(screen.ids(), (std::vector<TokenId>{5}));
  screen.frames(2);
  EXPECT_TRUE(screen.ui.focused.empty());
}

// Left and Right are the focused control's; without one they select cells of the widget.
TEST(Keyboard, ArrowsSelectCellsOnlyWithoutAControl) {
  Screen screen(with_words("the cat"));
  press_tab(screen);
  screen.press("Right");
  EXPECT_FALSE(screen.shows("equation/X"));
  screen.press("Escape");
  screen.press("Right");
  EXPECT_TRUE(screen.shows("equation/X"));
}

// ---- A slider ----

// A frame with two sliders and a switch, on a History as Program has one.
class Controls {
 public:
  Controls() { screen_.move_to({-100.0F, -100.0F}); }

  Ui& ui() { return screen_.ui; }
  const Session& session() const { return history.present(); }
  History history;

  void frame(int nudge = 0) {
    Ui& ui = screen_.ui;
    ui.items.clear();
    ui.controls.clear();
    ui.said.clear();
    ui.asked.clear();
    ui.nudge = nudge;
    ui.focus_moved = false;
    ui.activate = false;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0.0F, 0.0F});
    ImGui::SetNextWindowSize({1280.0F, 800.0F});
    ImGui::Begin("controls", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    draw();
    ImGui::End();
    ImGui::Render();
    for (const Action& action : ui.asked) history.perform(action);
  }
  void mouse(ImVec2 at, bool down) {
    ImGui::GetIO().MousePos = at;
    frame();
    ImGui::GetIO().MouseDown[0] = down;
    frame();
    frame();
  }
  // A place on a slider's track for this part of its way.
  ImVec2 on_track(const std::string& name, float part) {
    const Rect track = ui().items.at(name);
    const float knob = ui().px(14.0F);
    return {track.x + knob / 2.0F + (track.w - knob) * part, track.centre().y};
  }
  std::size_t undo_steps() const { return history.position(); }

 private:
  void draw() {
    Ui& ui = screen_.ui;
    const auto gain = slider(ui, "gain", {20.0F, 20.0F, 400.0F, 24.0F}, session().positions.gain,
                             {.low = 0.0, .high = 2.0, .step = 0.1, .caption = "gain", .shown = "now"});
    if (gain) ui.ask({.id = ActionId::set_gain, .value = gain->value, .continues = gain->continues});
    const auto slot =
        slider(ui, "slot", {20.0F, 60.0F, 400.0F, 24.0F}, static_cast<double>(session().positions.query_slot),
               {.low = 0.0, .high = 63.0, .step = 1.0, .caption = "m", .shown = "m"});
    if (slot) {
      ui.ask({.id = ActionId::set_query_slot,
              .choice = static_cast<std::size_t>(slot->value),
              .continues = slot->continues});
    }
    if (toggle(ui, "causal", {20.0F, 100.0F, 200.0F, 28.0F}, "causal", session().causal)) {
      ui.ask({.id = ActionId::toggle_causal});
    }
  }

  Screen screen_;
};

TEST(Slider, ADragIsOneUndoStep) {
  Controls controls;
  controls.frame();
  controls.mouse(controls.on_track("gain", 0.5F), true);
  EXPECT_EQ(controls.undo_steps(), 0U) << "it stood there already";
  for (const float part : {0.6F, 0.7F, 0.85F, 0.95F}) controls.mouse(controls.on_track("gain", part), true);
  EXPECT_NEAR(controls.session().positions.gain, 1.9, 1e-9);
  controls.mouse(controls.on_track("gain", 0.95F), false);
  EXPECT_EQ(controls.undo_steps(), 1U);
  controls.mouse(controls.on_track("gain", 0.1F), true);
  controls.mouse(controls.on_track("gain", 0.2F), true);
  controls.mouse(controls.on_track("gain", 0.2F), false);
  EXPECT_NEAR(controls.session().positions.gain, 0.4, 1e-9);
  EXPECT_EQ(controls.undo_steps(), 2U) << "another drag is another step";
  controls.history.perform({.id = ActionId::undo});
  EXPECT_NEAR(controls.session().positions.gain, 1.9, 1e-9);
  controls.history.perform({.id = ActionId::undo});
  EXPECT_EQ(controls.session().positions.gain, 1.0);
}

TEST(Slider, StaysInItsRange) {
  Controls controls;
  controls.frame();
  controls.mouse(controls.on_track("gain", 0.5F), true);
  controls.mouse({2000.0F, 30.0F}, true);
  EXPECT_EQ(controls.session().positions.gain, 2.0);
  controls.mouse({-50.0F, 30.0F}, true);
  EXPECT_EQ(controls.session().positions.gain, 0.0);
  controls.mouse({-50.0F, 30.0F}, false);
}

TEST(Slider, ArrowsMoveTheFocusedOneByItsStep) {
  Controls controls;
  controls.frame();
  controls.ui().focused = "slot";
  controls.frame(1);
  controls.frame(1);
  EXPECT_EQ(controls.session().positions.query_slot, 3U);
  controls.frame(-1);
  EXPECT_EQ(controls.session().positions.query_slot, 2U);
  EXPECT_EQ(controls.session().positions.gain, 1.0);
  EXPECT_EQ(controls.undo_steps(), 3U) << "each press is a step";
  controls.frame(-5);
  EXPECT_EQ(controls.session().positions.query_slot, 0U);
  controls.frame(-1);
  EXPECT_EQ(controls.undo_steps(), 4U) << "at its end it changes nothing";
}

// A file may hold a gain that the slider does not reach: it stays until its own slider is moved.
TEST(Slider, OneThatHasNotTheKeyboardStaysWhereItIs) {
  Controls controls;
  controls.history.perform({.id = ActionId::set_gain, .value = 3.55});
  controls.frame();
  controls.ui().focused = "slot";
  controls.frame(1);
  EXPECT_EQ(controls.session().positions.query_slot, 2U);
  EXPECT_EQ(controls.session().positions.gain, 3.55);
}

TEST(Toggle, SaysItsStateAndIsClicked) {
  Controls controls;
  controls.frame();
  EXPECT_EQ(controls.ui().said.at("causal"), "off");
  controls.mouse(controls.ui().items.at("causal").centre(), true);
  controls.mouse(controls.ui().items.at("causal").centre(), false);
  controls.frame();
  EXPECT_TRUE(controls.session().causal);
  EXPECT_EQ(controls.ui().said.at("causal"), "on");
}

// ---- The rail and the line of the sequence ----

TEST(Rail, EachEntryShowsItsPage) {
  Screen screen(with_words("the cat"));
  for (std::size_t i = kPages; i-- > 0;) {
    const auto page = static_cast<Page>(i);
    screen.click("rail/" + std::string(name_of(page)));
    EXPECT_EQ(screen.session().view.page, page);
    const bool has_verdict = screen.shows("verdict/" + std::string(name_of(page)));
    EXPECT_EQ(has_verdict, page != Page::widget);
  }
  EXPECT_FALSE(screen.program.history().why_not({.id = ActionId::undo}).empty()) << "looking is no step";
}

TEST(Rail, EachPageHasItsKey) {
  Screen screen(with_words("the cat"));
  for (std::size_t i = kPages; i-- > 0;) {
    const bool of_model = i >= kLessonPages;
    screen.press(std::to_string(of_model ? i - kLessonPages + 1 : i + 1), true, of_model);
    EXPECT_EQ(screen.session().view.page, static_cast<Page>(i));
  }
}

TEST(Rail, ItAndTheSequenceAreThereAtEverySize) {
  for (const auto& [w, h] : {std::pair{360.0F, 300.0F}, {900.0F, 600.0F}, {1280.0F, 800.0F}}) {
    Screen screen(on_page(Page::raw_ids, "the dog bites the man the cat runs"), w, h);
    screen.frames(2);
    for (std::size_t i = 0; i < kPages; ++i) {
      const std::string name = "rail/" + std::string(name_of(static_cast<Page>(i)));
      EXPECT_TRUE(screen.shows(name)) << name << " at " << w;
    }
    EXPECT_TRUE(screen.shows("sequence/slot/0")) << w;
    EXPECT_EQ(screen.shows("sequence/slot/7"), w > 360.0F) << "the smallest window scrolls";
    EXPECT_TRUE(screen.shows("colour-bar")) << w;
    EXPECT_TRUE(screen.shows("field/seed")) << w;
  }
}

TEST(SequenceLine, AddsRemovesAndChoosesTheScheme) {
  Screen screen(on_page(Page::raw_ids, "the"));
  screen.click("sequence/append/2");
  screen.click("sequence/append/3");
  EXPECT_EQ(screen.ids(), (std::vector<TokenId>{5, 2, 3}));
  screen.click("sequence/slot/1");
  EXPECT_EQ(screen.ids(), (std::vector<TokenId>{5, 3}));
  for (std::size_t i = 0; i < 4; ++i) {
    screen.click("sequence/scheme/" + std::to_string(i));
    EXPECT_EQ(screen.session().position, static_cast<PositionScheme>(i));
  }
  EXPECT_EQ(screen.said("sequence/scheme"), "rotary");
  screen.click("button/reverse");
  EXPECT_EQ(screen.ids(), (std::vector<TokenId>{3, 5}));
  screen.click("button/undo");
  EXPECT_EQ(screen.ids(), (std::vector<TokenId>{5, 3}));
}

}  // namespace
}  // namespace whatwhere::testing
