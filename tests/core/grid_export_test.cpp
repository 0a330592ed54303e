#include "core/session/grid_export.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;
using Json = nlohmann::json;

Session with(const Ids& ids, PositionScheme position) {
  Session s;
  s.sequence = Sequence(ids);
  s.position = position;
  return s;
}

Json exported(const Session& s, const std::optional<Ids>& before = std::nullopt) {
  return Json::parse(grid_json(s, compute(s), before));
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  for (const auto& item : object.items()) keys.insert(item.key());
  return keys;
}

// Does the JSON list hold exactly these rows, each number restoring its float32 when read as a double and
// rounded (what every JSON reader does)?
testing::AssertionResult restores(const Json& list, const Table& table) {
  if (list.size() != table.rows()) return testing::AssertionFailure() << list.size() << " rows";
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (list.at(i).size() != table.d()) return testing::AssertionFailure() << list.at(i).size() << " numbers";
    for (std::size_t j = 0; j < table.d(); ++j) {
      const auto x = static_cast<float>(list.at(i).at(j).get<double>());
      if (!same_bytes({&x, 1}, table.row(i).subspan(j, 1))) {
        return testing::AssertionFailure() << "[" << i << ", " << j << "] is " << list.at(i).at(j);
      }
    }
  }
  return testing::AssertionSuccess();
}

TEST(GridExport, JsonHasTheDocumentedKeys) {
  const Session s = with({5, 2, 5}, PositionScheme::learned);
  const std::set<std::string> keys = {"vocabulary", "seed",   "std",        "E",       "P",
                                      "ids",        "tokens", "position",   "tok_emb", "pos_emb",
                                      "input_emb",  "shapes", "same_token", "scheme",  "tables"};
  const Json json = exported(s);
  EXPECT_EQ(keys_of(json), keys);
  EXPECT_EQ(keys_of(json.at("shapes")),
            (std::set<std::string>{"E", "P", "ids", "tok_emb", "pos_emb", "input_emb"}));
  EXPECT_EQ(keys_of(json.at("same_token")), (std::set<std::string>{"verdict", "pairs"}));
  EXPECT_EQ(keys_of(json.at("scheme")),
            (std::set<std::string>{"name", "base", "gain", "adds_to_input", "note"}));
  const Json ordered = exported(s, Ids{2, 5, 5});
  auto with_order = keys;
  with_order.insert("order");
  EXPECT_EQ(keys_of(ordered), with_order);
  EXPECT_EQ(keys_of(ordered.at("order")),
            (std::set<std::string>{"before", "same_multiset", "slots_changed"}));
}

TEST(GridExport, JsonByHand) {
  const Json json = exported(with({5, 2, 5}, PositionScheme::off), Ids{2, 5, 5});
  EXPECT_EQ(json.at("vocabulary"), (Json{"man", "runs", "cat", "dog", "bites", "the"}));
  EXPECT_EQ(json.at("seed"), 42);
  EXPECT_EQ(json.at("std"), 0.02);
  EXPECT_EQ(json.at("ids"), (Json{5, 2, 5}));
  EXPECT_EQ(json.at("tokens"), (Json{"the", "cat", "the"}));
  EXPECT_EQ(json.at("position"), "off");
  EXPECT_TRUE(json.at("pos_emb").is_null());
  EXPECT_EQ(json.at("shapes").at("E"), (Json{6, 4}));
  EXPECT_EQ(json.at("shapes").at("P"), (Json{8, 4}));
  EXPECT_EQ(json.at("shapes").at("ids"), Json::array({3}));
  EXPECT_EQ(json.at("shapes").at("tok_emb"), (Json{3, 4}));
  EXPECT_TRUE(json.at("shapes").at("pos_emb").is_null());
  EXPECT_EQ(json.at("shapes").at("input_emb"), (Json{3, 4}));
  EXPECT_EQ(json.at("same_token").at("verdict"), "yes");
  EXPECT_EQ(json.at("same_token").at("pairs"),
            Json::parse(R"([{"id": 5, "slots": [0, 2], "same": true, "distance": 0.0, "cosine": 1.0}])"));
  EXPECT_EQ(json.at("order"),
            Json::parse(R"({"before": [2, 5, 5], "same_multiset": true, "slots_changed": 2})"));
}

