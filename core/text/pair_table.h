// Which pairs of tokens merge, to what and how early: a hash table with open addresses, for the inner loop of
// BPE.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/input/lookup.h"

namespace whatwhere {

struct Merge {
  std::uint32_t rank = 0;  // of two that are possible, the lower one goes first
  TokenId id = 0;          // what the pair becomes
};

class PairTable {
 public:
  // Room for `count` pairs; forgets what it held.
  void reserve(std::size_t count) {
    slots_.assign(std::bit_ceil(2 * count + 2), Slot{});
    shift_ = 64 - std::countr_zero(slots_.size());
  }

  // Sets the merge of a pair of ids >= 0. At most as many pairs as there is room for.
  void put(TokenId a, TokenId b, Merge merge) {
    const std::uint64_t key = key_of(a, b);
    std::size_t i = start_of(key);
    while (slots_[i].key != kEmpty && slots_[i].key != key) i = next(i);
    slots_[i] = {key, merge};
  }

  // Null for a pair that does not merge.
  const Merge* find(TokenId a, TokenId b) const {
    const std::uint64_t key = key_of(a, b);
    for (std::size_t i = start_of(key); slots_[i].key != kEmpty; i = next(i)) {
      if (slots_[i].key == key) return &slots_[i].merge;
    }
    return nullptr;
  }

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};  // the key of no pair: ids are not negative

  struct Slot {
    std::uint64_t key = kEmpty;
    Merge merge;
  };

  static std::uint64_t key_of(TokenId a, TokenId b) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 | static_cast<std::uint32_t>(b);
  }
  std::size_t start_of(std::uint64_t key) const {
    return static_cast<std::size_t>(((key ^ key >> 29) * 0x9E3779B97F4A7C15) >> shift_);
  }
  std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }

  std::vector<Slot> slots_ = std::vector<Slot>(2);
  int shift_ = 63;
};

}  // namespace whatwhere
