#include "core/session/session_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

// The same bytes, but for NaNs, of which a file keeps only that they are none.
void expect_same_numbers(const Table& a, const Table& b) {
  ASSERT_EQ(a.rows(), b.rows());
  ASSERT_EQ(a.d(), b.d());
  for (std::size_t i = 0; i < a.numbers().size(); ++i) {
    const float x = a.numbers()[i];
    const float y = b.numbers()[i];
    ASSERT_TRUE(same_bytes({&x, 1}, {&y, 1}) || (std::isnan(x) && std::isnan(y))) << x << " and " << y;
  }
}

void expect_same_moments(const Moments& a, const Moments& b) {
  ASSERT_NO_FATAL_FAILURE(expect_same_numbers(a.m, b.m));
  ASSERT_NO_FATAL_FAILURE(expect_same_numbers(a.v, b.v));
  ASSERT_EQ(a.steps, b.steps);
}

// All of the changed tables but the curve, which a file does not keep.
void expect_same_tables(const std::optional<ChangedTables>& a, const std::optional<ChangedTables>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  ASSERT_NO_FATAL_FAILURE(expect_same_numbers(a->E, b->E));
  ASSERT_NO_FATAL_FAILURE(expect_same_numbers(a->P, b->P));
  ASSERT_NO_FATAL_FAILURE(expect_same_numbers(a->W, b->W));
  ASSERT_NO_FATAL_FAILURE(expect_same_moments(a->E_moments, b->E_moments));
  ASSERT_NO_FATAL_FAILURE(expect_same_moments(a->P_moments, b->P_moments));
  ASSERT_EQ(a->training_steps, b->training_steps);
}

// All that a file keeps: everything but the identities themselves, of which only who stood where matters.
void expect_same_choices(const Session& a, const Session& b) {
  ASSERT_EQ(a.sequence.ids(), b.sequence.ids());
  ASSERT_EQ(a.before.has_value(), b.before.has_value());
  if (a.before) {
    ASSERT_EQ(a.before->ids(), b.before->ids());
  }
  ASSERT_EQ(origin(a), origin(b));
  ASSERT_EQ(a.seed, b.seed);
  ASSERT_TRUE(same_double(a.std, b.std));
  ASSERT_EQ(a.position, b.position);
  ASSERT_EQ(a.shuffles, b.shuffles);
  ASSERT_EQ(a.positions, b.positions);
  ASSERT_EQ(a.renumberings, b.renumberings);
  ASSERT_EQ(a.model_size, b.model_size);
  ASSERT_EQ(a.causal, b.causal);
  ASSERT_EQ(a.learning, b.learning);
  ASSERT_EQ(a.windows, b.windows);
  ASSERT_EQ(a.failures, b.failures);
  ASSERT_EQ(a.view, b.view);
  expect_same_tables(a.changed, b.changed);
}

TEST(SessionFile, RandomSessionsComeBack) {
  Random random(1);
  Session session;
  std::size_t reordered = 0;
  std::size_t learned = 0;
  std::size_t edited = 0;
  for (int i = 0; i < 3000; ++i) {
    const Action action = random_action(random, session);
    if (why_not(session, action).empty()) session = apply(session, action);
    if (random.below(20) == 0) session.std = std::abs(static_cast<double>(random.small_float())) * 1e6;
    if (random.below(20) == 0) session.shuffles = random.bits();
    const Session back = session_from_json(to_json(session), "here");
    ASSERT_NO_FATAL_FAILURE(expect_same_choices(session, back));
    ASSERT_EQ(to_json(back), to_json(session));
    reordered += session.before ? 1 : 0;
    learned += session.changed ? 1 : 0;
    edited += session.learning.edits.empty() ? 0 : 1;
  }
  EXPECT_GT(reordered, 300U);
  EXPECT_GT(learned, 300U);
  EXPECT_GT(edited, 300U);
}

TEST(SessionFile, SavesAndLoads) {
  const TemporaryFolder folder;
  Session session;
  session.sequence = Sequence(Ids{5, 2, 5});
  session = apply(session, {.id = ActionId::shuffle});
  save_session(folder / "lesson.json", session);
  expect_same_choices(load_session(folder / "lesson.json"), session);
  EXPECT_EQ(bytes_of(folder / "lesson.json"), to_json(session));
  EXPECT_EQ(folder.names(), std::set<std::string>{"lesson.json"});
}