TEST(GridExport, JsonOfEveryScheme) {
  const auto scheme_of = [](PositionScheme position) {
    Session s = with({5, 2, 5}, position);
    s.positions.base = 100.0;
    s.positions.gain = 0.5;
    Json scheme = exported(s).at("scheme");
    EXPECT_FALSE(scheme.at("note").get<std::string>().empty());
    scheme.erase("note");
    return scheme;
  };
  EXPECT_EQ(scheme_of(PositionScheme::off),
            Json::parse(R"({"name": "off", "base": null, "gain": null, "adds_to_input": false})"));
  EXPECT_EQ(scheme_of(PositionScheme::learned),
            Json::parse(R"({"name": "learned", "base": null, "gain": 0.5, "adds_to_input": true})"));
  EXPECT_EQ(scheme_of(PositionScheme::sinusoidal),
            Json::parse(R"({"name": "sinusoidal", "base": 100.0, "gain": 0.5, "adds_to_input": true})"));
  EXPECT_EQ(scheme_of(PositionScheme::rotary),
            Json::parse(R"({"name": "rotary", "base": 100.0, "gain": null, "adds_to_input": false})"));
}

TEST(GridExport, JsonOfRotaryAddsNothing) {
  const Session s = with({5, 2, 5}, PositionScheme::rotary);
  const LessonResults r = compute(s);
  const Json json = exported(s);
  EXPECT_TRUE(json.at("pos_emb").is_null());
  EXPECT_TRUE(json.at("shapes").at("pos_emb").is_null());
  EXPECT_EQ(json.at("input_emb"), json.at("tok_emb"));
  EXPECT_TRUE(restores(json.at("P"), r.P));
  EXPECT_EQ(json.at("same_token").at("verdict"), "yes");
  const auto note = json.at("scheme").at("note").get<std::string>();
  EXPECT_NE(note.find("nothing is added"), std::string::npos) << note;
  EXPECT_NE(note.find("Queries and keys are rotated inside attention"), std::string::npos) << note;
}

// Row 0 of a sinusoidal table is sin 0, cos 0, sin 0, cos 0.
TEST(GridExport, JsonOfSinusoidalHasTheTableInEffect) {
  Session s = with({5, 2, 5}, PositionScheme::sinusoidal);
  s.positions.gain = 0.5;
  const LessonResults r = compute(s);
  const Json json = exported(s);
  EXPECT_TRUE(restores(json.at("P"), r.P));
  EXPECT_EQ(json.at("P").at(0), (Json{0.0, 0.5, 0.0, 0.5}));
  EXPECT_TRUE(restores(json.at("pos_emb"), *r.grid.pos_emb));
  EXPECT_EQ(json.at("pos_emb").at(2), json.at("P").at(2));
}

TEST(GridExport, JsonNumbersRestoreTheirFloats) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    Session s = with(random_ids(random, random.below(9), kVocabSize),
                     random.below(2) == 0 ? PositionScheme::off : PositionScheme::learned);
    s.seed = random.bits();
    s.std = i % 3 == 0 ? 1e-40 : 0.02;  // subnormal numbers, too
    const LessonResults r = compute(s);
    const Json json = exported(s);
    ASSERT_EQ(json.at("seed").get<std::uint64_t>(), s.seed);
    ASSERT_EQ(json.at("std").get<double>(), s.std);
    ASSERT_TRUE(restores(json.at("E"), r.E));
    ASSERT_TRUE(restores(json.at("P"), r.P));
    ASSERT_TRUE(restores(json.at("tok_emb"), r.grid.tok_emb));
    ASSERT_TRUE(restores(json.at("input_emb"), r.grid.input_emb));
    ASSERT_EQ(json.at("pos_emb").is_null(), !r.grid.pos_emb.has_value());
    if (r.grid.pos_emb) {
      ASSERT_TRUE(restores(json.at("pos_emb"), *r.grid.pos_emb));
      ASSERT_EQ(json.at("shapes").at("pos_emb"), (Json{s.sequence.size(), 4}));
    }
    const auto& pairs = json.at("same_token").at("pairs");
    ASSERT_EQ(pairs.size(), r.same.pairs.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      ASSERT_EQ(pairs.at(k).at("distance").get<double>(), r.same.pairs[k].distance);
      ASSERT_EQ(pairs.at(k).at("cosine").get<double>(), r.same.pairs[k].cosine);
    }
  }
}

TEST(GridExport, JsonOfEveryVerdict) {
  EXPECT_EQ(exported(with({5, 2}, PositionScheme::off)).at("same_token").at("verdict"), "none");
  EXPECT_EQ(exported(with({5, 5}, PositionScheme::off)).at("same_token").at("verdict"), "yes");
  EXPECT_EQ(exported(with({5, 5}, PositionScheme::learned)).at("same_token").at("verdict"), "no");
}

