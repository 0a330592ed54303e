// Sequence: the ids in order, each in a slot whose identity survives a reorder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/input/lookup.h"

namespace whatwhere {

struct Slot {
  TokenId id = 0;
  std::uint32_t identity = 0;  // unique within a Sequence; moves along when the slot is reordered
  bool operator==(const Slot&) const = default;
};

class Sequence {
 public:
  Sequence() = default;
  explicit Sequence(std::span<const TokenId> ids);

  std::size_t size() const { return slots_.size(); }
  bool empty() const { return slots_.empty(); }
  std::span<const Slot> slots() const { return slots_; }
  std::vector<TokenId> ids() const;

  // Puts a new slot before slot `at`; at == size() appends. `at` must not exceed size().
  void insert(std::size_t at, TokenId id);
  // Takes slot `at` out. `at` must be below size().
  void remove(std::size_t at);
  // Takes slot `from` out and puts it where it becomes slot `to`. Both must be below size().
  void move(std::size_t from, std::size_t to);
  void reverse();

  // Slot t of the new order is slot order[t] of the old one. `order` must be a permutation of [0, size()).
  void permute(std::span<const std::size_t> order);

  // Is there an order of these ids that differs from the present one? False if T < 2 or one token is
  // repeated throughout.
  bool has_other_order() const;

  // Reorders uniformly over the orders of the ids that differ from the present one: Fisher-Yates shuffles
  // (unbiased, by rejection), drawn again until the ids differ. The draws are those of (seed, number), so
  // the same sequence, seed and number always give the same order.
  // has_other_order() must be true.
  void shuffle(std::uint64_t seed, std::uint64_t number);

  bool operator==(const Sequence&) const = default;

 private:
  std::vector<Slot> slots_;
  std::uint32_t next_identity_ = 0;
};

// The slots of ids (T), those of one id next to each other and in slot order, ids ascending. O(T log T).
std::vector<std::size_t> slots_by_id(std::span<const TokenId> ids);

// Slot t of `present` stood in slot result[t] of `before`: the same slots in another order.
std::vector<std::size_t> origins(const Sequence& present, const Sequence& before);

}  // namespace whatwhere
