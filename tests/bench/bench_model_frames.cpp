// Frames of the widget's page with a sentence of 1,024 tokens in GPT-2's tables: our own CPU time for each,
// without the graphics driver, beside the same page without a sentence, and beside one filled rectangle a
// cell.
#include <benchmark/benchmark.h>
#include <imgui.h>

#include <memory>
#include <span>

#include "app/program/program.h"
#include "app/ui/style.h"
#include "tests/bench/gpt2_file.h"
#include "tests/bench/rounds.h"

namespace whatwhere::bench {
namespace {

constexpr int kFrames = 60;

class CountingTextures : public Textures {
 public:
  ImTextureID upload(const std::string&, int, int, std::span<const ImU32>) override {
    ++uploads;
    return reinterpret_cast<ImTextureID>(std::intptr_t{1});
  }
  int uploads = 0;
};

// A session with T tokens in GPT-2's tables, on the widget's page.
Session with_tokens(const std::shared_ptr<const Model>& model, std::size_t T) {
  Session session;
  session.real = first_choices(model);
  std::vector<TokenId> ids;
  for (std::size_t t = 0; t < T; ++t) ids.push_back(static_cast<TokenId>(t * 37 % 50257));
  session.real->sequence = Sequence(ids);
  return session;
}

// What is measured: the page with T tokens, again and again, when nothing has changed.
struct Page1 {
  Program program;
  Ui ui;
  CountingTextures textures;

  explicit Page1(Session session) : program(std::move(session)) {
    ui.textures = &textures;
    ui.fonts = fonts();
  }
  static Fonts& fonts() {
    static Fonts loaded = load_fonts(*ImGui::GetIO().Fonts, 1.0F);
    return loaded;
  }

  double frame() {
    const double start = thread_cpu_seconds();
    ImGui::NewFrame();
    program.draw(ui, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y);
    ImGui::Render();
    return thread_cpu_seconds() - start;
  }
};

// One filled rectangle for each of (T, d) cells, as a heat map without a texture would have it.
double rectangles(const Table& grid, const Palette& palette) {
  const double start = thread_cpu_seconds();
  ImGui::NewFrame();
  ImGui::SetNextWindowSize({1280.0F, 800.0F});
  ImGui::Begin("cells");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t t = 0; t < grid.rows(); ++t) {
    for (std::size_t j = 0; j < grid.d(); ++j) {
      const ImVec2 at{static_cast<float>(j), static_cast<float>(t)};
      list.AddRectFilled(at, {at.x + 1.0F, at.y + 1.0F}, heat_colour(palette, grid.row(t)[j], 1.0F));
    }
  }
  ImGui::End();
  ImGui::Render();
  return thread_cpu_seconds() - start;
}

void ModelFrames(benchmark::State& state) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {1280.0F, 800.0F};
  io.DeltaTime = 1.0F / 60.0F;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  Page1::fonts();
  io.Fonts->Build();
  {
    const auto model = std::make_shared<const Model>(open_model(gpt2_file()));
    Page1 full(with_tokens(model, 1024));
    Page1 empty(with_tokens(model, 0));
    apply_style(*full.ui.palette, 1.0F);
    const Table grid = full.program.model_results()->grid.input_emb;
    for (int i = 0; i < 4; ++i) {
      full.frame();
      empty.frame();
    }
    const int uploads = full.textures.uploads;
    Rounds full_ms, empty_ms, cells_ms;
    for (auto round : state) {
      for (int i = 0; i < kFrames; ++i) {
        full_ms.add(full.frame() * 1e3);
        empty_ms.add(empty.frame() * 1e3);
      }
      cells_ms.add(rectangles(grid, *full.ui.palette) * 1e3);
    }
    full.frame();
    state.counters["vertices"] = ImGui::GetDrawData()->TotalVtxCount;
    state.counters["uploads"] = full.textures.uploads - uploads;
    state.counters["full_ms"] = full_ms.median();
    state.counters["x_empty"] = full_ms.median() / empty_ms.median();
    state.counters["cells_x_full"] = cells_ms.median() / full_ms.median();
  }
  ImGui::DestroyContext();
}
BENCHMARK(ModelFrames)->Iterations(5)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace whatwhere::bench
