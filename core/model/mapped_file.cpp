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
#include <memory>
#include <string>
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
  std::atomic<bool> cut = false;          // zeros took the place of something
  int fd = -1;
  struct stat opened {};  // the file when it was mapped

  // Where it ends, if the address lies within; 0 otherwise. Begins are compared twice: the place may have
  // become another file's in between.
  std::uintptr_t end_around(std::uintptr_t address) const {
    const std::uintptr_t from = begin;
    const std::uintptr_t to = end;
    return from == begin && address >= from && address < to ? to : 0;
  }
};

std::array<Mapping, 1024> mappings;

struct sigaction action_before;  // of SIGBUS

// A page of a mapping lies behind the file's end by now, or cannot be read: zeros take the place of all from
// there on. Any other SIGBUS is for what was there before.
void read_zeros(int, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (Mapping& mapping : mappings) {
    const std::uintptr_t end = info->si_code == BUS_ADRERR ? mapping.end_around(address) : 0;
    if (end == 0) continue;
    mapping.cut = true;
    const std::uintptr_t page = address / page_size() * page_size();
    void* zeros = mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                       MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (zeros != MAP_FAILED) return;
  }
  sigaction(SIGBUS, &action_before, nullptr);
  raise(SIGBUS);
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

// Puts the mapping on the list. Throws FileError if that is full.
Mapping& listed(const std::byte* start, std::size_t size, int fd, const struct stat& opened) {
  const auto begin = reinterpret_cast<std::uintptr_t>(start);
  for (Mapping& mapping : mappings) {
    std::uintptr_t free = 0;
    if (!mapping.begin.compare_exchange_strong(free, begin)) continue;
    mapping.cut = false;
    mapping.fd = fd;
    mapping.opened = opened;
    mapping.end = begin + size;
    return mapping;
  }
  throw FileError("too many files are open: " + std::to_string(mappings.size()));
}

void unlist(Mapping& mapping) {
  mapping.end = 0;
  mapping.begin = 0;
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
  const std::shared_ptr<const void> mapped(bytes, [file = std::move(file), size](const std::byte* at) {
    munmap(const_cast<std::byte*>(at), size);
  });
  Mapping& mapping = listed(bytes, size, fd, status);
  return {std::shared_ptr<const void>(bytes, [mapped, &mapping](const void*) { unlist(mapping); }),
          {bytes, size}};
}

bool has_changed(const Bytes& bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(bytes.view.data());
  const auto mapping = std::find_if(mappings.begin(), mappings.end(),
                                    [&](const Mapping& m) { return m.end_around(address) != 0; });
  if (mapping == mappings.end()) return false;
  struct stat now {};
  if (mapping->cut || fstat(mapping->fd, &now) != 0) return true;
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
