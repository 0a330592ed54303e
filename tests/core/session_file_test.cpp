#include "core/session/session_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

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
  ASSERT_EQ(a.view, b.view);
}

TEST(SessionFile, RandomSessionsComeBack) {
  Random random(1);
  Session session;
  std::size_t reordered = 0;
  for (int i = 0; i < 3000; ++i) {
    const Action action = random_action(random, session);
    if (why_not(session, action).empty()) session = apply(session, action);
    if (random.below(20) == 0) session.std = std::abs(static_cast<double>(random.small_float())) * 1e6;
    if (random.below(20) == 0) session.shuffles = random.bits();
    const Session back = session_from_json(to_json(session), "here");
    expect_same_choices(session, back);
    ASSERT_EQ(to_json(back), to_json(session));
    reordered += session.before ? 1 : 0;
  }
  EXPECT_GT(reordered, 300U);
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
                          "view": {"theme": "dark", "zoom": 1.0, "motion": true}})"));
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
      {R"({"whatwhere": 1, "ids": [], "position": "rotary"})", {"\"position\"", "rotary", "off", "learned"}},
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
  EXPECT_EQ(name_of(Theme::dark), "dark");
  EXPECT_EQ(name_of(Theme::light), "light");
}

}  // namespace
}  // namespace whatwhere
