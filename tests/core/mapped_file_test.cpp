// A mapped file that another program writes to or cuts.
#include "core/model/mapped_file.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "core/errors.h"
#include "core/model/model.h"
#include "tests/core/helpers.h"
#include "tests/core/tensors.h"

namespace whatwhere {
namespace {

namespace fs = std::filesystem;

class MappedFile : public ::testing::Test {
 protected:
  fs::path put(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    return path_;
  }

 private:
  TemporaryFolder folder_;
  fs::path path_ = folder_.path() / "file";
};

constexpr std::size_t kSize = std::size_t{1} << 20;

TEST_F(MappedFile, WhatIsCutOffReadsAsZeros) {
  const fs::path path = put(std::string(kSize, 'x'));
  const Bytes bytes = map_file(path);
  EXPECT_EQ(bytes.text().front(), 'x');
  EXPECT_FALSE(has_changed(bytes));
  fs::resize_file(path, 3);
  EXPECT_TRUE(has_changed(bytes));
  EXPECT_EQ(bytes.text().substr(0, 3), "xxx");
  EXPECT_EQ(std::count(bytes.text().begin(), bytes.text().end(), '\0'),
            static_cast<std::ptrdiff_t>(kSize - 3));
  EXPECT_TRUE(has_changed(bytes.part(kSize / 2, 10))) << "a part is of the same file";
}

// The zeros stay, even where the file has its bytes and its time again.
TEST_F(MappedFile, WhatWasCutAndRestoredIsStillSaid) {
  const fs::path path = put(std::string(kSize, 'x'));
  const fs::file_time_type written = fs::last_write_time(path);
  const Bytes bytes = map_file(path);
  fs::resize_file(path, 3);
  EXPECT_EQ(bytes.text()[kSize / 2], '\0');
  put(std::string(kSize, 'x'));
  fs::last_write_time(path, written);
  EXPECT_TRUE(has_changed(bytes));
}

TEST_F(MappedFile, OtherNumbersInAFileOfTheSameSize) {
  const fs::path path = put("old numbers");
  const Bytes bytes = map_file(path);
  std::ofstream(path, std::ios::binary | std::ios::in) << "new";
  fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(1));  // clocks may be coarse
  EXPECT_TRUE(has_changed(bytes));
}

// What is no mapped file's is not swallowed.
TEST_F(MappedFile, AnotherBusErrorStillEndsTheProgram) {
  const Bytes bytes = map_file(put("numbers"));
  EXPECT_DEATH(std::raise(SIGBUS), "");
}

TEST_F(MappedFile, AFileThatIsReplacedIsStillTheOldOne) {
  const fs::path path = put("old numbers");
  const Bytes bytes = map_file(path);
  fs::remove(path);
  put("new");
  EXPECT_FALSE(has_changed(bytes));
  EXPECT_EQ(bytes.text(), "old numbers");
}

TEST_F(MappedFile, MemoryNeverChanges) {
  EXPECT_FALSE(has_changed(owned_bytes(std::vector<std::byte>(8))));
  EXPECT_FALSE(has_changed(Bytes{}));
}

TEST_F(MappedFile, AModelOfItSaysSo) {
  fs::path path = put("");
  fs::remove(path);
  path += ".safetensors";
  fs::copy_file(WHATWHERE_TEST_DATA "/models/gpt2_names.safetensors", path);
  const Model model = open_model(path);
  check_unchanged(model);
  std::ofstream(path, std::ios::binary | std::ios::app) << "more";
  EXPECT_TRUE(holds(message_of<FileError>([&] { check_unchanged(model); }),
                    {path.string(), "another program", "open it again"}));
}

}  // namespace
}  // namespace whatwhere
