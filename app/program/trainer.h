// Runs the training on a thread of its own, at the speed that a person wants to watch it at.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/session/training.h"

namespace whatwhere {

class Trainer {
 public:
  Trainer() = default;
  ~Trainer() { stop(); }
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  // Goes on with the session's training run. `speed`: steps a second; 0 is as many as the machine can take.
  void start(const Session& session, double speed);
  // Takes effect within a few milliseconds.
  void stop();
  void set_speed(double speed);

  bool running() const { return thread_.joinable(); }

  // What the run has come to since the last call; nothing if no step was taken since.
  std::shared_ptr<const ChangedTables> take();

 private:
  void work(Session session);

  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by the mutex.
  bool stopping_ = false;
  double speed_ = 0.0;
  bool wanted_ = true;  // the last outcome was taken: the next one is wanted
  std::shared_ptr<const ChangedTables> outcome_;
};

}  // namespace whatwhere
