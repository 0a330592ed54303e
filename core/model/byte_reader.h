// Reads numbers and strings off bytes, little-endian, and refuses to go past their end.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "core/errors.h"
#include "core/model/mapped_file.h"

namespace whatwhere {

class ByteReader {
 public:
  explicit ByteReader(Bytes bytes) : bytes_(std::move(bytes)) {}

  std::uint64_t position() const { return at_; }
  std::uint64_t left() const { return bytes_.size() - at_; }

  template <typename Number>
  Number number(const char* what) {
    Number value{};
    std::memcpy(&value, take(sizeof value, what).data(), sizeof value);
    return value;
  }

  std::string text(std::uint64_t size, const char* what) {
    const auto view = take(size, what);
    return {reinterpret_cast<const char*>(view.data()), view.size()};
  }

  void skip(std::uint64_t size, const char* what) { take(size, what); }

 private:
  std::span<const std::byte> take(std::uint64_t size, const char* what) {
    if (size > left()) {
      throw FileError("the file is truncated: " + std::string(what) + " at byte " + std::to_string(at_) +
                      " needs " + std::to_string(size) + " bytes, and " + std::to_string(left()) +
                      " are left");
    }
    const auto view = bytes_.view.subspan(static_cast<std::size_t>(at_), static_cast<std::size_t>(size));
    at_ += size;
    return view;
  }

  Bytes bytes_;
  std::uint64_t at_ = 0;
};

}  // namespace whatwhere
