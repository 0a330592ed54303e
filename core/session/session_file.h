// A Session as a small, versioned, human-readable JSON file.
//
//   {"whatwhere": 1, "tokens": ["the","cat","the"], "ids": [5,2,5], "position": "learned", "seed": 42,
//    "std": 0.02, "shuffles": 1, "moved_from": [1,0,2], "view": {"theme": "dark", "zoom": 1.0, "motion":
//    true}}
//
// "pages" holds what was chosen on the pages (core/session/experiments_file.h), "tables" the tables that
// training or the person changed, "model" a real model (core/session/model_choices_file.h); all may be left
// out. "whatwhere" is the version. "tokens" is there for the reader; where it stands, it must agree with
// "ids". "moved_from" is there after a reorder: slot t stood in slot moved_from[t] before it. What is left
// out has its default.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/model/read_watch.h"
#include "core/session/session.h"

namespace whatwhere {

inline constexpr int kSessionVersion = 1;

std::string to_json(const Session& session);

// Slot identities are numbered anew. `where` names the source in messages. The real model that it may name is
// opened. Throws FileError that says what is wrong with it, and where; Cancelled if `watch` says so.
Session session_from_json(std::string_view text, const std::string& where, const ReadWatch& watch = {});

// Throws likewise.
Session load_session(const std::filesystem::path& path, const ReadWatch& watch = {});
void save_session(const std::filesystem::path& path, const Session& session);

// Reads a session and opens no model: at once, however long that would take. Throws FileError.
Session load_without_model(const std::filesystem::path& path);

// What the file of an unopened model says of it: opens the model and lays the choices over it. Throws
// FileError; Cancelled if `watch` says so.
ModelChoices open_unopened(const UnopenedModel& model, const ReadWatch& watch = {});

// Names on the command line and in files: "off", "learned", "sinusoidal", "rotary"; "widget", "raw-ids" …
std::string_view name_of(PositionScheme scheme);
std::string_view name_of(Page page);
std::string_view name_of(Failure failure);
std::string_view name_of(ContextPolicy policy);
std::string_view name_of(Optimizer optimizer);
std::string_view name_of(LearningPart part);
std::string_view name_of(Metric metric);
std::string_view name_of(Theme theme);

}  // namespace whatwhere
