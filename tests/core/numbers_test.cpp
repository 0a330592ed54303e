#include "core/numbers.h"

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <locale>
#include <sstream>

#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

std::string printed(const char* format, int precision, double x) {
  std::string text(400, '\0');
  const int length = std::snprintf(text.data(), text.size(), format, precision, x);
  text.resize(static_cast<std::size_t>(length));
  return text;
}

// Nine significant digits restore every float32 (IEEE 754-2019, 5.12.2: 1 + ceil(24 log10 2) = 9). The text
// is read by the C library, not by our own parser.
TEST(Numbers, NineDigitsRestoreAFloat) {
  Random random(1);
  for (int i = 0; i < 1'000'000; ++i) {
    const float x = random.finite_float();
    const std::string text = nine_digits(x);
    const auto bits = std::bit_cast<std::uint32_t>(x);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)), bits) << text;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(static_cast<float>(std::strtod(text.c_str(), nullptr))), bits)
        << text;
  }
}

TEST(Numbers, NineDigitsAtTheEdges) {
  EXPECT_EQ(nine_digits(0.0F), "0");
  EXPECT_EQ(nine_digits(-0.0F), "-0");
  EXPECT_EQ(nine_digits(1.0F), "1");
  EXPECT_EQ(nine_digits(0.1F), "0.100000001");                // 0x3DCCCCCD = 0.100000001490116...
  EXPECT_EQ(nine_digits(0x1p-149F), "1.40129846e-45");        // the smallest subnormal
  EXPECT_EQ(nine_digits(0x1.fffffep127F), "3.40282347e+38");  // FLT_MAX
  EXPECT_EQ(nine_digits(kNaN), "NaN");
  EXPECT_EQ(nine_digits(-kNaN), "NaN");
  EXPECT_EQ(nine_digits(kInfinity), "Infinity");
  EXPECT_EQ(nine_digits(-kInfinity), "-Infinity");
}

// The C library's printf is the reference: "%.*g" and "%.*f".
TEST(Numbers, SignificantAndFixedAreThoseOfPrintf) {
  Random random(2);
  for (int i = 0; i < 20'000; ++i) {
    const double x = i % 2 == 0 ? static_cast<double>(random.small_float()) * 1000.0
                                : static_cast<double>(random.finite_float());
    const int digits = 1 + static_cast<int>(random.below(17));
    ASSERT_EQ(significant(x, digits), printed("%.*g", digits, x)) << digits;
    const int decimals = static_cast<int>(random.below(12));
    ASSERT_EQ(fixed(x, decimals), printed("%.*f", decimals, x)) << decimals;
  }
  EXPECT_EQ(fixed(-0.125, 2), "-0.12");  // exact in binary: a tie goes to even
  EXPECT_EQ(fixed(0.0, 3), "0.000");
  EXPECT_EQ(significant(1234567.0, 3), "1.23e+06");
}