TEST(SessionFile, KeepsWhatIsBroken) {
  Session session;
  session.failures = {{true, false, true, false, false}, Failure::widths, ContextPolicy::truncate};
  EXPECT_EQ(session_from_json(to_json(session), "here").failures, session.failures);
  const auto message = message_of<FileError>([] {
    session_from_json(R"({"whatwhere": 1, "ids": [], "pages": {"broken_last": "nothing"}})", "here");
  });
  EXPECT_TRUE(holds(message, {"broken_last", "nothing", "raw_ids", "concatenation"}));
}

// The file of the header's comment, key by key.
TEST(SessionFile, ReadsTheDocumentedFile) {
  const Session s = session_from_json(
      R"({"whatwhere": 1, "tokens": ["the","cat","the"], "ids": [5,2,5], "position": "learned", "seed": 42,
          "std": 0.02, "shuffles": 1, "moved_from": [1,0,2], "view": {"theme": "light", "zoom": 1.5,
          "motion": false}})",
      "here");
  EXPECT_EQ(s.sequence.ids(), (Ids{5, 2, 5}));
  EXPECT_EQ(s.position, PositionScheme::learned);
  EXPECT_EQ(s.seed, 42U);
  EXPECT_EQ(s.std, 0.02);
  EXPECT_EQ(s.shuffles, 1U);
  ASSERT_TRUE(s.before.has_value());
  EXPECT_EQ(s.before->ids(), (Ids{2, 5, 5}));  // slot 0 stood in slot 1, slot 1 in slot 0
  EXPECT_EQ(origin(s), (std::vector<std::size_t>{1, 0, 2}));
  EXPECT_EQ(s.view, (ViewOptions{Page::widget, Theme::light, 1.5, false}));
}

TEST(SessionFile, KeepsTheWrongAxisAndTheOwnShape) {
  Session s;
  s.windows.wrong_axis = true;
  s.shape = {2, 3, 5, 7};
  const Session back = session_from_json(to_json(s), "here");
  EXPECT_TRUE(back.windows.wrong_axis);
  EXPECT_EQ(back.shape, s.shape);
  const auto with_shape = [](const std::string& shape) {
    return R"({"whatwhere": 1, "tokens": [], "ids": [], "pages": {"shape": )" + shape + "}}";
  };
  EXPECT_EQ(session_from_json(with_shape(R"({"V": 9})"), "here").shape[3], 9U);
  for (const char* wrong : {"3", R"({"d": 0})", R"({"T": "long"})"}) {
    message_of<FileError>([&] { session_from_json(with_shape(wrong), "here"); });
  }
}

TEST(SessionFile, WritesTheDocumentedKeys) {
  Session s;
  s.sequence = Sequence(Ids{5, 2, 4});
  s.position = PositionScheme::learned;
  s.seed = std::numeric_limits<std::uint64_t>::max();
  s = apply(s, {.id = ActionId::reverse});
  const auto json = nlohmann::json::parse(to_json(s));
  EXPECT_EQ(json,
            nlohmann::json::parse(
                R"({"whatwhere": 1, "tokens": ["bites","cat","the"], "ids": [4,2,5], "position": "learned",
                          "seed": 18446744073709551615, "std": 0.02, "shuffles": 0, "moved_from": [2,1,0],
                          "pages": {"gain": 1.0, "base": 10000.0, "query_slot": 1, "key_slot": 3,
                                    "renumberings": 0, "model_size": 0, "causal": false,
                                    "windows": 3, "window_length": 4, "stride": 2, "wrong_axis": false,
                                    "shape": {"B": 64, "T": 256, "d": 384, "V": 1000}, "broken_last": "raw_ids",
                                    "broken": {"raw_ids": false, "no_positions": false, "widths": false,
                                               "too_long": false, "concatenation": false},
                                    "too_long": "refuse",
                                    "learning": "step", "gradient": 0, "optimizer": "sgd",
                                    "learning_rate": 0.1, "weight_decay": 0.0, "tied": false,
                                    "training_rate": 0.3, "training_tied": false,
                                    "training_positional": false},
                          "view": {"page": "widget", "theme": "dark", "zoom": 1.0, "motion": true}})"));
  s.before.reset();
  EXPECT_FALSE(nlohmann::json::parse(to_json(s)).contains("moved_from"));
}

