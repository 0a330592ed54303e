// Whole files, read and written so that nothing is ever half there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace whatwhere {

// The bytes of a regular file of at most `limit` bytes.
// Throws FileError that names the file and the cause.
std::string read_file(const std::filesystem::path& path, std::size_t limit);

// Writes the bytes to a temporary file beside `path`, flushes it to disk and renames it: `path` holds either
// what it held or all of the new bytes. A symbolic link is followed; its target is what is replaced.
// Throws FileError that names the file and the cause; `path` is untouched then and no other file is left.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace whatwhere