// It restores the double, and is no longer than the shortest "%.*e" that does. (A large whole number may have
// more digits and yet fewer characters: 547521870103078592 against 5.4752187010307859e+17.)
TEST(Numbers, ShortestRestoresADoubleAndIsShortest) {
  Random random(3);
  for (int i = 0; i < 20'000; ++i) {
    double x = std::bit_cast<double>(random.bits());
    if (i % 2 == 0) x = static_cast<double>(random.below(100'000)) / 1000.0;
    if (!std::isfinite(x)) continue;
    const std::string text = shortest(x);
    ASSERT_TRUE(same_double(std::strtod(text.c_str(), nullptr), x)) << text;
    int digits = 1;
    while (std::strtod(printed("%.*e", digits - 1, x).c_str(), nullptr) != x) ++digits;
    ASSERT_LE(text.size(), printed("%.*e", digits - 1, x).size()) << text;
  }
  EXPECT_EQ(shortest(0.02), "0.02");
  EXPECT_EQ(shortest(0.1), "0.1");
  EXPECT_EQ(shortest(-1.0), "-1");
  EXPECT_EQ(shortest(std::nan("")), "NaN");
}

// IEEE 754 encodings known by heart, then printf's %08X.
TEST(Numbers, BitsOf) {
  EXPECT_EQ(bits_of(0.0F), "0x00000000");
  EXPECT_EQ(bits_of(-0.0F), "0x80000000");
  EXPECT_EQ(bits_of(1.0F), "0x3F800000");
  EXPECT_EQ(bits_of(-2.0F), "0xC0000000");
  EXPECT_EQ(bits_of(0.1F), "0x3DCCCCCD");
  EXPECT_EQ(bits_of(0x1p-149F), "0x00000001");
  EXPECT_EQ(bits_of(-kInfinity), "0xFF800000");
  Random random(4);
  for (int i = 0; i < 10'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random.bits());
    char text[16];
    std::snprintf(text, sizeof text, "0x%08X", bits);
    ASSERT_EQ(bits_of(std::bit_cast<float>(bits)), text);
  }
}

TEST(Numbers, Grouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(38'597'376), "38,597,376");
  EXPECT_EQ(grouped(std::numeric_limits<std::uint64_t>::max()), "18,446,744,073,709,551,615");
}

// Decimal units (IEC 80000-13 keeps kB, MB and GB for powers of 1000).
TEST(Numbers, Bytes) {
  EXPECT_EQ(byte_text(0), "0 B");
  EXPECT_EQ(byte_text(72), "72 B");
  EXPECT_EQ(byte_text(999), "999 B");
  EXPECT_EQ(byte_text(1000), "1 kB");
  EXPECT_EQ(byte_text(999'499), "999 kB");
  EXPECT_EQ(byte_text(999'500), "1 MB");
  EXPECT_EQ(byte_text(154'389'504), "154 MB");     // GPT-2 small's E in float32
  EXPECT_EQ(byte_text(2'470'232'064), "2.47 GB");  // GPT-3's
  EXPECT_EQ(byte_text(5'000'000'000'000), "5000 GB");
}

TEST(Numbers, Durations) {
  EXPECT_EQ(duration_text(0.0), "0 ns");
  EXPECT_EQ(duration_text(38.24e-9), "38.2 ns");
  EXPECT_EQ(duration_text(1.25e-6), "1.25 \xC2\xB5s");
  EXPECT_EQ(duration_text(0.9996e-3), "1 ms");
  EXPECT_EQ(duration_text(0.085), "85 ms");
  EXPECT_EQ(duration_text(2.5), "2.5 s");
  EXPECT_EQ(duration_text(1234.5), "1234 s");
}

TEST(Numbers, ParseDoubleTakesNumbers) {
  EXPECT_EQ(parse_double("0"), 0.0);
  EXPECT_EQ(parse_double("1e-3"), 1e-3);
  EXPECT_EQ(parse_double("-1.5"), -1.5);
  EXPECT_EQ(parse_double("0.02"), 0.02);
  EXPECT_EQ(parse_double("1E6"), 1e6);
  EXPECT_EQ(parse_double("1.7976931348623157e308"), std::numeric_limits<double>::max());
  Random random(5);
  for (int i = 0; i < 20'000; ++i) {
    const double x = std::bit_cast<double>(random.bits());
    if (!std::isfinite(x)) continue;
    const auto parsed = parse_double(printed("%.*g", 17, x));
    ASSERT_TRUE(parsed && same_double(*parsed, x)) << printed("%.*g", 17, x);
  }
}

TEST(Numbers, ParseDoubleRefusesAllElse) {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {""sv,     " "sv,        " 1"sv,       "1 "sv,    "1\n"sv,    "1x"sv,     "x1"sv,  "1 2"sv,
        "1,5"sv,  "1.2.3"sv,    "--1"sv,      "1e"sv,    "1e+"sv,    "."sv,      "-"sv,   "e5"sv,
        "0x10"sv, "0x1p3"sv,    "nan"sv,      "NaN"sv,   "-nan"sv,   "nan(1)"sv, "inf"sv, "-inf"sv,
        "Inf"sv,  "INFINITY"sv, "infinity"sv, "1e999"sv, "-1e999"sv, "1\0"sv,    "\0"sv,  "1f"sv}) {
    EXPECT_EQ(parse_double(text), std::nullopt) << '"' << text << '"';
  }
}

TEST(Numbers, ParseWholeNumbers) {
  EXPECT_EQ(parse_u64("0"), 0U);
  EXPECT_EQ(parse_u64("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_i64("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parse_i64("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_i64("-1"), -1);
  for (const char* text : {"18446744073709551616", "99999999999999999999999", "-1"}) {
    EXPECT_EQ(parse_u64(text), std::nullopt) << text;
  }
  for (const char* text : {"9223372036854775808", "-9223372036854775809"}) {
    EXPECT_EQ(parse_i64(text), std::nullopt) << text;
  }
  for (const char* text :
       {"", " ", " 1", "1 ", "1\t", "1x", "x", "1.0", "1e3", "0x10", "1,000", "-", "nan", "inf", "--1"}) {
    EXPECT_EQ(parse_u64(text), std::nullopt) << '"' << text << '"';
    EXPECT_EQ(parse_i64(text), std::nullopt) << '"' << text << '"';
  }
}

// A comma for the point and dots between thousands, as in German.
class Commas : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

void expect_points() {
  EXPECT_EQ(nine_digits(1234.5F), "1234.5");
  EXPECT_EQ(significant(1234.5, 6), "1234.5");
  EXPECT_EQ(fixed(1234567.25, 2), "1234567.25");
  EXPECT_EQ(shortest(0.02), "0.02");
  EXPECT_EQ(parse_double("0.5"), 0.5);
  EXPECT_EQ(parse_double("0,5"), std::nullopt);
  EXPECT_EQ(parse_u64("1000"), 1000U);
  EXPECT_EQ(parse_u64("1.000"), std::nullopt);
}

TEST(Numbers, TheSameWithCommasInTheCppLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale(), new Commas));
  std::ostringstream stream;
  stream << 1234.5;
  EXPECT_EQ(stream.str(), "1.234,5") << "this locale should show in streams, or the test shows nothing";
  expect_points();
  std::locale::global(before);
}

// A locale with decimal commas, installed or made on the spot; false if neither can be had.
bool set_c_locale_with_commas(const TemporaryFolder& folder) {
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) return true;
  }
  const std::string made = (folder / "de_DE.UTF-8").string();
  if (std::system(("localedef -i de_DE -f UTF-8 " + made + " >/dev/null 2>&1").c_str()) != 0) return false;
  ::setenv("LOCPATH", folder.path().c_str(), 1);
  return std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
}

TEST(Numbers, TheSameWithCommasInTheCLocale) {
  const TemporaryFolder folder;
  const std::string before = std::setlocale(LC_ALL, nullptr);
  if (!set_c_locale_with_commas(folder)) GTEST_SKIP() << "no locale with decimal commas to be had";
  EXPECT_EQ(printed("%.*f", 1, 0.5), "0,5") << "this locale should show in printf, or the test shows nothing";
  expect_points();
  std::setlocale(LC_ALL, before.c_str());
  ::unsetenv("LOCPATH");
}

}  // namespace
}  // namespace whatwhere
