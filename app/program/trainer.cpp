#include "app/program/trainer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace whatwhere {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kSlice = std::chrono::milliseconds(4);  // how long the run goes without looking up
constexpr std::uint64_t kStepsAtOnce = 256;            // between two looks at the clock

}  // namespace

void Trainer::start(const Session& session, double speed) {
  stop();
  stopping_ = false;
  wanted_ = true;
  speed_ = speed;
  outcome_.reset();
  thread_ = std::thread([this, session] { work(session); });
}

void Trainer::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Trainer::set_speed(double speed) {
  const std::lock_guard lock(mutex_);
  speed_ = speed;
}

std::shared_ptr<const ChangedTables> Trainer::take() {
  const std::lock_guard lock(mutex_);
  if (outcome_) wanted_ = true;
  return std::exchange(outcome_, nullptr);
}

void Trainer::work(Session session) {
  TrainingRun run = training_run(session);
  std::unique_lock lock(mutex_);
  std::uint64_t told = run.steps();  // the steps of the last outcome
  double due = 0.0;                  // steps that the speed allows and that were not taken yet
  auto last = Clock::now();
  while (!stopping_) {
    const double speed = speed_;
    lock.unlock();
    const auto start = Clock::now();
    if (speed > 0.0) {
      due = std::min(due + std::chrono::duration<double>(start - last).count() * speed, speed);
      const double steps = std::floor(due);
      run.run(static_cast<std::uint64_t>(steps));
      due -= steps;
    } else {
      do run.run(kStepsAtOnce);
      while (Clock::now() - start < kSlice);
    }
    last = start;
    lock.lock();
    if (wanted_ && run.steps() > told) {
      // Made without the lock: only this thread touches the run.
      lock.unlock();
      auto outcome_now = std::make_shared<const ChangedTables>(outcome(session, run));
      lock.lock();
      outcome_ = std::move(outcome_now);
      wanted_ = false;
      told = run.steps();
    }
    if (speed > 0.0) changed_.wait_for(lock, kSlice, [&] { return stopping_; });
  }
  if (run.steps() > told) outcome_ = std::make_shared<const ChangedTables>(outcome(session, run));
}

}  // namespace whatwhere
