// Trained models inside the program: nobody needs a file or a network to meet the real thing.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/model/model.h"

namespace whatwhere {

struct BuiltIn {
  std::string_view name;   // "shakespeare": its path is "builtin:shakespeare"
  std::string_view label;  // short, for a button
  std::string_view shows;  // one line: what it is, and where it comes from
  std::string_view text;   // to start with
  std::string_view query;  // whose neighbours to start with
};

std::span<const BuiltIn> built_ins();

// "builtin:NAME"
std::filesystem::path built_in_path(std::string_view name);

// NAME, if the path is "builtin:NAME".
std::optional<std::string> built_in_name(const std::filesystem::path& path);

// Throws FileError that lists those that there are, if there is none of this name.
Model open_built_in(std::string_view name);

}  // namespace whatwhere
