// What the panels and keys do to the Session: mouse, keyboard, fields, files, messages.
#include "app/program/program.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "core/numbers.h"
#include "core/session/session_file.h"
#include "core/tables/random.h"
#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

using Ids = std::vector<TokenId>;

// A path of this process's own in the temporary folder.
std::filesystem::path temporary(const std::string& name) {
  return std::filesystem::path(::testing::TempDir()) /
         ("whatwhere-" + std::to_string(::getpid()) + "-" + name);
}

TEST(Program, EmptySequenceSaysWhatToClick) {
  Screen screen;
  EXPECT_TRUE(screen.shows("input/hint"));
  EXPECT_FALSE(screen.program.history().why_not({.id = ActionId::clear}).empty());
}

TEST(Program, DigitsAppendAndBackspaceRemoves) {
  Screen screen;
  for (const char* key : {"5", "2", "0"}) screen.press(key);
  EXPECT_EQ(screen.ids(), (Ids{5, 2, 0}));
  screen.press("Backspace");
  EXPECT_EQ(screen.ids(), (Ids{5, 2}));
  screen.press("9");  // there is no token 9, and no action for the key
  EXPECT_EQ(screen.ids(), (Ids{5, 2}));
}

TEST(Program, UndoAndRedoByKeyAndButton) {
  Screen screen;
  screen.press("5");
  screen.press("P");
  screen.press("Z", true);
  EXPECT_EQ(screen.session().position, PositionScheme::off);
  screen.click("button/undo");
  EXPECT_TRUE(screen.ids().empty());
  screen.press("Z", true, true);
  screen.click("button/redo");
  EXPECT_EQ(screen.ids(), (Ids{5}));
  EXPECT_EQ(screen.session().position, PositionScheme::learned);
  screen.press("Z", true, true);
  EXPECT_EQ(screen.program.message().text, "There is nothing to redo.");
}

// Slots dragged past two others: one reorder, one undo step, compared with the order before the drag.
TEST(Program, DraggingASlotMovesIt) {
  Screen screen(with_words("the cat dog man"));
  const Rect last = screen.rect("input/chip/3");
  screen.drag("input/chip/0", last.centre());
  EXPECT_EQ(screen.ids(), (Ids{2, 3, 0, 5}));
  ASSERT_TRUE(screen.session().before);
  EXPECT_EQ(screen.session().before->ids(), (Ids{5, 2, 3, 0}));
  screen.press("Z", true);
  EXPECT_EQ(screen.ids(), (Ids{5, 2, 3, 0}));
}

TEST(Program, DraggingATokenFromTheTableInsertsIt) {
  Screen screen(with_words("the cat"));
  const Rect second = screen.rect("input/chip/1");
  screen.drag("table/chip/4", {second.centre().x, second.y + 1.0F});
  EXPECT_EQ(screen.ids(), (Ids{5, 4, 2}));
}

TEST(Program, GapsOpenAMenuOfTokens) {
  Screen screen(with_words("the cat"));
  screen.click("input/gap/1");
  screen.frames(2);
  screen.click("insert/token/3");
  EXPECT_EQ(screen.ids(), (Ids{5, 3, 2}));
}

TEST(Program, SlotsAreRemovedByTheirCrossAndByRightClick) {
  Screen screen(with_words("the cat dog"));
  screen.click("button/remove-1");
  EXPECT_EQ(screen.ids(), (Ids{5, 3}));
  screen.click("input/chip/0", 1);
  EXPECT_EQ(screen.ids(), (Ids{3}));
}

TEST(Program, KeyboardAloneSelectsMovesInsertsAndRemoves) {
  Screen screen(with_words("the cat dog"));
  screen.press("Down");  // selects slot 0
  screen.press("Down");  // slot 1
  EXPECT_TRUE(screen.shows("equation/X"));
  screen.press("Up", false, false, true);
  EXPECT_EQ(screen.ids(), (Ids{2, 5, 3}));
  screen.press("4", false, true);
  EXPECT_EQ(screen.ids(), (Ids{4, 2, 5, 3}));
  screen.press("Delete");
  EXPECT_EQ(screen.ids(), (Ids{2, 5, 3}));
  screen.press("Escape");
  EXPECT_FALSE(screen.shows("equation/X"));
}

