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

// The field of the search in E: found_tokens() follows what is typed.
void draw_search_field(Ui& ui, const Shown& shown, const std::string& name, const Rect& rect);

// The field of the row of P that is asked about.
void draw_P_row_field(Ui& ui, const Shown& shown, const std::string& name, const Rect& rect);

// How many rows a search finds at most.
inline constexpr std::size_t kMostFound = 24;

// What the search of the table's and the map's pages finds, searched anew only for other words.
const std::vector<TokenId>& found_tokens(const Shown& shown);

// The row of E or P that is asked about on the pages of a model: of E that of the query, if it names one row.
std::optional<std::size_t> asked_row(const Shown& shown, bool of_P = false);

// Asks about a row on all pages of the model.
void ask_about(Ui& ui, const Shown& shown, bool of_P, std::size_t row);

// A row's number; of E with its token.
std::string row_label(const Ui& ui, const Shown& shown, bool of_P, std::size_t row);

// L2, summed in double.
double length_of_row(const Tensor& table, std::size_t row);

// The side of the table's page: the row and the column that are asked about, in numbers; the histogram of the
// rows' lengths, what is odd. `facts` is null until all rows were read.
void draw_table_side(const Shown& shown, const TableKey& key, const TableFacts* facts, Column& column);

}  // namespace whatwhere
