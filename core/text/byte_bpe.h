// Byte-level byte-pair encoding, as GPT-2 has it: text -> pieces by a pattern -> bytes -> merges by rank ->
// ids.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/text/pair_table.h"
#include "core/text/piece_cache.h"
#include "core/text/splitter.h"
#include "core/text/tokenizer.h"

namespace whatwhere {

// A token that is found as it stands, before the text is split.
struct AddedToken {
  std::string text;
  TokenId id = 0;
  bool is_special = true;     // found only where special tokens are allowed
  bool takes_before = false;  // with the white space before it: "lstrip" in tokenizer.json
  bool takes_behind = false;  // and behind it: "rstrip"
};

// What a file says of a byte-level BPE.
struct BpeParts {
  std::string kind;                                         // for a person: "byte-level BPE (tokenizer.json)"
  std::string pattern = std::string(kGpt2Pattern);          // for Splitter
  std::vector<std::pair<std::string, TokenId>> tokens;      // bytes and id; every single byte among them
  std::vector<std::pair<std::string, std::string>> merges;  // by rank, as bytes
  bool by_token_rank =
      false;  // instead: two parts merge if they make a token, the one with the lowest id first
  bool ignore_merges = false;     // a piece that is a token is taken whole
  bool add_prefix_space = false;  // a space goes before a text that has none
  std::vector<AddedToken> added;
};

class ByteBpe : public Tokenizer {
 public:
  // Throws FileError if a byte has no token, a merge joins or makes what is none, two tokens have one id, or
  // the pattern is not supported.
  explicit ByteBpe(BpeParts parts);
  ByteBpe(const ByteBpe&) = delete;
  ByteBpe& operator=(const ByteBpe&) = delete;

  std::string kind() const override { return kind_; }
  // O(n log n) for n bytes. The tokens' bytes, joined, are the text, but for the space that add_prefix_space
  // puts before it and the white space that an added token takes along. Throws ValueError for more than 4 GB,
  // and as Splitter does.
  std::vector<TextToken> encode(std::string_view text, bool allow_specials = false) const override;
  std::optional<std::string_view> bytes_of(TokenId id) const override;
  std::optional<TokenId> id_of(std::string_view bytes) const override;
  std::size_t size() const override { return by_id_.size(); }

 private:
  // A token's bytes within bytes_.
  struct Entry {
    TokenId id;
    std::size_t from;
    std::size_t size;
  };
  // An added token in a text, and the bytes that it takes.
  struct Found {
    const AddedToken* token = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  void index(const BpeParts& parts);
  void index_bytes();
  void index_merges(const BpeParts& parts);
  void index_token_ranks(const BpeParts& parts);
  Found find_added(std::string_view text, std::size_t from, bool allow_specials) const;
  void encode_plain(std::string_view text, std::vector<TextToken>& out) const;
  void encode_between(std::string_view text, std::size_t begin, std::size_t end,
                      std::vector<TextToken>& out) const;
  void encode_again(std::string_view text, std::size_t begin, std::size_t end, PieceCache::Piece& piece,
                    std::vector<TextToken>& out) const;
  void encode_piece(std::string_view text, std::size_t begin, std::size_t end,
                    std::vector<TextToken>& out) const;
  void merge_short(std::string_view text, std::size_t begin, std::size_t end,
                   std::vector<TextToken>& out) const;
  void merge_long(std::string_view text, std::size_t begin, std::size_t end,
                  std::vector<TextToken>& out) const;
  TokenId id_of_byte(char byte) const { return byte_ids_[static_cast<unsigned char>(byte)]; }
  const Merge& merge_of_bytes(char a, char b) const {
    return byte_merges_[std::size_t{static_cast<unsigned char>(a)} << 8 | static_cast<unsigned char>(b)];
  }

  std::string kind_;
  Splitter splitter_;
  bool ignore_merges_;
  bool add_prefix_space_;
  std::string bytes_;                                  // of all tokens, one behind the other
  std::vector<Entry> by_id_;                           // ascending
  std::unordered_map<std::string_view, TokenId> ids_;  // of what the merges make; views into bytes_
  std::unordered_map<std::string_view, TokenId> added_ids_;
  std::vector<AddedToken> added_;              // by first byte, the longer one first
  std::array<std::size_t, 257> added_from_{};  // where those of a first byte begin
  PairTable merges_;
  std::vector<Merge> byte_merges_;  // of every two bytes: the first look at a piece, and most of all looks
  std::array<TokenId, 256> byte_ids_{};
};

}  // namespace whatwhere