TEST(Program, SeedAndStandardDeviationAreTyped) {
  Screen screen;
  screen.press("E");
  screen.frames(2);
  screen.type("7");
  screen.key_in_field(ImGuiKey_Enter);
  EXPECT_EQ(screen.session().seed, 7U);
  screen.click("field/std");
  screen.type("0.5");
  screen.key_in_field(ImGuiKey_Enter);
  EXPECT_EQ(screen.session().std, 0.5);
  screen.click("field/std");
  screen.type("abc");
  screen.key_in_field(ImGuiKey_Enter);
  EXPECT_EQ(screen.session().std, 0.5);
  EXPECT_NE(screen.program.message().text.find("\"abc\" is not a standard deviation"), std::string::npos);
}

// A key held down repeats steps, such as undo; a shuffle is drawn once.
TEST(Program, HeldKeysRepeatOnlySteps) {
  Screen screen(with_words("dog bites man"));
  KeyPress s{"S"};
  screen.program.press(s);
  s.repeated = true;
  screen.program.press(s);
  EXPECT_EQ(screen.session().shuffles, 1U);
  screen.press("5");
  KeyPress backspace{"Backspace"};
  backspace.repeated = true;
  screen.program.press(backspace);
  EXPECT_EQ(screen.ids().size(), 3U);
}

// While a field has the keyboard, its digits are not tokens.
TEST(Program, TypingIntoAFieldAppendsNoToken) {
  Screen screen;
  screen.press("E");
  screen.frames(2);
  screen.press("5");
  EXPECT_TRUE(screen.ids().empty());
}

TEST(Program, HelpListsEveryAction) {
  Screen screen({}, 1280.0F, 3000.0F);
  screen.press("F1");
  for (const ActionInfo& action : all_actions()) {
    EXPECT_TRUE(screen.shows("help/" + std::string(action.name))) << action.name;
  }
  screen.press("5");  // covered: nothing happens below
  EXPECT_TRUE(screen.ids().empty());
  screen.click("button/close-help");
  EXPECT_FALSE(screen.shows("help/shuffle"));
}

TEST(Program, CopiesTheGridAsNumpySource) {
  Screen screen(with_words("the"));
  screen.press("C", true);
  const std::string text = ImGui::GetClipboardText();
  std::string row = "np.array([[";
  for (const float x : screen.program.results().E.row(5)) row += nine_digits(x) + ", ";
  EXPECT_TRUE(text.starts_with(row.substr(0, row.size() - 2))) << text;
  EXPECT_NE(text.find("dtype=np.float32).reshape(1, 4)"), std::string::npos) << text;
}

TEST(Program, SavesAndOpensThroughTheDialog) {
  const auto path = temporary("dialog.json");
  std::filesystem::remove(path);
  Screen screen(with_words("dog bites man", PositionScheme::learned));
  screen.press("S", true);
  screen.frames(3);
  screen.type(path.string());  // the suggested name is selected: this replaces it
  screen.key_in_field(ImGuiKey_Enter);
  ASSERT_TRUE(std::filesystem::exists(path)) << screen.program.message().text;
  EXPECT_EQ(screen.program.document(), path);

  screen.press("Backspace", true);
  EXPECT_TRUE(screen.ids().empty());
  screen.program.open(path);
  screen.settle();
  EXPECT_EQ(screen.ids(), ids_of_words("dog bites man"));
  screen.press("Z", true);  // opening is one step
  EXPECT_TRUE(screen.ids().empty());
}

