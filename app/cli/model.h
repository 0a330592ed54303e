// `whatwhere info` and `whatwhere rows`: what a model's file holds, without a window.
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

}  // namespace whatwhere
