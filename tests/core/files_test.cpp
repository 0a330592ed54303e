#include "core/session/files.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

namespace fs = std::filesystem;

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

// The effective user without a right to everything, so that a read-only folder is one; as before at the end.
class OrdinaryUser {
 public:
  OrdinaryUser() : before_(::geteuid()) {
    constexpr uid_t kNobody = 65534;
    ordinary_ = before_ != 0 || ::seteuid(kNobody) == 0;
  }
  ~OrdinaryUser() {
    if (::seteuid(before_) != 0) std::abort();
  }
  OrdinaryUser(const OrdinaryUser&) = delete;
  OrdinaryUser& operator=(const OrdinaryUser&) = delete;
  bool ordinary() const { return ordinary_; }

 private:
  uid_t before_;
  bool ordinary_ = false;
};

TEST(Files, WhatIsWrittenIsRead) {
  const TemporaryFolder folder;
  Random random(1);
  for (const std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 300'000U}) {
    std::string bytes(size, '\0');
    for (char& c : bytes) c = static_cast<char>(random.bits());
    write_file(folder / "file", bytes);
    ASSERT_EQ(read_file(folder / "file", size), bytes);
    ASSERT_EQ(bytes_of(folder / "file"), bytes);
    ASSERT_EQ(folder.names(), std::set<std::string>{"file"});
  }
}

TEST(Files, TheLimitIsTheLargestSize) {
  const TemporaryFolder folder;
  put_bytes(folder / "file", std::string(1000, 'x'));
  EXPECT_EQ(read_file(folder / "file", 1000).size(), 1000U);
  const auto message = message_of<FileError>([&] { read_file(folder / "file", 999); });
  EXPECT_TRUE(holds(message, {(folder / "file").string(), "999 bytes"}));
}

TEST(Files, ReadNamesTheFileAndTheCause) {
  const TemporaryFolder folder;
  EXPECT_TRUE(holds(message_of<FileError>([&] { read_file(folder / "missing", 10); }),
                    {(folder / "missing").string(), "No such file"}));
  EXPECT_TRUE(holds(message_of<FileError>([&] { read_file(folder.path(), 10); }),
                    {folder.path().string(), "directory"}));
  EXPECT_TRUE(
      holds(message_of<FileError>([&] { read_file("/dev/zero", 10); }), {"/dev/zero", "not a regular"}));
  fs::create_symlink("loop", folder / "loop");
  EXPECT_TRUE(holds(message_of<FileError>([&] { read_file(folder / "loop", 10); }),
                    {(folder / "loop").string(), "symbolic links"}));
  put_bytes(folder / "file", "x");
  EXPECT_TRUE(
      holds(message_of<FileError>([&] { read_file(folder / "file" / "below", 10); }), {"Not a directory"}));
}

// Nobody writes to this pipe: opening it the ordinary way would wait for ever. The alarm ends the test then.
TEST(Files, APipeIsRefusedAtOnce) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  ::alarm(10);
  const auto message = message_of<FileError>([&] { read_file(folder / "pipe", 10); });
  ::alarm(0);
  EXPECT_TRUE(holds(message, {(folder / "pipe").string(), "not a regular file"}));
}

TEST(Files, ReadRefusesWithoutPermission) {
  const TemporaryFolder folder;
  put_bytes(folder / "secret", "x");
  fs::permissions(folder.path(), fs::perms(0755));
  fs::permissions(folder / "secret", fs::perms(0000));
  const OrdinaryUser user;
  if (!user.ordinary()) GTEST_SKIP() << "root here may read everything";
  EXPECT_TRUE(holds(message_of<FileError>([&] { read_file(folder / "secret", 10); }),
                    {(folder / "secret").string(), "Permission denied"}));
}

// Renamed, not overwritten: who has the old file open keeps reading the old bytes.
TEST(Files, WriteReplacesTheFileAsAWhole) {
  const TemporaryFolder folder;
  write_file(folder / "file", "old bytes");
  const int old = ::open((folder / "file").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(old, 0);
  write_file(folder / "file", "new");
  char buffer[32];
  const ssize_t got = ::read(old, buffer, sizeof buffer);
  ::close(old);
  ASSERT_GE(got, 0);
  EXPECT_EQ(std::string(buffer, static_cast<std::size_t>(got)), "old bytes");
  EXPECT_EQ(bytes_of(folder / "file"), "new");
}

TEST(Files, AReaderSeesTheOldOrTheNewBytesNeverAMixture) {
  const TemporaryFolder folder;
  const std::string a(200'000, 'a');
  const std::string b(100'000, 'b');
  write_file(folder / "file", a);
  std::thread writer([&] {
    for (int i = 0; i < 50; ++i) write_file(folder / "file", i % 2 == 0 ? b : a);
  });
  for (int i = 0; i < 200; ++i) {
    const std::string seen = read_file(folder / "file", 1 << 20);
    EXPECT_TRUE(seen == a || seen == b) << seen.size();
  }
  writer.join();
  EXPECT_EQ(folder.names(), std::set<std::string>{"file"});
}

TEST(Files, WriteFollowsSymbolicLinks) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "elsewhere");
  put_bytes(folder / "elsewhere" / "target", "old");
  fs::create_symlink("elsewhere/target", folder / "link");
  fs::create_symlink("link", folder / "link-to-link");
  write_file(folder / "link-to-link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link-to-link"));
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_FALSE(fs::is_symlink(folder / "elsewhere" / "target"));
  EXPECT_EQ(bytes_of(folder / "elsewhere" / "target"), "new");
  EXPECT_EQ(folder.names(), (std::set<std::string>{"elsewhere", "link", "link-to-link"}));
}

