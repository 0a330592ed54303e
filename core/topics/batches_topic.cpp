#include "core/topics/batches_topic.h"

#include <algorithm>
#include <array>

#include "core/errors.h"
#include "core/input/broadcast.h"
#include "core/input/windows.h"
#include "core/learning/corpus.h"

namespace whatwhere {

namespace {

std::vector<TokenId> text_of(const LessonResults& results) {
  std::vector<TokenId> text = results.ids;
  for (const auto& sentence : corpus()) text.insert(text.end(), sentence.begin(), sentence.end());
  return text;
}

// Is `sum` the float32 sum of a and b, number by number, to the bit?
bool is_sum(std::span<const float> sum, std::span<const float> a, std::span<const float> b) {
  std::vector<float> expected(a.size());
  std::transform(a.begin(), a.end(), b.begin(), expected.begin(), [](float x, float y) { return x + y; });
  return same_bytes(sum, expected);
}

// Rows 0 to B - 1 of P stand for one row a sequence. Where B = T they are added slot by slot instead.
WrongAxis add_along_wrong_axis(const BatchesTopic& topic, const Table& P, std::size_t B, std::size_t T) {
  WrongAxis result;
  result.error = error_of([&] {
    result.shape = broadcast_shape(std::array{B, T, P.d()}, std::array{B, P.d()});
  });
  if (result.shape != std::vector{B, T, P.d()}) return result;
  const bool one_row = B == 1;  // broadcast over all slots, which is what was meant
  for (std::size_t b = 0; b < B; ++b) {
    for (std::size_t t = 0; t < T; ++t) {
      const std::span<const float> tok_emb = topic.grid.tok_emb.row(b * T + t);
      std::vector<float> sum(tok_emb.begin(), tok_emb.end());
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += P.row(one_row ? 0 : t)[j];
      if (!is_sum(sum, tok_emb, P.row(b))) ++result.wrong_rows;
    }
  }
  return result;
}

BatchesTopic::Model model(const InputShape& shape) { return {shape, shape_cost(shape)}; }

}  // namespace

BatchesTopic batches_topic(const ToyChoices& choices, const LessonResults& results) {
  const std::size_t T = choices.windows.T;
  BatchesTopic topic;
  topic.text = text_of(results);
  topic.own = results.ids.size();
  topic.starts = window_starts(topic.text.size(), T, choices.windows.stride);
  topic.starts.resize(std::min(topic.starts.size(), choices.windows.B));
  const std::size_t B = topic.starts.size();
  topic.ids = windows(topic.text, topic.starts, T);
  topic.grid = input_embedding(results.E, results.P, {topic.ids, B, T}, choices.position);
  for (std::size_t row = 0; row < B * T; ++row) {
    if (is_sum(topic.grid.input_emb.row(row), topic.grid.tok_emb.row(row), results.P.row(row % T))) {
      ++topic.rows_shared;
    }
  }
  topic.wrong_axis = add_along_wrong_axis(topic, results.P, B, T);

  const auto [own_B, own_T, own_d, own_V] = choices.shape;
  topic.models = {model({B, T, results.E.d(), results.E.rows(), results.P.rows()}),
                  model({8, 4, 256, 50257, 4}), model({32, 1024, 768, 50257, 1024}),
                  model({own_B, own_T, own_d, own_V, own_T})};
  return topic;
}

}  // namespace whatwhere
