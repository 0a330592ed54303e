#include "core/text/byte_bpe.h"

#include <algorithm>
#include <limits>
#include <queue>

#include "core/errors.h"
#include "core/text/utf8.h"

namespace whatwhere {

namespace {

constexpr std::size_t kShortPiece = 48;  // up to here a scan over all pairs beats a queue
constexpr Merge kNoMerge = {std::numeric_limits<std::uint32_t>::max(), kNoToken};

std::string shown(std::string_view bytes) {
  constexpr std::size_t kLongest = 40;
  return "\"" + display_text(bytes.substr(0, kLongest)) + (bytes.size() > kLongest ? "…" : "") + "\"";
}

unsigned char first_byte(const AddedToken& token) { return static_cast<unsigned char>(token.text.front()); }

// Where the white space before byte `at` begins, not before `from`.
std::size_t before_spaces(std::string_view text, std::size_t from, std::size_t at) {
  while (at > from) {
    std::size_t start = at - 1;
    while (start > from && at - start < 4 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80)
      --start;
    const auto character = character_at(text, start);
    if (!character || start + character->size != at || !is_white_space(character->code)) break;
    at = start;
  }
  return at;
}

std::size_t behind_spaces(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const auto character = character_at(text, at);
    if (!character || !is_white_space(character->code)) break;
    at += character->size;
  }
  return at;
}

}  // namespace

ByteBpe::ByteBpe(BpeParts parts)
    : kind_(std::move(parts.kind)),
      splitter_(parts.pattern),
      ignore_merges_(parts.ignore_merges),
      add_prefix_space_(parts.add_prefix_space),
      added_(std::move(parts.added)) {
  index(parts);
  index_bytes();
  if (parts.by_token_rank) {
    index_token_ranks(parts);
  } else {
    index_merges(parts);
  }
  byte_merges_.assign(byte_ids_.size() * byte_ids_.size(), kNoMerge);
  for (std::size_t pair = 0; pair < byte_merges_.size(); ++pair) {
    if (const Merge* merge = merges_.find(byte_ids_[pair >> 8], byte_ids_[pair & 0xFF]))
      byte_merges_[pair] = *merge;
  }
  std::sort(added_.begin(), added_.end(), [](const AddedToken& a, const AddedToken& b) {
    if (first_byte(a) != first_byte(b)) return first_byte(a) < first_byte(b);
    return a.text.size() != b.text.size() ? a.text.size() > b.text.size() : a.text < b.text;
  });
  for (const AddedToken& token : added_) ++added_from_[first_byte(token) + 1U];
  for (std::size_t i = 1; i < added_from_.size(); ++i) added_from_[i] += added_from_[i - 1];
}

// The tokens by id and by bytes.
void ByteBpe::index(const BpeParts& parts) {
  const auto add = [&](std::string_view bytes, TokenId id) {
    if (id < 0) throw FileError("the token " + shown(bytes) + " has the id " + std::to_string(id));
    by_id_.push_back({id, bytes_.size(), bytes.size()});
    bytes_ += bytes;
  };
  for (const auto& [bytes, id] : parts.tokens) add(bytes, id);
  for (const AddedToken& token : added_) {
    if (token.text.empty()) throw FileError("an added token is empty");
    add(token.text, token.id);
  }
  const std::string_view all = bytes_;
  const auto view = [&](const Entry& entry) { return all.substr(entry.from, entry.size); };
  ids_.reserve(parts.tokens.size());
  for (std::size_t i = 0; i < by_id_.size(); ++i)
    (i < parts.tokens.size() ? ids_ : added_ids_).emplace(view(by_id_[i]), by_id_[i].id);
  std::sort(by_id_.begin(), by_id_.end(),
            [](const Entry& a, const Entry& b) { return a.id != b.id ? a.id < b.id : a.from < b.from; });
  const auto same = [&](const Entry& a, const Entry& b) {
    if (a.id != b.id) return false;
    if (view(a) != view(b))
      throw FileError("two tokens have the id " + std::to_string(a.id) + ": " + shown(view(a)) + " and " +
                      shown(view(b)));
    return true;
  };
  by_id_.erase(std::unique(by_id_.begin(), by_id_.end(), same), by_id_.end());
}

void ByteBpe::index_bytes() {
  for (std::size_t byte = 0; byte < byte_ids_.size(); ++byte) {
    const char c = static_cast<char>(static_cast<unsigned char>(byte));
    const auto token = ids_.find(std::string_view(&c, 1));
    if (token == ids_.end())
      throw FileError("its vocabulary is not that of a byte-level BPE: the byte " + std::to_string(byte) +
                      " has no token");
    byte_ids_[byte] = token->second;
  }
}

