// UTF-8, character by character, strictly: no surrogates, nothing overlong, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace whatwhere {

struct Character {
  char32_t code = 0;
  std::size_t size = 0;  // in bytes: 1 to 4
};

// The character that begins at byte `at` < text.size(); nothing where the bytes there are no UTF-8.
std::optional<Character> character_at(std::string_view text, std::size_t at);

// Where the longest run of valid UTF-8 from byte `at` ends: `at` itself if there is none, text.size() at
// most.
std::size_t end_of_valid(std::string_view text, std::size_t at);

// The bytes of a character up to U+10FFFF, appended.
void append_utf8(std::string& text, char32_t code);

// Unicode's White_Space property, which is what \s means to the tokenizers of GPTs.
bool is_white_space(char32_t code);

}  // namespace whatwhere
