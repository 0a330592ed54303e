// Splits a text into the pieces within which bytes are merged to tokens, by a regular expression of Unicode
// text.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace whatwhere {

// The pattern of openai/gpt-2's encoder.py, also tiktoken's of gpt2, r50k_base and p50k_base.
extern const std::string_view kGpt2Pattern;
// tiktoken's of these names (tiktoken_ext/openai_public.py).
extern const std::string_view kCl100kPattern;
extern const std::string_view kO200kPattern;

class Splitter {
 public:
  // `pattern` as Python's regex module, Oniguruma and Rust's fancy-regex read it alike; \s is Unicode's
  // White_Space. Throws FileError for what is no pattern, and for what these engines and PCRE2 may take to
  // mean different things (\w, \b, ^, $, named groups …): it would not be followed exactly.
  explicit Splitter(std::string_view pattern);
  ~Splitter();
  Splitter(const Splitter&) = delete;
  Splitter& operator=(const Splitter&) = delete;

  // The pieces of a text, from its begin to its end; every byte lies in one. What the pattern leaves out is a
  // piece too, and so is each byte that is no UTF-8; no match reaches across one. Linear in the text for the
  // three patterns above.
  class Pieces {
   public:
    // Both must outlive it.
    Pieces(const Splitter& splitter, std::string_view text);
    ~Pieces();
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;

    // Where the next piece ends; it begins where the last one did. Not after the one that ends at
    // text.size(). Throws ValueError where a pattern takes too many steps.
    std::size_t next_end();

   private:
    struct Matching;
    std::string_view text_;
    std::size_t at_ = 0;         // where the next piece begins
    std::size_t valid_end_ = 0;  // of the run of UTF-8 that is being matched
    std::size_t match_end_ = 0;  // of a match that was found behind a piece that the pattern leaves out
    std::unique_ptr<Matching> matching_;
  };

 private:
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace whatwhere
