// A window program run as a child, watched through the frame log it writes.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace whatwhere::bench {

// A folder of its own under the system's temporary one, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// Started by the constructor, ended by the destructor (SIGTERM; SIGKILL if that is not heeded in 5 s).
// Its home, settings and state are a fresh folder, so that it starts from its defaults; WHATWHERE_FRAME_LOG
// names a file in it. XDG_CACHE_HOME is `cache`: drivers keep compiled shaders there.
class Child {
 public:
  Child(const std::string& program, const std::filesystem::path& cache,
        const std::vector<std::string>& arguments = {});
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Seconds from the fork to the first frame, to about 0.1 ms.
  // Throws std::runtime_error if the program ends before it or has drawn none after 30 s.
  double wait_for_first_frame();

  // Buffer swaps so far.
  std::uintmax_t frames() const;

  // Seconds of CPU time used so far, user and system, all threads; the kernel counts in ticks of 10 ms.
  double cpu_seconds() const;

  // Has the program ended of itself?
  bool ended();

 private:
  TemporaryFolder home_;
  std::filesystem::path frame_log_;
  std::string program_;
  double forked_at_ = 0.0;  // monotonic seconds
  pid_t pid_ = -1;          // -1 once the child is reaped
};

}  // namespace whatwhere::bench
