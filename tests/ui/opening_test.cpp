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

 private:
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
  EXPECT_THROW(screen.program.start_with(std::move(opening)), Error);
}

TEST_F(OpeningTest, AnErrorThatComesLaterIsSaid) {
  Screen screen(with_words("the"));
  auto opening = std::make_unique<Opening>();
  opening->start("broken", [](const ReadWatch&) -> Opening::Adopt {
    std::this_thread::sleep_for(200ms);
    throw FileError("it is broken");
  });
  screen.program.start_with(std::move(opening));
  screen.settle();
  EXPECT_EQ(screen.program.message().text, "it is broken");
  EXPECT_TRUE(screen.program.message().is_error);
  EXPECT_EQ(screen.ids(), ids_of_words("the"));
}

// What the program should have started with is no step that could be undone; over something that was done
// meanwhile it is.
TEST_F(OpeningTest, TheStartsOwnSessionIsNoStep) {
  Screen screen(with_words("the"));
  screen.program.start_anew(with_words("dog"));
  screen.press("Z", true);
  EXPECT_EQ(screen.ids(), ids_of_words("dog"));
  screen.press("3");
  screen.program.start_anew(with_words("cat"));
  screen.press("Z", true);
  EXPECT_EQ(screen.ids(), ids_of_words("dog dog"));
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
