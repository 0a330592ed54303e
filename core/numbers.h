// Numbers as text, the same in every locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace whatwhere {

// x with nine significant digits, trailing zeros dropped: restores a float32 exactly, whether it is read as
// float32 or as double and then rounded. NaN, Infinity and -Infinity by these names.
std::string nine_digits(float x);

// x rounded to `digits` significant digits, fixed or scientific as printf's %g has it.
std::string significant(double x, int digits);

// x with exactly `decimals` digits after the point.
std::string fixed(double x, int decimals);

// The shortest text that restores the double exactly.
std::string shortest(double x);

// The 32 bits of x as "0xXXXXXXXX".
std::string bits_of(float x);

// n with a comma before every three digits: "38,597,376".
std::string grouped(std::uint64_t n);

// n bytes in B, kB, MB or GB (powers of 1000), rounded to three significant digits: "72 B", "2.47 GB".
std::string byte_text(std::uint64_t n);

// A duration in ns, µs, ms or s, rounded to three significant digits: "1.25 µs". Not for negative ones.
std::string duration_text(double seconds);

// The whole of `text` as a number, nothing before or after it; nullopt otherwise or when out of range.
// A double may be "1e-3"; "nan" and "inf" are not numbers here.
std::optional<double> parse_double(std::string_view text);
std::optional<std::uint64_t> parse_u64(std::string_view text);
std::optional<std::int64_t> parse_i64(std::string_view text);

}  // namespace whatwhere
