// What is opened beside the frames: read on a thread of its own, then handed to the program between two
// frames.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/program/job.h"
#include "core/model/read_watch.h"

namespace whatwhere {

class Program;

class Opening {
 public:
  // Reads what is opened; what it returns hands that to the program. Throws Error if it cannot be read.
  using Adopt = std::function<void(Program&)>;
  using Read = std::function<Adopt(const ReadWatch&)>;

  // Starts it, once what was being opened before has stopped. `path` is what a person is told.
  void start(const std::filesystem::path& path, Read read);

  // Is there something to wait for? Does it last long enough to be worth a word?
  bool running() const { return awaited_; }
  bool takes_long() const;
  float progress() const { return job_.progress(); }
  const std::filesystem::path& path() const { return path_; }

  // What it came to, once: one of both.
  struct Outcome {
    Adopt adopt;
    std::string error;
  };
  std::optional<Outcome> take();
  void cancel();

  // Waits for the end, `most` at most.
  void wait(std::chrono::milliseconds most) const;

 private:
  void start_reading();

  std::filesystem::path path_;
  Read next_;             // to be read once the one before has stopped
  bool awaited_ = false;  // its end was not taken yet
  std::chrono::steady_clock::time_point started_;
  Job<Adopt> job_;
};

}  // namespace whatwhere
