#include "core/text/tokenizer.h"

#include "core/text/utf8.h"

namespace whatwhere {

namespace {

void append_in_brackets(std::string& text, unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  text += '<';
  text += kDigits[byte >> 4];
  text += kDigits[byte & 0xF];
  text += '>';
}

bool is_control(char32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

}  // namespace

std::string display_text(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto character = character_at(bytes, at);
    const std::size_t size = character ? character->size : 1;
    const std::string_view part = bytes.substr(at, size);
    at += size;
    if (part == "\n") {
      text += "\\n";
    } else if (part == "\t") {
      text += "\\t";
    } else if (part == "\r") {
      text += "\\r";
    } else if (character && !is_control(character->code)) {
      text += part;
    } else {
      for (const char byte : part) append_in_brackets(text, static_cast<unsigned char>(byte));
    }
  }
  return text;
}

}  // namespace whatwhere
