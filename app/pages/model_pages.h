// The pages of a real model.
#pragma once

#include "app/pages/pages.h"

namespace whatwhere {

// The widget's page: the text, its slots as strips, the bag. Returns the bottom.
float draw_model_input(Ui& ui, const Shown& shown, Focus& focus, InputView& view, const Rect& content);

// The whole table, from all of it to single cells; its statistics and what is odd in it.
Finding draw_table_page(const Shown& shown, Column& column, float height);

// The rows nearest to one, or to a sum; and whether the position destroys the word.
Finding draw_neighbours_page(const Shown& shown, Column& column);

// All rows in the plane of their first principal components; P's too, and its cosines.
Finding draw_map_page(const Shown& shown, Column& column);

// A page that needs a model says so with this, and returns it as the answer to its question.
Finding ask_for_model(const Shown& shown, Column& column, const std::string& question);

// What is searched for: what the field holds while it is typed in, or what was committed.
void follow_search(const Ui& ui, ModelView& view, const std::string& field,
                   const std::optional<std::string>& typed);

// How many rows a search finds at most.
inline constexpr std::size_t kMostFound = 24;

// What the search of the table's and the map's pages finds, searched anew only for other words.
const std::vector<TokenId>& found_tokens(const Shown& shown);

// The row that is asked about on the pages of a model: of the query if that names one row.
std::optional<TokenId> asked_row(const Shown& shown);

// Asks about a row on all pages of the model.
void ask_about(Ui& ui, TokenId row);

// The side of the table's page: rows in numbers, the histogram of their lengths, what is odd. `jump` becomes
// the row that was chosen there, to be brought into sight.
void draw_table_side(const Shown& shown, const TableKey& key, const TableFacts& facts, Column& column,
                     std::optional<std::size_t>& jump);

}  // namespace whatwhere