TEST(SessionFile, WhatIsLeftOutHasItsDefault) {
  const Session s = session_from_json(R"({"whatwhere": 1, "ids": []})", "here");
  EXPECT_EQ(s, Session());
}

TEST(SessionFile, TheLargestValuesAreRead) {
  const Session s = session_from_json(
      R"({"whatwhere": 1, "ids": [0,1,2,3,4,5,0,1], "seed": 18446744073709551615, "std": 1000000, "view": {"zoom": 4}})",
      "here");
  EXPECT_EQ(s.sequence.size(), 8U);
  EXPECT_EQ(s.seed, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(s.std, 1e6);
  EXPECT_EQ(s.view.zoom, 4.0);
  EXPECT_EQ(session_from_json(R"({"whatwhere": 1, "ids": [], "std": 0})", "here").std, 0.0);
}

// Each choice of the pages by its key.
TEST(SessionFile, ReadsTheChoicesOfThePages) {
  const Session s = session_from_json(
      R"({"whatwhere": 1, "ids": [5,2], "position": "sinusoidal",
          "pages": {"gain": 2.5, "base": 100, "query_slot": 7, "key_slot": 63, "renumberings": 4,
                    "model_size": 3, "causal": true, "windows": 8, "window_length": 6, "stride": 1,
                    "broken": {"widths": true, "raw_ids": true}, "too_long": "truncate",
                    "learning": "training", "gradient": 9, "optimizer": "adamw", "learning_rate": 0.5,
                    "weight_decay": 0.01, "tied": true, "training_rate": 1, "training_tied": true,
                    "training_positional": true,
                    "gradient_edits": [{"slot": 1, "column": 3, "value": -0.25},
                                       {"slot": 7, "column": 0, "value": 1e6}]},
          "view": {"page": "learning"}})",
      "here");
  Session expected;
  expected.sequence = s.sequence;
  expected.position = PositionScheme::sinusoidal;
  expected.positions = {2.5, 100.0, 7, 63};
  expected.renumberings = 4;
  expected.model_size = 3;
  expected.causal = true;
  expected.windows = {8, 6, 1};
  expected.failures = {{true, false, true, false, false}, Failure::raw_ids, ContextPolicy::truncate};
  expected.learning.part = LearningPart::training;
  expected.learning.gradient = 9;
  expected.learning.optimizer = {.kind = Optimizer::adamw, .lr = 0.5, .weight_decay = 0.01};
  expected.learning.tied = true;
  expected.learning.training = {.tied = true, .positional = true, .lr = 1.0};
  expected.learning.edits = {{1, 3, -0.25F}, {7, 0, 1e6F}};
  expected.view.page = Page::learning;
  EXPECT_EQ(s, expected);
}

// Tables with everything in them that a float32 can be, and all that learning remembers.
Session with_changed_tables() {
  Session s;
  s.sequence = Sequence(Ids{5, 2});
  Random random(3);
  const auto next = [&] { return random.finite_float(); };
  ChangedTables tables;
  tables.E = table_of({{kNaN, kInfinity, -kInfinity, -0.0F},
                       {0.1F, 1e-45F, 3.4e38F, 16777217.0F},
                       {1.0F, 2.0F, 3.0F, 4.0F},
                       {0.0F, 0.0F, 0.0F, 0.0F},
                       {-1.5F, 1e-7F, 123456.789F, -9.87654321e-30F},
                       {5.0F, 6.0F, 7.0F, 8.0F}});
  tables.P = make_table(kContextLength, kWidth, next);
  tables.W = make_table(kWidth, kVocabSize, next);
  const auto square = [&] { return std::abs(next()); };
  tables.E_moments = {make_table(kVocabSize, kWidth, next), make_table(kVocabSize, kWidth, square), 12};
  tables.P_moments = {{}, {}, 3};
  tables.training_steps = 12345;
  s.changed = tables;
  s.learning.edits = {{0, 1, 0.1F}};
  return s;
}

