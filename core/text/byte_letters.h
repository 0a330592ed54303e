// The letters that GPT-2's files write bytes as, so that every token is a word without spaces: "Ġcat" is "
// cat".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace whatwhere {

// The letter of each byte (openai/gpt-2, encoder.py, bytes_to_unicode): printable characters of Latin-1 stand
// for themselves, the 68 other bytes for U+0100 … U+0143 in their order.
const std::array<char32_t, 256>& byte_letters();

// The bytes that a word of such letters stands for; nothing if some character is none of them.
std::optional<std::string> bytes_of_letters(std::string_view word);

}  // namespace whatwhere
