// Long work whose result belongs to a key: started when it is first asked for, and kept until another key is
// asked for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/program/job.h"

namespace whatwhere {

template <typename Key, typename Result>
class KeptJob {
 public:
  using Work = typename Job<std::shared_ptr<const Result>>::Work;

  // The result for `key` if it is there, null otherwise. The work for a new key is started once that of
  // another one has ended, which it is asked to: nobody waits. What was cancelled stays so until restart().
  // `compute(cancelled, progress)` gives an optional<Result>.
  template <typename Compute>
  std::shared_ptr<const Result> of(const Key& key, Compute compute) {
    if (key_ != key) {
      result_.reset();
      if (job_.running()) {
        job_.ask_to_stop();
        key_.reset();  // what is running is no key's any more
        return nullptr;
      }
      key_ = key;
      cancelled_ = false;
      job_.start([compute = std::move(compute)](
                     const auto& cancelled, auto& progress) -> std::optional<std::shared_ptr<const Result>> {
        auto result = compute(cancelled, progress);
        if (!result) return std::nullopt;
        return std::make_shared<const Result>(std::move(*result));
      });
    }
    if (!result_ && !cancelled_ && !job_.running() && job_.error().empty())
      result_ = job_.result().value_or(nullptr);
    return result_;
  }

  // Is the result of the last key that was asked for there?
  bool done() const { return result_ != nullptr; }
  bool running() const { return job_.running(); }
  float progress() const { return job_.progress(); }
  bool was_cancelled() const { return cancelled_; }
  std::string error() const { return job_.error(); }

  void cancel() {
    job_.ask_to_stop();
    cancelled_ = true;
  }
  // Lets the next of() start the work anew.
  void restart() { key_.reset(); }

 private:
  std::optional<Key> key_;
  Job<std::shared_ptr<const Result>> job_;
  std::shared_ptr<const Result> result_;
  bool cancelled_ = false;
};

}  // namespace whatwhere
