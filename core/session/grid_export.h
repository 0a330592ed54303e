// The grid of a Session in the formats that other programs read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/session/lesson.h"
#include "core/session/model_lesson.h"
#include "core/session/session.h"

namespace whatwhere {

// A JSON object with vocabulary, seed, std, E, P, ids, tokens, position, scheme {name, base, gain,
// adds_to_input, note; base and gain null where the scheme has none}, tok_emb, pos_emb (null when nothing is
// added), input_emb, shapes and same_token {verdict, pairs}. P is the table in effect, gain in. With
// `before_ids` also order {before, same_multiset, slots_changed}: the present grid compared with that of
// before_ids. Every number restores its float32 exactly; a cosine with a zero vector is null. Throws IdError
// or ShapeError if before_ids do not fit the tables.
std::string grid_json(const Session& session, const LessonResults& results,
                      const std::optional<std::vector<TokenId>>& before_ids);

// The same of a real model: "model" with its path, and position_offset, in the place of vocabulary, seed, std
// and tables. E and P are left out unless `with_tables`; P then is the model's whole table.
std::string grid_json(const ModelChoices& choices, const ModelResults& results,
                      const std::optional<std::vector<TokenId>>& before_ids, bool with_tables);

// One line a row of a table (rows, d), d numbers with commas between; no header.
std::string table_csv(const Table& table);

// A table (rows, d) as a NumPy file, '<f4', C order (NumPy's format specification, version 1.0).
std::string table_npy(const Table& table);

// input_emb as NumPy source: "np.array([[…], …], dtype=np.float32)", of shape (T, d) for T = 0 too.
std::string grid_numpy_source(const Table& input_emb);

}  // namespace whatwhere