TEST(SessionFile, ChangedTablesComeBackToTheBit) {
  const Session s = with_changed_tables();
  const Session back = session_from_json(to_json(s), "here");
  ASSERT_TRUE(back.changed.has_value());
  EXPECT_EQ(*back.changed, *s.changed);
  EXPECT_EQ(back.learning, s.learning);
  EXPECT_EQ(to_json(back), to_json(s));
}

// A run goes on from a file to the same numbers; its curve begins anew.
TEST(SessionFile, ATrainingRunGoesOn) {
  Session s;
  for (int i = 0; i < 3; ++i) s = apply(s, {.id = ActionId::train});
  const Session back = session_from_json(to_json(s), "here");
  ASSERT_TRUE(back.changed.has_value());
  EXPECT_EQ(back.changed->training_steps, 3U);
  EXPECT_EQ(back.changed->curve, nullptr);
  EXPECT_EQ(apply(back, {.id = ActionId::train}).changed->E, apply(s, {.id = ActionId::train}).changed->E);
}

TEST(SessionFile, TablesOfTheSeedAreNotWritten) {
  EXPECT_FALSE(nlohmann::json::parse(to_json(Session())).contains("tables"));
  const auto json = nlohmann::json::parse(to_json(with_changed_tables()));
  EXPECT_TRUE(json.at("tables").contains("E"));
  EXPECT_FALSE(json.at("tables").at("P_moments").contains("m")) << "there are none";
}

// Each wrong choice of a page: its key, what it holds, and what to use.
TEST(SessionFile, AWrongChoiceOfAPageIsNamed) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> wrong = {
      {R"([])", {"\"pages\" is a list", "object"}},
      {R"(5)", {"\"pages\" is 5", "object"}},
      {R"({"gain": 4.5})", {"\"gain\" is 4.5", "from 0 to 4"}},
      {R"({"gain": "1"})", {"\"gain\" is \"1\"", "a number"}},
      {R"({"base": 1})", {"\"base\" is 1", "base"}},
      {R"({"query_slot": 64})", {"\"query_slot\" is 64", "0 to 63"}},
      {R"({"key_slot": -1})", {"\"key_slot\" is -1"}},
      {R"({"model_size": 5})", {"\"model_size\" is 5"}},
      {R"({"windows": 0})", {"\"windows\" is 0", "1 to 8"}},
      {R"({"window_length": 9})", {"\"window_length\" is 9", "1 to 8"}},
      {R"({"stride": 1.5})", {"\"stride\" is 1.5"}},
      {R"({"renumberings": -3})", {"\"renumberings\" is -3"}},
      {R"({"gradient": null})", {"\"gradient\" is null"}},
      {R"({"optimizer": "lion"})", {"\"optimizer\" is \"lion\"", "\"sgd\" or \"adam\" or \"adamw\""}},
      {R"({"learning": "all"})", {"\"learning\" is \"all\"", "\"training\""}},
      {R"({"learning_rate": 101})", {"\"learning_rate\" is 101", "0 to 100"}},
      {R"({"weight_decay": -0.1})", {"\"weight_decay\" is -0.1", "0 to 100"}},
      {R"({"training_rate": true})", {"\"training_rate\" is true", "a number"}},
      {R"({"causal": 1})", {"\"causal\" is 1", "true or false"}},
      {R"({"tied": "no"})", {"\"tied\" is \"no\"", "true or false"}},
      {R"({"broken": true})", {"\"broken\" is true", "object"}},
      {R"({"broken": {"widths": 1}})", {"\"widths\" is 1", "true or false"}},
      {R"({"too_long": "cut"})", {"\"too_long\" is \"cut\"", "\"refuse\" or \"truncate\""}},
      {R"({"gradient_edits": {}})", {"\"gradient_edits\" is an object", "a list"}},
      {R"({"gradient_edits": [5]})", {"\"gradient_edits\"", "slot, column and value"}},
      {R"({"gradient_edits": [{"slot": 8, "column": 0, "value": 1}]})",
       {"\"gradient_edits\"", "no such number"}},
      {R"({"gradient_edits": [{"slot": 0, "column": 4, "value": 1}]})",
       {"\"gradient_edits\"", "no such number"}},
      {R"({"gradient_edits": [{"slot": 0, "column": 0, "value": 2e6}]})", {"\"gradient_edits\"", "1000000"}},
      {R"({"gradient_edits": [{"slot": 0, "column": 0, "value": "x"}]})", {"\"value\" is \"x\"", "a number"}},
  };
  for (const auto& [pages, cause] : wrong) {
    SCOPED_TRACE(pages);
    const std::string text = R"({"whatwhere": 1, "ids": [], "pages": )" + pages + "}";
    const auto message = message_of<FileError>([&] { session_from_json(text, "here"); });
    for (const std::string& part : cause) EXPECT_TRUE(holds(message, {part}));
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
}

