// Where a piece of a text stood before, and with it its tokens: most words of a text come again.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace whatwhere {

// Of one text, which must outlive it. Bounded: a piece takes the place of another with the same hash.
class PieceCache {
 public:
  // The longest piece that is kept; longer ones rarely come again.
  static constexpr std::size_t kLongest = 48;

  struct Piece {
    std::uint32_t begin = 0;  // bytes of the text
    std::uint16_t size = 0;
    std::uint16_t count = 0;  // of its tokens; 0: not known yet
    std::uint32_t first = 0;  // of them, in the list of all
    TokenId id = kNoToken;    // of that one
  };

  explicit PieceCache(std::string_view text)
      : text_(text),
        pieces_(std::bit_ceil(std::clamp(text.size() / 8, std::size_t{2}, kMost))),
        shift_(64 - std::countr_zero(pieces_.size())) {}

  // The entry for text[begin, end), at most kLongest bytes: with its tokens if these bytes stood before,
  // otherwise to be filled.
  Piece& piece(std::size_t begin, std::size_t end) {
    const std::size_t size = end - begin;
    Piece& piece = pieces_[slot_of(text_.substr(begin, size))];
    const bool is_known = piece.count > 0 && piece.size == size &&
                          std::memcmp(text_.data() + piece.begin, text_.data() + begin, size) == 0;
    if (!is_known) piece = {static_cast<std::uint32_t>(begin), static_cast<std::uint16_t>(size)};
    return piece;
  }

 private:
  static constexpr std::size_t kMost = std::size_t{1} << 15;

  std::size_t slot_of(std::string_view bytes) const {
    std::uint64_t hash = bytes.size();
    for (std::size_t at = 0; at < bytes.size(); at += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
      hash = (hash ^ eight) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 32;
    }
    return static_cast<std::size_t>((hash * 0x9E3779B97F4A7C15) >> shift_);
  }

  std::string_view text_;
  std::vector<Piece> pieces_;
  int shift_;
};

}  // namespace whatwhere
