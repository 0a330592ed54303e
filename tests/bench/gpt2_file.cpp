#include "tests/bench/gpt2_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>

#include "core/tables/initialise.h"

namespace whatwhere::bench {

namespace {

constexpr std::uint64_t kSeed = 1;

std::string entry(const std::string& name, std::size_t rows, std::size_t from, std::size_t to) {
  return "\"" + name + R"(":{"dtype":"F32","shape":[)" + std::to_string(rows) + "," + std::to_string(kGpt2D) +
         R"(],"data_offsets":[)" + std::to_string(from) + "," + std::to_string(to) + "]}";
}

void write(std::ofstream& file, std::span<const std::byte> bytes) {
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

class OwnFile {
 public:
  OwnFile() {
    std::string name = (std::filesystem::temp_directory_path() / "whatwhere-bench-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder like " + name);
    folder_ = name;
    path_ = folder_ / "model.safetensors";
    write_gpt2_file(path_);
  }
  ~OwnFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  OwnFile(const OwnFile&) = delete;
  OwnFile& operator=(const OwnFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path path_;
};

}  // namespace

void write_gpt2_file(const std::filesystem::path& path) {
  const Table E = normal_table(kGpt2V, kGpt2D, kSeed, Purpose::token_table, 0.14);
  const Table P = normal_table(kGpt2ContextLength, kGpt2D, kSeed, Purpose::position_table, kGpt2Std);
  const std::size_t E_bytes = E.numbers().size_bytes();
  std::string header = "{" + entry("wte.weight", E.rows(), 0, E_bytes) + "," +
                       entry("wpe.weight", P.rows(), E_bytes, E_bytes + P.numbers().size_bytes()) + "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');  // so that the numbers begin at a multiple of 8
  const auto size = static_cast<std::uint64_t>(header.size());
  std::ofstream file(path, std::ios::binary);
  write(file, std::as_bytes(std::span(&size, 1)));
  write(file, std::as_bytes(std::span(header)));
  write(file, std::as_bytes(E.numbers()));
  write(file, std::as_bytes(P.numbers()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

const std::filesystem::path& gpt2_file() {
  static const OwnFile file;
  return file.path();
}

namespace {

// An open file that is closed at the end.
struct OpenFile {
  explicit OpenFile(const std::filesystem::path& path) : fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd < 0) throw std::runtime_error("cannot open " + path.string());
  }
  ~OpenFile() { ::close(fd); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int fd;
};

}  // namespace

void drop_from_cache(const std::filesystem::path& path) {
  const OpenFile file(path);
  if (::fsync(file.fd) != 0 || ::posix_fadvise(file.fd, 0, 0, POSIX_FADV_DONTNEED) != 0)
    throw std::runtime_error("the system keeps " + path.string() + " in memory");
}

double part_in_cache(const std::filesystem::path& path) {
  const OpenFile file(path);
  const auto size = static_cast<std::size_t>(std::filesystem::file_size(path));
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((size + page - 1) / page);
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.fd, 0);
  if (start == MAP_FAILED) throw std::runtime_error("cannot map " + path.string());
  const bool known = ::mincore(start, size, pages.data()) == 0;
  ::munmap(start, size);
  if (!known) throw std::runtime_error("cannot tell what of " + path.string() + " is in memory");
  const auto held = std::count_if(pages.begin(), pages.end(), [](unsigned char p) { return (p & 1U) != 0; });
  return static_cast<double>(held) / static_cast<double>(pages.size());
}

}  // namespace whatwhere::bench
