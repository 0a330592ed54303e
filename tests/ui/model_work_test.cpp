// Work about all rows of a table: kept for its key, and for no other.
#include "app/program/model_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/ui/model_screens.h"

namespace whatwhere::testing {
namespace {

using namespace std::chrono_literals;

// Asks until there is an answer.
template <typename Ask>
auto awaited(Ask ask) {
  auto found = ask();
  for (; !found; found = ask()) std::this_thread::sleep_for(1ms);
  return found;
}

TEST(KeptJob, AResultBelongsToItsKey) {
  KeptJob<int, int> job;
  std::atomic<bool> may_end = true;
  const auto of = [&](int key) {
    return job.of(key, [&may_end, key](const auto& cancelled, auto&) -> std::optional<int> {
      while (!may_end) {
        if (cancelled) return std::nullopt;
        std::this_thread::sleep_for(1ms);
      }
      return 100 * key;
    });
  };
  EXPECT_EQ(*awaited([&] { return of(1); }), 100);
  EXPECT_TRUE(job.done());
  may_end = false;
  EXPECT_FALSE(of(2)) << "it has just begun";
  EXPECT_FALSE(job.done());
  EXPECT_FALSE(of(3)) << "2 is asked to stop";
  may_end = true;
  EXPECT_EQ(*awaited([&] { return of(2); }), 200) << "and begins anew, instead of showing what was of 1";
}

TEST(KeptJob, WhatWasCancelledStaysSoUntilItIsStartedAgain) {
  KeptJob<int, int> job;
  const auto of = [&](bool at_once) {
    return job.of(1, [at_once](const auto& cancelled, auto&) -> std::optional<int> {
      while (!at_once && !cancelled) std::this_thread::sleep_for(1ms);
      if (cancelled) throw Cancelled();
      return 7;
    });
  };
  EXPECT_FALSE(of(false));
  job.cancel();
  while (job.running()) std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(of(true));
  EXPECT_TRUE(job.was_cancelled());
  EXPECT_TRUE(job.error().empty()) << "to be cancelled is no error";
  job.restart();
  EXPECT_EQ(*awaited([&] { return of(true); }), 7);
}

// 2,000 rows, of which 512 are looked at: evenly, from the first on. The largest number stands in one of
// them.
TEST(ModelWork, AGlimpseIsOfRowsFromAllOfTheTable) {
  std::vector<float> numbers(2000 * 2, 0.5F);
  numbers[0] = kNaN;
  numbers[1] = -3.0F;
  ModelWork work;
  const TableKey key{model_of_table(Table(2000, 2, numbers)), false};
  const auto glimpse = awaited([&] { return work.glimpse(key); });
  ASSERT_EQ(glimpse->rows.size(), 512U);
  EXPECT_EQ(glimpse->rows.front(), 0U);
  EXPECT_EQ(glimpse->rows[1], 3U) << "2000 / 512, rounded down";
  EXPECT_EQ(glimpse->rows.back(), 1996U);
  EXPECT_EQ(glimpse->range, 3.0F);
}

}  // namespace
}  // namespace whatwhere::testing
