// `whatwhere info`, `rows`, `neighbours` and `tokens`: what a model's file holds, without a window.
#pragma once

#include "app/cli/options.h"

namespace whatwhere {

// Writes what was found in the file or folder to standard output: the tensors with their shapes, kinds and
// roles, the offset of the positions, and what is out of the ordinary. Throws FileError as open_model does,
// or if nobody takes the output.
void write_info(const InfoOptions& options);

// Writes rows of one of the two tables. Throws FileError likewise, or if the table is not there;
// ShapeError if it has no such rows.
void write_rows(const RowsOptions& options);

// Writes the rows nearest to a row, or to a sum of rows, over all rows of the token table; those of the query
// are among them, and marked. Throws FileError likewise, IdError for a row or word that the table does not
// have.
void write_neighbours(const NeighboursOptions& options);

// Writes the tokens of a text: their ids, bytes, and the text that they show. A word that a table of words
// has no row for has no id. Throws FileError as open_tokenizer does, or if nobody takes the output.
void write_tokens(const TokensOptions& options);

}  // namespace whatwhere
