#include "core/parallel.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace whatwhere {

namespace {

class BlockRun {
 public:
  using Step = std::function<void(std::size_t, std::size_t)>;

  BlockRun(std::size_t blocks, const Watch& watch, const Step& work, const Step& finish)
      : blocks_(blocks), watch_(watch), work_(work), finish_(finish) {}

  // What a thread does: block after block until none is left, or all should stop.
  void work_as(std::size_t worker) {
    try {
      for (std::size_t block = next_++; block < blocks_; block = next_++) {
        if (should_stop()) return;
        work_(block, worker);
        if (!take_turn(block, worker)) return;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      stopped_ = true;
      turn_came_.notify_all();
    }
  }

  // After all threads ended.
  bool completed() const {
    if (error_) std::rethrow_exception(error_);
    return finished_ == blocks_;
  }

 private:
  // Says so to those who wait for their turn, too.
  bool should_stop() {
    const std::lock_guard lock(mutex_);
    if (watch_.cancelled && !stopped_) {
      stopped_ = true;
      turn_came_.notify_all();
    }
    return stopped_;
  }

  // Blocks are handed out in order, so the one whose turn it is is always at work, unless all should stop.
  bool take_turn(std::size_t block, std::size_t worker) {
    std::unique_lock lock(mutex_);
    turn_came_.wait(lock, [&] { return finished_ == block || stopped_; });
    if (stopped_) return false;
    if (finish_) finish_(block, worker);
    ++finished_;
    watch_.progress =
        watch_.from + (watch_.to - watch_.from) * static_cast<float>(finished_) / static_cast<float>(blocks_);
    turn_came_.notify_all();
    return true;
  }

  std::size_t blocks_;
  Watch watch_;
  const Step& work_;
  const Step& finish_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  // for what follows
  std::condition_variable turn_came_;
  std::size_t finished_ = 0;
  bool stopped_ = false;
  std::exception_ptr error_;
};

}  // namespace

std::size_t worker_count(std::size_t threads, std::size_t blocks) {
  if (threads == 0) threads = std::thread::hardware_concurrency();
  return std::max<std::size_t>(1, std::min(threads, blocks));
}

bool for_each_block(std::size_t blocks, std::size_t threads, const Watch& watch,
                    const std::function<void(std::size_t, std::size_t)>& work,
                    const std::function<void(std::size_t, std::size_t)>& finish) {
  BlockRun run(blocks, watch, work, finish);
  {
    std::vector<std::jthread> others;
    for (std::size_t worker = 1; worker < worker_count(threads, blocks); ++worker)
      others.emplace_back([&run, worker] { run.work_as(worker); });
    run.work_as(0);
  }
  return run.completed() && !watch.cancelled;
}

}  // namespace whatwhere