// Undoing an Open goes back to the session from before, and to its file: saving must not write the one into
// the other's file.
TEST(Program, UndoingAnOpenGoesBackToTheFileFromBefore) {
  const auto path = temporary("opened.json");
  save_session(path, with_words("dog bites man"));
  Screen screen(with_words("the"));
  screen.program.open(path);
  screen.settle();
  EXPECT_EQ(screen.program.document(), path);
  screen.press("Z", true);
  EXPECT_TRUE(screen.program.document().empty());
  screen.press("Z", true, true);
  EXPECT_EQ(screen.program.document(), path);
  screen.press("Z", true);
  screen.press("2");  // what was opened is now out of reach
  screen.press("3");
  EXPECT_TRUE(screen.program.document().empty());
  EXPECT_EQ(load_session(path).sequence.ids(), ids_of_words("dog bites man"));
}

// By keyboard alone: a folder, then a name in it; a file that exists is replaced on the second Enter.
TEST(Program, TheDialogIsUsableByKeyboardAlone) {
  const auto folder = temporary("folder");
  std::filesystem::create_directories(folder);
  Screen screen(with_words("the cat"));
  for (int round = 0; round < 2; ++round) {
    screen.press("S", true, true);
    screen.frames(3);
    screen.type(folder.string());
    screen.key_in_field(ImGuiKey_Enter);
    screen.frames(2);
    screen.type("mine");
    screen.key_in_field(ImGuiKey_Enter);
    screen.frames(2);
    EXPECT_EQ(screen.shows("panel/file-dialog"), round == 1) << "a file that exists is not replaced unasked";
    screen.frames(2);
    if (round == 1) screen.key_in_field(ImGuiKey_Enter);
    screen.frames(2);
    EXPECT_FALSE(screen.shows("panel/file-dialog"));
    ASSERT_EQ(screen.program.document(), folder / "mine.json") << round;
    EXPECT_EQ(load_session(folder / "mine.json").sequence, Sequence(screen.ids())) << round;
    screen.press("3");
  }
}

TEST(Program, AFileThatCannotBeReadLeavesTheSessionAlone) {
  const auto path = temporary("broken.json");
  std::ofstream(path) << "{\"whatwhere\": 1, \"ids\": [5, 77]}";
  Screen screen(with_words("the cat"));
  const Session before = screen.session();
  screen.program.open(path);
  screen.settle();
  EXPECT_EQ(screen.session(), before);
  EXPECT_NE(screen.program.message().text.find("id 77 in slot 1 is outside [0, 6)"), std::string::npos)
      << screen.program.message().text;
  EXPECT_TRUE(screen.program.message().is_error);
}

// Words edited by hand, ids left as they were: which is meant, the program cannot know.
TEST(Program, AFileWhoseTokensContradictItsIdsIsRefused) {
  const auto path = temporary("contradiction.json");
  std::ofstream(path) << R"({"whatwhere": 1, "tokens": ["the"], "ids": [2]})";
  Screen screen;
  screen.program.open(path);
  screen.settle();
  EXPECT_NE(screen.program.message().text.find("the ids say [\"cat\"]"), std::string::npos)
      << screen.program.message().text;
}

TEST(Program, SaveToAFolderThatIsNotThereSaysSo) {
  Screen screen;
  screen.program.show(with_words("the"), "/nowhere/at/all.json");
  screen.press("S", true);
  EXPECT_NE(screen.program.message().text.find("/nowhere/at/all.json"), std::string::npos);
  EXPECT_TRUE(screen.program.message().is_error);
}

TEST(Program, ThemeMotionAndZoomAreStepsToo) {
  Screen screen;
  screen.press("T");
  EXPECT_EQ(screen.session().view.theme, Theme::light);
  screen.press("M");
  EXPECT_FALSE(screen.session().view.motion);
  screen.press("+", true);
  EXPECT_DOUBLE_EQ(screen.session().view.zoom, 1.1);
  screen.press("0", true);
  EXPECT_DOUBLE_EQ(screen.session().view.zoom, 1.0);
  for (int i = 0; i < 4; ++i) screen.press("Z", true);
  EXPECT_EQ(screen.session(), Session{});
}

// A new slot's row flies in, and a shuffle's slots travel; both are over within 300 ms and then no more
// frames are asked for.
TEST(Program, MotionEndsWithin300Milliseconds) {
  Screen screen(with_words("the cat dog"));
  screen.ui.motion = true;
  screen.frames(2);
  for (const char* key : {"5", "S", "R"}) {
    screen.press(key);
    EXPECT_TRUE(screen.ui.animating) << key;
    screen.frames(18);  // 300 ms
    EXPECT_FALSE(screen.ui.animating) << key;
  }
}

