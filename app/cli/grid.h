// `whatwhere grid`: the numbers without a window.
#pragma once

#include "app/cli/options.h"

namespace whatwhere {

// Writes the grid of `session` in the format asked for, to the file or to standard output.
// Throws Error if ids do not fit the tables or the output cannot be written.
void write_grid(const Session& session, const GridOptions& options);

}  // namespace whatwhere