// A file with changed tables, one thing of them made wrong.
TEST(SessionFile, AWrongTableIsNamed) {
  using Json = nlohmann::ordered_json;
  const Json good = Json::parse(to_json(with_changed_tables()));
  const auto message = [&](auto change) {
    Json wrong = good;
    change(wrong["tables"]);
    return message_of<FileError>([&] { session_from_json(wrong.dump(), "here"); });
  };
  EXPECT_TRUE(holds(message([](Json& t) { t = 5; }), {"\"tables\" is 5", "object"}));
  EXPECT_TRUE(holds(message([](Json& t) { t.erase("E"); }), {"\"E\" is missing", "6 rows of 4"}));
  EXPECT_TRUE(holds(message([](Json& t) { t.erase("P"); }), {"\"P\" is missing", "8 rows of 4"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["E"].erase(0); }), {"\"E\" needs a list", "6 rows of 4"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["P"][7].erase(0); }), {"\"P\"", "8 rows of 4"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["E"][1][2] = "many"; }), {"\"E\"", "many", "not a number"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["W"] = t["E"]; }), {"\"W\"", "4 rows of 6"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["training_steps"] = -1; }), {"\"training_steps\" is -1"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["training_steps"] = 18446744073709551615U; }),
                    {"\"training_steps\" is 18446744073709551615", "9007199254740992"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["E_moments"]["v"][0][0] = -1.0; }), {"\"v\"", "negative"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["E"][5][3] = 1e39; }), {"\"E\"", "1e+39", "float32"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["E_moments"] = 1; }), {"\"E_moments\" is 1", "object"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["E_moments"].erase("v"); }), {"\"v\" is missing"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["P_moments"]["m"] = t["E"]; }), {"\"m\"", "8 rows of 4"}));
  EXPECT_TRUE(holds(message([](Json& t) { t["E_moments"]["steps"] = 0.5; }), {"\"steps\" is 0.5"}));
}

// Whatever a file says that its optimizer remembers, the next step can be taken.
TEST(SessionFile, StepsWithoutMomentsAreNoTrap) {
  Session s = with_changed_tables();
  s.learning.optimizer.kind = Optimizer::adam;
  s.position = PositionScheme::learned;
  const Session back = session_from_json(to_json(s), "here");
  EXPECT_EQ(apply(back, {.id = ActionId::learn_step}).changed->P_moments.steps, 1U);
}

// A file with one thing wrong, and what its message must name.
struct Malformed {
  const char* text;
  std::vector<std::string> cause;
};

