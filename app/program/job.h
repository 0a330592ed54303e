// Work on a thread of its own: a page shows its progress, and the person can cancel it.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "core/model/read_watch.h"

namespace whatwhere {

template <typename Result>
class Job {
 public:
  // Returns nothing, or throws Cancelled, when it was cancelled. Sets the progress, 0 to 1; any other
  // exception's text becomes the error.
  using Work =
      std::function<std::optional<Result>(const std::atomic<bool>& cancelled, std::atomic<float>& progress)>;

  Job() = default;
  ~Job() { cancel(); }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // Starts the work, after cancelling what runs.
  void start(Work work) {
    cancel();
    cancelled_ = false;
    progress_ = 0.0F;
    running_ = true;
    error_.clear();
    thread_ = std::thread([this, work = std::move(work)] {
      std::optional<Result> result;
      std::string error;
      try {
        result = work(cancelled_, progress_);
      } catch (const Cancelled&) {
        result.reset();
      } catch (const std::exception& e) {
        error = e.what();
      }
      {
        const std::lock_guard lock(mutex_);
        if (result) result_ = std::move(result);
        error_ = std::move(error);
      }
      running_ = false;
    });
  }

  // Asks the work to stop, and does not wait for it.
  void ask_to_stop() { cancelled_ = true; }

  // Stops the work and waits for its end; the result of before stays.
  void cancel() {
    cancelled_ = true;
    if (thread_.joinable()) thread_.join();
  }

  bool running() const { return running_; }
  float progress() const { return progress_; }

  // Of the last work that came to its end.
  std::optional<Result> result() const {
    const std::lock_guard lock(mutex_);
    return result_;
  }
  // Why the last work failed; empty if it did not.
  std::string error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  std::thread thread_;
  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> running_ = false;
  std::atomic<float> progress_ = 0.0F;
  mutable std::mutex mutex_;
  std::optional<Result> result_;
  std::string error_;
};

}  // namespace whatwhere
