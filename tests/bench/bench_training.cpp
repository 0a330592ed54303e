// Training steps on the corpus at the toy's size, untied and without positions, beside the same in NumPy.
#include <benchmark/benchmark.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <string>

#include "core/learning/corpus.h"
#include "core/learning/next_token.h"
#include "core/numbers.h"
#include "core/tables/initialise.h"
#include "tests/bench/rounds.h"

namespace whatwhere::bench {
namespace {

constexpr std::size_t kV = 6;
constexpr std::size_t kD = 4;
constexpr std::uint64_t kSeed = 42;
constexpr double kLr = 0.1;
constexpr std::uint64_t kSteps = 2000;

NextTokenModel toy_model() {
  return {normal_table(kV, kD, kSeed, Purpose::token_table, kGpt2Std),
          {},
          next_token_weights(kSeed, kD, kV, kGpt2Std)};
}

std::string json_of(const Table& table) {
  std::string text = "[";
  for (std::size_t i = 0; i < table.rows(); ++i) {
    text += i == 0 ? "[" : ",[";
    for (std::size_t j = 0; j < table.d(); ++j) text += (j == 0 ? "" : ",") + nine_digits(table.row(i)[j]);
    text += "]";
  }
  return text + "]";
}

std::string json_of(const std::vector<std::vector<TokenId>>& sequences) {
  std::string text = "[";
  for (const auto& ids : sequences) {
    text += text.size() == 1 ? "[" : ",[";
    for (std::size_t t = 0; t < ids.size(); ++t) text += (t == 0 ? "" : ",") + std::to_string(ids[t]);
    text += "]";
  }
  return text + "]";
}

struct Timing {
  double seconds = 0.0;  // a step
  double loss = 0.0;     // after kSteps
};

struct NumpyTimings {
  Timing batch;     // a row for each prediction
  Timing contexts;  // a row for each token
};

// Throws std::runtime_error if Python or NumPy is missing or the script fails.
NumpyTimings numpy_training(const NextTokenModel& model) {
  const std::string given = R"({"E":)" + json_of(model.E) + R"(,"W":)" + json_of(model.W) +
                            R"(,"sequences":)" + json_of(corpus()) + R"(,"lr":)" + shortest(kLr) +
                            R"(,"steps":)" + std::to_string(kSteps) + "}";
  const std::string command = "/usr/bin/python3 '" WHATWHERE_NUMPY_TRAINING "' '" + given + "'";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("no shell to start Python with");
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 3) throw std::runtime_error("NumPy is not installed");
  NumpyTimings timings;
  std::istringstream words(output);
  words >> timings.batch.seconds >> timings.batch.loss >> timings.contexts.seconds >> timings.contexts.loss;
  if (status != 0 || !words) throw std::runtime_error("/usr/bin/python3 did not run the NumPy training");
  return timings;
}

Timing our_training(const NextTokenModel& model) {
  Timing timing;
  timing.seconds = seconds_per_call(1,
                                    [&] {
                                      NextTokenTraining training(model, corpus(), {false, false, kLr});
                                      training.run(kSteps);
                                      timing.loss = training.loss();
                                    }) /
                   static_cast<double>(kSteps);
  return timing;
}

// Time is that of a step, one thread, hot. Both train from the same tables for 2000 steps and must reach the
// same loss.
//   numpy_x           (with _min, _max) NumPy's time, all predictions as one batch, over ours. Ours takes the
//                     predictions from one token together, so this holds a better way of counting too.
//   numpy_contexts_x  (with _min, _max) the time of NumPy in that same way over ours.
//   predictions_per_s  predictions of the corpus times steps, by second, ours.
void training_beside_numpy(benchmark::State& state) {
  const NextTokenModel model = toy_model();
  double predictions = 0.0;
  for (const auto& ids : corpus()) predictions += static_cast<double>(ids.size() - 1);
  Rounds numpy_x, numpy_contexts_x, predictions_per_s;
  try {
    for ([[maybe_unused]] auto round : state) {
      const Timing ours = our_training(model);
      const NumpyTimings numpy = numpy_training(model);
      if (!(std::abs(ours.loss - numpy.batch.loss) < 1e-4 &&
            std::abs(ours.loss - numpy.contexts.loss) < 1e-4)) {
        throw std::runtime_error("the losses differ");
      }
      state.SetIterationTime(ours.seconds);
      numpy_x.add(numpy.batch.seconds / ours.seconds);
      numpy_contexts_x.add(numpy.contexts.seconds / ours.seconds);
      predictions_per_s.add(predictions / ours.seconds);
    }
  } catch (const std::runtime_error& error) {
    state.SkipWithError(error.what());
    return;
  }
  numpy_x.report_range(state, "numpy_x");
  numpy_contexts_x.report_range(state, "numpy_contexts_x");
  predictions_per_s.report(state, "predictions_per_s");
}
BENCHMARK(training_beside_numpy)
    ->Name("next_token_training/V:6/d:4")
    ->Iterations(15)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace whatwhere::bench
