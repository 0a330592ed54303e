// The panels of a real model.
#pragma once

#include <filesystem>
#include <string>

#include "app/panels/panels.h"

namespace whatwhere {

// What was found in the model's file: its tables, its tokenizer, what is out of the ordinary; and the list of
// all its tensors, from which E and P can be chosen.
void draw_model_card(Ui& ui, const Shown& shown, const Rect& rect);

// The field for the text, what became of it, and its tokens. Drawn from the top left of `content` down;
// returns the bottom.
float draw_model_text(Ui& ui, const Shown& shown, Focus& focus, const Rect& content);

// A token's bytes and its slot, for a tooltip.
std::string token_bytes_note(const Shown& shown, TokenId id, std::size_t t);

// The models to begin with: those inside the program, and a file. Returns the bottom.
float draw_model_choice(Ui& ui, const Shown& shown, const Rect& content);

// Opens the built-in model `index`.
void draw_built_in_button(Ui& ui, std::size_t index, const Rect& rect, Look look = Look::plain);

// Which part of `all` rows or columns is seen, and how closely. `key`: the text that says so, with {0} to {1}
// of {2}; `texels`: across which they are drawn. Returns the bottom.
float draw_window(Ui& ui, const std::string& name, const char* key, ColumnWindow& window, std::size_t all,
                  float texels, const Rect& content);

// The mouse over a strip: Ctrl and the wheel zoom in and out, Shift and the wheel pan.
void follow_wheel(ColumnWindow& window, std::size_t d, const Rect& strip);

// Something is being opened: what is awaited, how far it is, and the way out, which it returns whether
// someone took. Over everything.
bool draw_opening(Ui& ui, const std::filesystem::path& path, float progress, const Rect& window);

struct WorkState {
  bool running = false;
  float progress = 0.0F;
  bool was_cancelled = false;
  std::string error;
};

// Of a KeptJob.
template <typename Kept>
WorkState state_of(const Kept& job) {
  // Between its end and the next time it is asked for it still counts as running.
  const bool ended = job.done() || job.was_cancelled() || !job.error().empty();
  return {job.running() || !ended, job.progress(), job.was_cancelled(), job.error()};
}

enum class WorkWish { none, cancel, restart };

// The progress of work about all rows, with a way to stop it, or to start it again.
WorkWish draw_work(Ui& ui, const std::string& name, const std::string& what, const WorkState& work,
                   const Rect& line);

// The same for a KeptJob, carrying out what is wished.
template <typename Kept>
void draw_kept_work(Ui& ui, const std::string& name, const std::string& what, Kept& job, const Rect& line) {
  const WorkWish wish = draw_work(ui, name, what, state_of(job), line);
  if (wish == WorkWish::cancel) job.cancel();
  if (wish == WorkWish::restart) job.restart();
}

}  // namespace whatwhere
