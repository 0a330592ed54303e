// Frames of the page that shows a training run at full speed: our own CPU time for each, without the graphics
// driver.
#include <benchmark/benchmark.h>
#include <imgui.h>
#include <time.h>

#include <algorithm>
#include <vector>

#include "app/program/program.h"
#include "app/ui/style.h"
#include "tests/bench/rounds.h"

namespace whatwhere::bench {
namespace {

constexpr int kFrames = 600;
constexpr double kFrameTime = 1.0 / 60.0;

Session training_session() {
  Session session;
  session.view.page = Page::learning;
  session.learning.part = LearningPart::training;
  return session;
}

// The window's frame without its graphics: what Program draws, and Dear ImGui's own work on it.
double frame_cpu_seconds(Program& program, Ui& ui) {
  const double start = thread_cpu_seconds();
  ImGui::GetIO().DeltaTime = static_cast<float>(kFrameTime);
  ImGui::NewFrame();
  program.draw(ui, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y);
  ImGui::Render();
  return thread_cpu_seconds() - start;
}

void sleep_for(double seconds) {
  const timespec rest{0, static_cast<long>(seconds * 1e9)};
  nanosleep(&rest, nullptr);
}

void TrainingFrames(benchmark::State& state) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {1280.0F, 800.0F};
  Program program(training_session());
  Ui ui;
  ui.fonts = load_fonts(*io.Fonts, 1.0F);
  io.Fonts->Build();
  apply_style(*ui.palette, 1.0F);
  for (int i = 0; i < 3; ++i) frame_cpu_seconds(program, ui);
  program.perform({.id = ActionId::choose_speed, .choice = kTrainingSpeeds.size() - 1});
  program.perform({.id = ActionId::play_training});
  std::vector<double> frames;
  for (auto _ : state) {
    for (int i = 0; i < kFrames; ++i) {
      frames.push_back(frame_cpu_seconds(program, ui));
      sleep_for(std::max(kFrameTime - frames.back(), 0.0));
    }
  }
  program.perform({.id = ActionId::play_training});
  const auto steps = static_cast<double>(program.session().changed->training_steps);
  std::sort(frames.begin(), frames.end());
  state.counters["median_ms"] = 1e3 * frames[frames.size() / 2];
  state.counters["slowest_ms"] = 1e3 * frames.back();
  state.counters["over_33_ms"] =
      static_cast<double>(std::count_if(frames.begin(), frames.end(), [](double s) { return s > 0.033; }));
  state.counters["training_steps"] = steps;
  ImGui::DestroyContext();
}
BENCHMARK(TrainingFrames)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace whatwhere::bench
