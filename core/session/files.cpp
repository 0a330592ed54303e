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

StagedFile::StagedFile(const std::filesystem::path& path, std::string_view bytes)
    : path_(path), target_(behind_links(path)) {
  std::error_code not_there;
  const auto status = std::filesystem::status(target_, not_there);
  if (std::filesystem::is_directory(status)) fail("write", path_, EISDIR);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw FileError("cannot write " + path_.string() + ": it is not a regular file");
  }
  if (std::filesystem::exists(status) && ::faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0) {
    fail("write", path_, errno);
  }
  std::string name = target_.string() + ".XXXXXX";
  const mode_t mode = permissions(target_);
  const Descriptor file(::mkostemp(name.data(), O_CLOEXEC));
  if (file.get() < 0) fail("write", path_, errno);
  if (write_all(file.get(), bytes) && ::fchmod(file.get(), mode) == 0 && ::fsync(file.get()) == 0) {
    temporary_ = name;
    return;
  }
  const int cause = errno;
  ::unlink(name.c_str());
  fail("write", path_, cause);
}

StagedFile::~StagedFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void StagedFile::commit() {
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("write", path_, errno);
  temporary_.clear();
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
  StagedFile(path, bytes).commit();
}

}  // namespace whatwhere
