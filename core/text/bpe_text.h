// What the readers of tokenizers share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/byte_bpe.h"

namespace whatwhere {

// "Ġt he" as the bytes " t" and "he". Throws FileError that begins with `where` if it is no such pair.
std::pair<std::string, std::string> merge_of_words(std::string_view line, const std::string& where);

// The same of two words.
std::pair<std::string, std::string> merge_of_words(std::string_view left, std::string_view right,
                                                   const std::string& where);

// The bytes of a vocabulary's word. Throws FileError for one that is not of byte-level letters.
std::string bytes_of_word(std::string_view word);

// Makes special tokens of those that are no byte and that no merge makes: the text's own never become one.
void specials_from_merges(BpeParts& parts);

}  // namespace whatwhere
