#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/errors.h"
#include "core/model/access.h"
#include "core/model/model_file.h"

namespace whatwhere {

namespace {

// All of a text, which is read to its end.
std::string_view text_of(const Bytes& bytes) {
  expect_whole(bytes);
  std::string_view text = bytes.text();
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

// Takes the first line off; without its CR LF or LF.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// The whole of `field` as a float32, also nan and inf; nothing otherwise, or where it does not fit a
// double. What does not fit a float32 is 0 or infinite.
std::optional<float> number_of(std::string_view field) {
  if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
  float value = 0.0F;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error == std::errc::result_out_of_range) {
    double wide = 0.0;
    const auto parsed = std::from_chars(field.data(), field.data() + field.size(), wide);
    if (parsed.ec != std::errc() || parsed.ptr != field.data() + field.size()) return std::nullopt;
    return static_cast<float>(wide);
  }
  if (error != std::errc() || end != field.data() + field.size() || field.empty()) return std::nullopt;
  return value;
}

std::string_view without_spaces_behind(std::string_view line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  return line;
}

// Splits the last field off at `separator`; the whole text when there is none.
std::string_view last_field(std::string_view& text, char separator) {
  const std::size_t at = text.rfind(separator);
  const std::string_view field = at == std::string_view::npos ? text : text.substr(at + 1);
  text = at == std::string_view::npos ? std::string_view() : text.substr(0, at);
  return field;
}

[[noreturn]] void wrong(std::uint64_t line, const std::string& why) {
  throw FileError("line " + std::to_string(line) + ": " + why);
}

std::size_t fields_of(std::string_view line, char separator) {
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), separator)) + 1;
}

// Numbers row after row, all rows alike.
struct Rows {
  std::vector<float> numbers;
  std::size_t d = 0;

  // Takes `d` numbers off the right end of the line.
  void add(std::string_view& line, char separator, std::uint64_t number) {
    const std::size_t start = numbers.size();
    numbers.resize(start + d);
    for (std::size_t j = d; j-- > 0;) {
      const std::string_view field = last_field(line, separator);
      const auto value = number_of(field);
      if (!value) wrong(number, "\"" + std::string(field.substr(0, 40)) + "\" is not a number");
      numbers[start + j] = *value;
    }
  }

  Tensor tensor(std::string name) {
    Tensor tensor;
    tensor.name = std::move(name);
    tensor.shape = {d == 0 ? 0 : numbers.size() / d, d};
    tensor.dtype_name = "text";
    tensor.dtype = DType::f32;
    auto owner = std::make_shared<const std::vector<float>>(std::move(numbers));
    tensor.bytes = {owner, std::as_bytes(std::span(*owner))};
    return tensor;
  }
};

// How many numbers a line ends in, when a word stands before them.
std::size_t numbers_at_end(std::string_view line) {
  std::size_t count = 0;
  const std::size_t fields = fields_of(line, ' ');
  while (count + 1 < fields && number_of(last_field(line, ' '))) ++count;
  return count;
}

// "rows d" alone on the first line; nothing for a line that is something else.
std::optional<std::pair<std::uint64_t, std::uint64_t>> counts_of(std::string_view line) {
  std::uint64_t rows = 0;
  std::uint64_t d = 0;
  const char* end = line.data() + line.size();
  const auto first = std::from_chars(line.data(), end, rows);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ' ') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, d);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  return std::pair{rows, d};
}

constexpr std::uint64_t kLinesAtOnce = 256;  // between two reports

void report(const ReadWatch& watch, std::string_view rest, const Bytes& bytes) {
  watch.report(static_cast<double>(bytes.size() - rest.size()), static_cast<double>(bytes.size()));
}

}  // namespace

ModelFile read_word_vectors(const Bytes& bytes, const ReadWatch& watch) {
  std::string_view text = text_of(bytes);
  ModelFile file{"word vectors", {}, {}, {}};
  Rows rows;
  std::uint64_t number = 1;
  std::string_view rest = text;
  const auto counts = counts_of(without_spaces_behind(next_line(rest)));
  if (counts) {
    text = rest;
    ++number;
    rows.d = static_cast<std::size_t>(std::min<std::uint64_t>(counts->second, bytes.size()));
  } else {
    std::string_view first = text;
    rows.d = numbers_at_end(without_spaces_behind(next_line(first)));
  }
  if (rows.d == 0) wrong(number, "no word with numbers behind it");
  for (; !text.empty(); ++number) {
    if (number % kLinesAtOnce == 0) report(watch, text, bytes);
    std::string_view line = without_spaces_behind(next_line(text));
    if (line.empty()) continue;
    const std::size_t found = fields_of(line, ' ') - 1;
    if (found < rows.d)
      wrong(number, std::to_string(found) + " numbers, " + std::to_string(rows.d) + " expected");
    rows.add(line, ' ', number);
    file.words.emplace_back(line);
  }
  if (counts && counts->first != file.words.size()) {
    throw FileError("its header says " + std::to_string(counts->first) + " rows, the file has " +
                    std::to_string(file.words.size()));
  }
  file.tensors.push_back(rows.tensor("vectors"));
  return file;
}

ModelFile read_projector_tsv(const Bytes& bytes, const Bytes* metadata, const ReadWatch& watch) {
  std::string_view text = text_of(bytes);
  ModelFile file{"projector TSV", {}, {}, {}};
  Rows rows;
  std::string_view first = text;
  rows.d = fields_of(next_line(first), '\t');
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    if (number % kLinesAtOnce == 0) report(watch, text, bytes);
    std::string_view line = next_line(text);
    if (line.empty()) continue;
    const std::size_t found = fields_of(line, '\t');
    if (found != rows.d)
      wrong(number, std::to_string(found) + " numbers, " + std::to_string(rows.d) + " expected");
    rows.add(line, '\t', number);
  }
  file.tensors.push_back(rows.tensor("vectors"));
  if (metadata == nullptr) {
    file.notes.push_back("There is no metadata.tsv beside it: its rows have no words.");
    return file;
  }
  label_rows(file, *metadata, "metadata.tsv");
  return file;
}

void label_rows(ModelFile& file, const Bytes& lines, const std::string& source) {
  std::string_view labels = text_of(lines);
  const std::uint64_t n = file.tensors[0].rows();
  constexpr std::uint64_t kMore = 2;  // a line of headings, and one that is too many
  while (!labels.empty() && file.words.size() < n + kMore) file.words.emplace_back(next_line(labels));
  // With several columns the first line names them, and the first column is the label.
  const bool has_columns = !file.words.empty() && file.words[0].find('\t') != std::string::npos;
  if (has_columns) {
    file.words.erase(file.words.begin());
    for (std::string& word : file.words) word = word.substr(0, word.find('\t'));
  }
  if (file.words.size() != n) {
    const bool more = file.words.size() > n;
    file.notes.push_back(source + " has " + std::string(more ? "more" : "fewer") +
                         " labels than there are rows, " + std::to_string(n) + ": it is left out.");
    file.words.clear();
  }
}

}  // namespace whatwhere
