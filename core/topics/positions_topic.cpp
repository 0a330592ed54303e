#include "core/topics/positions_topic.h"

#include <algorithm>
#include <cmath>

#include "core/input/collision.h"
#include "core/input/position.h"

namespace whatwhere {

namespace {

std::vector<float> unit(std::span<const float> x) {
  double square = 0.0;
  for (const float a : x) square += static_cast<double>(a) * static_cast<double>(a);
  const double length = std::sqrt(square);
  std::vector<float> scaled_row(x.begin(), x.end());
  if (!(length > 0.0)) return scaled_row;
  for (float& a : scaled_row) a = static_cast<float>(static_cast<double>(a) / length);
  return scaled_row;
}

RotaryScores rotary_scores(const std::vector<float>& q, const std::vector<float>& k,
                           const PositionChoices& choices, Pairing pairing) {
  const auto score = [&](std::size_t m, std::size_t n) {
    return rotary_score(q, k, static_cast<double>(m), static_cast<double>(n), choices.base, pairing);
  };
  RotaryScores scores;
  scores.here = score(choices.query_slot, choices.key_slot);
  for (std::size_t i = 0; i < kShifts.size(); ++i) {
    scores.shifted[i] = score(choices.query_slot + kShifts[i], choices.key_slot + kShifts[i]);
    scores.largest_difference =
        std::max(scores.largest_difference, std::abs(scores.shifted[i] - scores.here));
  }
  constexpr std::size_t farthest = kShownSlots - 1;
  for (std::size_t m = farthest; m > 0; --m) scores.by_distance.push_back(score(m, 0));
  for (std::size_t n = 0; n <= farthest; ++n) scores.by_distance.push_back(score(0, n));
  return scores;
}

void probe_rotation(PositionsTopic& topic, const PositionChoices& choices, const LessonResults& results) {
  topic.angles = rotary_angles(kShownSlots, results.E.d(), choices.base);
  topic.from_sequence = results.ids.size() >= 2;
  topic.query_token = topic.from_sequence ? results.ids[0] : 0;
  topic.key_token = topic.from_sequence ? results.ids[1] : 1;
  const auto q = unit(results.E.row(static_cast<std::size_t>(topic.query_token)));
  const auto k = unit(results.E.row(static_cast<std::size_t>(topic.key_token)));
  topic.interleaved = rotary_scores(q, k, choices, Pairing::interleaved);
  topic.half_split = rotary_scores(q, k, choices, Pairing::half_split);
}

}  // namespace

PositionsTopic positions_topic(const ToyChoices& choices, const LessonResults& results) {
  PositionsTopic topic;
  const bool sinusoidal = choices.position == PositionScheme::sinusoidal;
  topic.rows = sinusoidal ? scaled(sinusoidal_table(kShownSlots, results.P.d(), choices.positions.base),
                                   choices.positions.gain)
                          : results.P;
  topic.products = dot_products(topic.rows);
  topic.spread = diagonal_spread(topic.products);
  probe_rotation(topic, choices.positions, results);
  topic.words = find_words(results.E, results.grid.input_emb, results.ids);
  topic.pairs_apart = static_cast<std::size_t>(std::count_if(
      results.same.pairs.begin(), results.same.pairs.end(), [](const auto& pair) { return !pair.same; }));
  topic.collided = collided_slots(results.ids, results.grid.input_emb);
  return topic;
}

}  // namespace whatwhere
