// One optimizer step on a table of weights, dense: as PyTorch takes it for an nn.Embedding that is not
// sparse.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/tables/table.h"

namespace whatwhere {

enum class Optimizer {
  sgd,    // torch.optim.SGD without momentum; weight decay is added to the gradient
  adam,   // torch.optim.Adam (Kingma, Ba 2015); weight decay is added to the gradient
  adamw,  // torch.optim.AdamW (Loshchilov, Hutter 2019); weight decay shrinks the weights themselves
};

struct OptimizerSettings {
  Optimizer kind = Optimizer::sgd;
  double lr = 0.1;
  double weight_decay = 0.0;
  double beta1 = 0.9;    // adam, adamw
  double beta2 = 0.999;  // adam, adamw
  double eps = 1e-8;     // adam, adamw
  bool operator==(const OptimizerSettings&) const = default;
};

// What an optimizer remembers of the steps it took for one table (rows, d).
struct Moments {
  Table m;  // (rows, d) running mean of the gradient; (0, 0) before the first step, and with sgd
  Table v;  // (rows, d) running mean of its square; likewise
  std::uint64_t steps = 0;  // taken so far
  bool operator==(const Moments&) const = default;
};

struct OptimizerStep {
  Table W;  // (rows, d) the weights after the step
  Moments moments;
};

// W (rows, d) after one step with the gradient dW (rows, d). sgd computes in float32; adam and adamw compute
// each number in double from the m and v that they store, and round it once to float32.
// Dense: under adam and adamw a row whose gradient is 0 now still moves when it had one before, by its m;
// with weight decay every row moves. Under sgd without it a row whose gradient is 0 keeps its bytes. Throws
// ShapeError if the shapes differ; ValueError as check_settings does.
OptimizerStep optimizer_step(const Table& W, const Table& dW, const Moments& moments,
                             const OptimizerSettings& settings);

// m and v of number i (row-major) without their bias towards 0, as adam and adamw use them in the step that
// left these moments: m / (1 - beta1^steps), v / (1 - beta2^steps). In double.
// Source: Kingma, Ba 2015, algorithm 1. The moments must be those of at least one such step.
struct CorrectedMoments {
  double m = 0.0;
  double v = 0.0;
};
CorrectedMoments corrected_moments(const Moments& moments, std::size_t i, const OptimizerSettings& settings);

// Throws ValueError unless lr, weight_decay and eps are finite float32 and not negative, and both betas lie
// in [0, 1).
void check_settings(const OptimizerSettings& settings);

}  // namespace whatwhere
