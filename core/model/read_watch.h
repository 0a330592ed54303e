// How someone watches work that takes long, and stops it.
#pragma once

#include <atomic>

#include "core/errors.h"

namespace whatwhere {

// What stopped work throws.
class Cancelled : public Error {
 public:
  Cancelled() : Error("it was cancelled") {}
};

struct ReadWatch {
  const std::atomic<bool>* cancelled = nullptr;
  std::atomic<float>* progress = nullptr;

  // `done` of `all` is done. Throws Cancelled once someone has cancelled it.
  void report(double done, double all) const {
    if (cancelled != nullptr && *cancelled) throw Cancelled();
    if (progress != nullptr && all > 0.0) *progress = static_cast<float>(done / all);
  }
};

}  // namespace whatwhere
