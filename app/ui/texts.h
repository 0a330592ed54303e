// The words of the pages. They stand in assets/texts/, one JSON file a page, and are inside the program:
// "order.title" is the entry "title" of order.json. What an action is called stands in the table of actions.
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

}  // namespace whatwhere
