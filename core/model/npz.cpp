#include <zip.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "core/errors.h"
#include "core/model/access.h"
#include "core/model/model_file.h"

namespace whatwhere {

namespace {

constexpr std::uint64_t kLargestRatio = 1032;                 // what deflate can make of a byte at most
constexpr std::size_t kFirstPiece = 1 << 16;                  // bytes unpacked before more memory is taken
constexpr std::size_t kLargestPiece = std::size_t{16} << 20;  // bytes between two looks at the watch
constexpr std::string_view kArraySuffix = ".npy";             // of a member's name

struct DiscardArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, DiscardArchive>;

struct CloseMember {
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};

std::string text_of(zip_error_t& error) { return zip_error_strerror(&error); }

// Of the bytes where they lie; they must outlive it.
Archive open_archive(const Bytes& bytes) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.view.data(), bytes.size(), 0, &error);
  zip_t* archive =
      source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
  const std::string cause = text_of(error);
  zip_error_fini(&error);
  if (archive == nullptr) {
    if (source != nullptr) zip_source_free(source);
    throw FileError("it is not an npz file, a zip archive of arrays, or it is damaged: " + cause);
  }
  return Archive(archive);
}

struct Member {
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t packed_size = 0;
};

Member member_at(zip_t* archive, zip_uint64_t index) {
  zip_stat_t status;
  zip_stat_init(&status);
  constexpr zip_uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  if (zip_stat_index(archive, index, ZIP_FL_ENC_RAW, &status) != 0 || (status.valid & kNeeded) != kNeeded)
    throw FileError("the archive's member " + std::to_string(index) +
                    " has no name or no size: it is damaged");
  return {status.name, status.size, status.comp_size};
}

// Throws FileError if the members claim more than the archive can hold. Members that share their bytes would
// make much of little.
void check_sizes(const std::vector<Member>& members, std::uint64_t archive_size) {
  std::uint64_t left = archive_size;
  for (const Member& member : members) {
    if (member.packed_size > left) {
      throw FileError(member.name + " claims " + std::to_string(member.packed_size) +
                      " bytes of the archive, and " + std::to_string(left) + " are left: it is damaged");
    }
    left -= member.packed_size;
    if (member.size / kLargestRatio > member.packed_size) {
      throw FileError(member.name + " claims that " + std::to_string(member.packed_size) +
                      " bytes unpack to " + std::to_string(member.size) + ": it is damaged");
    }
  }
}

// The member's bytes. Memory grows with what has been unpacked, whatever size the member claims.
Bytes unpacked(zip_t* archive, zip_uint64_t index, const Member& member, const ReadWatch& watch) {
  const std::unique_ptr<zip_file_t, CloseMember> file(zip_fopen_index(archive, index, 0));
  if (!file) throw FileError(member.name + " cannot be unpacked: " + zip_strerror(archive));
  std::vector<std::byte> bytes;
  for (;;) {
    const std::size_t from = bytes.size();
    watch.report(static_cast<double>(from), static_cast<double>(member.size));
    const std::size_t piece = std::clamp(from, kFirstPiece, kLargestPiece);
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(from + piece, member.size)));
    // At the end, one more read: it finds nothing, and checks the sum over all bytes.
    std::byte more{};
    const bool is_end = from == bytes.size();
    const zip_int64_t count = is_end ? zip_fread(file.get(), &more, 1)
                                     : zip_fread(file.get(), bytes.data() + from, bytes.size() - from);
    if (count < 0)
      throw FileError(member.name + " cannot be unpacked: " + text_of(*zip_file_get_error(file.get())));
    if (is_end && count == 0) return owned_bytes(std::move(bytes));
    if (is_end || count == 0) {
      throw FileError(member.name + " does not unpack to the " + std::to_string(member.size) +
                      " bytes that it claims: it is damaged");
    }
    bytes.resize(from + static_cast<std::size_t>(count));
  }
}

}  // namespace

ModelFile read_npz(const Bytes& bytes, const ReadWatch& watch) {
  expect_whole(bytes);
  const Archive archive = open_archive(bytes);
  std::vector<Member> members;
  const auto count =
      static_cast<zip_uint64_t>(std::max<zip_int64_t>(0, zip_get_num_entries(archive.get(), 0)));
  for (zip_uint64_t i = 0; i < count; ++i) members.push_back(member_at(archive.get(), i));
  check_sizes(members, bytes.size());

  ModelFile file{"npz", {}, {}, {}};
  for (zip_uint64_t i = 0; i < count; ++i) {
    const Member& member = members[i];
    if (!member.name.ends_with(kArraySuffix)) continue;
    const Bytes array = unpacked(archive.get(), i, member, watch);
    const std::string name = member.name.substr(0, member.name.size() - kArraySuffix.size());
    try {
      ModelFile part = read_npy(array);
      part.tensors[0].name = name;
      file.tensors.push_back(std::move(part.tensors[0]));
    } catch (const FileError& error) {
      file.notes.push_back(name + " is left out: " + error.what() + ".");
    }
  }
  if (file.tensors.empty())
    throw FileError(file.notes.empty() ? "the archive holds no npy array" : file.notes.front());
  return file;
}

}  // namespace whatwhere
