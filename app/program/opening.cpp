#include "app/program/opening.h"

#include <thread>
#include <utility>

namespace whatwhere {

void Opening::start(const std::filesystem::path& path, Read read) {
  path_ = path;
  next_ = std::move(read);
  awaited_ = true;
  started_ = std::chrono::steady_clock::now();
  job_.ask_to_stop();
  if (!job_.running()) start_reading();
}

void Opening::start_reading() {
  job_.start([read = std::exchange(next_, {})](const std::atomic<bool>& cancelled,
                                               std::atomic<float>& progress) -> std::optional<Adopt> {
    return read({&cancelled, &progress});
  });
}

bool Opening::takes_long() const {
  constexpr std::chrono::milliseconds kUnnoticed{100};
  return awaited_ && std::chrono::steady_clock::now() - started_ > kUnnoticed;
}

std::optional<Opening::Outcome> Opening::take() {
  if (!awaited_ || job_.running()) return std::nullopt;
  if (next_) {
    start_reading();
    return std::nullopt;
  }
  awaited_ = false;
  if (std::string error = job_.error(); !error.empty()) return Outcome{{}, std::move(error)};
  return Outcome{job_.result().value_or(Adopt()), ""};
}

void Opening::cancel() {
  job_.ask_to_stop();
  awaited_ = false;
  next_ = {};
}

void Opening::wait(std::chrono::milliseconds most) const {
  constexpr std::chrono::milliseconds kPause{1};
  const auto end = std::chrono::steady_clock::now() + most;
  while (job_.running() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(kPause);
}

}  // namespace whatwhere
