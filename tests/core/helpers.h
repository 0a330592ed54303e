// What the core tests share: random raw bits, tables by hand, errors by their exact type, a folder that goes
// away, random actions, and comparisons of what has no == of its own.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

#include "core/session/actions.h"
#include "core/session/lesson.h"

namespace whatwhere {

inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Raw bits of std::mt19937_64, which the standard fixes; its distributions it does not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t bits() { return engine_(); }
  // In [0, n); the bias of a remainder does not matter to any test.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  TokenId id_below(std::size_t n) { return static_cast<TokenId>(below(n)); }
  // Any of the 2^32 float32: NaN, infinities and subnormals too.
  float any_float() { return std::bit_cast<float>(static_cast<std::uint32_t>(bits())); }
  float finite_float() {
    for (;;) {
      if (const float x = any_float(); std::isfinite(x)) return x;
    }
  }
  // In [-1, 1), of the sizes that embeddings have.
  float small_float() { return static_cast<float>(static_cast<std::int32_t>(bits())) * 0x1p-31F; }

 private:
  std::mt19937_64 engine_;
};

template <typename Next>
Table make_table(std::size_t rows, std::size_t d, Next next) {
  std::vector<float> numbers(rows * d);
  for (float& x : numbers) x = next();
  return Table(rows, d, std::move(numbers));
}

inline Table table_of(std::initializer_list<std::initializer_list<float>> rows) {
  std::vector<float> numbers;
  for (const auto& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
  return Table(rows.size(), rows.size() == 0 ? 0 : rows.begin()->size(), std::move(numbers));
}

inline std::vector<TokenId> random_ids(Random& random, std::size_t n, std::size_t V) {
  std::vector<TokenId> ids(n);
  for (TokenId& id : ids) id = random.id_below(V);
  return ids;
}

// The same shape and the same bytes?
inline bool same_table(const Table& a, const Table& b) {
  return a.rows() == b.rows() && a.d() == b.d() && same_bytes(a.numbers(), b.numbers());
}

// The message of what `call` throws, which must be an Exact and no other, not even a derived, type.
template <typename Exact, typename Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    if (typeid(error) != typeid(Exact)) {
      ADD_FAILURE() << "threw another type, " << typeid(error).name() << ": " << error.what();
    }
    return error.what();
  }
  ADD_FAILURE() << "threw nothing";
  return "";
}

// Does the text hold each of these parts?
inline testing::AssertionResult holds(const std::string& text, std::initializer_list<std::string> parts) {
  for (const std::string& part : parts) {
    if (text.find(part) == std::string::npos) {
      return testing::AssertionFailure() << "no \"" << part << "\" in \"" << text << "\"";
    }
  }
  return testing::AssertionSuccess();
}

// Does the text name each of these whole numbers, each at least as often as here?
inline testing::AssertionResult names(const std::string& text, std::initializer_list<std::int64_t> numbers) {
  std::multiset<std::int64_t> named;
  const std::string digits = "0123456789";
  for (std::size_t at = text.find_first_of(digits); at != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_not_of(digits, at), text.size());
    const bool negative = at > 0 && text[at - 1] == '-';
    named.insert(std::stoll(text.substr(negative ? at - 1 : at, end - (negative ? at - 1 : at))));
    at = text.find_first_of(digits, end);
  }
  for (const std::int64_t n : numbers) {
    const auto found = named.find(n);
    if (found == named.end()) return testing::AssertionFailure() << "no " << n << " in \"" << text << "\"";
    named.erase(found);
  }
  return testing::AssertionSuccess();
}

// A new folder that goes away with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "whatwhere-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder like " + name);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  // The names of the files and folders in it.
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) all.insert(entry.path().filename());
    return all;
  }

 private:
  std::filesystem::path path_;
};

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void put_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Present slot t stood in slot origin(s)[t] before the last reorder; empty without one.
inline std::vector<std::size_t> origin(const Session& s) {
  std::vector<std::size_t> from;
  if (!s.before) return from;
  for (const Slot& slot : s.sequence.slots()) {
    std::size_t t = 0;
    while (t < s.before->size() && !(s.before->slots()[t] == slot)) ++t;
    from.push_back(t);
  }
  return from;
}

// One of the actions that change Sessions, on slots, tokens and values some of which are impossible.
inline Action random_action(Random& random, const Session& s) {
  std::vector<ActionId> changing;
  for (const ActionInfo& a : all_actions()) {
    if (a.change != nullptr) changing.push_back(a.id);
  }
  constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
  constexpr double kStds[] = {0.0, 0.02, 1.0, 1e6, -1.0, kNotANumber};
  constexpr double kValues[] = {0.0, 0.05, 1.0, 3.5, 100.0, 1e6, 1e9, 1e10, -1.0, kNotANumber};
  Action action;
  action.id = changing[random.below(changing.size())];
  action.token = random.id_below(kVocabSize + 2) - 1;
  action.slot = random.below(s.sequence.size() + 2);
  action.to = random.below(s.sequence.size() + 2);
  action.example = random.below(examples().size() + 1);
  action.seed = random.below(2) == 0 ? random.below(4) : random.bits();
  action.std = kStds[random.below(std::size(kStds))];
  action.choice = random.below(kPages + 1);
  action.value = kValues[random.below(std::size(kValues))];
  action.continues = random.below(4) == 0;
  return action;
}

// Two runs make two curves of the same numbers; Sessions tell them apart by where they lie.
inline Session without_curve(Session s) {
  if (s.changed) s.changed->curve.reset();
  return s;
}

// Is every number of the two the same? NaN equals NaN.
inline bool same_double(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline bool same_results(const LessonResults& a, const LessonResults& b) {
  const auto same_pair = [](const SameTokenPair& x, const SameTokenPair& y) {
    return x.id == y.id && x.slot_a == y.slot_a && x.slot_b == y.slot_b && x.same == y.same &&
           same_double(x.distance, y.distance) && same_double(x.cosine, y.cosine);
  };
  const auto same_optional = [](const auto& x, const auto& y, auto same) {
    return x.has_value() == y.has_value() && (!x || same(*x, *y));
  };
  const auto same_before = [](const LessonResults::Before& x, const LessonResults::Before& y) {
    return x.ids == y.ids && same_table(x.input_emb, y.input_emb) && x.bag == y.bag &&
           x.order.same_multiset == y.order.same_multiset && x.order.changed == y.order.changed &&
           x.order.slots_changed == y.order.slots_changed && x.origin == y.origin;
  };
  const auto same_closest = [](const ClosestRows& x, const ClosestRows& y) {
    return x.row_a == y.row_a && x.row_b == y.row_b && same_double(x.distance, y.distance);
  };
  return same_table(a.E, b.E) && same_table(a.P, b.P) && same_bytes({&a.range, 1}, {&b.range, 1}) &&
         a.ids == b.ids && same_table(a.grid.tok_emb, b.grid.tok_emb) &&
         same_optional(a.grid.pos_emb, b.grid.pos_emb, same_table) &&
         same_table(a.grid.input_emb, b.grid.input_emb) &&
         same_bytes({&a.one_hot_error, 1}, {&b.one_hot_error, 1}) && a.same.verdict == b.same.verdict &&
         a.same.pair_count == b.same.pair_count &&
         std::equal(a.same.pairs.begin(), a.same.pairs.end(), b.same.pairs.begin(), b.same.pairs.end(),
                    same_pair) &&
         same_optional(a.closest, b.closest, same_closest) && a.bag == b.bag &&
         same_optional(a.before, b.before, same_before);
}

}  // namespace whatwhere
