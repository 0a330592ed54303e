#include "core/input/collision.h"

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/input/input_embedding.h"

namespace whatwhere {

namespace {

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

void check(const Table& E, const Table& P, std::span<const TokenId> ids, std::size_t a, std::size_t b) {
  if (E.d() != P.d()) {
    throw ShapeError("E has width d = " + std::to_string(E.d()) +
                     " and P has width d = " + std::to_string(P.d()) + ": their rows cannot be added");
  }
  check_ids(ids, E.rows());
  check_context(ids.size(), P.rows());
  for (const std::size_t slot : {a, b}) {
    if (slot < ids.size()) continue;
    throw ShapeError("there is no slot " + std::to_string(slot) +
                     " in a sequence of T = " + std::to_string(ids.size()) + " tokens");
  }
  if (a == b) throw ValueError("slot " + std::to_string(a) + " cannot collide with itself: name two slots");
}

// A p with e + p = sum in every bit: `like`, which is the answer where the tokens are the same, or sum - e
// rounded. Unless e + p is a tie between two floats no other can do it: none brings e + p nearer to the sum.
std::optional<float> completes(float e, float sum, float like) {
  for (const float p : {like, sum - e}) {
    if (same_bits(e + p, sum)) return p;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Table> colliding_positions(const Table& E, const Table& P, std::span<const TokenId> ids,
                                         std::size_t slot_a, std::size_t slot_b) {
  check(E, P, ids, slot_a, slot_b);
  const auto e_a = E.row(static_cast<std::size_t>(ids[slot_a]));
  const auto e_b = E.row(static_cast<std::size_t>(ids[slot_b]));
  const auto p_a = P.row(slot_a);
  std::vector<float> numbers(P.numbers().begin(), P.numbers().end());
  for (std::size_t j = 0; j < P.d(); ++j) {
    const std::optional<float> p = completes(e_b[j], e_a[j] + p_a[j], p_a[j]);
    if (!p) return std::nullopt;
    numbers[slot_b * P.d() + j] = *p;
  }
  return Table(P.rows(), P.d(), std::move(numbers));
}

std::optional<Table> any_colliding_positions(const Table& E, const Table& P, std::span<const TokenId> ids) {
  for (std::size_t a = 0; a < ids.size(); ++a) {
    for (std::size_t b = 0; b < ids.size(); ++b) {
      if (ids[a] == ids[b]) continue;
      if (auto changed = colliding_positions(E, P, ids, a, b)) return changed;
    }
  }
  return std::nullopt;
}

std::optional<std::pair<std::size_t, std::size_t>> collided_slots(std::span<const TokenId> ids,
                                                                  const Table& grid) {
  if (grid.rows() != ids.size()) {
    throw ShapeError("a grid of " + std::to_string(grid.rows()) +
                     " rows is not that of T = " + std::to_string(ids.size()) + " tokens");
  }
  for (std::size_t a = 0; a < ids.size(); ++a) {
    for (std::size_t b = a + 1; b < ids.size(); ++b) {
      if (ids[a] != ids[b] && same_bytes(grid.row(a), grid.row(b))) return std::pair{a, b};
    }
  }
  return std::nullopt;
}

}  // namespace whatwhere
