#include <algorithm>
#include <charconv>
#include <limits>

#include "core/errors.h"
#include "core/model/byte_reader.h"
#include "core/model/model_file.h"

namespace whatwhere {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

// The header: a Python dictionary with the keys descr, fortran_order and shape.
class Header {
 public:
  explicit Header(std::string text) : text_(std::move(text)) {
    expect('{');
    while (!takes('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr") {
        if (next() != '\'' && next() != '"')
          throw FileError("its numbers are records with fields, not an embedding table");
        descr = quoted();
      } else if (key == "fortran_order") {
        fortran_order = word() == "True";
      } else if (key == "shape") {
        sizes();
      } else {
        throw FileError("its header has the unknown key \"" + key + "\"");
      }
      if (!takes(',')) {
        expect('}');
        break;
      }
    }
    if (descr.empty() || !has_shape_) throw FileError("its header lacks \"descr\" or \"shape\"");
  }

  std::string descr;
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;

 private:
  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool takes(char sign) {
    if (next() != sign) return false;
    ++at_;
    return true;
  }
  void expect(char sign) {
    if (!takes(sign))
      throw FileError(std::string("its header is malformed: no '") + sign + "' at character " +
                      std::to_string(at_));
  }
  std::string quoted() {
    const char quote = next();
    if (quote != '\'' && quote != '"')
      throw FileError("its header is malformed at character " + std::to_string(at_));
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string::npos) throw FileError("its header ends within a string");
    std::string value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return value;
  }
  std::string word() {
    next();
    const std::size_t start = at_;
    while (at_ < text_.size() && (text_[at_] | 0x20) >= 'a' && (text_[at_] | 0x20) <= 'z') ++at_;
    return text_.substr(start, at_ - start);
  }
  void sizes() {
    expect('(');
    while (!takes(')')) {
      next();
      std::uint64_t size = 0;
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), size);
      if (error != std::errc()) throw FileError("its shape is malformed, or too large for any file");
      at_ = static_cast<std::size_t>(end - text_.data());
      if (next() == 'L') ++at_;  // as Python 2 wrote long numbers
      shape.push_back(size);
      if (!takes(',')) {
        expect(')');
        break;
      }
    }
    has_shape_ = true;
  }

  std::string text_;
  std::size_t at_ = 0;
  bool has_shape_ = false;
};

DType dtype_of(const std::string& descr) {
  const std::string kind = descr.size() > 1 ? descr.substr(1) : descr;
  if (kind == "f4") return DType::f32;
  if (kind == "f8") return DType::f64;
  if (kind == "f2") return DType::f16;
  if (kind.starts_with('O'))
    throw FileError("its object dtype holds a pickle, which can run code: it is refused");
  if (kind.starts_with('i') || kind.starts_with('u') || kind.starts_with('b'))
    throw FileError("its numbers have the integer dtype " + kind + ": that is not an embedding table");
  throw FileError("its dtype " + descr + " is not one of f2, f4 and f8");
}

}  // namespace

ModelFile read_npy(const Bytes& bytes) {
  ByteReader reader(bytes);
  if (reader.text(kMagic.size(), "the magic string") != kMagic)
    throw FileError("it does not begin as an npy file does");
  const auto major = reader.number<std::uint8_t>("the version");
  reader.skip(1, "the version");
  if (major < 1 || major > 3)
    throw FileError("it has npy version " + std::to_string(major) + "; 1 to 3 are read");
  const std::uint64_t size = major == 1 ? reader.number<std::uint16_t>("the header's length")
                                        : reader.number<std::uint32_t>("the header's length");
  const Header header(reader.text(size, "the header"));
  Tensor tensor;
  tensor.shape = header.shape;
  tensor.dtype_name = header.descr;
  tensor.dtype = dtype_of(header.descr);
  tensor.big_endian = header.descr.starts_with('>');
  tensor.column_major = header.fortran_order;
  if (!tensor.is_table())
    throw FileError("its shape is " + shape_text(tensor) + ": a table has two dimensions");
  const auto count = element_count(tensor.shape);
  const auto needed = count ? stored_bytes(*tensor.dtype, *count) : std::nullopt;
  if (!needed || *needed != reader.left()) {
    throw FileError("shape " + shape_text(tensor) + " of " + header.descr + " needs " +
                    (needed ? std::to_string(*needed) : "more than 2^64") +
                    " bytes of numbers, the file has " + std::to_string(reader.left()));
  }
  tensor.bytes = bytes.part(static_cast<std::size_t>(reader.position()), static_cast<std::size_t>(*needed));
  return {"npy", {std::move(tensor)}, {}, {}};
}

}  // namespace whatwhere