TEST(Program, MotionTurnedOffPlacesAtOnce) {
  Screen screen(with_words("the cat dog"));
  screen.press("S");
  EXPECT_FALSE(screen.ui.animating);
}

// Everything can be reached at each size: the names are on the screen, or in a region that scrolls.
TEST(Program, DrawsAtAllSizes) {
  for (const auto& [w, h] :
       {std::pair{360.0F, 300.0F}, {900.0F, 600.0F}, {1280.0F, 800.0F}, {3840.0F, 2160.0F}}) {
    Screen screen(with_words("the dog bites the man the cat runs", PositionScheme::learned), w, h);
    screen.frames(2);
    EXPECT_TRUE(screen.shows("kpi/token-table")) << w;
    EXPECT_TRUE(screen.shows("colour-bar")) << w;
    EXPECT_TRUE(screen.shows("field/seed")) << w;
    EXPECT_TRUE(screen.shows("field/std")) << w;
  }
}

void expect_invariants(Screen& screen) {
  const Session& s = screen.session();
  ASSERT_LE(s.sequence.size(), kContextLength);
  const LessonResults& r = screen.program.results();
  ASSERT_EQ(r.ids, s.sequence.ids());
  ASSERT_EQ(r.grid.input_emb.rows(), r.ids.size());
  ASSERT_EQ(r.grid.pos_emb.has_value(), adds_to_input(s.position));
  ASSERT_EQ(r.before.has_value(), s.before.has_value());
  for (std::size_t t = 0; t < r.ids.size(); ++t) {
    for (std::size_t j = 0; j < kWidth; ++j) {
      const float e = r.E.row(static_cast<std::size_t>(r.ids[t]))[j];
      const float sum = adds_to_input(s.position) ? e + r.P.row(t)[j] : e;
      ASSERT_EQ(r.grid.input_emb.row(t)[j], sum);
    }
  }
  if (s.before && !adds_to_input(s.position)) {
    ASSERT_TRUE(r.before->order.same_multiset);
  }
}

// 2,000 clicks on whatever is on the screen, key presses and drags; every number is checked after each.
TEST(Program, TwoThousandRandomActions) {
  const RandomStream random(2026, Purpose::shuffle);
  std::uint64_t next = 0;
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random.bits(next++) % n); };
  const std::vector<std::string> keys = {"0",    "1",     "2",      "3",         "4",      "5",  "P",  "S",
                                         "R",    "N",     "T",      "M",         "E",      "D",  "Up", "Down",
                                         "Left", "Right", "Delete", "Backspace", "Escape", "F1", "F2", "F6",
                                         "F11",  "O",     "Z",      "Y",         "C",      "+",  "-"};
  Screen screen;
  for (int step = 0; step < 2000; ++step) {
    // Whatever is open is left now and then, so that the walk does not stay in a dialog.
    if (step % 7 == 0) screen.press("Escape");
    std::vector<std::string> names;
    for (const auto& [name, rect] : screen.ui.items) {
      if (name != "button/choose-file") names.push_back(name);  // would write files at random
    }
    const std::size_t what = below(10);
    if (what < 5) {
      screen.click(names[below(names.size())], below(8) == 0 ? 1 : 0);
    } else if (what < 8) {
      const std::string& key = keys[below(keys.size())];
      const bool letters = key == "O" || key == "Z" || key == "Y" || key == "C" || key == "+" || key == "-";
      screen.press(key, letters, below(4) == 0, below(6) == 0);
    } else if (what == 8) {
      screen.drag(names[below(names.size())], screen.rect(names[below(names.size())]).centre());
    } else {
      screen.resize(static_cast<float>(360 + below(2000)), static_cast<float>(300 + below(1200)));
    }
    ASSERT_NO_FATAL_FAILURE(expect_invariants(screen)) << "step " << step;
  }
}

}  // namespace
}  // namespace whatwhere::testing
