#include "core/model/mapped_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "core/errors.h"

namespace whatwhere {

namespace {

constexpr std::size_t kLarge = std::size_t{16} << 20;  // bytes

std::uintptr_t page_size() {
  static const auto size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return size;
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

 private:
  int fd_;
};

// A file that is mapped now. The handler of SIGBUS looks for the address that could not be read among these,
// so they are of a fixed number and behind no lock.
struct Mapping {
  std::atomic<std::uintptr_t> begin = 0;  // 0: this place in the list is free
  std::atomic<std::uintptr_t> end = 0;    // 0 until the rest is set: it holds no address yet
  int fd = -1;
  struct stat opened {};  // the file when it was mapped

  bool holds(std::uintptr_t address) const { return address >= begin && address < end; }
};

std::array<Mapping, 1024> mappings;

Mapping* mapping_of(std::uintptr_t address) {
  const auto found =
      std::find_if(mappings.begin(), mappings.end(), [&](const Mapping& m) { return m.holds(address); });
  return found == mappings.end() ? nullptr : &*found;
}

struct sigaction action_before;  // of SIGBUS

// A page of a mapping lies behind the file's end by now: zeros take the place of all from there on.
void read_zeros(int, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const Mapping* mapping = mapping_of(address);
  if (mapping != nullptr) {
    const std::uintptr_t page = address / page_size() * page_size();
    void* zeros = mmap(reinterpret_cast<void*>(page), mapping->end - page, PROT_READ,
                       MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (zeros != MAP_FAILED) return;
  }
  sigaction(SIGBUS, &action_before, nullptr);  // none of ours: what was there before gets it again
}

void survive_cut_files() {
  page_size();  // the handler finds it set
  static const bool once = [] {
    struct sigaction action {};
    action.sa_sigaction = read_zeros;
    action.sa_flags = SA_SIGINFO;
    return sigaction(SIGBUS, &action, &action_before) == 0;
  }();
  (void)once;
}

// Puts the mapping on the list, if there is room.
Mapping* listed(const std::byte* start, std::size_t size, int fd, const struct stat& opened) {
  for (Mapping& mapping : mappings) {
    std::uintptr_t free = 0;
    const auto begin = reinterpret_cast<std::uintptr_t>(start);
    if (!mapping.begin.compare_exchange_strong(free, begin)) continue;
    mapping.fd = fd;
    mapping.opened = opened;
    mapping.end = begin + size;
    return &mapping;
  }
  return nullptr;
}

void unlist(Mapping* mapping) {
  if (mapping == nullptr) return;
  mapping->end = 0;
  mapping->begin = 0;
}

}  // namespace

Bytes map_file(const std::filesystem::path& path) {
  survive_cut_files();
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) throw FileError(std::strerror(errno));
  auto file = std::make_shared<const Descriptor>(fd);
  struct stat status {};
  if (fstat(fd, &status) != 0) throw FileError(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) throw FileError("it is a folder");
  if (!S_ISREG(status.st_mode)) throw FileError("it is not a regular file");
  if (status.st_size == 0) throw FileError("the file is empty");
  const auto size = static_cast<std::size_t>(status.st_size);
  void* start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (start == MAP_FAILED) throw FileError(std::strerror(errno));
  // A header and some rows of a large file are looked at: nothing is to be read ahead of them.
  if (size >= kLarge) madvise(start, size, MADV_RANDOM);
  const auto* bytes = static_cast<const std::byte*>(start);
  std::shared_ptr<const void> owner(
      bytes, [file = std::move(file), size, mapping = listed(bytes, size, fd, status)](const std::byte* at) {
        unlist(mapping);
        munmap(const_cast<std::byte*>(at), size);
      });
  return {std::move(owner), {bytes, size}};
}

bool has_changed(const Bytes& bytes) {
  const Mapping* mapping = mapping_of(reinterpret_cast<std::uintptr_t>(bytes.view.data()));
  if (mapping == nullptr) return false;
  struct stat now {};
  if (fstat(mapping->fd, &now) != 0) return false;
  const struct stat& then = mapping->opened;
  return now.st_size != then.st_size || now.st_mtim.tv_sec != then.st_mtim.tv_sec ||
         now.st_mtim.tv_nsec != then.st_mtim.tv_nsec;
}

Bytes owned_bytes(std::vector<std::byte> bytes) {
  auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  const std::span<const std::byte> view(*owner);
  return {std::move(owner), view};
}

}  // namespace whatwhere