std::vector<Malformed> malformed_files() {
  return {
      {"", {"not JSON"}},
      {"   \n", {"not JSON"}},
      {"man bites dog", {"not JSON", "byte 1"}},
      {"{\"whatwhere\": 1, \"ids\": [5,2", {"not JSON"}},
      {"{\"whatwhere\": 1, \"ids\": []} {}", {"not JSON"}},
      {"{\"whatwhere\": 1, \"ids\": [], \"position\": \"\xFF\xFE\"}", {"not JSON"}},
      {"{\"whatwhere\": 1, \"ids\": [], \"std\": NaN}", {"not JSON"}},
      {"{\"whatwhere\": 1, \"ids\": [], \"std\": 1e999}", {"1e999"}},
      {"[]", {"not a whatwhere session"}},
      {"5", {"not a whatwhere session"}},
      {"null", {"not a whatwhere session"}},
      {"\"whatwhere\"", {"not a whatwhere session"}},
      {R"({"ids": [5,2,5]})", {"not a whatwhere session"}},
      {R"({"whatwhere": 2, "ids": []})", {"version 2", "version 1"}},
      {R"({"whatwhere": 0, "ids": []})", {"version 0"}},
      {R"({"whatwhere": "1", "ids": []})", {"version \"1\""}},
      {R"({"whatwhere": null, "ids": []})", {"version null"}},
      {R"({"whatwhere": true, "ids": []})", {"version true"}},
      {R"({"whatwhere": 1})", {"\"ids\"", "list"}},
      {R"({"whatwhere": 1, "ids": 5})", {"\"ids\"", "list"}},
      {R"({"whatwhere": 1, "ids": "the cat"})", {"\"ids\"", "list"}},
      {R"({"whatwhere": 1, "ids": {"0": 5}})", {"\"ids\"", "list"}},
      {R"({"whatwhere": 1, "ids": null})", {"\"ids\"", "list"}},
      {R"({"whatwhere": 1, "ids": [5,6]})", {"id 6", "slot 1", "[0, 6)"}},
      {R"({"whatwhere": 1, "ids": [5,-1]})", {"id -1", "slot 1"}},
      {R"({"whatwhere": 1, "ids": [5,2.5]})", {"2.5", "slot 1"}},
      {R"({"whatwhere": 1, "ids": [5,2.0]})", {"2.0", "slot 1"}},
      {R"({"whatwhere": 1, "ids": [5,"2"]})", {"\"2\"", "slot 1"}},
      {R"({"whatwhere": 1, "ids": [5,[2]]})", {"a list", "slot 1"}},
      {R"({"whatwhere": 1, "ids": [null]})", {"null", "slot 0"}},
      {R"({"whatwhere": 1, "ids": [true]})", {"true", "slot 0"}},
      {R"({"whatwhere": 1, "ids": [2147483648]})", {"2147483648", "slot 0"}},
      {R"({"whatwhere": 1, "ids": [4294967301]})", {"4294967301", "slot 0"}},  // 2^32 + 5
      {R"({"whatwhere": 1, "ids": [18446744073709551615]})", {"18446744073709551615", "slot 0"}},
      {R"({"whatwhere": 1, "ids": [18446744073709551621]})", {"slot 0"}},  // 2^64 + 5
      {R"({"whatwhere": 1, "ids": [0,0,0,0,0,0,0,0,0]})", {"T = 9", "context_length = 8"}},
      {R"({"whatwhere": 1, "ids": [5,2,5], "moved_from": [0,1]})", {"\"moved_from\"", "3"}},
      {R"({"whatwhere": 1, "ids": [5,2,5], "moved_from": [0,1,2,3]})", {"\"moved_from\"", "3"}},
      {R"({"whatwhere": 1, "ids": [5,2,5], "moved_from": [0,1,1]})", {"\"moved_from\"", "3"}},
      {R"({"whatwhere": 1, "ids": [5,2,5], "moved_from": [0,1,3]})", {"\"moved_from\"", "3"}},
      {R"({"whatwhere": 1, "ids": [5,2,5], "moved_from": [0,1,-2]})", {"\"moved_from\"", "3"}},
      {R"({"whatwhere": 1, "ids": [5,2,5], "moved_from": [0,1,2.0]})", {"\"moved_from\"", "3"}},
      {R"({"whatwhere": 1, "ids": [5,2,5], "moved_from": [0,1,"2"]})", {"\"moved_from\"", "3"}},
      {R"({"whatwhere": 1, "ids": [5,2,5], "moved_from": [0,1,18446744073709551615]})", {"\"moved_from\""}},
      {R"({"whatwhere": 1, "ids": [5,2,5], "moved_from": "0,1,2"})", {"\"moved_from\"", "list"}},
      {R"({"whatwhere": 1, "ids": [], "moved_from": [0]})", {"\"moved_from\""}},
      {R"({"whatwhere": 1, "ids": [], "std": -0.5})", {"-0.5", "1000000"}},
      {R"({"whatwhere": 1, "ids": [], "std": 1000001})", {"1000001", "1000000"}},
      {R"({"whatwhere": 1, "ids": [], "std": "0.02"})", {"\"std\"", "\"0.02\""}},
      {R"({"whatwhere": 1, "ids": [], "std": "NaN"})", {"\"std\"", "\"NaN\""}},
      {R"({"whatwhere": 1, "ids": [], "std": null})", {"\"std\"", "null"}},
      {R"({"whatwhere": 1, "ids": [], "std": [0.02]})", {"\"std\" is a list"}},
      {R"({"whatwhere": 1, "ids": [], "seed": -1})", {"\"seed\"", "-1"}},
      {R"({"whatwhere": 1, "ids": [], "seed": 1.5})", {"\"seed\"", "1.5"}},
      {R"({"whatwhere": 1, "ids": [], "seed": 42.0})", {"\"seed\"", "42.0"}},
      {R"({"whatwhere": 1, "ids": [], "seed": 18446744073709551616})", {"\"seed\""}},
      {R"({"whatwhere": 1, "ids": [], "seed": "42"})", {"\"seed\"", "\"42\""}},
      {R"({"whatwhere": 1, "ids": [], "seed": null})", {"\"seed\"", "null"}},
      {R"({"whatwhere": 1, "ids": [], "shuffles": -1})", {"\"shuffles\"", "-1"}},
      {R"({"whatwhere": 1, "ids": [], "shuffles": 0.5})", {"\"shuffles\"", "0.5"}},
      {R"({"whatwhere": 1, "ids": [], "position": "alibi"})",
       {"\"position\"", "alibi", "off", "learned", "sinusoidal", "rotary"}},
      {R"({"whatwhere": 1, "ids": [], "position": "Learned"})", {"\"position\"", "Learned"}},
      {R"({"whatwhere": 1, "ids": [], "position": true})", {"\"position\"", "true"}},
      {R"({"whatwhere": 1, "ids": [], "position": null})", {"\"position\"", "null"}},
      {R"({"whatwhere": 1, "ids": [], "view": {"zoom": 0.49}})", {"\"zoom\"", "0.49"}},
      {R"({"whatwhere": 1, "ids": [], "view": {"zoom": 4.01}})", {"\"zoom\"", "4.01"}},
      {R"({"whatwhere": 1, "ids": [], "view": {"zoom": -1}})", {"\"zoom\"", "-1"}},
      {R"({"whatwhere": 1, "ids": [], "view": {"zoom": "1"}})", {"\"zoom\"", "\"1\""}},
      {R"({"whatwhere": 1, "ids": [], "view": {"theme": "pink"}})", {"\"theme\"", "pink", "dark", "light"}},
      {R"({"whatwhere": 1, "ids": [], "view": {"theme": 1}})", {"\"theme\"", "1"}},
      {R"({"whatwhere": 1, "ids": [], "view": {"motion": 1}})", {"\"motion\"", "1", "true or false"}},
      {R"({"whatwhere": 1, "ids": [], "view": {"motion": "yes"}})", {"\"motion\"", "\"yes\""}},
  };
}

