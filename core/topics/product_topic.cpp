#include "core/topics/product_topic.h"

#include "core/input/lookup.h"

namespace whatwhere {

namespace {

ProductTopic::Size sized(const ModelSize& model, std::size_t T) {
  ProductTopic::Size size{model, product_cost(model.V, model.d, T)};
  if (T > 0) {
    size.skipped_percent =
        100.0 * static_cast<double>(size.cost.skipped) / static_cast<double>(size.cost.multiplications);
  }
  return size;
}

}  // namespace

ProductTopic product_topic(const ToyChoices&, const LessonResults& results) {
  const std::size_t V = results.E.rows();
  ProductTopic topic;
  topic.one_hot = one_hot(results.ids, V);
  topic.product = one_hot_product(results.E, results.ids);
  topic.cost = product_cost(V, results.E.d(), results.ids.size());
  topic.same_bytes = topic.product == results.grid.tok_emb;
  topic.survives.assign(V, false);
  for (const TokenId id : results.ids) topic.survives[static_cast<std::size_t>(id)] = true;
  for (const ModelSize& model : model_sizes()) topic.sizes.push_back(sized(model, results.ids.size()));
  return topic;
}

}  // namespace whatwhere
