// The smallest language model, and its training: from the vector of one token to the next token.
//
// x (d) = E[id], or E[id] + P[slot]; logits (V) = x . W (+ b); the loss is the mean cross entropy of the
// token that comes next. A sequence of n ids makes n - 1 predictions, from its slots 0 .. n - 2. No
// attention: a prediction knows one token and its slot, so those from the same token (and slot) are one
// context, and the gradient of the whole batch is a sum over contexts, weighted by what followed each and how
// often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/input/lookup.h"
#include "core/tables/table.h"

namespace whatwhere {

struct NextTokenModel {
  Table E;       // (V, d)
  Table P;       // (context_length, d); used and trained if positional
  Table W;       // (d, V); used and trained unless tied
  Table b = {};  // (1, V) or empty: added to the logits and trained unless tied (torch.nn.Linear's bias)
};

struct NextTokenOptions {
  bool tied = false;        // logits = x . E^T instead of x . W, as GPT-2 has it
  bool positional = false;  // x = E[id] + P[slot] instead of E[id]
  double lr = 0.1;
  bool operator==(const NextTokenOptions&) const = default;
};

struct NextTokenGradients {
  double loss = 0.0;        // mean over the N predictions, in nats
  Table logits;             // (N, V), sequence after sequence
  Table dE;                 // (V, d); if tied, with the output's part in it
  std::optional<Table> dP;  // (context_length, d); nothing unless positional
  std::optional<Table> dW;  // (d, V); nothing if tied
  std::optional<Table> db;  // (1, V); nothing if tied or without a bias
  double norm = 0.0;        // L2 norm of them all together
};

// Full-batch SGD without momentum or weight decay, W' = W - lr * dW, on E, P, W and b together. x and the
// weights are float32; what lies between is computed in double, and each gradient rounded once to float32.
// The same bits on every machine, and for every order of the sequences.
class NextTokenTraining {
 public:
  // Throws ShapeError if the tables do not fit each other or a sequence makes more predictions than P has
  // rows; IdError for an id outside [0, V); ValueError if no sequence has two ids or lr is not a finite
  // float32, at least 0. W may be empty if tied, P unless positional.
  NextTokenTraining(const NextTokenModel& model, const std::vector<std::vector<TokenId>>& sequences,
                    const NextTokenOptions& options);

  // Takes that many steps. Each is O(contexts * V * d), however many predictions there are.
  void run(std::uint64_t steps);

  std::uint64_t steps() const { return steps_; }  // taken so far

  // The model now; a table that is not trained is the one that was given.
  NextTokenModel model() const;

  // Of the model now, before the next step.
  double loss() const;
  double gradient_norm() const { return gradients().norm; }
  NextTokenGradients gradients() const;

 private:
  // All predictions from one token (in one slot).
  struct Context {
    std::size_t id = 0;
    std::size_t slot = 0;  // 0 unless positional
    double count = 0.0;
    std::vector<double> next;  // (V) how often each token came next
  };

  // What a step computes; made once, so that no step allocates.
  struct Work;

  Work new_work() const;
  void prepare_output(Work& work) const;
  void forward(const Context& context, Work& work) const;
  void backward(const Context& context, Work& work) const;
  void compute_gradients(Work& work) const;
  Table logits() const;  // (N, V)

  NextTokenModel given_;
  NextTokenOptions options_;
  std::size_t V_ = 0;
  std::size_t d_ = 0;
  std::vector<Context> contexts_;                   // by slot, then by id
  std::vector<std::size_t> context_of_prediction_;  // (N)
  std::vector<float> E_, P_, W_, b_;  // row-major, as in the model; b_ is empty if there is none
  std::uint64_t steps_ = 0;
};

// Initial W (d, V): normal_table of the stream (seed, Purpose::output_weights). Throws ValueError as it does.
Table next_token_weights(std::uint64_t seed, std::size_t d, std::size_t V, double std);

}  // namespace whatwhere
