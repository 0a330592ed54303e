// Session: every choice the person made, as plain values. Saving, undo, before/after and the command line
// are all "keep a Session".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/input/input_embedding.h"
#include "core/input/vocabulary.h"
#include "core/order/sequence.h"
#include "core/tables/initialise.h"

namespace whatwhere {

// The toy's sizes: E (V, d) = (6, 4), P (context_length, d) = (8, 4).
inline constexpr std::size_t kVocabSize = kVocabulary.size();
inline constexpr std::size_t kWidth = 4;
inline constexpr std::size_t kContextLength = 8;

inline constexpr double kMinZoom = 0.5;
inline constexpr double kMaxZoom = 4.0;

enum class Theme { dark, light };

// How the lesson is shown: nothing here changes a number.
struct ViewOptions {
  Theme theme = Theme::dark;
  double zoom = 1.0;   // of the monitor's own scale, kMinZoom to kMaxZoom
  bool motion = true;  // rows fly to their slots, slots travel
  bool operator==(const ViewOptions&) const = default;
};

struct Session {
  std::uint64_t seed = 42;
  double std = kGpt2Std;
  Sequence sequence;
  PositionScheme position = PositionScheme::off;

  // The sequence as it stood before the last reorder: the same slots in another order. Nothing once a slot
  // was added or removed, since there is then no reorder to speak of.
  std::optional<Sequence> before;
  std::uint64_t shuffles = 0;  // how many shuffles were drawn from the seed so far

  ViewOptions view;
  bool operator==(const Session&) const = default;
};

// Throws IdError or ShapeError if the toy's tables have no row for an id or for a slot.
void check_sequence(const std::vector<TokenId>& ids);

// A named sequence that shows one thing.
struct Example {
  const char* name;   // short, for a button
  const char* shows;  // one line: what to look at
  std::vector<TokenId> ids;
};

// The examples, in the order in which the lesson meets them.
const std::vector<Example>& examples();

}  // namespace whatwhere