void ByteBpe::index_merges(const BpeParts& parts) {
  merges_.reserve(parts.merges.size());
  const auto id = [&](std::string_view bytes, std::size_t rank) {
    const auto found = ids_.find(bytes);
    if (found == ids_.end())
      throw FileError("merge " + std::to_string(rank + 1) + " needs the token " + shown(bytes) +
                      ", which the vocabulary does not have");
    return found->second;
  };
  for (std::size_t rank = 0; rank < parts.merges.size(); ++rank) {
    const auto& [left, right] = parts.merges[rank];
    merges_.put(id(left, rank), id(right, rank), {static_cast<std::uint32_t>(rank), id(left + right, rank)});
  }
}

// Every way to cut a token into two tokens is a merge.
void ByteBpe::index_token_ranks(const BpeParts& parts) {
  struct Cut {
    TokenId left, right, both;
  };
  std::vector<Cut> cuts;
  for (const auto& [token, id] : parts.tokens) {
    const std::string_view bytes = token;
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
      const auto left = ids_.find(bytes.substr(0, cut));
      if (left == ids_.end()) continue;
      const auto right = ids_.find(bytes.substr(cut));
      if (right != ids_.end()) cuts.push_back({left->second, right->second, id});
    }
  }
  merges_.reserve(cuts.size());
  for (const Cut& cut : cuts)
    merges_.put(cut.left, cut.right, {static_cast<std::uint32_t>(cut.both), cut.both});
}

// A scan for the lowest rank after each merge: few pairs, all of them near.
void ByteBpe::merge_short(std::string_view text, std::size_t begin, std::size_t end,
                          std::vector<TextToken>& out) const {
  constexpr std::uint32_t kNever = kNoMerge.rank;
  struct Part {
    TokenId id;
    std::uint32_t from;
    std::uint32_t rank;  // of its merge with the next part
    TokenId merged;
  };
  std::array<Part, kShortPiece + 1> parts;
  std::size_t n = end - begin;
  const auto look = [&](std::size_t i) {
    const Merge* merge = i + 1 < n ? merges_.find(parts[i].id, parts[i + 1].id) : nullptr;
    parts[i].rank = merge == nullptr ? kNever : merge->rank;
    parts[i].merged = merge == nullptr ? kNoToken : merge->id;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Merge merge = i + 1 < n ? merge_of_bytes(text[begin + i], text[begin + i + 1]) : kNoMerge;
    parts[i] = {id_of_byte(text[begin + i]), static_cast<std::uint32_t>(i), merge.rank, merge.id};
  }
  parts[n] = {kNoToken, static_cast<std::uint32_t>(n), kNever, kNoToken};
  for (;;) {
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < n; ++i) {
      if (parts[i].rank < parts[best].rank) best = i;
    }
    if (parts[best].merged == kNoToken) break;
    parts[best].id = parts[best].merged;
    std::move(parts.begin() + static_cast<std::ptrdiff_t>(best) + 2,
              parts.begin() + static_cast<std::ptrdiff_t>(n) + 1,
              parts.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    --n;
    look(best);
    if (best > 0) look(best - 1);
  }
  for (std::size_t i = 0; i < n; ++i)
    out.push_back({parts[i].id, begin + parts[i].from, begin + parts[i + 1].from});
}

// The parts as a list, and the possible merges in a queue, by rank and then by place.
void ByteBpe::merge_long(std::string_view text, std::size_t begin, std::size_t end,
                         std::vector<TextToken>& out) const {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Part {
    TokenId id;
    std::uint32_t before;
    std::uint32_t after;
  };
  struct Candidate {
    std::uint32_t rank;
    std::uint32_t left;
    TokenId left_id;
    TokenId right_id;
    bool operator>(const Candidate& other) const {
      return rank != other.rank ? rank > other.rank : left > other.left;
    }
  };
  const auto n = static_cast<std::uint32_t>(end - begin);
  std::vector<Part> parts(n);
  for (std::uint32_t i = 0; i < n; ++i)
    parts[i] = {id_of_byte(text[begin + i]), i == 0 ? kNone : i - 1, i + 1 == n ? kNone : i + 1};
  std::vector<Candidate> first;
  const auto candidate = [&](std::uint32_t left) -> std::optional<Candidate> {
    if (left == kNone || parts[left].after == kNone) return std::nullopt;
    const TokenId a = parts[left].id;
    const TokenId b = parts[parts[left].after].id;
    const Merge* merge = merges_.find(a, b);
    return merge == nullptr ? std::nullopt : std::optional(Candidate{merge->rank, left, a, b});
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    if (const auto one = candidate(i)) first.push_back(*one);
  }
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue({}, std::move(first));
  while (!queue.empty()) {
    const Candidate next = queue.top();
    queue.pop();
    Part& left = parts[next.left];
    // A part that was merged meanwhile has another id, or none: its pairs are in the queue anew.
    if (left.id != next.left_id || left.after == kNone || parts[left.after].id != next.right_id) continue;
    Part& right = parts[left.after];
    left.id = merges_.find(next.left_id, next.right_id)->id;
    left.after = right.after;
    right.id = kNoToken;
    if (left.after != kNone) parts[left.after].before = next.left;
    for (const std::uint32_t place : {next.left, left.before}) {
      if (const auto one = candidate(place)) queue.push(*one);
    }
  }
  for (std::uint32_t i = 0; i != kNone; i = parts[i].after) {
    const std::size_t to = parts[i].after == kNone ? end : begin + parts[i].after;
    out.push_back({parts[i].id, begin + i, to});
  }
}

