#include "app/cli/grid.h"

#include "app/cli/print.h"
#include "core/session/files.h"
#include "core/session/grid_export.h"
#include "core/session/lesson.h"
#include "core/session/model_lesson.h"

namespace whatwhere {

namespace {

std::string bytes_of(const Session& session, const GridOptions& options) {
  if (session.real) {
    const ModelResults results = compute(*session.real);
    if (options.format == OutputFormat::csv) return table_csv(results.grid.input_emb);
    if (options.format == OutputFormat::npy) return table_npy(results.grid.input_emb);
    if (options.before) {
      check_ids(*options.before, static_cast<std::size_t>(session.real->model->token_table().rows()));
      check_context(options.before->size(), most_slots(*session.real->model));
    }
    return grid_json(*session.real, results, options.before, options.with_tables);
  }
  const LessonResults results = compute(session);
  if (options.format == OutputFormat::csv) return table_csv(results.grid.input_emb);
  if (options.format == OutputFormat::npy) return table_npy(results.grid.input_emb);
  return grid_json(session, results, options.before);
}

}  // namespace

void write_grid(const Session& session, const GridOptions& options) {
  const std::string bytes = bytes_of(session, options);
  if (session.real) check_unchanged(*session.real->model);
  if (options.output) return write_file(*options.output, bytes);
  print(bytes);
}

}  // namespace whatwhere
