#include "core/learning/next_token.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/fixed_math.h"
#include "core/input/input_embedding.h"
#include "core/learning/optimizer.h"
#include "core/tables/initialise.h"

namespace whatwhere {

namespace {

void check_model(const NextTokenModel& model, const NextTokenOptions& options) {
  if (options.positional && model.P.d() != model.E.d()) {
    throw ShapeError("E " + shape_text(model.E) + " and P " + shape_text(model.P) +
                     " differ in width: the sum E[id] + P[slot] needs one width for both");
  }
  if (!options.tied && (model.W.rows() != model.E.d() || model.W.d() != model.E.rows())) {
    throw ShapeError("W " + shape_text(model.W) + " does not fit E " + shape_text(model.E) +
                     ": it needs d rows and V columns");
  }
  if (!options.tied && !model.b.numbers().empty() && (model.b.rows() != 1 || model.b.d() != model.E.rows())) {
    throw ShapeError("b " + shape_text(model.b) + " does not fit E " + shape_text(model.E) +
                     ": a bias needs one row and V columns");
  }
}

std::vector<float> copy_of(const Table& table) { return {table.numbers().begin(), table.numbers().end()}; }

Table rounded_table(std::size_t rows, std::size_t d, const std::vector<double>& numbers) {
  std::vector<float> rounded(numbers.size());
  std::transform(numbers.begin(), numbers.end(), rounded.begin(),
                 [](double x) { return static_cast<float>(x); });
  return Table(rows, d, std::move(rounded));
}

double squared_norm(const Table& table) {
  double sum = 0.0;
  for (const double x : table.numbers()) sum += x * x;
  return sum;
}

// weights -= lr * gradient, each product and each difference rounded to float32: optimizer_step's sgd.
void descend(std::vector<float>& weights, const std::vector<double>& gradient, float lr) {
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] -= lr * static_cast<float>(gradient[i]);
}

}  // namespace

struct NextTokenTraining::Work {
  std::vector<float> output;         // (d, V): W, or E^T if tied
  std::vector<double> x;             // (d) of one context
  std::vector<double> logits;        // (V) of one context
  std::vector<double> exponentials;  // (V) of logit - largest logit
  double largest = 0.0;              // logit
  double sum = 0.0;                  // of the exponentials, at least 1
  std::vector<double> dE, dP;        // like E and P
  std::vector<double> dW;            // (d, V) of `output`, tied or not
  std::vector<double> db;            // (V) or empty
};

NextTokenTraining::NextTokenTraining(const NextTokenModel& model,
                                     const std::vector<std::vector<TokenId>>& sequences,
                                     const NextTokenOptions& options)
    : given_(model), options_(options), V_(model.E.rows()), d_(model.E.d()) {
  check_model(model, options);
  OptimizerSettings settings;
  settings.lr = options.lr;
  check_settings(settings);

  std::map<std::pair<std::size_t, std::size_t>, Context> contexts;  // by slot and id
  std::vector<std::pair<std::size_t, std::size_t>> predictions;
  for (const auto& ids : sequences) {
    check_ids(ids, V_);
    if (options.positional && !ids.empty()) check_context(ids.size() - 1, model.P.rows());
    for (std::size_t t = 0; t + 1 < ids.size(); ++t) {
      const std::size_t slot = options.positional ? t : 0;
      const auto id = static_cast<std::size_t>(ids[t]);
      Context& context =
          contexts.try_emplace({slot, id}, Context{id, slot, 0.0, std::vector<double>(V_)}).first->second;
      context.count += 1.0;
      context.next[static_cast<std::size_t>(ids[t + 1])] += 1.0;
      predictions.emplace_back(slot, id);
    }
  }
  if (predictions.empty()) {
    throw ValueError("there is nothing to predict: a sequence of at least two ids is needed");
  }
  for (const auto& key : predictions) {
    context_of_prediction_.push_back(
        static_cast<std::size_t>(std::distance(contexts.begin(), contexts.find(key))));
  }
  for (auto& [key, context] : contexts) contexts_.push_back(std::move(context));
  E_ = copy_of(model.E);
  P_ = copy_of(model.P);
  W_ = copy_of(model.W);
  if (!options.tied) b_ = copy_of(model.b);
}

void NextTokenTraining::run(std::uint64_t steps) {
  Work work = new_work();
  const auto lr = static_cast<float>(options_.lr);
  for (std::uint64_t i = 0; i < steps; ++i) {
    compute_gradients(work);
    descend(E_, work.dE, lr);
    if (options_.positional) descend(P_, work.dP, lr);
    if (!options_.tied) descend(W_, work.dW, lr);
    descend(b_, work.db, lr);
  }
  steps_ += steps;
}

NextTokenModel NextTokenTraining::model() const {
  NextTokenModel model = given_;
  model.E = Table(V_, d_, E_);
  if (options_.positional) model.P = Table(given_.P.rows(), d_, P_);
  if (!options_.tied) model.W = Table(d_, V_, W_);
  if (!b_.empty()) model.b = Table(1, V_, b_);
  return model;
}

