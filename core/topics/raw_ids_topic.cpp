#include "core/topics/raw_ids_topic.h"

#include <algorithm>

#include "core/input/raw_ids.h"
#include "core/order/distance.h"

namespace whatwhere {

namespace {

Table identity(std::size_t V) {
  std::vector<float> numbers(V * V, 0.0F);
  for (std::size_t i = 0; i < V; ++i) numbers[i * V + i] = 1.0F;
  return Table(V, V, std::move(numbers));
}

void measure_one_hot(RawIdsTopic& topic, std::size_t V) {
  topic.one_hot = identity(V);
  topic.one_hot_nearest = l2_distance(topic.one_hot.row(0), topic.one_hot.row(1));
  for (std::size_t i = 0; i < V; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double distance = l2_distance(topic.one_hot.row(i), topic.one_hot.row(j));
      topic.one_hot_nearest = std::min(topic.one_hot_nearest, distance);
      topic.one_hot_farthest = std::max(topic.one_hot_farthest, distance);
    }
  }
}

}  // namespace

RawIdsTopic raw_ids_topic(const ToyChoices& choices, const LessonResults& results) {
  RawIdsTopic topic;
  topic.numbering = renumbering(results.E.rows(), choices.seed, choices.renumberings);
  topic.ids = renumbered(results.ids, topic.numbering);
  const DenseLayer layer = dense_layer(choices.seed, 1);
  topic.own_outputs = apply_to_ids(layer, results.ids);
  topic.outputs = apply_to_ids(layer, topic.ids);
  topic.tok_emb = lookup(renumber_rows(results.E, topic.numbering), topic.ids);
  for (std::size_t t = 0; t < topic.ids.size(); ++t) {
    if (!same_bytes(topic.outputs.row(t), topic.own_outputs.row(t))) ++topic.outputs_changed;
  }
  topic.largest_change = max_abs_difference(topic.outputs, topic.own_outputs);
  topic.embedding_same = topic.tok_emb == results.grid.tok_emb;
  measure_one_hot(topic, results.E.rows());
  return topic;
}

}  // namespace whatwhere