// A link whose target is not there yet stays a link; a loop of links is refused.
TEST(Files, WriteFollowsALinkToAFileThatIsNotThereYet) {
  const TemporaryFolder folder;
  fs::create_symlink("target", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(bytes_of(folder / "target"), "new");
  fs::create_symlink("loop", folder / "loop");
  EXPECT_TRUE(holds(message_of<FileError>([&] { write_file(folder / "loop", "x"); }), {"symbolic links"}));
  EXPECT_TRUE(fs::is_symlink(folder / "loop"));
}

// A pipe or a device is not replaced by a file.
TEST(Files, WriteRefusesWhatIsNoRegularFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(
      holds(message_of<FileError>([&] { write_file(folder / "pipe", "x"); }), {"not a regular file"}));
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
}

TEST(Files, WriteKeepsThePermissions) {
  const TemporaryFolder folder;
  for (const mode_t mode : {0600U, 0644U, 0664U, 0755U}) {
    put_bytes(folder / "file", "old");
    ASSERT_EQ(::chmod((folder / "file").c_str(), mode), 0);
    write_file(folder / "file", "new");
    EXPECT_EQ(mode_of(folder / "file"), mode);
    fs::remove(folder / "file");
  }
}

// Write-protected means what it says; root is asked by nobody.
TEST(Files, AWriteProtectedFileIsNotReplaced) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  const TemporaryFolder folder;
  put_bytes(folder / "file", "old");
  ASSERT_EQ(::chmod((folder / "file").c_str(), 0444), 0);
  EXPECT_TRUE(
      holds(message_of<FileError>([&] { write_file(folder / "file", "new"); }), {"Permission denied"}));
  EXPECT_EQ(bytes_of(folder / "file"), "old");
}

// Staged and never put in place: as if nothing had been.
TEST(Files, AStagedFileLeavesNothingUntilItIsPutInPlace) {
  const TemporaryFolder folder;
  put_bytes(folder / "file", "old");
  { const StagedFile staged(folder / "file", "new"); }
  EXPECT_EQ(bytes_of(folder / "file"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(Files, ANewFileHasWhatTheUmaskLeaves) {
  const TemporaryFolder folder;
  for (const mode_t mask : {0022U, 0077U, 0002U}) {
    const mode_t before = ::umask(mask);
    write_file(folder / "file", "new");
    EXPECT_EQ(::umask(before), mask) << "the umask is not ours to change";
    EXPECT_EQ(mode_of(folder / "file"), 0666U & ~mask);
    fs::remove(folder / "file");
  }
}

TEST(Files, WritesIntoTheWorkingFolder) {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  write_file("plain", "1");
  write_file("./dotted", "2");
  write_file("../" + folder.path().filename().string() + "/roundabout", "3");
  fs::current_path(before);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"plain", "dotted", "roundabout"}));
}

TEST(Files, WriteNamesTheFileAndTheCauseAndLeavesNothingBehind) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "folder");
  put_bytes(folder / "folder" / "kept", "kept");
  EXPECT_TRUE(holds(message_of<FileError>([&] { write_file(folder / "folder", "x"); }),
                    {(folder / "folder").string(), "directory"}));
  EXPECT_TRUE(holds(message_of<FileError>([&] { write_file(folder / "missing" / "file", "x"); }),
                    {(folder / "missing" / "file").string(), "No such file"}));
  EXPECT_TRUE(holds(message_of<FileError>([&] { write_file(folder / "folder" / "kept" / "file", "x"); }),
                    {(folder / "folder" / "kept" / "file").string(), "Not a directory"}));
  EXPECT_TRUE(
      holds(message_of<FileError>([&] { write_file(folder / std::string(300, 'n'), "x"); }), {"too long"}));
  EXPECT_EQ(folder.names(), std::set<std::string>{"folder"});
  EXPECT_EQ(bytes_of(folder / "folder" / "kept"), "kept");
}

TEST(Files, AReadOnlyFolderIsLeftAsItIs) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  fs::create_directory(folder / "read-only");
  put_bytes(folder / "read-only" / "file", "old");
  fs::permissions(folder / "read-only" / "file", fs::perms(0666));
  fs::permissions(folder / "read-only", fs::perms(0555));
  {
    const OrdinaryUser user;
    if (!user.ordinary()) GTEST_SKIP() << "root here may write everywhere";
    for (const char* name : {"file", "new"}) {
      EXPECT_TRUE(holds(message_of<FileError>([&] { write_file(folder / "read-only" / name, "x"); }),
                        {(folder / "read-only" / name).string(), "Permission denied"}));
    }
  }
  EXPECT_EQ(bytes_of(folder / "read-only" / "file"), "old");
  EXPECT_FALSE(fs::exists(folder / "read-only" / "new"));
  fs::permissions(folder / "read-only", fs::perms(0755));
}

// A full disk, played by the limit on a file's size: the write stops in the middle with an error.
TEST(Files, AWriteThatStopsInTheMiddleLeavesTheOldBytes) {
  const TemporaryFolder folder;
  write_file(folder / "file", "old");
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small { 4096, before.rlim_max };
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto message = message_of<FileError>([&] { write_file(folder / "file", std::string(10'000, 'x')); });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_TRUE(holds(message, {(folder / "file").string(), "File too large"}));
  EXPECT_EQ(bytes_of(folder / "file"), "old");
  EXPECT_EQ(folder.names(), std::set<std::string>{"file"});
}

}  // namespace
}  // namespace whatwhere
