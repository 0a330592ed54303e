#include "core/numbers.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <system_error>

namespace whatwhere {

namespace {

template <typename... Format>
std::string to_text(double x, Format... format) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x < 0.0 ? "-Infinity" : "Infinity";
  std::array<char, 512> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x, format...);
  return {text.data(), end.ptr};
}

template <typename Number>
std::optional<Number> parse_whole(std::string_view text) {
  Number value{};
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc() || end != last || text.empty()) return std::nullopt;
  return value;
}

// x to three significant digits in the largest unit of which there is one, each 1000 of the one before.
template <std::size_t count>
std::string in_units(double x, const std::array<const char*, count>& units) {
  std::size_t unit = 0;
  for (; unit + 1 < count && x >= 999.5; ++unit) x /= 1000.0;
  return (x < 999.5 ? significant(x, 3) : fixed(x, 0)) + " " + units[unit];
}

}  // namespace

std::string nine_digits(float x) { return significant(static_cast<double>(x), 9); }

std::string significant(double x, int digits) { return to_text(x, std::chars_format::general, digits); }

std::string fixed(double x, int decimals) { return to_text(x, std::chars_format::fixed, decimals); }

std::string shortest(double x) { return to_text(x); }

std::string bits_of(float x) {
  std::array<char, 8> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), std::bit_cast<std::uint32_t>(x), 16).ptr;
  std::string hex(digits.data(), end);
  for (char& c : hex) c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
  return "0x" + std::string(8 - hex.size(), '0') + hex;
}

std::string grouped(std::uint64_t n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string byte_text(std::uint64_t n) {
  return in_units(static_cast<double>(n), std::array{"B", "kB", "MB", "GB"});
}

std::string duration_text(double seconds) {
  return in_units(seconds * 1e9, std::array{"ns", "\xC2\xB5s", "ms", "s"});
}

std::optional<double> parse_double(std::string_view text) {
  const auto value = parse_whole<double>(text);
  if (value && !std::isfinite(*value)) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_u64(std::string_view text) { return parse_whole<std::uint64_t>(text); }

std::optional<std::int64_t> parse_i64(std::string_view text) { return parse_whole<std::int64_t>(text); }

}  // namespace whatwhere
