// Open and Save as: a path to type, and the folders and files to click.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "app/panels/overlays.h"
#include "core/model/model_file.h"

namespace whatwhere {

namespace {

namespace fs = std::filesystem;

// Sessions, and what holds the tables of a model.
bool can_be_opened(const fs::path& path) { return path.extension() == ".json" || is_named_as_model(path); }

// Reads `folder` into the lists; what cannot be read is left out.
void list_folder(FileDialogView& view) {
  view.folders.clear();
  view.files.clear();
  std::error_code error;
  for (auto entry = fs::directory_iterator(view.folder, fs::directory_options::skip_permission_denied, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code unreadable;
    if (name.starts_with(".")) continue;
    if (entry->is_directory(unreadable)) view.folders.push_back(name);
    const bool fits = view.purpose == FileDialogView::Purpose::save ? entry->path().extension() == ".json"
                                                                    : can_be_opened(entry->path());
    if (entry->is_regular_file(unreadable) && fits) view.files.push_back(name);
  }
  std::sort(view.folders.begin(), view.folders.end());
  std::sort(view.files.begin(), view.files.end());
  if (view.folder.has_parent_path() && view.folder != view.folder.root_path()) {
    view.folders.insert(view.folders.begin(), "..");
  }
}

void go_to(FileDialogView& view, const fs::path& folder) {
  std::error_code error;
  const fs::path there = fs::weakly_canonical(folder, error);
  view.folder = error ? folder : there;
  list_folder(view);
}

// The whole path of what the field says.
fs::path typed_path(const FileDialogView& view) {
  if (view.name.starts_with("~/")) {
    if (const char* home = std::getenv("HOME")) return fs::path(home) / view.name.substr(2);
  }
  const fs::path typed = view.folder / view.name;
  std::error_code error;
  if (fs::is_directory(typed, error)) return typed;
  if (view.purpose == FileDialogView::Purpose::save && !typed.has_extension())
    return typed.string() + ".json";
  return typed;
}

// What Enter or the button does: go into a folder, ask before replacing, or choose.
std::optional<fs::path> confirm(FileDialogView& view) {
  view.note.clear();
  view.take_focus = true;  // Enter has left the field; what comes next is typed there again
  if (view.name.empty()) {
    view.note = "Type a name, or click one.";
    return std::nullopt;
  }
  std::error_code error;
  const fs::path path = typed_path(view);
  if (fs::is_directory(path, error)) {
    go_to(view, path);
    view.name.clear();
    return std::nullopt;
  }
  const bool exists = fs::exists(path, error);
  if (view.purpose == FileDialogView::Purpose::save && exists && !view.replace) {
    view.replace = true;
    view.note = path.filename().string() + " exists. Save again to replace it.";
    return std::nullopt;
  }
  return path;
}

// The folders and files. Returns whether a file was clicked twice.
bool draw_entries(Ui& ui, FileDialogView& view, const Rect& rect) {
  const Panel panel = begin_panel(ui, "file-list", rect, "");
  const Rect& content = panel.content;
  float y = content.y;
  const float h = ui.px(26.0F);
  std::optional<std::string> enter;
  bool twice = false;
  const auto row = [&](const std::string& name, bool is_folder) {
    const Rect line{content.x, y, content.w, h};
    y += h;
    const Hit over = hit(ui, "file/" + name, line);
    if (over.hovered) fill(line, ui.palette->raised, ui.px(4.0F));
    text_in(line.inset(ui.px(8.0F), 0.0F), ui.fonts.body, is_folder ? ui.palette->accent : ui.palette->text,
            is_folder ? name + "/" : name);
    if (!is_folder && over.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      view.name = name;
      twice = true;
    }
    if (!over.clicked) return;
    view.note.clear();
    view.replace = false;
    if (is_folder) {
      enter = name;
    } else {
      view.name = name;
      view.take_focus = true;  // so that Enter opens it
    }
  };
  for (const std::string& path : view.recent) row(path, false);
  if (!view.recent.empty()) y += ui.px(6.0F);
  for (const std::string& name : view.folders) row(name, true);
  for (const std::string& name : view.files) row(name, false);
  if (view.files.empty()) {
    text_in({content.x + ui.px(8.0F), y, content.w, h}, ui.fonts.small, ui.palette->quiet,
            "No session (.json) and no model in this folder.");
    y += h;
  }
  end_panel(ui, panel, y);
  if (enter) go_to(view, view.folder / *enter);
  return twice;
}

// The name's field. Returns whether Enter was pressed in it.
bool draw_name(Ui& ui, FileDialogView& view, const Rect& rect) {
  ui.record("field/file", rect);
  ImGui::SetCursorScreenPos(rect.min());
  ImGui::SetNextItemWidth(rect.w);
  if (view.take_focus) ImGui::SetKeyboardFocusHere();
  view.take_focus = false;
  char buffer[1024] = {};
  view.name.copy(buffer, sizeof buffer - 1);
  const bool enter =
      ImGui::InputTextWithHint("##file", "name or path", buffer, sizeof buffer,
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (view.name != buffer) {
    view.name = buffer;
    view.replace = false;
    view.note.clear();
  }
  return enter;
}

}  // namespace

void start_dialog(FileDialogView& view, FileDialogView::Purpose purpose, const fs::path& folder,
                  const std::string& name, const std::vector<std::string>& recent) {
  view = {};
  view.purpose = purpose;
  view.name = name;
  if (purpose == FileDialogView::Purpose::open) view.recent = recent;
  view.take_focus = true;
  go_to(view, folder);
}

std::optional<fs::path> draw_file_dialog(Ui& ui, FileDialogView& view, const Rect& window) {
  if (view.purpose == FileDialogView::Purpose::none) return std::nullopt;
  const bool saving = view.purpose == FileDialogView::Purpose::save;
  const float margin = ui.px(16.0F);
  const float w = std::min(window.w - 2.0F * margin, ui.px(620.0F));
  const float h = std::min(window.h - 2.0F * margin, ui.px(460.0F));
  const Rect box{std::round(window.x + (window.w - w) / 2.0F), std::round(window.y + (window.h - h) / 2.0F),
                 w, h};
  fill(window, faded(ui.palette->ground, 0.75F));
  fill(box, ui.palette->panel, ui.px(8.0F));
  ui.record("panel/file-dialog", box);

  const Rect inner = box.inset(margin, margin);
  text_in({inner.x, inner.y, inner.w, ui.px(20.0F)}, ui.fonts.strong, ui.palette->text,
          saving ? "Save this session" : "Open a session or a model");
  text_in({inner.x, inner.y + ui.px(24.0F), inner.w, ui.px(18.0F)}, ui.fonts.body, ui.palette->quiet,
          view.folder.string());
  const float field_y = inner.y + ui.px(50.0F);
  const float field_h = ImGui::GetFrameHeight();
  const bool enter = draw_name(ui, view, {inner.x, field_y, inner.w, field_h});
  const float list_y = field_y + field_h + ui.px(8.0F);
  const float buttons_y = inner.bottom() - ui.px(32.0F);
  const float note_y = buttons_y - ui.px(44.0F);
  const bool twice =
      draw_entries(ui, view, {inner.x - ui.px(12.0F), list_y, inner.w + ui.px(24.0F), note_y - list_y});
  wrapped_text({inner.x, note_y, inner.w, 0.0F}, ui.fonts.body, ui.palette->warn, view.note);

  const std::string label = saving ? (view.replace ? "Replace" : "Save") : "Open";
  const float choose_w = std::max(button_width(ui, label), ui.px(90.0F));
  const float cancel_w = button_width(ui, "Cancel");
  const Rect choose{inner.right() - choose_w, buttons_y, choose_w, ui.px(32.0F)};
  const bool chosen = button(ui, "button/choose-file", choose, label, Look::primary);
  const Rect cancel{choose.x - ui.px(8.0F) - cancel_w, buttons_y, cancel_w, ui.px(32.0F)};
  if (button(ui, "button/cancel-file", cancel, "Cancel")) {
    view.purpose = FileDialogView::Purpose::none;
    return std::nullopt;
  }
  const std::string whole = "Open this folder";
  const float whole_w = button_width(ui, whole);
  if (!saving && button(ui, "button/open-folder", {inner.x, buttons_y, whole_w, ui.px(32.0F)}, whole))
    return view.folder;
  if (enter || chosen || twice) return confirm(view);
  return std::nullopt;
}

}  // namespace whatwhere
