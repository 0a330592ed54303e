#include "tests/bench/child.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

namespace whatwhere::bench {

namespace {

constexpr double kFirstFrameLimit = 30.0;  // seconds
constexpr double kEndLimit = 5.0;          // seconds

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void pause() { std::this_thread::sleep_for(std::chrono::microseconds(100)); }

// The variables of this process, those named in `own` (each "NAME=value") replaced.
std::vector<std::string> environment_with(const std::vector<std::string>& own) {
  std::vector<std::string> all = own;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view variable = *at;
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    bool replaced = false;
    for (const auto& o : own) replaced |= std::string_view(o).starts_with(name);
    if (!replaced) all.emplace_back(variable);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (auto& s : strings) result.push_back(s.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "whatwhere-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make the folder " + name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Child::Child(const std::string& program, const std::filesystem::path& cache,
             const std::vector<std::string>& more_arguments)
    : frame_log_(home_.path() / "frames"), program_(program) {
  const std::string home = home_.path().string();
  std::vector<std::string> environment = environment_with(
      {"HOME=" + home, "XDG_CONFIG_HOME=" + home + "/config", "XDG_STATE_HOME=" + home + "/state",
       "XDG_CACHE_HOME=" + cache.string(), "WHATWHERE_FRAME_LOG=" + frame_log_.string()});
  std::vector<std::string> arguments = {program};
  arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
  const std::vector<char*> envp = pointers(environment);
  const std::vector<char*> argv = pointers(arguments);

  forked_at_ = now();
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("cannot fork");
  if (pid_ == 0) {
    ::execve(argv[0], argv.data(), envp.data());
    ::_exit(127);
  }
}

Child::~Child() {
  if (ended()) return;
  ::kill(pid_, SIGTERM);
  const double told_at = now();
  while (!ended()) {
    if (now() - told_at > kEndLimit) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
      return;
    }
    pause();
  }
}

double Child::wait_for_first_frame() {
  while (frames() == 0) {
    if (ended()) throw std::runtime_error(program_ + " ended before its first frame");
    if (now() - forked_at_ > kFirstFrameLimit) throw std::runtime_error(program_ + " draws no frame");
    pause();
  }
  return now() - forked_at_;
}

std::uintmax_t Child::frames() const {
  std::error_code missing;
  const std::uintmax_t size = std::filesystem::file_size(frame_log_, missing);
  return missing ? 0 : size;
}

double Child::cpu_seconds() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  // The second field, the program's name in brackets, may hold anything; utime and stime are 14th and 15th.
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  double user = 0.0;
  double system = 0.0;
  if (!(fields >> user >> system)) throw std::runtime_error("cannot read the CPU time of " + program_);
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

bool Child::ended() {
  if (pid_ >= 0 && ::waitpid(pid_, nullptr, WNOHANG) != 0) pid_ = -1;
  return pid_ < 0;
}

}  // namespace whatwhere::bench
