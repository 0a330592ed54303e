#include "core/text/splitter.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/errors.h"
#include "core/text/utf8.h"

namespace whatwhere {

const std::string_view kGpt2Pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
const std::string_view kCl100kPattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
const std::string_view kO200kPattern =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

namespace {

// White_Space inside of a class. PCRE2's own \s has U+180E too.
constexpr std::string_view kSpaces =
    R"(\x09-\x0D\x20\x{85}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000})";
constexpr std::size_t kLongestPattern = 4096;  // published ones have a few hundred bytes

// Writes a pattern for PCRE2, and refuses what the engines read differently.
class Translation {
 public:
  explicit Translation(std::string_view pattern) : rest_(pattern) {
    while (!rest_.empty()) {
      if (rest_.front() == '\\') {
        escape();
      } else if (in_class_) {
        member();
      } else {
        outside();
      }
    }
  }

  const std::string& text() const { return text_; }

 private:
  [[noreturn]] static void refuse(std::string_view what) {
    throw FileError("the tokenizer's pattern has \"" + std::string(what) + "\", which is not supported");
  }

  void copy(std::size_t count) {
    text_ += rest_.substr(0, count);
    rest_.remove_prefix(std::min(count, rest_.size()));
  }

  void escape() {
    const std::string_view pair = rest_.substr(0, 2);
    if (pair == "\\s" || (pair == "\\S" && !in_class_)) {
      const std::string spaces(kSpaces);
      text_ += in_class_ ? spaces : (pair == "\\S" ? "[^" : "[") + spaces + "]";
      rest_.remove_prefix(2);
      return;
    }
    constexpr std::string_view kSameInAll = "pPrntd";
    const char c = pair.size() < 2 ? '0' : pair[1];
    const bool is_name = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_name && kSameInAll.find(c) == std::string_view::npos) refuse(pair);
    const bool has_braces = rest_.size() > 2 && rest_[2] == '{' && (c == 'p' || c == 'P');
    copy(has_braces ? std::min(rest_.find('}'), rest_.size() - 1) + 1 : 2);
  }

  void member() {
    if (rest_.front() == '[' || rest_.starts_with("&&")) refuse(rest_.substr(0, 2));
    in_class_ = rest_.front() != ']';
    copy(1);
  }

  void outside() {
    const char c = rest_.front();
    if (c == '^' || c == '$' || rest_.starts_with("(*") || rest_.starts_with("[]") ||
        rest_.starts_with("[^]") || rest_.starts_with("{,") || rest_.starts_with("}+"))
      refuse(rest_.substr(0, 2));
    if (rest_.starts_with("(?")) {
      constexpr std::array<std::string_view, 7> kGroups = {"(?:",  "(?i:", "(?=", "(?!",
                                                           "(?<=", "(?<!", "(?>"};
      const auto group = std::find_if(kGroups.begin(), kGroups.end(),
                                      [&](std::string_view start) { return rest_.starts_with(start); });
      if (group == kGroups.end()) refuse(rest_.substr(0, 3));
      return copy(group->size());
    }
    in_class_ = c == '[';
    copy(rest_.starts_with("[^") ? 2 : 1);
  }

  std::string_view rest_;
  std::string text_;
  bool in_class_ = false;
};

PCRE2_SPTR units(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

}  // namespace

struct Splitter::Compiled {
  pcre2_code* code = nullptr;

  ~Compiled() { pcre2_code_free(code); }
};

Splitter::Splitter(std::string_view pattern) : compiled_(std::make_unique<Compiled>()) {
  if (pattern.size() > kLongestPattern)
    throw FileError("the tokenizer's pattern has " + std::to_string(pattern.size()) + " bytes; at most " +
                    std::to_string(kLongestPattern) + " are read");
  const Translation translated(pattern);
  int error = 0;
  PCRE2_SIZE at = 0;
  compiled_->code = pcre2_compile(units(translated.text()), translated.text().size(),
                                  PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C, &error, &at, nullptr);
  if (compiled_->code == nullptr) {
    std::array<PCRE2_UCHAR, 128> why{};
    pcre2_get_error_message(error, why.data(), why.size());
    throw FileError("the tokenizer's pattern is malformed: " +
                    std::string(reinterpret_cast<char*>(why.data())));
  }
  pcre2_jit_compile(compiled_->code, PCRE2_JIT_COMPLETE);  // where that is not possible, it is interpreted
}

Splitter::~Splitter() = default;

// What a text needs of its own, so that a splitter serves several threads.
struct Splitter::Pieces::Matching {
  const pcre2_code* code;
  pcre2_match_data* data = pcre2_match_data_create(1, nullptr);
  pcre2_match_context* limits = pcre2_match_context_create(nullptr);
  std::size_t run_begin = 0;

  Matching(const pcre2_code* pattern, std::size_t size) : code(pattern) {
    // Without a compiler of its own, PCRE2 counts a step back over a run of spaces: a few a byte are honest.
    constexpr std::size_t kMostSteps = 10'000'000;
    pcre2_set_match_limit(limits,
                          static_cast<std::uint32_t>(kMostSteps + 4 * std::min(size, kMostSteps * 50)));
  }
  ~Matching() {
    pcre2_match_data_free(data);
    pcre2_match_context_free(limits);
  }
  Matching(const Matching&) = delete;
  Matching& operator=(const Matching&) = delete;

  int match(std::string_view run, std::size_t at) {
    const std::uint32_t options = PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY;
    const int found = pcre2_match(code, units(run), run.size(), at, options, data, limits);
    if (found != PCRE2_ERROR_JIT_STACKLIMIT) return found;
    return pcre2_match(code, units(run), run.size(), at, options | PCRE2_NO_JIT, data, limits);
  }
};

Splitter::Pieces::Pieces(const Splitter& splitter, std::string_view text)
    : text_(text), matching_(std::make_unique<Matching>(splitter.compiled_->code, text.size())) {}

Splitter::Pieces::~Pieces() = default;

std::size_t Splitter::Pieces::next_end() {
  if (match_end_ > at_) return at_ = match_end_;
  if (at_ == valid_end_) {
    matching_->run_begin = at_;
    valid_end_ = end_of_valid(text_, at_);
    if (valid_end_ == at_) return valid_end_ = ++at_;
  }
  const std::size_t begin = matching_->run_begin;
  const std::string_view run = text_.substr(begin, valid_end_ - begin);
  const int found = matching_->match(run, at_ - begin);
  if (found == PCRE2_ERROR_NOMATCH) return at_ = valid_end_;
  if (found < 0)
    throw ValueError("the tokenizer's pattern takes too many steps at byte " + std::to_string(at_));
  const PCRE2_SIZE* place = pcre2_get_ovector_pointer(matching_->data);
  match_end_ = begin + place[1];
  return at_ = begin + (begin + place[0] > at_ ? place[0] : place[1]);
}

}  // namespace whatwhere
