// Frames of a model with GPT-2's tables: our own CPU time for each, without the graphics driver. The widget's
// page with a sentence of 1,024 tokens, beside the same page without one and beside one filled rectangle a
// cell; and the table's page, scrolled and zoomed.
#include <benchmark/benchmark.h>
#include <imgui.h>

#include <chrono>
#include <memory>
#include <thread>
#include <utility>

#include "app/program/program.h"
#include "app/ui/style.h"
#include "tests/bench/gpt2_file.h"
#include "tests/bench/rounds.h"
#include "tests/ui/counting_textures.h"

namespace whatwhere::bench {
namespace {

constexpr int kFrames = 60;

// A session with T tokens in GPT-2's tables, on the widget's page.
Session with_tokens(const std::shared_ptr<const Model>& model, std::size_t T) {
  Session session;
  session.real = first_choices(model);
  std::vector<TokenId> ids;
  for (std::size_t t = 0; t < T; ++t) ids.push_back(static_cast<TokenId>(t * 37 % 50257));
  session.real->sequence = Sequence(ids);
  return session;
}

// Dear ImGui without a display.
class Context {
 public:
  Context() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1280.0F, 800.0F};
    io.DeltaTime = 1.0F / 60.0F;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    fonts_ = load_fonts(*io.Fonts, 1.0F);
    io.Fonts->Build();
  }
  ~Context() { ImGui::DestroyContext(); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  const Fonts& fonts() const { return fonts_; }

 private:
  Fonts fonts_;
};

// A session's page, frame after frame.
struct Frames {
  Program program;
  Ui ui;
  testing::CountingTextures textures;

  Frames(const Context& context, Session session) : program(std::move(session)) {
    ui.textures = &textures;
    ui.fonts = context.fonts();
    apply_style(*ui.palette, 1.0F);
  }

  // Frames until nothing runs in the background any more.
  void settle() {
    for (int quiet = 0; quiet < 4; quiet = program.busy() ? 0 : quiet + 1) {
      frame();
      if (program.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
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
  const Context context;
  const auto model = std::make_shared<const Model>(open_model(gpt2_file()));
  Frames full(context, with_tokens(model, 1024));
  Frames empty(context, with_tokens(model, 0));
  const Table grid = full.program.model_results()->grid.input_emb;
  full.settle();
  empty.settle();
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
BENCHMARK(ModelFrames)->Iterations(5)->Unit(benchmark::kMillisecond);

// The frames, `count` of them, while the wheel is turned over the picture in each.
void turn_wheel(Frames& page, float by, bool ctrl, int count, Rounds& ms) {
  ImGuiIO& io = ImGui::GetIO();
  for (int i = 0; i < count; ++i) {
    const Rect& picture = page.ui.items.at("table/picture");
    io.MousePos = picture.centre();
    io.MouseWheel = by;
    io.KeyCtrl = ctrl;
    ms.add(page.frame() * 1e3);
  }
  io.MouseWheel = 0.0F;
  io.KeyCtrl = false;
}

// Each frame makes another picture of (V, d) = (50257, 768). 60 frames a second leave 16.7 ms for one.
//   zoom_ms         from all rows to some 400, and back, in steps of 1.5
//   scroll_few_ms   by an eighth of what is seen, some 400 rows
//   scroll_many_ms  the same with some 15,000 rows
void TableFrames(benchmark::State& state) {
  const Context context;
  Session session = with_tokens(std::make_shared<const Model>(open_model(gpt2_file())), 0);
  session.view.page = Page::table;
  Frames page(context, std::move(session));
  page.settle();
  Rounds zoom_ms, few_ms, many_ms;
  for (auto round : state) {
    turn_wheel(page, 1.0F, true, 12, zoom_ms);
    turn_wheel(page, -1.0F, false, kFrames, few_ms);
    turn_wheel(page, -1.0F, true, 9, zoom_ms);
    for (int i = 0; i < kFrames / 2; ++i) {
      turn_wheel(page, 1.0F, false, 1, many_ms);
      turn_wheel(page, -1.0F, false, 1, many_ms);
    }
    turn_wheel(page, -1.0F, true, 12, zoom_ms);
  }
  zoom_ms.report_range(state, "zoom_ms");
  few_ms.report_range(state, "scroll_few_ms");
  many_ms.report_range(state, "scroll_many_ms");
}
BENCHMARK(TableFrames)->Iterations(5)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace whatwhere::bench
