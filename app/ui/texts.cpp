#include "app/ui/texts.h"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "whatwhere_assets.h"

namespace whatwhere {

namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

Texts read_texts() {
  Texts texts;
  for (const EmbeddedText& file : embedded_texts()) {
    const auto json = nlohmann::json::parse(file.bytes.begin(), file.bytes.end());
    for (const auto& [key, words] : json.items()) {
      texts[std::string(file.name) + "." + key] = words.get<std::string>();
    }
  }
  return texts;
}

const Texts& texts() {
  static const Texts all = read_texts();
  return all;
}

}  // namespace

const std::string& text(std::string_view key) {
  const auto found = texts().find(key);
  if (found == texts().end()) throw std::logic_error("no text is called " + std::string(key));
  return found->second;
}

std::string text(std::string_view key, std::initializer_list<std::string> values) {
  const std::string& pattern = text(key);
  std::string result;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool is_value = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}';
    const auto which = is_value ? static_cast<std::size_t>(pattern[i + 1] - '0') : values.size();
    if (which >= values.size()) {
      result += pattern[i];
      continue;
    }
    result += values.begin()[which];
    i += 2;
  }
  return result;
}

}  // namespace whatwhere
