#include "app/window/picture.h"

#include <backends/imgui_impl_opengl3.h>
#include <stb_image_write.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "app/program/program.h"
#include "app/window/gl.h"
#include "app/window/platform.h"
#include "core/errors.h"
#include "core/session/files.h"

namespace whatwhere {

namespace {

constexpr std::chrono::milliseconds kPause{5};  // between two looks at what is awaited
constexpr int kFrames = 3;  // Dear ImGui needs two to settle sizes; the third is the picture

std::string encode_png(const std::vector<std::uint8_t>& rgb, int width, int height) {
  std::string bytes;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &bytes, width, height, 3, rgb.data(), width * 3) == 0) {
    throw Error("the picture could not be encoded as PNG");
  }
  return bytes;
}

std::string rects_json(const std::map<std::string, Rect>& items) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, r] : items) json[name] = {r.x, r.y, r.w, r.h};
  std::string text = "{\n";
  for (const auto& [name, rect] : json.items()) {
    text += nlohmann::ordered_json(name).dump() + ": " + rect.dump() + ",\n";
  }
  if (!json.empty()) text.erase(text.size() - 2, 1);
  return text + "}\n";
}

}  // namespace

void write_picture(const Session& session, const PictureRequest& request) {
  Platform platform(64, 64, false);
  const Canvas canvas(request.width, request.height);
  GlTextures textures;
  Program program(session);
  Ui ui;
  ui.textures = &textures;
  ui.motion = false;
  platform.dress(ui, static_cast<float>(session.view.zoom), session.view.theme);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(request.width), static_cast<float>(request.height)};
  // What the page has to work out first is awaited: the picture shows its end.
  for (int settled = 0; settled < kFrames; settled = program.busy() ? 0 : settled + 1) {
    if (program.busy()) std::this_thread::sleep_for(kPause);
    io.DeltaTime = 1.0F / 60.0F;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    program.draw(ui, io.DisplaySize.x, io.DisplaySize.y);
    ImGui::Render();
  }
  canvas.bind();
  clear(ui.palette->ground, request.width, request.height);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  // Both or neither: what can fail is behind us when the first file is put in place.
  StagedFile png(request.png, encode_png(canvas.read_rgb(), request.width, request.height));
  std::optional<StagedFile> rects;
  if (request.rects) rects.emplace(*request.rects, rects_json(ui.items));
  png.commit();
  if (rects) rects->commit();
}

}  // namespace whatwhere
