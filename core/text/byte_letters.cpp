#include "core/text/byte_letters.h"

#include "core/text/utf8.h"

namespace whatwhere {

namespace {

constexpr std::size_t kLetters = 0x144;  // all letters lie below
constexpr int kNoByte = -1;

bool stands_for_itself(char32_t byte) {
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}

const std::array<int, kLetters>& bytes_by_letter() {
  static const auto bytes = [] {
    std::array<int, kLetters> made{};
    made.fill(kNoByte);
    for (int byte = 0; byte < 256; ++byte) made[byte_letters()[static_cast<std::size_t>(byte)]] = byte;
    return made;
  }();
  return bytes;
}

}  // namespace

const std::array<char32_t, 256>& byte_letters() {
  static const auto letters = [] {
    std::array<char32_t, 256> made{};
    char32_t next = 0x100;
    for (char32_t byte = 0; byte < made.size(); ++byte) made[byte] = stands_for_itself(byte) ? byte : next++;
    return made;
  }();
  return letters;
}

std::optional<std::string> bytes_of_letters(std::string_view word) {
  const auto& bytes = bytes_by_letter();
  std::string text;
  for (std::size_t at = 0; at < word.size();) {
    const auto letter = character_at(word, at);
    if (!letter || letter->code >= kLetters || bytes[letter->code] == kNoByte) return std::nullopt;
    text += static_cast<char>(static_cast<unsigned char>(bytes[letter->code]));
    at += letter->size;
  }
  return text;
}

}  // namespace whatwhere
