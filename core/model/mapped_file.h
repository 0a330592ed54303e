// A file mapped for reading: its bytes are fetched from the disk as they are looked at, and never copied.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace whatwhere {

// Bytes that live as long as someone holds them: of a mapped file, or of memory of our own.
struct Bytes {
  std::shared_ptr<const void> owner;
  std::span<const std::byte> view;

  std::size_t size() const { return view.size(); }
  std::string_view text() const { return {reinterpret_cast<const char*>(view.data()), view.size()}; }
  // `count` bytes from `from` on; both must lie within.
  Bytes part(std::size_t from, std::size_t count) const { return {owner, view.subspan(from, count)}; }
};

// Maps a regular file. What another program writes into the file while it is mapped is seen or not, and what
// it cuts off reads as zeros: has_changed() tells.
// Throws FileError with the cause alone if it cannot be opened, is a folder, or is empty, or if 1,024 files
// are mapped already.
Bytes map_file(const std::filesystem::path& path);

// Was the file of these bytes written to or cut since it was mapped, or could a part of it not be read? Never
// true of bytes in memory.
bool has_changed(const Bytes& bytes);

// Bytes of a vector's own, for what had to be unpacked.
Bytes owned_bytes(std::vector<std::byte> bytes);

}  // namespace whatwhere
