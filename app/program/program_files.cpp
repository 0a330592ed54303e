// What Program opens and saves: sessions, models, and the files that they belong to.
#include <utility>

#include "app/program/program.h"
#include "core/errors.h"
#include "core/model/built_in.h"
#include "core/session/session_file.h"

namespace whatwhere {

void Program::show(Session session, std::filesystem::path document) {
  if (training_.playing) pause();
  history_.replace(std::move(session));
  documents_.erase(documents_.lower_bound(history_.position()), documents_.end());
  documents_[history_.position()] = std::move(document);
  keep_cursor_valid();
}

void Program::open(const std::filesystem::path& path) {
  if (built_in_name(path)) return open_built_in(path);
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error).lexically_normal();
  const auto whole = error ? path : absolute;
  const std::string name = path.filename().string();
  if (name.ends_with(".json") && !name.ends_with(".index.json")) {
    return open_beside_frames(whole, [whole](const ReadWatch& watch) -> Opening::Adopt {
      return [whole, session = load_session(whole, watch)](Program& program) {
        program.show(session, whole);
        program.say_opened(whole);
      };
    });
  }
  if (session().unopened && session().unopened->path == whole) {
    return open_beside_frames(whole, [model = *session().unopened](const ReadWatch& watch) -> Opening::Adopt {
      return [whole = model.path, real = open_unopened(model, watch)](Program& program) {
        Session session = program.session();
        session.real = real;
        session.unopened.reset();
        program.show(std::move(session), program.document());
        program.say_opened(whole);
      };
    });
  }
  open_beside_frames(whole, [whole](const ReadWatch& watch) -> Opening::Adopt {
    return [whole, model = std::make_shared<const Model>(open_model(whole, watch))](Program& program) {
      program.adopt_model(model, whole);
    };
  });
}

void Program::open_beside_frames(const std::filesystem::path& path, Opening::Read read) {
  starting_ = from_dialog_ = false;
  opening_->start(path, std::move(read));
}

void Program::open_built_in(const std::filesystem::path& path) {
  opening_->cancel();
  try {
    show_model(std::make_shared<const Model>(open_model(path)));
  } catch (const Error& error) {
    say(error.what(), true);
  }
}

void Program::start_with(std::unique_ptr<Opening> opening) {
  constexpr std::chrono::milliseconds kMost{100};
  opening_ = std::move(opening);
  starting_ = true;
  opening_->wait(kMost);
  const auto opened = opening_->take();
  if (!opened) return;
  if (!opened->error.empty()) throw Error(opened->error);
  opened->adopt(*this);
}

void Program::start_anew(Session session) {
  history_ = History(std::move(session));
  keep_cursor_valid();
}

void Program::cancel_opening() {
  opening_->cancel();
  dialog_.take_focus = true;  // if it was asked for there, it can be asked for again
  if (starting_ && session().unopened)
    say(session().unopened->path + " was not opened. It stays with this session: the next start opens it.");
}

// The dialog that it was asked for in stays until it is there, and keeps the reason why not: that is where
// the next attempt is made.
void Program::adopt_opened() {
  const auto opened = opening_->take();
  if (!opened) return;
  const bool in_dialog = from_dialog_ && dialog_.purpose == FileDialogView::Purpose::open;
  if (opened->error.empty()) {
    if (in_dialog) dialog_.purpose = FileDialogView::Purpose::none;
    opened->adopt(*this);
  } else if (in_dialog) {
    refuse_in_dialog(opened->error);
  } else {
    say(opened->error, true);
  }
}

// Another model is another document: saving must not write it into the file of the one before.
void Program::show_model(const std::shared_ptr<const Model>& model) {
  const std::size_t from = history_.position();
  perform({.id = ActionId::open_model, .model = model});
  if (history_.position() != from) documents_[history_.position()].clear();
}

void Program::adopt_model(const std::shared_ptr<const Model>& model, const std::filesystem::path& path) {
  show_model(model);
  if (static_cast<std::size_t>(session().view.page) < kLessonPages)
    perform({.id = ActionId::show_page, .choice = static_cast<std::size_t>(Page::widget)});
  say_opened(path);
}

void Program::say_opened(const std::filesystem::path& path) {
  note_recent(path);
  say("Opened " + path.string() + ". Undo goes back to what was there.");
}

void Program::note_recent(const std::filesystem::path& path) {
  constexpr std::size_t kMost = 8;
  std::error_code error;
  const std::string whole = std::filesystem::absolute(path, error).string();
  std::erase(recent_, whole);
  recent_.insert(recent_.begin(), whole);
  if (recent_.size() > kMost) recent_.resize(kMost);
}

bool Program::save_to(const std::filesystem::path& path) {
  try {
    save_session(path, session());
  } catch (const Error& error) {
    say(error.what(), true);
    return false;
  }
  std::prev(documents_.upper_bound(history_.position()))->second = path;
  say("Saved " + path.string());
  return true;
}

void Program::save() {
  if (document().empty()) return start_file_dialog(FileDialogView::Purpose::save);
  save_to(document());
}

void Program::start_file_dialog(FileDialogView::Purpose purpose) {
  std::error_code error;
  const auto folder = document().empty() ? std::filesystem::current_path(error) : document().parent_path();
  const bool saving = purpose == FileDialogView::Purpose::save;
  const std::string name =
      saving ? (document().empty() ? "session.json" : document().filename().string()) : "";
  start_dialog(dialog_, purpose, folder, name, recent_);
}

}  // namespace whatwhere