void ByteBpe::encode_piece(std::string_view text, std::size_t begin, std::size_t end,
                           std::vector<TextToken>& out) const {
  const std::size_t size = end - begin;
  if (ignore_merges_) {
    const auto whole = ids_.find(text.substr(begin, size));
    if (whole != ids_.end()) return out.push_back({whole->second, begin, end});
  }
  if (size == 1) return out.push_back({id_of_byte(text[begin]), begin, end});
  if (size <= kShortPiece) return merge_short(text, begin, end, out);
  merge_long(text, begin, end, out);
}

// Words come again: the tokens of a short piece are copied from where it stood before.
void ByteBpe::encode_again(std::string_view text, std::size_t begin, std::size_t end,
                           PieceCache::Piece& piece, std::vector<TextToken>& out) const {
  if (piece.count == 1) return out.push_back({piece.id, begin, end});
  if (piece.count == 0) {
    piece.first = static_cast<std::uint32_t>(out.size());
    encode_piece(text, begin, end, out);
    piece.count = static_cast<std::uint16_t>(out.size() - piece.first);
    piece.id = out[piece.first].id;
    return;
  }
  const std::size_t shift = begin - out[piece.first].begin;
  for (std::size_t i = 0; i < piece.count; ++i) {
    const TextToken token = out[piece.first + i];
    out.push_back({token.id, token.begin + shift, token.end + shift});
  }
}

void ByteBpe::encode_plain(std::string_view text, std::vector<TextToken>& out) const {
  PieceCache cache(text);
  Splitter::Pieces pieces(splitter_, text);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = pieces.next_end();
    if (end - begin > PieceCache::kLongest) {
      encode_piece(text, begin, end, out);
    } else {
      encode_again(text, begin, end, cache.piece(begin, end), out);
    }
    begin = end;
  }
}

// What lies between two added tokens. The space that is put before it has no bytes in the text.
void ByteBpe::encode_between(std::string_view text, std::size_t begin, std::size_t end,
                             std::vector<TextToken>& out) const {
  if (begin == end) return;
  const std::string_view part = text.substr(begin, end - begin);
  const std::size_t from = out.size();
  std::size_t spaces = 0;
  if (add_prefix_space_ && part.front() != ' ') {
    spaces = 1;
    encode_plain(" " + std::string(part), out);
  } else {
    encode_plain(part, out);
  }
  if (begin == 0 && spaces == 0) return;
  for (std::size_t i = from; i < out.size(); ++i) {
    out[i].begin = begin + std::max(out[i].begin, spaces) - spaces;
    out[i].end = begin + out[i].end - spaces;
  }
}

// The first added token from `from` on, the longest one at its place.
ByteBpe::Found ByteBpe::find_added(std::string_view text, std::size_t from, bool allow_specials) const {
  for (std::size_t at = from; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    for (std::size_t i = added_from_[byte]; i < added_from_[byte + 1U]; ++i) {
      const AddedToken& token = added_[i];
      if (token.is_special && !allow_specials) continue;
      if (!text.substr(at).starts_with(token.text)) continue;
      const std::size_t end = at + token.text.size();
      return {&token, token.takes_before ? before_spaces(text, from, at) : at,
              token.takes_behind ? behind_spaces(text, end) : end};
    }
  }
  return {};
}

std::vector<TextToken> ByteBpe::encode(std::string_view text, bool allow_specials) const {
  if (text.size() >= std::numeric_limits<std::uint32_t>::max())
    throw ValueError("the text has " + std::to_string(text.size()) + " bytes: less than 4 GB can be encoded");
  std::vector<TextToken> out;
  constexpr std::size_t kBytesAToken = 2;  // at least, in most texts: growing would copy
  out.reserve(text.size() / kBytesAToken + 1);
  std::size_t from = 0;
  while (from < text.size()) {
    const Found found = added_.empty() ? Found{} : find_added(text, from, allow_specials);
    if (found.token == nullptr) break;
    encode_between(text, from, found.begin, out);
    out.push_back({found.token->id, found.begin, found.end});
    from = found.end;
  }
  encode_between(text, from, text.size(), out);
  return out;
}

std::optional<std::string_view> ByteBpe::bytes_of(TokenId id) const {
  const auto found = std::lower_bound(by_id_.begin(), by_id_.end(), id,
                                      [](const Entry& entry, TokenId wanted) { return entry.id < wanted; });
  if (found == by_id_.end() || found->id != id) return std::nullopt;
  return std::string_view(bytes_).substr(found->from, found->size);
}

std::optional<TokenId> ByteBpe::id_of(std::string_view bytes) const {
  for (const auto* ids : {&ids_, &added_ids_}) {
    const auto found = ids->find(bytes);
    if (found != ids->end()) return found->second;
  }
  return std::nullopt;
}

}  // namespace whatwhere
