// The program's start and its rest, beside bare windows. Needs a display: run under xvfb-run.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/bench/child.h"
#include "tests/bench/gpt2_file.h"
#include "tests/bench/rounds.h"

namespace whatwhere::bench {
namespace {

constexpr double kIdleSeconds = 10.0;

void sleep_for(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

double seconds_to_first_frame(const std::string& program, const TemporaryFolder& cache) {
  return Child(program, cache.path()).wait_for_first_frame();
}

// Time is from the fork to the first frame of the program. The three start in turn, one at a time; a first
// turn is not counted, so that files and compiled shaders are in their caches for each.
//   whatwhere_ms, gl_ms, imgui_ms  medians; x_gl and x_imgui are whatwhere_ms over the other two.
void first_frame(benchmark::State& state) {
  const TemporaryFolder cache;
  const auto start_all = [&](auto use) {
    const double whatwhere = seconds_to_first_frame(WHATWHERE_PROGRAM, cache);
    const double gl = seconds_to_first_frame(WHATWHERE_BARE_GL_WINDOW, cache);
    const double imgui = seconds_to_first_frame(WHATWHERE_BARE_IMGUI_WINDOW, cache);
    use(whatwhere, gl, imgui);
  };
  Rounds whatwhere_ms, gl_ms, imgui_ms;
  try {
    start_all([](double, double, double) {});
    for ([[maybe_unused]] auto round : state) {
      start_all([&](double whatwhere, double gl, double imgui) {
        state.SetIterationTime(whatwhere);
        whatwhere_ms.add(whatwhere * 1e3);
        gl_ms.add(gl * 1e3);
        imgui_ms.add(imgui * 1e3);
      });
    }
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
    return;
  }
  whatwhere_ms.report_range(state, "whatwhere_ms");
  gl_ms.report_range(state, "gl_ms");
  imgui_ms.report_range(state, "imgui_ms");
  state.counters["x_gl"] = whatwhere_ms.median() / gl_ms.median();
  state.counters["x_imgui"] = whatwhere_ms.median() / imgui_ms.median();
}

// The same with GPT-2's tables, 157 MB, opened from the command line with eight ids typed, beside the start
// without a file.
//   model_ms, toy_ms  medians; x_toy is their ratio, part_read what of the file was read from the disk by
//   then when nothing of it was in memory before.
void first_frame_of_model(benchmark::State& state) {
  const TemporaryFolder cache;
  // A file of its own: what the system holds of one that this process has mapped cannot be dropped.
  const std::filesystem::path model = cache.path() / "model.safetensors";
  const std::vector<std::string> arguments = {"--model", model.string(), "--ids",
                                              "464,3797,3332,319,262,2603,11,262"};
  Rounds model_ms, toy_ms, part_read;
  try {
    std::filesystem::copy_file(gpt2_file(), model);
    drop_from_cache(model);
    Child(WHATWHERE_PROGRAM, cache.path(), arguments).wait_for_first_frame();
    part_read.add(part_in_cache(model));
    for ([[maybe_unused]] auto round : state) {
      const double seconds = Child(WHATWHERE_PROGRAM, cache.path(), arguments).wait_for_first_frame();
      state.SetIterationTime(seconds);
      model_ms.add(seconds * 1e3);
      toy_ms.add(seconds_to_first_frame(WHATWHERE_PROGRAM, cache) * 1e3);
    }
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
    return;
  }
  model_ms.report_range(state, "model_ms");
  toy_ms.report_range(state, "toy_ms");
  state.counters["x_toy"] = model_ms.median() / toy_ms.median();
  state.counters["part_read"] = part_read.median();
}

// Left alone for 3 s, then watched for 10 s: frames drawn (0 is the goal) and CPU time as a percentage of the
// 10 s (below 0.2 is the goal; one tick of the kernel's clock is 0.1).
void idle(benchmark::State& state) {
  const TemporaryFolder cache;
  try {
    for ([[maybe_unused]] auto round : state) {
      Child program(WHATWHERE_PROGRAM, cache.path());
      program.wait_for_first_frame();
      sleep_for(3.0);
      const auto frames = program.frames();
      const double cpu = program.cpu_seconds();
      sleep_for(kIdleSeconds);
      state.counters["frames"] = static_cast<double>(program.frames() - frames);
      state.counters["cpu_percent"] = 100.0 * (program.cpu_seconds() - cpu) / kIdleSeconds;
      if (program.ended()) throw std::runtime_error("the program ended while it was watched");
    }
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

// Without a display there is nothing to measure: says so and registers nothing.
[[maybe_unused]] const bool kRegistered = [] {
  if (std::getenv("DISPLAY") == nullptr) {
    std::fputs("Window benchmarks skipped: DISPLAY is not set (xvfb-run gives one).\n", stderr);
    return false;
  }
  benchmark::RegisterBenchmark("first_frame", first_frame)
      ->Iterations(15)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("first_frame_of_model", first_frame_of_model)
      ->Iterations(15)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("idle", idle)->Iterations(1)->UseRealTime()->Unit(benchmark::kSecond);
  return true;
}();

}  // namespace
}  // namespace whatwhere::bench
