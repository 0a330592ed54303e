// Being told to end (SIGTERM, SIGINT, SIGHUP) as an event of the window: the session is remembered all the
// same.
#pragma once

#include <signal.h>

#include <atomic>
#include <thread>

namespace whatwhere {

// From its construction on, these signals wake the event loop instead of ending the process. To be made
// before any other thread, which inherits that they are blocked.
class EndSignals {
 public:
  EndSignals();
  ~EndSignals();
  EndSignals(const EndSignals&) = delete;
  EndSignals& operator=(const EndSignals&) = delete;

  bool arrived() const { return arrived_; }

 private:
  sigset_t signals_;
  std::atomic<bool> arrived_ = false;
  std::thread waiter_;
};

}  // namespace whatwhere
