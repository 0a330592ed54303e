#include "core/topics/worked_example.h"

#include "core/input/vocabulary.h"
#include "core/learning/gradient.h"
#include "core/learning/optimizer.h"
#include "core/session/session.h"
#include "core/tables/initialise.h"

namespace whatwhere {

WorkedExample worked_example(const WorkedExampleRequest& request) {
  WorkedExample example;
  example.ids = {15, 824, 391};
  example.V = 50257;
  example.lr = 0.1;
  example.G = Table(3, kWidth, {0.5F, -0.2F, 0.1F, 0.3F, -0.4F, 0.6F, 0.2F, -0.1F, 0.3F, 0.1F, -0.5F, 0.2F});
  const Table E = normal_table(example.V, kWidth, request.seed, Purpose::token_table, request.std);
  const Table dE = token_gradient(example.ids, example.G, example.V);
  const Table after = optimizer_step(E, dE, {}, {.lr = example.lr}).W;
  example.rows = lookup(E, example.ids);
  example.rows_after = lookup(after, example.ids);
  example.rows_changed = rows_changed(E, after).size();
  return example;
}

}  // namespace whatwhere
