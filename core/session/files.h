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

// New contents of a file, on the disk beside it but not yet in its place.
class StagedFile {
 public:
  // Writes the bytes to a temporary file beside `path` and flushes it to disk. A symbolic link is followed;
  // its target is what is to be replaced.
  // Throws FileError that names the file and the cause: no folder, no space, write-protected, no regular
  // file.
  StagedFile(const std::filesystem::path& path, std::string_view bytes);
  // Removes the temporary file if it was not put in place.
  ~StagedFile();
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;

  // Puts it in place: the file holds either what it held or all of the new bytes. Throws FileError.
  void commit();

 private:
  std::filesystem::path path_;       // as it was given: for messages
  std::filesystem::path target_;     // what it leads to
  std::filesystem::path temporary_;  // empty once it is in place
};

// Stages the bytes and puts them in place. Throws FileError; `path` is untouched then and no other file is
// left.
void write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace whatwhere
