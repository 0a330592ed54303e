#include "app/cli/grid.h"

#include "app/cli/print.h"
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
      bytes = table_csv(results.grid.input_emb);
      break;
    case OutputFormat::npy:
      bytes = table_npy(results.grid.input_emb);
      break;
  }
  if (options.output) return write_file(*options.output, bytes);
  print(bytes);
}

}  // namespace whatwhere
