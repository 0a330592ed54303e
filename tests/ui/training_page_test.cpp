// The training run of the page "Learning", clicked through by name.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "core/session/session_file.h"
#include "core/session/training.h"
#include "tests/ui/learning_screen.h"

namespace whatwhere::testing {
namespace {

TEST(LearningPage, OneTrainingStepAfterTheOther) {
  const Session start = on_part("", LearningPart::training);
  LearningScreen screen(start);
  TrainingRun run = training_run(start);
  for (std::uint64_t i = 1; i <= 5; ++i) {
    screen.click("button/train");
    run.run(1);
    EXPECT_EQ(screen.training_steps(), i);
    EXPECT_EQ(screen.E(), run.model().E);
  }
  EXPECT_EQ(screen.detail().substr(0, 14), "After 5 steps:");
  for (int i = 0; i < 5; ++i) screen.press("Z", true);
  EXPECT_EQ(screen.session(), start);
}

TEST(LearningPage, TheRailSaysThatARunGoesOnOnAnotherPage) {
  LearningScreen screen(on_part("", LearningPart::training));
  EXPECT_FALSE(screen.shows("rail/runs"));
  screen.click("button/play");
  screen.press("1", true);
  EXPECT_TRUE(screen.shows("rail/runs"));
  screen.press("K");
  EXPECT_FALSE(screen.shows("rail/runs"));
  EXPECT_FALSE(screen.ui.animating);
}

// A gesture is one step of the history, also while a run hands over what it comes to.
TEST(LearningPage, ARunWaitsForTheEndOfAGesture) {
  LearningScreen screen(on_part("", LearningPart::training));
  screen.click("button/play");
  ASSERT_TRUE(screen.comes_to([&] { return screen.training_steps() > 0; }));
  const std::uint64_t before = screen.training_steps();
  ImGui::GetIO().MouseDown[0] = true;
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    screen.frame();
  }
  EXPECT_EQ(screen.training_steps(), before);
  ImGui::GetIO().MouseDown[0] = false;
  EXPECT_TRUE(screen.comes_to([&] { return screen.training_steps() > before; }));
  screen.press("K");
}

// A run whose numbers overflow ends by itself, and the page says at which step.
TEST(LearningPage, ARunThatDivergesEnds) {
  Session start = on_part("", LearningPart::training);
  start.learning.training.lr = 100.0;
  LearningScreen screen(start);
  screen.click("training/speed/3");
  screen.click("button/play");
  ASSERT_TRUE(screen.comes_to([&] { return !screen.ui.animating; }));
  EXPECT_LT(screen.training_steps(), 1000U);
  EXPECT_EQ(screen.verdict(), "\xE2\x80\x94");
  EXPECT_TRUE(screen.detail().starts_with("At step " + std::to_string(screen.training_steps())));
}

TEST(LearningPage, ARunPlaysPausesAndIsOneUndoStep) {
  const Session start = on_part("", LearningPart::training);
  LearningScreen screen(start);
  const Table E = screen.E();
  screen.click("button/play");
  EXPECT_TRUE(screen.ui.animating) << "frames are asked for while it plays";
  ASSERT_TRUE(screen.comes_to([&] { return !(screen.E() == E); }));
  const std::uint64_t first = screen.training_steps();
  ASSERT_TRUE(screen.comes_to([&] { return screen.training_steps() > first; }));
  screen.click("button/play");
  EXPECT_FALSE(screen.ui.animating);
  const std::uint64_t steps = screen.training_steps();
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  screen.frames(3);
  EXPECT_EQ(screen.training_steps(), steps) << "it is held";

  TrainingRun run = training_run(start);
  run.run(steps);
  EXPECT_EQ(screen.E(), run.model().E) << "the same seed, the same numbers, however they were watched";
  screen.press("Z", true);
  EXPECT_EQ(screen.session(), start);
  EXPECT_EQ(screen.E(), E);
}

TEST(LearningPage, CatBecomesLikeDogAtFullSpeed) {
  LearningScreen screen(on_part("", LearningPart::training));
  EXPECT_EQ(screen.verdict(), "not yet");
  screen.click("training/speed/3");
  EXPECT_EQ(screen.said("training/speed"), "full speed");
  screen.press("K");
  EXPECT_TRUE(screen.comes_to([&] { return screen.verdict() == "yes"; })) << screen.detail();
  screen.press("K");
  EXPECT_GT(screen.training_steps(), 0U);
}

TEST(LearningPage, ANewSeedEndsTheRun) {
  LearningScreen screen(on_part("", LearningPart::training));
  screen.click("button/play");
  ASSERT_TRUE(screen.comes_to([&] { return screen.training_steps() > 0; }));
  screen.press("N");
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  screen.frames(3);
  EXPECT_FALSE(screen.ui.animating);
  EXPECT_FALSE(screen.session().changed.has_value());
  EXPECT_EQ(screen.session().seed, 43U);
}

TEST(LearningPage, AnotherSettingEndsTheRunAndAnotherPageDoesNot) {
  LearningScreen screen(on_part("", LearningPart::training));
  screen.click("button/play");
  screen.press("1", true);
  const std::uint64_t steps = screen.training_steps();
  ASSERT_TRUE(screen.comes_to([&] { return screen.training_steps() > steps; }));
  screen.press("6", true);
  EXPECT_TRUE(screen.ui.animating);
  screen.click("button/training-tied");
  EXPECT_FALSE(screen.ui.animating);
}

// Opening a file while a run plays shows that file, and no table of the run.
TEST(LearningPage, OpeningAFileEndsTheRun) {
  const auto path = std::filesystem::path(::testing::TempDir()) /
                    ("whatwhere-" + std::to_string(::getpid()) + "-training.json");
  save_session(path, with_words("dog bites man"));
  LearningScreen screen(on_part("", LearningPart::training));
  screen.click("button/play");
  ASSERT_TRUE(screen.comes_to([&] { return screen.training_steps() > 0; }));
  screen.program.open(path);
  screen.settle();
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  screen.frames(3);
  EXPECT_FALSE(screen.session().changed.has_value());
  EXPECT_FALSE(screen.ui.animating);
  EXPECT_EQ(screen.ids(), ids_of_words("dog bites man"));
}

// A run after undoing an Open is a step of its own: saving must not write it into the file that was opened.
TEST(LearningPage, ARunAfterUndoingAnOpenIsNotOfThatFile) {
  const auto path = std::filesystem::path(::testing::TempDir()) /
                    ("whatwhere-" + std::to_string(::getpid()) + "-undone.json");
  save_session(path, with_words("dog bites man"));
  LearningScreen screen(on_part("", LearningPart::training));
  screen.program.open(path);
  screen.settle();
  screen.press("Z", true);
  ASSERT_TRUE(screen.program.document().empty());
  screen.press("K");
  ASSERT_TRUE(screen.comes_to([&] { return screen.training_steps() > 0; }));
  screen.press("K");
  EXPECT_TRUE(screen.program.document().empty());
}

}  // namespace
}  // namespace whatwhere::testing