TEST(SessionFile, EachMalformedFileNamesItselfAndTheCause) {
  const TemporaryFolder folder;
  for (const Malformed& malformed : malformed_files()) {
    const std::string text = malformed.text;
    SCOPED_TRACE(text);
    put_bytes(folder / "wrong.json", text);
    const auto message = message_of<FileError>([&] { load_session(folder / "wrong.json"); });
    EXPECT_TRUE(holds(message, {(folder / "wrong.json").string()}));
    for (const std::string& part : malformed.cause) EXPECT_TRUE(holds(message, {part}));
    EXPECT_EQ(message.find('\n'), std::string::npos) << "one line: " << message;
    EXPECT_EQ(message_of<FileError>([&] { session_from_json(text, "here"); }).substr(0, 16),
              "cannot open here");
  }
}

TEST(SessionFile, AMillionBracketsAreNotASession) {
  const std::string open(1'000'000, '[');
  EXPECT_TRUE(holds(message_of<FileError>([&] { session_from_json(open, "deep"); }), {"deep", "not JSON"}));
  const std::string closed = std::string(500'000, '[') + std::string(500'000, ']');
  EXPECT_TRUE(holds(message_of<FileError>([&] { session_from_json(closed, "deep"); }), {"deep", "session"}));
}

// A wrong value nested half a million deep: one short line, and no recursion over it.
TEST(SessionFile, AWrongValueOfAMillionBracketsIsRefused) {
  const std::string deep = std::string(500'000, '[') + std::string(500'000, ']');
  const std::vector<std::string> texts = {"{\"whatwhere\": " + deep + "}",
                                          "{\"whatwhere\": 1, \"ids\": [" + deep + "]}",
                                          "{\"whatwhere\": 1, \"ids\": [], \"seed\": " + deep + "}"};
  for (const std::string& text : texts) {
    const auto message = message_of<FileError>([&] { session_from_json(text, "deep"); });
    EXPECT_TRUE(holds(message, {"deep"}));
    EXPECT_LT(message.size(), 1000U) << "a message is one line that a person reads";
  }
}

// What is no object has no keys, but is no view of defaults either.
TEST(SessionFile, AViewThatIsNoObjectIsRefused) {
  for (const std::string view : {"5", "\"dark\"", "null", "true"}) {
    const std::string text = R"({"whatwhere": 1, "ids": [], "view": )" + view + "}";
    EXPECT_TRUE(holds(message_of<FileError>([&] { session_from_json(text, "here"); }), {"\"view\"", view}));
  }
  const auto message =
      message_of<FileError>([] { session_from_json(R"({"whatwhere": 1, "ids": [], "view": []})", "here"); });
  EXPECT_TRUE(holds(message, {"\"view\" is a list"}));
}

TEST(SessionFile, WhatIsNoFileNamesItselfAndTheCause) {
  const TemporaryFolder folder;
  const auto message = [](const std::filesystem::path& path) {
    ::alarm(10);  // a pipe must not hang
    const auto text = message_of<FileError>([&] { load_session(path); });
    ::alarm(0);
    EXPECT_TRUE(holds(text, {path.string()}));
    return text;
  };
  EXPECT_TRUE(holds(message(folder / "missing.json"), {"No such file"}));
  EXPECT_TRUE(holds(message(folder.path()), {"directory"}));
  put_bytes(folder / "large.json", std::string(2 << 20, ' '));
  EXPECT_TRUE(holds(message(folder / "large.json"), {"larger than"}));
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(holds(message(folder / "pipe"), {"not a regular file"}));
  EXPECT_TRUE(holds(message("/dev/zero"), {"not a regular file"}));
}

// Every prefix of a good file, and every one with a byte changed, is a session or a FileError; nothing else.
TEST(SessionFile, DamagedFilesAreRefusedOrRead) {
  Session session;
  session.sequence = Sequence(Ids{5, 2, 5});
  const std::string good = to_json(apply(session, {.id = ActionId::shuffle}));
  Random random(2);
  std::size_t read = 0;
  const auto try_to_read = [&](const std::string& text) {
    try {
      check_sequence(session_from_json(text, "here").sequence.ids());
      ++read;
    } catch (const FileError&) {
    }
  };
  for (std::size_t end = 0; end < good.size(); ++end) try_to_read(good.substr(0, end));
  EXPECT_LE(read, 1U);  // without the last newline it is whole
  for (int i = 0; i < 20'000; ++i) {
    std::string text = good;
    text[random.below(text.size())] = static_cast<char>(random.bits());
    try_to_read(text);
  }
}

TEST(SessionFile, Names) {
  EXPECT_EQ(name_of(PositionScheme::off), "off");
  EXPECT_EQ(name_of(PositionScheme::learned), "learned");
  EXPECT_EQ(name_of(PositionScheme::sinusoidal), "sinusoidal");
  EXPECT_EQ(name_of(PositionScheme::rotary), "rotary");
  EXPECT_EQ(name_of(Page::widget), "widget");
  EXPECT_EQ(name_of(Page::raw_ids), "raw-ids");
  EXPECT_EQ(name_of(Page::learning), "learning");
  EXPECT_EQ(name_of(Page::lesson), "lesson");
  EXPECT_EQ(name_of(ContextPolicy::refuse), "refuse");
  EXPECT_EQ(name_of(ContextPolicy::truncate), "truncate");
  EXPECT_EQ(name_of(Optimizer::sgd), "sgd");
  EXPECT_EQ(name_of(Optimizer::adam), "adam");
  EXPECT_EQ(name_of(Optimizer::adamw), "adamw");
  EXPECT_EQ(name_of(LearningPart::step), "step");
  EXPECT_EQ(name_of(LearningPart::example), "example");
  EXPECT_EQ(name_of(LearningPart::training), "training");
  EXPECT_EQ(name_of(Theme::dark), "dark");
  EXPECT_EQ(name_of(Theme::light), "light");
}

}  // namespace
}  // namespace whatwhere
