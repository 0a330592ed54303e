#include "core/session/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "core/errors.h"

namespace whatwhere {

namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path, int cause) {
  throw FileError("cannot " + std::string(what) + " " + path.string() + ": " +
                  std::generic_category().message(cause));
}

// An open file that is closed when it goes out of scope.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// What a new file's permissions are: those of the file it replaces, or what the umask leaves.
mode_t permissions(const std::filesystem::path& path) {
  struct stat old {};
  if (::stat(path.c_str(), &old) == 0) return old.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// What a symbolic link leads to, whether it is there or not; `path` itself if it is none.
std::filesystem::path behind_links(const std::filesystem::path& path) {
  std::filesystem::path target = path;
  for (int links = 0; links < 40; ++links) {  // the kernel follows as many
    std::error_code error;
    if (!std::filesystem::is_symlink(std::filesystem::symlink_status(target, error))) return target;
    target = target.parent_path() / std::filesystem::read_symlink(target, error);
  }
  fail("write", path, ELOOP);
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::size_t limit) {
  // Without O_NONBLOCK, opening a named pipe would wait for its other end.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) fail("open", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail("read", path, errno);
  if (S_ISDIR(status.st_mode)) fail("read", path, EISDIR);
  if (!S_ISREG(status.st_mode))
    throw FileError("cannot read " + path.string() + ": it is not a regular file");

  std::string bytes;
  std::string chunk(65536, '\0');
  for (;;) {
    const ssize_t got = ::read(file.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", path, errno);
    if (got == 0) return bytes;
    bytes.append(chunk, 0, static_cast<std::size_t>(got));
    if (bytes.size() > limit) {
      throw FileError("cannot read " + path.string() + ": it is larger than " + std::to_string(limit) +
                      " bytes");
    }
  }
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  const std::filesystem::path target = behind_links(path);
  std::error_code not_there;
  const auto status = std::filesystem::status(target, not_there);
  if (std::filesystem::is_directory(status)) fail("write", path, EISDIR);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw FileError("cannot write " + path.string() + ": it is not a regular file");
  }
  const mode_t mode = permissions(target);

  std::string temporary = target.string() + ".XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) fail("write", path, errno);
  const bool written = write_all(file.get(), bytes) && ::fchmod(file.get(), mode) == 0 &&
                       ::fsync(file.get()) == 0 && ::rename(temporary.c_str(), target.c_str()) == 0;
  if (written) return;
  const int cause = errno;
  ::unlink(temporary.c_str());
  fail("write", path, cause);
}

}  // namespace whatwhere