NextTokenTraining::Work NextTokenTraining::new_work() const {
  Work work;
  work.output.resize(d_ * V_);
  work.x.resize(d_);
  work.logits.resize(V_);
  work.exponentials.resize(V_);
  work.dE.resize(E_.size());
  work.dP.resize(P_.size());
  work.dW.resize(d_ * V_);
  work.db.resize(b_.size());
  return work;
}

void NextTokenTraining::prepare_output(Work& work) const {
  if (!options_.tied) {
    std::copy(W_.begin(), W_.end(), work.output.begin());
    return;
  }
  for (std::size_t k = 0; k < V_; ++k) {
    for (std::size_t j = 0; j < d_; ++j) work.output[j * V_ + k] = E_[k * d_ + j];
  }
}

void NextTokenTraining::forward(const Context& context, Work& work) const {
  const float* token = E_.data() + context.id * d_;
  const float* position = options_.positional ? P_.data() + context.slot * d_ : nullptr;
  std::fill(work.logits.begin(), work.logits.end(), 0.0);
  std::copy(b_.begin(), b_.end(), work.logits.begin());
  for (std::size_t j = 0; j < d_; ++j) {
    work.x[j] = position == nullptr ? token[j] : token[j] + position[j];
    for (std::size_t k = 0; k < V_; ++k) work.logits[k] += work.x[j] * work.output[j * V_ + k];
  }
  work.largest = *std::max_element(work.logits.begin(), work.logits.end());
  work.sum = 0.0;
  for (std::size_t k = 0; k < V_; ++k) {
    work.exponentials[k] = fixed_exp(work.logits[k] - work.largest);
    work.sum += work.exponentials[k];
  }
}

// The gradient of the mean cross entropy with respect to the logits, summed over the context's predictions,
// is (count * softmax(logits) - next) / N; the chain rule takes it through logits = x . output to x and
// output.
void NextTokenTraining::backward(const Context& context, Work& work) const {
  const double N = static_cast<double>(context_of_prediction_.size());
  std::vector<double>& g = work.exponentials;  // takes their place
  for (std::size_t k = 0; k < V_; ++k) g[k] = (context.count * (g[k] / work.sum) - context.next[k]) / N;
  for (std::size_t k = 0; k < work.db.size(); ++k) work.db[k] += g[k];
  for (std::size_t j = 0; j < d_; ++j) {
    double dx = 0.0;
    for (std::size_t k = 0; k < V_; ++k) {
      dx += work.output[j * V_ + k] * g[k];
      work.dW[j * V_ + k] += work.x[j] * g[k];
    }
    work.dE[context.id * d_ + j] += dx;
    if (options_.positional) work.dP[context.slot * d_ + j] += dx;
  }
}

void NextTokenTraining::compute_gradients(Work& work) const {
  for (auto* gradient : {&work.dE, &work.dP, &work.dW, &work.db})
    std::fill(gradient->begin(), gradient->end(), 0.0);
  prepare_output(work);
  for (const Context& context : contexts_) {
    forward(context, work);
    backward(context, work);
  }
  if (!options_.tied) return;
  for (std::size_t k = 0; k < V_; ++k) {
    for (std::size_t j = 0; j < d_; ++j) work.dE[k * d_ + j] += work.dW[j * V_ + k];
  }
}

double NextTokenTraining::loss() const {
  Work work = new_work();
  prepare_output(work);
  double loss = 0.0;
  for (const Context& context : contexts_) {
    forward(context, work);
    // fixed_log knows no NaN.
    const double log_sum = std::isnan(work.sum) ? work.sum : work.largest + fixed_log(work.sum);
    for (std::size_t k = 0; k < V_; ++k) {
      if (context.next[k] > 0.0) loss += context.next[k] * (log_sum - work.logits[k]);
    }
  }
  return loss / static_cast<double>(context_of_prediction_.size());
}

Table NextTokenTraining::logits() const {
  Work work = new_work();
  prepare_output(work);
  std::vector<std::vector<double>> of_context;
  for (const Context& context : contexts_) {
    forward(context, work);
    of_context.push_back(work.logits);
  }
  std::vector<double> rows;
  for (const std::size_t c : context_of_prediction_) {
    rows.insert(rows.end(), of_context[c].begin(), of_context[c].end());
  }
  return rounded_table(context_of_prediction_.size(), V_, rows);
}

NextTokenGradients NextTokenTraining::gradients() const {
  Work work = new_work();
  compute_gradients(work);
  NextTokenGradients gradients;
  gradients.loss = loss();
  gradients.logits = logits();
  gradients.dE = rounded_table(V_, d_, work.dE);
  if (options_.positional) gradients.dP = rounded_table(given_.P.rows(), d_, work.dP);
  if (!options_.tied) gradients.dW = rounded_table(d_, V_, work.dW);
  if (!b_.empty()) gradients.db = rounded_table(1, V_, work.db);
  double squares = squared_norm(gradients.dE);
  for (const auto& table : {gradients.dP, gradients.dW, gradients.db}) {
    if (table) squares += squared_norm(*table);
  }
  gradients.norm = std::sqrt(squares);
  return gradients;
}

Table next_token_weights(std::uint64_t seed, std::size_t d, std::size_t V, double std) {
  return normal_table(d, V, seed, Purpose::output_weights, std);
}

}  // namespace whatwhere
