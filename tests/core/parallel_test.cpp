#include "core/parallel.h"

#include <numeric>

#include "core/errors.h"
#include "tests/core/tensors.h"

namespace whatwhere {
namespace {

TEST(Parallel, FinishesInOrderForAnyNumberOfThreads) {
  for (std::size_t threads = 1; threads <= 5; ++threads) {
    Unwatched run;
    std::vector<std::size_t> worked(37, 0);
    std::vector<std::size_t> finished;
    EXPECT_TRUE(for_each_block(
        37, threads, {run.cancelled, run.progress, 0.25F, 0.75F},
        [&](std::size_t block, std::size_t worker) {
          ASSERT_LT(worker, threads);
          ++worked[block];
        },
        [&](std::size_t block, std::size_t) { finished.push_back(block); }));
    EXPECT_EQ(worked, std::vector<std::size_t>(37, 1));
    std::vector<std::size_t> in_order(37);
    std::iota(in_order.begin(), in_order.end(), 0U);
    EXPECT_EQ(finished, in_order);
    EXPECT_EQ(run.progress, 0.75F);
  }
}

TEST(Parallel, NothingToDoIsDone) {
  Unwatched run;
  EXPECT_TRUE(for_each_block(0, 3, {run.cancelled, run.progress}, [](std::size_t, std::size_t) { FAIL(); }));
  EXPECT_EQ(worker_count(7, 3), 3U);
  EXPECT_EQ(worker_count(2, 3), 2U);
  EXPECT_EQ(worker_count(5, 0), 1U);
  EXPECT_GE(worker_count(0, 1000), 1U);
}

TEST(Parallel, StopsWhenCancelledOrWhenWorkThrows) {
  for (std::size_t threads = 1; threads <= 4; ++threads) {
    Unwatched run;
    std::size_t finished = 0;
    EXPECT_FALSE(for_each_block(
        1000, threads, {run.cancelled, run.progress},
        [&](std::size_t block, std::size_t) {
          if (block == 20) run.cancelled = true;
        },
        [&](std::size_t, std::size_t) { ++finished; }));
    EXPECT_LT(finished, 1000U);
    run.cancelled = false;
    EXPECT_THROW(for_each_block(1000, threads, {run.cancelled, run.progress},
                                [](std::size_t block, std::size_t) {
                                  if (block == 20) throw ValueError("twenty");
                                }),
                 ValueError);
  }
}

}  // namespace
}  // namespace whatwhere
