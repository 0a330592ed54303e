// Session: every choice the person made, as plain values. Saving, undo, before/after and the command line
// are all "keep a Session".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/input/input_embedding.h"
#include "core/input/position.h"
#include "core/input/vocabulary.h"
#include "core/learning/next_token.h"
#include "core/learning/optimizer.h"
#include "core/learning/training_run.h"
#include "core/model/model.h"
#include "core/model/neighbours.h"
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

// The pages, in the order of the rail: those of the lesson, and those that look into a real model.
enum class Page {
  widget,
  raw_ids,
  product,
  positions,
  order,
  learning,
  batches,
  failures,
  lesson,
  table,
  neighbours,
  map
};
inline constexpr std::size_t kPages = 12;
inline constexpr std::size_t kLessonPages = 9;  // the first ones

// How the lesson is shown: nothing here changes a number.
struct ViewOptions {
  Page page = Page::widget;
  Theme theme = Theme::dark;
  double zoom = 1.0;   // of the monitor's own scale, kMinZoom to kMaxZoom
  bool motion = true;  // rows fly to their slots, slots travel
  bool operator==(const ViewOptions&) const = default;
};

// What the position scheme is made with.
struct PositionChoices {
  double gain = 1.0;           // what is added is gain * P[t], 0 to kMaxGain
  double base = 10000.0;       // of sinusoids and rotations, above 1 and up to kMaxBase
  std::size_t query_slot = 1;  // m and n of the rotary experiment, 0 to kMaxProbeSlot
  std::size_t key_slot = 3;
  bool operator==(const PositionChoices&) const = default;
};
inline constexpr double kMaxGain = 4.0;
inline constexpr std::size_t kMaxProbeSlot = 63;

// What to do with a text that is longer than context_length.
enum class ContextPolicy { refuse, truncate };

// How batches are cut from the text: B windows of T ids, each `stride` after the one before it.
struct WindowChoices {
  std::size_t B = 3;
  std::size_t T = 4;
  std::size_t stride = 2;
  bool wrong_axis = false;  // is (B, T, d) + (B, d) tried?
  bool operator==(const WindowChoices&) const = default;
};
inline constexpr std::size_t kMaxWindows = 8;

// The sizes of a person's own model whose shapes are counted: B, T, d, V.
inline constexpr std::size_t kShapeAxes = 4;
using ShapeChoices = std::array<std::size_t, kShapeAxes>;
inline constexpr std::size_t kMaxAxis = std::size_t{1} << 18;  // B * T * d * 4 bytes fit 64 bits

inline constexpr std::size_t kModelSizes = 5;  // of model_sizes()

// The ways to get the input wrong that a person can try.
enum class Failure { raw_ids, no_positions, widths, too_long, concatenation };
inline constexpr std::size_t kFailures = 5;

struct FailureChoices {
  std::array<bool, kFailures> broken{};
  Failure latest = Failure::raw_ids;             // the one that was broken last; it may be mended since
  ContextPolicy policy = ContextPolicy::refuse;  // of a text that is longer than context_length
  bool operator==(const FailureChoices&) const = default;
};

// A number of the upstream gradient G that the person wrote.
struct GradientEdit {
  std::size_t slot = 0;
  std::size_t column = 0;
  float value = 0.0F;
  bool operator==(const GradientEdit&) const = default;
};
inline constexpr double kMaxGradient = 1e6;
inline constexpr double kMaxRate = 100.0;  // of learning rates and weight decay

// Steps a second that a training run can be watched at; 0 is as many as the machine can take.
inline constexpr std::array<double, 4> kTrainingSpeeds = {10.0, 100.0, 1000.0, 0.0};

// Which part of learning is looked at: one step by hand, the worked example of three tokens in a vocabulary
// of 50257, or a training run.
enum class LearningPart { step, example, training };
inline constexpr std::size_t kLearningParts = 3;

struct LearningChoices {
  LearningPart part = LearningPart::step;
  OptimizerSettings optimizer;      // of one step
  bool tied = false;                // does one step reach E through the output layer, too?
  std::uint64_t gradient = 0;       // which of the seed's upstream gradients
  std::vector<GradientEdit> edits;  // laid over it
  NextTokenOptions training = {.lr = 0.3};
  bool operator==(const LearningChoices&) const = default;
};

// Tables that are no longer those of the seed: training changed them, or a person did.
struct ChangedTables {
  Table E;                 // (V, d)
  Table P;                 // (context_length, d)
  Moments E_moments = {};  // what the optimizer of single steps remembers
  Moments P_moments = {};
  Table W = {};                      // (d, V): the output layer of the training run; empty before it
  std::uint64_t training_steps = 0;  // of the present training run
  std::shared_ptr<const TrainingCurve> curve = nullptr;  // what it went through so far; nothing before it
  bool operator==(const ChangedTables&) const = default;
};

// A real model that is looked at, and what a person asks of it.
struct ModelChoices {
  std::shared_ptr<const Model> model;  // never null
  std::string text;                    // what was typed
  bool by_ids = false;                 // is it a list of ids, and not words?
  bool cut = false;                    // may a text that is too long lose its end?
  PositionScheme position = PositionScheme::off;

  // The ids of the text, in the order that a person gave them since; and as Session has them for the toy.
  Sequence sequence;
  std::optional<Sequence> before;
  std::uint64_t shuffles = 0;

  std::string query;  // whose neighbours are asked for: "king - man + woman"
  Metric metric = Metric::cosine;
  bool operator==(const ModelChoices&) const = default;
};

// Slots of a model at most: every two rows are compared.
inline constexpr std::size_t kMostSlots = 4096;
// Bytes of a text that is typed or pasted.
inline constexpr std::size_t kLongestText = std::size_t{1} << 18;

// Ends the training run: something else changed its tables, or what it is to learn. It begins anew from them.
void end_run(ChangedTables& tables);

// What the numbers of the toy follow from.
struct ToyChoices {
  std::uint64_t seed = 42;
  double std = kGpt2Std;
  std::optional<ChangedTables> changed;  // counts instead of the seed's tables, until a new seed or std
  Sequence sequence;
  PositionScheme position = PositionScheme::off;
  PositionChoices positions;
  std::uint64_t renumberings = 0;  // how often the vocabulary was renumbered: 0 is its own numbering
  std::size_t model_size = 0;      // index into model_sizes(), of the one-hot product
  bool causal = false;             // may attention look at the slots before only?
  LearningChoices learning;
  WindowChoices windows;
  ShapeChoices shape{64, 256, 384, 1000};
  FailureChoices failures;

  // The sequence as it stood before the last reorder: the same slots in another order. Nothing once a slot
  // was added or removed, since there is then no reorder to speak of.
  std::optional<Sequence> before;
  std::uint64_t shuffles = 0;  // how many shuffles were drawn from the seed so far
  bool operator==(const ToyChoices&) const = default;
};

// A real model that the session's file names and that was not opened.
struct UnopenedModel {
  std::string path;
  std::string json;  // what the file says of it
  bool operator==(const UnopenedModel&) const = default;
};

struct Session : ToyChoices {
  // A real model, if one is open: on the widget's page it stands for the toy.
  std::optional<ModelChoices> real;
  // In its place where it was not opened: it is saved again as it is, so that nothing is lost.
  std::optional<UnopenedModel> unopened;
  ViewOptions view;
  bool operator==(const Session&) const = default;
};

// Is a real model what the present page shows?
bool shows_model(const Session& session);

// The slots that the present page shows: the model's, or the toy's.
const Sequence& shown_sequence(const Session& session);

// The position scheme of what the present page shows.
PositionScheme shown_scheme(const Session& session);

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
