#include "core/order/sequence.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/tables/random.h"

namespace whatwhere {

Sequence::Sequence(std::span<const TokenId> ids) {
  for (const TokenId id : ids) insert(size(), id);
}

std::vector<TokenId> Sequence::ids() const {
  std::vector<TokenId> ids;
  ids.reserve(slots_.size());
  for (const Slot& slot : slots_) ids.push_back(slot.id);
  return ids;
}

void Sequence::insert(std::size_t at, TokenId id) {
  slots_.insert(slots_.begin() + static_cast<std::ptrdiff_t>(at), Slot{id, next_identity_++});
}

void Sequence::remove(std::size_t at) { slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(at)); }

void Sequence::move(std::size_t from, std::size_t to) {
  const auto at = [&](std::size_t i) { return slots_.begin() + static_cast<std::ptrdiff_t>(i); };
  if (from < to) std::rotate(at(from), at(from + 1), at(to + 1));
  if (to < from) std::rotate(at(to), at(from), at(from + 1));
}

void Sequence::reverse() { std::reverse(slots_.begin(), slots_.end()); }

void Sequence::permute(std::span<const std::size_t> order) {
  std::vector<Slot> permuted;
  permuted.reserve(order.size());
  for (const std::size_t t : order) permuted.push_back(slots_[t]);
  slots_ = std::move(permuted);
}

bool Sequence::has_other_order() const {
  return std::any_of(slots_.begin(), slots_.end(), [&](const Slot& s) { return s.id != slots_[0].id; });
}

void Sequence::shuffle(std::uint64_t seed, std::uint64_t number) {
  const RandomStream stream = numbered_stream(seed, Purpose::shuffle, number);
  const std::vector<TokenId> present = ids();
  std::uint64_t next = 0;
  do {
    fisher_yates(std::span(slots_), stream, next);
  } while (ids() == present);
}

std::vector<std::size_t> slots_by_id(std::span<const TokenId> ids) {
  std::vector<std::size_t> slots(ids.size());
  std::iota(slots.begin(), slots.end(), std::size_t{0});
  std::stable_sort(slots.begin(), slots.end(), [&](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });
  return slots;
}

std::vector<std::size_t> origins(const Sequence& present, const Sequence& before) {
  const auto old_slots = before.slots();
  std::vector<std::size_t> from;
  for (const Slot& slot : present.slots()) {
    const auto was = std::find(old_slots.begin(), old_slots.end(), slot);
    from.push_back(static_cast<std::size_t>(was - old_slots.begin()));
  }
  return from;
}

}  // namespace whatwhere
