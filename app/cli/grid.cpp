#include "app/cli/grid.h"

#include <iostream>

#include "core/errors.h"
#include "core/session/files.h"
#include "core/session/grid_export.h"
#include "core/session/lesson.h"

namespace whatwhere {

void write_grid(const Session& session, const GridOptions& options) {
  const LessonResults results = compute(session);
  std::string bytes;
  switch (options.format) {
    case OutputFormat::json:
      bytes = grid_json(session, results, options.before);
      break;
    case OutputFormat::csv:
      bytes = grid_csv(results.grid.input_emb);
      break;
    case OutputFormat::npy:
      bytes = grid_npy(results.grid.input_emb);
      break;
  }
  if (options.output) return write_file(*options.output, bytes);
  std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
  if (!std::cout)
    throw FileError("cannot write the grid to standard output: the disk is full, or nobody reads it");
}

}  // namespace whatwhere
