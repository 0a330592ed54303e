#include "core/model/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "core/errors.h"

namespace whatwhere {

namespace {

constexpr std::size_t kLarge = std::size_t{16} << 20;  // bytes

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

Bytes map_file(const std::filesystem::path& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) throw FileError(std::strerror(errno));
  const Descriptor file(fd);
  struct stat status {};
  if (fstat(file.get(), &status) != 0) throw FileError(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) throw FileError("it is a folder");
  if (!S_ISREG(status.st_mode)) throw FileError("it is not a regular file");
  if (status.st_size == 0) throw FileError("the file is empty");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (start == MAP_FAILED) throw FileError(std::strerror(errno));
  // A header and some rows of a large file are looked at: nothing is to be read ahead of them.
  if (size >= kLarge) madvise(start, size, MADV_RANDOM);
  std::shared_ptr<const void> owner(start, [size](const void* at) { munmap(const_cast<void*>(at), size); });
  return {std::move(owner), {static_cast<const std::byte*>(start), size}};
}

Bytes owned_bytes(std::vector<std::byte> bytes) {
  auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  const std::span<const std::byte> view(*owner);
  return {std::move(owner), view};
}

}  // namespace whatwhere
