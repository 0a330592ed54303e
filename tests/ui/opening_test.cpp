// What is opened beside the frames: the wait for it, the way out, and what the start does with it.
#include "app/program/opening.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "core/errors.h"
#include "core/session/session_file.h"
#include "tests/ui/screen.h"

namespace whatwhere::testing {
namespace {

using namespace std::chrono_literals;

// Reads on until it may end, or is cancelled; then shows a session with these words.
Opening::Read slow(const std::shared_ptr<std::atomic<bool>>& may_end, const std::string& words) {
  return [may_end, words](const ReadWatch& watch) -> Opening::Adopt {
    for (; !*may_end; std::this_thread::sleep_for(1ms)) watch.report(1.0, 4.0);
    return [words](Program& program) { program.show(with_words(words), "slow.json"); };
  };
}

class OpeningTest : public ::testing::Test {
 protected:
  std::unique_ptr<Opening> start(const std::string& words) {
    auto opening = std::make_unique<Opening>();
    opening->start("slow.json", slow(may_end_, words));
    return opening;
  }
  void let_it_end() { *may_end_ = true; }

  std::shared_ptr<std::atomic<bool>> may_end_ = std::make_shared<std::atomic<bool>>(false);
};

TEST_F(OpeningTest, WhatTakesLongShowsItsProgressAndThenComes) {
  Screen screen(with_words("the"));
  screen.program.start_with(start("dog bites man"));
  screen.frames(2);
  ASSERT_TRUE(screen.shows("panel/opening")) << "after 100 ms it is worth a word";
  EXPECT_TRUE(screen.shows("progress/opening"));
  EXPECT_TRUE(screen.ui.animating);
  screen.press("3");
  EXPECT_EQ(screen.ids(), ids_of_words("the")) << "nothing else is done meanwhile";
  let_it_end();
  screen.settle();
  EXPECT_FALSE(screen.shows("panel/opening"));
  EXPECT_EQ(screen.ids(), ids_of_words("dog bites man"));
  EXPECT_EQ(screen.program.document(), "slow.json");
  screen.press("Z", true);
  EXPECT_EQ(screen.ids(), ids_of_words("the")) << "what was there is one undo away";
}

TEST_F(OpeningTest, EscapeAndCancelLeaveEverythingAsItWas) {
  for (const bool by_key : {true, false}) {
    Screen screen(with_words("the"));
    screen.program.start_with(start("dog"));
    screen.frames(2);
    by_key ? screen.press("Escape") : screen.click("button/cancel-opening");
    screen.settle();
    EXPECT_FALSE(screen.shows("panel/opening"));
    EXPECT_FALSE(screen.program.opening());
    EXPECT_EQ(screen.ids(), ids_of_words("the"));
    EXPECT_TRUE(screen.program.message().text.empty()) << "it is no error";
  }
}

TEST_F(OpeningTest, TheLaterOfTwoCounts) {
  Screen screen(with_words("the"));
  screen.program.start_with(start("dog"));
  const auto path = std::filesystem::path(::testing::TempDir()) / "whatwhere-later.json";
  save_session(path, with_words("cat"));
  screen.program.open(path);
  screen.settle();
  EXPECT_EQ(screen.ids(), ids_of_words("cat"));
  screen.press("Z", true);
  EXPECT_EQ(screen.ids(), ids_of_words("the"));
}

TEST_F(OpeningTest, AnErrorThatIsKnownAtOnceEndsTheStart) {
  Screen screen;
  auto opening = std::make_unique<Opening>();
  opening->start("broken", [](const ReadWatch&) -> Opening::Adopt { throw FileError("it is broken"); });
  opening->wait(60s);
  EXPECT_THROW(screen.program.start_with(std::move(opening)), Error);
}

TEST_F(OpeningTest, AnErrorThatComesLaterIsSaid) {
  Screen screen(with_words("the"));
  auto opening = std::make_unique<Opening>();
  opening->start("broken", [wait = slow(may_end_, "")](const ReadWatch& watch) -> Opening::Adopt {
    wait(watch);
    throw FileError("it is broken");
  });
  screen.program.start_with(std::move(opening));
  let_it_end();
  screen.settle();
  EXPECT_EQ(screen.program.message().text, "it is broken");
  EXPECT_TRUE(screen.program.message().is_error);
  EXPECT_EQ(screen.ids(), ids_of_words("the"));
}

// What the program should have started with is no step that could be undone.
TEST_F(OpeningTest, TheStartsOwnSessionIsNoStep) {
  Screen screen(with_words("the"));
  screen.program.start_anew(with_words("dog"));
  screen.press("Z", true);
  EXPECT_EQ(screen.ids(), ids_of_words("dog"));
}

// Only what the start opens is the start's: something else that is opened meanwhile is a change.
TEST_F(OpeningTest, TheStartEndsWithItsOwnOpening) {
  Screen screen(with_words("the"));
  EXPECT_FALSE(screen.program.starting());
  screen.program.start_with(start("dog"));
  EXPECT_TRUE(screen.program.starting());
  screen.program.open("/nowhere/at/all.json");
  EXPECT_FALSE(screen.program.starting());
  screen.settle();
  EXPECT_TRUE(screen.program.message().is_error);
}

TEST_F(OpeningTest, WhatIsInsideTheProgramComesInsteadOfWhatIsBeingOpened) {
  Screen screen(with_words("the"));
  screen.program.start_with(start("dog"));
  screen.program.open("builtin:shakespeare");
  let_it_end();
  screen.settle();
  ASSERT_TRUE(screen.session().real);
  EXPECT_EQ(screen.ids(), ids_of_words("the"));
}

// A model that was not opened stays with the session, and opens again with what was chosen for it.
TEST_F(OpeningTest, AnUnopenedModelIsOneClickAway) {
  const std::string path = WHATWHERE_TEST_DATA "/models/gpt2_names.safetensors";
  Session last = with_words("the");
  last.view.page = Page::table;
  last.unopened = UnopenedModel{path, R"({"path": ")" + path + R"(", "text": "1 2", "ids": [1, 2]})"};
  Screen screen(last);
  screen.program.start_with(start("dog"));
  screen.frames(2);
  screen.press("Escape");
  screen.frames(2);
  EXPECT_FALSE(screen.program.message().text.empty()) << "it is said that it stays";
  EXPECT_EQ(screen.session().unopened, last.unopened);
  screen.click("button/reopen");
  screen.settle();
  ASSERT_TRUE(screen.session().real);
  EXPECT_FALSE(screen.session().unopened);
  EXPECT_EQ(screen.session().real->sequence.ids(), (std::vector<TokenId>{1, 2}));
  EXPECT_EQ(screen.session().view.page, Page::table);
  screen.press("Z", true);
  EXPECT_EQ(screen.session().unopened, last.unopened);
}

// Another model is another document: Ctrl+S must not write it into the file of the one before.
TEST_F(OpeningTest, AModelIsADocumentOfItsOwn) {
  Screen screen(with_words("the"));
  screen.program.show(with_words("cat"), "cat.json");
  screen.program.open("builtin:shakespeare");
  EXPECT_TRUE(screen.program.document().empty());
  screen.press("Z", true);
  EXPECT_EQ(screen.program.document(), "cat.json");
}

// A text field takes what was typed, and then a key that means nothing in it is carried out.
TEST_F(OpeningTest, AKeyLeavesTheFieldThatIsTypedIn) {
  Screen screen(with_words("the"));
  screen.click("field/seed");
  screen.type("7");
  screen.press("O", true);
  screen.frames(2);
  EXPECT_TRUE(screen.shows("panel/file-dialog"));
  EXPECT_EQ(screen.session().seed, 7U);
}

TEST_F(OpeningTest, AFolderIsOpenedWhole) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "whatwhere-folder-of-a-model";
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(WHATWHERE_TEST_DATA "/models/gpt2_names.safetensors",
                             folder / "model.safetensors", std::filesystem::copy_options::overwrite_existing);
  Screen screen(with_words("the"));
  screen.press("O", true);
  screen.frames(3);
  screen.type(folder.string());
  screen.key_in_field(ImGuiKey_Enter);
  screen.frames(2);
  screen.click("button/open-folder");
  screen.settle();
  ASSERT_TRUE(screen.session().real) << screen.program.message().text;
  EXPECT_EQ(screen.session().real->model->path, folder);
  EXPECT_FALSE(screen.shows("panel/file-dialog"));
}

// The dialog stays until it is known what came of it.
TEST_F(OpeningTest, AFailureIsSaidInTheDialog) {
  Screen screen(with_words("the"));
  screen.press("O", true);
  screen.frames(3);
  screen.type(WHATWHERE_TEST_DATA "/models/truncated.safetensors");
  screen.key_in_field(ImGuiKey_Enter);
  screen.settle();
  EXPECT_TRUE(screen.shows("panel/file-dialog"));
  EXPECT_TRUE(screen.program.message().text.empty());
  screen.press("Escape");
  screen.press("Escape");
  EXPECT_FALSE(screen.shows("panel/file-dialog"));
}

}  // namespace
}  // namespace whatwhere::testing
