#include "core/session/table_json.h"

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Json = nlohmann::ordered_json;

// Through the text of a file and back, as a session does it.
Table there_and_back(const Table& table) {
  Json json;
  json["E"] = table_to_json(table);
  return table_from_json(Json::parse(json.dump(2)), "E", table.rows(), table.d());
}

TEST(TableJson, EveryFiniteFloat32ComesBack) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const Table table =
        make_table(1 + random.below(8), 1 + random.below(8), [&] { return random.finite_float(); });
    ASSERT_TRUE(same_table(there_and_back(table), table));
  }
  const Table edges =
      table_of({{0.0F, -0.0F, 0.1F, 16777217.0F},
                {std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest(),
                 std::numeric_limits<float>::min(), std::numeric_limits<float>::denorm_min()}});
  EXPECT_TRUE(same_table(there_and_back(edges), edges));
}

TEST(TableJson, WhatIsNotFiniteIsAName) {
  EXPECT_EQ(number_to_json(kNaN), "NaN");
  EXPECT_EQ(number_to_json(kInfinity), "Infinity");
  EXPECT_EQ(number_to_json(-kInfinity), "-Infinity");
  const Table back = there_and_back(table_of({{kNaN, kInfinity, -kInfinity}}));
  EXPECT_TRUE(std::isnan(back.row(0)[0]));
  EXPECT_EQ(back.row(0)[1], kInfinity);
  EXPECT_EQ(back.row(0)[2], -kInfinity);
}

TEST(TableJson, NumbersHaveNineDigitsAtMost) {
  EXPECT_EQ(number_to_json(0.1F).dump(), "0.100000001");
  EXPECT_EQ(number_to_json(-2.5F).dump(), "-2.5");
  EXPECT_EQ(table_to_json(table_of({{0.5F, 0.25F}, {1.5F, -0.125F}})).dump(), "[[0.5,0.25],[1.5,-0.125]]");
  EXPECT_EQ(table_to_json(Table()).dump(), "[]");
}

TEST(TableJson, AnErrorNamesTheKeyAndWhatToUse) {
  const auto message = [](const std::string& text) {
    const Json json = Json::parse(text);
    return message_of<FileError>([&] { table_from_json(json, "W", 2, 3); });
  };
  EXPECT_TRUE(holds(message(R"({"E": []})"), {"\"W\" is missing", "2 rows of 3 numbers"}));
  for (const char* wrong : {"5", "null", "{}", "\"NaN\"", "[]", "[[1,2,3]]", "[[1,2,3],[4,5]]", "[[1,2,3],6]",
                            "[[1,2,3],[4,5,6],[7,8,9]]", "[1,2,3,4,5,6]"}) {
    EXPECT_TRUE(holds(message("{\"W\": " + std::string(wrong) + "}"), {"\"W\" needs", "2 rows of 3 numbers"}))
        << wrong;
  }
  for (const char* wrong : {"null", "true", "\"nan\"", "\"1.5\"", "\"+Infinity\""}) {
    const auto text = message("{\"W\": [[1,2,3],[4," + std::string(wrong) + ",6]]}");
    EXPECT_TRUE(holds(text, {"\"W\"", wrong, "not a number"})) << wrong;
  }
  EXPECT_TRUE(holds(message(R"({"W": [[1,2,3],[4,[5],6]]})"), {"\"W\"", "a list", "not a number"}));
}

}  // namespace
}  // namespace whatwhere
