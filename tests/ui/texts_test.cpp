// The words of the pages: every key in the sources has a text, and every text has a use.
#include "app/ui/texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

namespace whatwhere {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// "order.title" for the entry "title" of order.json, of all files.
std::set<std::string> keys_of_texts() {
  std::set<std::string> keys;
  for (const auto& file : fs::directory_iterator(WHATWHERE_TEXTS)) {
    const auto json = nlohmann::json::parse(content_of(file.path()));
    for (const auto& item : json.items()) keys.insert(file.path().stem().string() + "." + item.key());
  }
  return keys;
}

struct Literals {
  std::set<std::string> asked;   // the first argument of text(…)
  std::set<std::string> all;     // every other string that looks like a key, too: a choice, a table of keys
  std::set<std::string> starts;  // of keys that are put together: "positions.ask-" + …
};

void gather(const std::string& with_comments, Literals& literals) {
  static const std::regex comment(R"re(//[^\n]*)re");
  static const std::regex ask(R"re(\btext\(\s*"([^"\\]*)"\s*[,)])re");
  static const std::regex any(R"re("([a-z0-9-]+\.[A-Za-z0-9_.-]*[A-Za-z0-9_])")re");
  static const std::regex start(R"re("([a-z0-9-]+\.[A-Za-z0-9_.-]*)"\s*\+)re");
  const std::string source = std::regex_replace(with_comments, comment, "");
  const std::sregex_iterator none;
  for (std::sregex_iterator i(source.begin(), source.end(), ask); i != none; ++i)
    literals.asked.insert((*i)[1]);
  for (std::sregex_iterator i(source.begin(), source.end(), any); i != none; ++i)
    literals.all.insert((*i)[1]);
  for (std::sregex_iterator i(source.begin(), source.end(), start); i != none; ++i)
    literals.starts.insert((*i)[1]);
}

Literals literals_of_sources() {
  Literals literals;
  for (const auto& entry : fs::recursive_directory_iterator(WHATWHERE_APP_SOURCES)) {
    const std::string extension = entry.path().extension();
    if (extension == ".h" || extension == ".cpp") gather(content_of(entry.path()), literals);
  }
  return literals;
}

// Keys that are put together while the program runs: from a start that stands in the sources, or each page's
// title and lead by the name of the page.
bool is_composed(const std::string& key, const Literals& literals) {
  if (key.ends_with(".title") || key.ends_with(".lead")) return true;
  return std::any_of(literals.starts.begin(), literals.starts.end(),
                     [&](const std::string& start) { return key.starts_with(start); });
}

TEST(Texts, TheSearchFindsWhatItLooksFor) {
  Literals literals;
  gather(
      "a(text(\"p.one\")); text( \"p.two\", {x}); text(\"p.three\"); b ? \"p.four\" : q; text(\"p.\" + "
      "n); "
      "wrapped_text(\"p.five\"); text(\"p.six.\" + n); // text(\"p.seven\")",
      literals);
  EXPECT_EQ(literals.asked, (std::set<std::string>{"p.one", "p.two", "p.three"}));
  EXPECT_EQ(literals.all, (std::set<std::string>{"p.one", "p.two", "p.three", "p.four", "p.five"}));
}

TEST(Texts, EveryKeyInTheSourcesHasAText) {
  const Literals literals = literals_of_sources();
  EXPECT_GE(literals.asked.size(), 20U) << "app/ asks for more texts than that: was the wrong folder read?";
  for (const std::string& key : literals.asked) EXPECT_NO_THROW(text(key)) << key;
  for (const std::string& key : literals.all) {
    const std::string file = key.substr(0, key.find('.'));
    if (!fs::exists(fs::path(WHATWHERE_TEXTS) / (file + ".json"))) continue;
    EXPECT_NO_THROW(text(key)) << key;
  }
}

TEST(Texts, EveryTextHasAUse) {
  const Literals literals = literals_of_sources();
  for (const std::string& key : keys_of_texts()) {
    EXPECT_TRUE(is_composed(key, literals) || literals.all.contains(key)) << "nothing shows " << key;
  }
}

TEST(Texts, TheFilesAreTheOnesInsideTheProgram) {
  const std::set<std::string> keys = keys_of_texts();
  EXPECT_GE(keys.size(), 50U);
  for (const std::string& key : keys) EXPECT_NO_THROW(text(key)) << key;
}

TEST(Texts, AnUnknownKeyThrows) { EXPECT_THROW(text("nowhere.nothing"), std::logic_error); }

}  // namespace
}  // namespace whatwhere