TEST(GridExport, JsonCosineWithAZeroVectorIsNull) {
  Session s = with({5, 5}, PositionScheme::off);
  s.std = 0.0;
  EXPECT_TRUE(exported(s).at("same_token").at("pairs").at(0).at("cosine").is_null());
}

TEST(GridExport, JsonOfAnEmptySequence) {
  for (const PositionScheme position : {PositionScheme::off, PositionScheme::learned}) {
    const Json json = exported(with({}, position), Ids{});
    for (const char* key : {"ids", "tokens", "tok_emb", "input_emb"})
      EXPECT_EQ(json.at(key), Json::array()) << key;
    EXPECT_EQ(json.at("shapes").at("ids"), Json::array({0}));
    EXPECT_EQ(json.at("shapes").at("input_emb"), (Json{0, 4}));
    EXPECT_EQ(json.at("pos_emb"), position == PositionScheme::off ? Json(nullptr) : Json::array());
    EXPECT_EQ(json.at("order"), Json::parse(R"({"before": [], "same_multiset": true, "slots_changed": 0})"));
  }
}

TEST(GridExport, JsonRefusesAnOrderBeforeThatDoesNotFit) {
  const Session s = with({5, 2, 5}, PositionScheme::off);
  const auto results = compute(s);
  EXPECT_TRUE(names(message_of<IdError>([&] { grid_json(s, results, Ids{5, 6}); }), {6, 1, 6}));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { grid_json(s, results, Ids(9, 0)); }), {9, 8}));
}

TEST(GridExport, CsvByHand) {
  EXPECT_EQ(table_csv(table_of({{1.0F, -0.5F}, {0.1F, -0.0F}})), "1,-0.5\n0.100000001,-0\n");
  EXPECT_EQ(table_csv(Table(0, 4, {})), "");
  EXPECT_EQ(table_csv(table_of({{2.0F}})), "2\n");
}

TEST(GridExport, CsvRestoresTheFloats) {
  Random random(2);
  const Table grid = make_table(50, 7, [&] { return random.finite_float(); });
  std::istringstream lines(table_csv(grid));
  std::vector<float> numbers;
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line); ++rows) {
    std::istringstream fields(line);
    std::size_t d = 0;
    for (std::string field; std::getline(fields, field, ','); ++d)
      numbers.push_back(std::strtof(field.c_str(), nullptr));
    ASSERT_EQ(d, 7U);
  }
  EXPECT_EQ(rows, 50U);
  EXPECT_TRUE(same_bytes(numbers, grid.numbers()));
}

// numpy.lib.format, version 1.0: "\x93NUMPY", 1, 0, a little-endian uint16 with the header's length, the
// header (a Python dictionary, spaces, a newline; all before the numbers a multiple of 64), the numbers.
TEST(GridExport, NpyAsNumPySpecifiesIt) {
  Random random(3);
  for (const auto& [rows, d] :
       {std::pair{0U, 4U}, {1U, 1U}, {3U, 4U}, {8U, 4U}, {12345U, 3U}, {1U, 100000U}, {3U, 1024U}}) {
    const Table grid = make_table(rows, d, [&] { return random.any_float(); });
    const std::string bytes = table_npy(grid);
    ASSERT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t length =
        static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
    ASSERT_EQ((10 + length) % 64, 0U);
    const std::string header = bytes.substr(10, length);
    const std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (" +
                                   std::to_string(rows) + ", " + std::to_string(d) + "), }";
    ASSERT_EQ(header.substr(0, dictionary.size()), dictionary);
    ASSERT_EQ(header.find_first_not_of(' ', dictionary.size()), length - 1);
    ASSERT_EQ(header.back(), '\n');
    ASSERT_EQ(bytes.size(), 10 + length + std::size_t{rows} * d * 4);
    ASSERT_EQ(bytes.substr(10 + length),
              std::string(reinterpret_cast<const char*>(grid.numbers().data()), grid.numbers().size_bytes()));
  }
}

std::string without_space(const std::string& text) {
  std::string rest;
  for (const char c : text) {
    if (c != ' ' && c != '\n') rest += c;
  }
  return rest;
}

TEST(GridExport, NumPySourceByHand) {
  EXPECT_EQ(without_space(grid_numpy_source(table_of({{1.0F, -0.5F}, {0.1F, 2.0F}}))),
            "np.array([[1,-0.5],[0.100000001,2]],dtype=np.float32).reshape(2,2)");
  EXPECT_EQ(without_space(grid_numpy_source(Table(0, 4, {}))), "np.array([],dtype=np.float32).reshape(0,4)");
}

}  // namespace
}  // namespace whatwhere
