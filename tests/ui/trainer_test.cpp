// The training on its own thread: it starts, keeps to its speed, stops, and comes to the core's numbers.
#include "app/program/trainer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <thread>

namespace whatwhere {
namespace {

using std::chrono::milliseconds;

// Everything that the run has come to within this time, or until it is enough.
std::shared_ptr<const ChangedTables> wait_for(Trainer& trainer, milliseconds time,
                                              const std::function<bool(const ChangedTables&)>& enough) {
  const auto end = std::chrono::steady_clock::now() + time;
  std::shared_ptr<const ChangedTables> last;
  while (std::chrono::steady_clock::now() < end) {
    if (auto now = trainer.take()) last = std::move(now);
    if (last && enough(*last)) break;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return last;
}

constexpr milliseconds kPatience{20'000};  // for what takes milliseconds on a machine that is free

bool never(const ChangedTables&) { return false; }

void expect_core_numbers(const Session& session, const ChangedTables& tables) {
  TrainingRun run = training_run(session);
  run.run(tables.training_steps - run.steps());
  EXPECT_EQ(tables.E, run.model().E);
  EXPECT_EQ(tables.W, run.model().W);
  EXPECT_EQ(tables.curve->back().step, tables.training_steps);
}

TEST(Trainer, BeforeItsStartItHasNothing) {
  Trainer trainer;
  EXPECT_FALSE(trainer.running());
  EXPECT_EQ(trainer.take(), nullptr);
  trainer.stop();
  EXPECT_FALSE(trainer.running());
}

TEST(Trainer, ComesToTheNumbersOfTheCore) {
  const Session session;
  Trainer trainer;
  trainer.start(session, 0.0);
  EXPECT_TRUE(trainer.running());
  const auto tables =
      wait_for(trainer, kPatience, [](const ChangedTables& t) { return t.training_steps > 1000; });
  ASSERT_NE(tables, nullptr);
  EXPECT_GT(tables->training_steps, 1000U);
  expect_core_numbers(session, *tables);
}

// A run that was never looked at has not lost what it came to: it is told once, after the end too.
TEST(Trainer, StoppingTellsTheRest) {
  const Session session;
  Trainer trainer;
  trainer.start(session, 0.0);
  std::this_thread::sleep_for(milliseconds(20));
  trainer.stop();
  EXPECT_FALSE(trainer.running());
  const auto rest = trainer.take();
  ASSERT_NE(rest, nullptr);
  EXPECT_GT(rest->training_steps, 0U);
  expect_core_numbers(session, *rest);
  EXPECT_EQ(trainer.take(), nullptr);
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(trainer.take(), nullptr) << "it has stopped";
  trainer.stop();
}

// However late its thread wakes, time bounds the steps: 10 a second are no 1000 in 100 ms.
TEST(Trainer, KeepsToItsSpeed) {
  Trainer trainer;
  const auto start = std::chrono::steady_clock::now();
  trainer.start(Session(), 10.0);
  const auto tables =
      wait_for(trainer, kPatience, [](const ChangedTables& t) { return t.training_steps >= 3; });
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  ASSERT_NE(tables, nullptr);
  EXPECT_LE(static_cast<double>(tables->training_steps), passed.count() * 10.0);
}

TEST(Trainer, TheSpeedChangesWhileItRuns) {
  Trainer trainer;
  trainer.start(Session(), 0.001);  // the first step would be due after 1000 seconds
  EXPECT_EQ(wait_for(trainer, milliseconds(50), never), nullptr);
  trainer.set_speed(0.0);
  EXPECT_NE(wait_for(trainer, kPatience, [](const ChangedTables&) { return true; }), nullptr);
}

// A new start forgets the run before it, and goes on from the session that it is given.
TEST(Trainer, StartsAnewFromAnotherSession) {
  Session session;
  Trainer trainer;
  trainer.start(session, 0.0);
  wait_for(trainer, kPatience, [](const ChangedTables& t) { return t.training_steps > 0; });
  session.seed = 7;
  TrainingRun run = training_run(session);
  run.run(10);
  session.changed = outcome(session, run);
  trainer.start(session, 100.0);
  const auto tables = wait_for(trainer, kPatience, [](const ChangedTables&) { return true; });
  ASSERT_NE(tables, nullptr);
  EXPECT_GT(tables->training_steps, 10U);
  expect_core_numbers(session, *tables);
}

}  // namespace
}  // namespace whatwhere
