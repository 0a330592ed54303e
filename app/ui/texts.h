// The words of the pages. They stand in assets/texts/, one JSON file a page, and are inside the program:
// "order.title" is the entry "title" of order.json. Translating the product is translating those files.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace whatwhere {

// The text of a key. Throws std::logic_error if there is none: every key is written in our own sources, and a
// test looks each of them up.
const std::string& text(std::string_view key);

// The same with {0}, {1} … replaced by the values.
std::string text(std::string_view key, std::initializer_list<std::string> values);

// Is there a text of this key? For numbered lists: "lesson.card.1", "lesson.card.2" …
bool has_text(std::string_view key);

}  // namespace whatwhere
