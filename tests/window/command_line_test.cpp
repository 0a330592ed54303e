// The command line: what it answers, what it refuses, and with which status.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/session/actions.h"
#include "core/session/session_file.h"
#include "tests/window/desktop.h"

namespace whatwhere::testing {
namespace {

namespace fs = std::filesystem;

void expect_refused(const std::vector<std::string>& arguments, int status, const std::string& says) {
  const Outcome outcome = run_program(arguments, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}});
  EXPECT_EQ(outcome.status, status) << outcome.errors;
  EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1) << outcome.errors;
  EXPECT_NE(outcome.errors.find(says), std::string::npos) << outcome.errors;
  EXPECT_TRUE(outcome.output.empty()) << outcome.output;
}

TEST(CommandLine, WhatIsNotUnderstoodExitsWithTwo) {
  expect_refused({"--no-such-option"}, 2, "--no-such-option");
  expect_refused({"--position", "rotated"}, 2, "rotated");
  expect_refused({"--page", "nowhere"}, 2, "nowhere");
  expect_refused({"--page", "product", "grid"}, 2, "--page");
  expect_refused({"--theme", "blue"}, 2, "blue");
  expect_refused({"--seed", "-1"}, 2, "\"-1\" is not a whole number");
  expect_refused({"--seed", "18446744073709551616"}, 2, "--seed");
  expect_refused({"--std", "nan"}, 2, "--std");
  expect_refused({"--std", "-0.1"}, 2, "--std");
  expect_refused({"--scale", "9"}, 2, "--scale");
  expect_refused({"--size", "0x10"}, 2, "--size");
  expect_refused({"--size", "1280"}, 2, "--size");
  expect_refused({"--ids", "5, 2"}, 2, "--ids");
  expect_refused({"--ids", "5,,2"}, 2, "--ids");
  expect_refused({"--ids", "5,2,"}, 2, "--ids");
  expect_refused({"--ids", "1", "--tokens", "the"}, 2, "--");
  expect_refused({"--ids", "1", "grid", "--tokens", "the"}, 2, "--tokens");
  expect_refused({"--screenshot", "p.png", "grid"}, 2, "--screenshot");
  expect_refused({"--rects", "r.json"}, 2, "--screenshot");
  expect_refused({"grid", "--format", "xml"}, 2, "xml");
  expect_refused({"grid", "--before", "a"}, 2, "--before");
}

TEST(CommandLine, WhatTheTablesRefuseExitsWithOne) {
  expect_refused({"grid", "--ids", "5,6"}, 1, "id 6 in slot 1 is outside [0, 6)");
  expect_refused({"grid", "--ids", "-1"}, 1, "id -1 in slot 0 is outside [0, 6)");
  expect_refused({"grid", "--tokens", "the bird"}, 1, "word \"bird\" in slot 1 is not in the vocabulary");
  expect_refused({"grid", "--ids", "0,0,0,0,0,0,0,0,0"}, 1, "T = 9 tokens, but context_length = 8");
  expect_refused({"grid", "--before", "7", "--ids", "0"}, 1, "id 7 in slot 0");
  expect_refused({"grid", "nowhere.json"}, 1, "nowhere.json");
  expect_refused({"grid", "--ids", "0", "-o", "/nowhere/out.json"}, 1, "/nowhere/out.json");
}

// A command that fails leaves the file that it would have written as it was.
TEST(CommandLine, NothingIsOverwrittenByAFailure) {
  const fs::path folder = new_folder();
  const fs::path file = folder / "grid.json";
  std::ofstream(file) << "precious";
  expect_refused({"grid", "--ids", "9", "-o", file.string()}, 1, "id 9");
  std::ifstream in(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "precious");
  fs::remove_all(folder);
}

TEST(CommandLine, HelpAndVersion) {
  const Outcome help = run_program({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* option : {"--tokens", "--ids", "--position", "--seed", "--std", "--page", "--theme",
                             "--scale", "--size", "--screenshot", "--rects", "grid", "tokens"}) {
    EXPECT_NE(help.output.find(option), std::string::npos) << option;
  }
  EXPECT_EQ(run_program({"--version"}).output, "whatwhere " WHATWHERE_VERSION "\n");
}

TEST(CommandLine, GridAnswersWithoutADisplay) {
  const Outcome outcome =
      run_program({"grid", "--tokens", "the cat the", "--before", "5,5,2"}, {{"DISPLAY", ""}});
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("ids"), nlohmann::json({5, 2, 5}));
  EXPECT_TRUE(json.at("pos_emb").is_null());
  EXPECT_EQ(json.at("same_token").at("verdict"), "yes");
  // the cat the against the the cat: the same vectors; slots 1 and 2 hold others.
  EXPECT_EQ(json.at("order").at("same_multiset"), true);
  EXPECT_EQ(json.at("order").at("slots_changed"), 2);
}

// Nothing is added to the input: the two rows of "the" stay the same.
TEST(CommandLine, GridWithRotaryPositions) {
  const Outcome outcome =
      run_program({"grid", "--tokens", "the cat the", "--position", "rotary"}, {{"DISPLAY", ""}});
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("position"), "rotary");
  EXPECT_EQ(json.at("scheme").at("adds_to_input"), false);
  EXPECT_TRUE(json.at("pos_emb").is_null());
  EXPECT_EQ(json.at("input_emb"), json.at("tok_emb"));
  EXPECT_EQ(json.at("same_token").at("verdict"), "yes");
}

TEST(CommandLine, GridTakesASessionFileAndOptionsOverIt) {
  const fs::path folder = new_folder();
  std::ofstream(folder / "s.json") << R"({"whatwhere": 1, "ids": [3, 4, 0], "seed": 7})";
  const std::string file = (folder / "s.json").string();
  const auto plain = nlohmann::json::parse(run_program({"grid", file}).output);
  EXPECT_EQ(plain.at("tokens"), nlohmann::json({"dog", "bites", "man"}));
  EXPECT_EQ(plain.at("seed"), 7);
  const auto over =
      nlohmann::json::parse(run_program({"grid", file, "--position", "learned", "--seed", "8"}).output);
  EXPECT_EQ(over.at("seed"), 8);
  EXPECT_EQ(over.at("position"), "learned");
  EXPECT_EQ(over.at("ids"), nlohmann::json({3, 4, 0}));
  const auto around = nlohmann::json::parse(run_program({"--seed", "9", "grid", file}).output);
  EXPECT_EQ(around.at("seed"), 9);
  EXPECT_EQ(around.at("tables"), "seed");
  fs::remove_all(folder);
}

// Tables that training changed are said to be changed; a seed on the command line draws new ones.
TEST(CommandLine, ASeedDrawsTheTablesAnew) {
  const fs::path folder = new_folder();
  Session trained;
  trained.sequence = Sequence(std::vector<TokenId>{5});
  trained = apply(trained, {.id = ActionId::train});
  save_session(folder / "trained.json", trained);
  const std::string file = (folder / "trained.json").string();
  const auto kept = nlohmann::json::parse(run_program({"grid", file}).output);
  EXPECT_EQ(kept.at("tables"), "changed");
  const auto drawn = nlohmann::json::parse(run_program({"grid", file, "--seed", "7"}).output);
  EXPECT_EQ(drawn.at("tables"), "seed");
  const auto plain = nlohmann::json::parse(run_program({"grid", "--ids", "5", "--seed", "7"}).output);
  EXPECT_EQ(drawn.at("input_emb"), plain.at("input_emb"));
  EXPECT_NE(kept.at("input_emb"), plain.at("input_emb"));
  fs::remove_all(folder);
}

std::string model_file(const std::string& name) { return WHATWHERE_TEST_DATA "/models/" + name; }

TEST(CommandLine, InfoListsWhatAModelHolds) {
  const Outcome outcome = run_program({"info", model_file("opt_offset.safetensors"), "--format", "json"},
                                      {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}});
  EXPECT_EQ(outcome.status, 0) << outcome.errors;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(
      json.at("tables"),
      nlohmann::json::parse(R"([{"name": "model.decoder.embed_tokens.weight", "shape": [6, 4], "dtype": "F32",
                                       "role": "E"},
                                      {"name": "model.decoder.embed_positions.weight", "shape": [10, 4],
                                       "dtype": "F32", "role": "P"}])"));
  EXPECT_EQ(json.at("position_offset"), 2);
  EXPECT_EQ(json.at("context_length"), 8);
  EXPECT_EQ(json.at("notes").size(), 1U);
  const std::string text = run_program({"info", model_file("bf16.safetensors")}).output;
  EXPECT_NE(text.find("E  model.embed_tokens.weight  (6, 4)  BF16"), std::string::npos) << text;
}

// A float32 number that JSON cannot write is the string that names it.
TEST(CommandLine, RowsOfAModel) {
  const auto json = nlohmann::json::parse(
      run_program({"rows", model_file("nan_inf_subnormal.safetensors"), "--table", "E", "--range", "1:4"})
          .output);
  EXPECT_EQ(json.at("table"), "E");
  EXPECT_EQ(json.at("shape"), nlohmann::json({6, 4}));
  EXPECT_EQ(json.at("range"), nlohmann::json({1, 4}));
  EXPECT_EQ(json.at("rows").size(), 3U);
  EXPECT_EQ(json.at("rows")[0][2], "NaN");
  EXPECT_EQ(json.at("rows")[1][0], "Infinity");
  EXPECT_EQ(json.at("rows")[2][3], "-Infinity");
  const std::string csv =
      run_program({"rows", model_file("E_v1.npy"), "--table", "E", "--format", "csv"}).output;
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "-0.00719336933,0.024073502,0.027937362,0.00634471839");
}

// The row itself comes first, at cosine 1, and is marked; a sum of rows marks each of its own.
TEST(CommandLine, NeighboursOfAWord) {
  const auto json = nlohmann::json::parse(run_program({"neighbours", "--model", model_file("glove.txt"),
                                                       "--token", ". . .", "-k", "3", "--format", "json"})
                                              .output);
  EXPECT_EQ(json.at("query"), ". . .");
  EXPECT_EQ(json.at("metric"), "cosine");
  ASSERT_EQ(json.at("neighbours").size(), 3U);
  EXPECT_EQ(json.at("neighbours")[0].at("id"), 3);
  EXPECT_EQ(json.at("neighbours")[0].at("token"), ". . .");
  EXPECT_NEAR(json.at("neighbours")[0].at("score"), 1.0, 1e-12);
  EXPECT_EQ(json.at("neighbours")[0].at("in_query"), true);
  EXPECT_EQ(json.at("neighbours")[1].at("in_query"), false);
  const auto sum =
      nlohmann::json::parse(run_program({"neighbours", "--model", model_file("glove.txt"), "--analogy",
                                         "cat - dog + the", "-k", "6", "--metric", "l2", "--format", "json"})
                                .output);
  int marked = 0;
  for (const auto& neighbour : sum.at("neighbours")) marked += neighbour.at("in_query") ? 1 : 0;
  EXPECT_EQ(marked, 3);
  EXPECT_LE(sum.at("neighbours")[0].at("score"), sum.at("neighbours")[5].at("score")) << "distances ascend";
  const auto by_id = nlohmann::json::parse(run_program({"neighbours", "--model", model_file("E_v1.npy"),
                                                        "--id", "2", "-k", "1", "--format", "json"})
                                               .output);
  EXPECT_EQ(by_id.at("neighbours")[0].at("id"), 2);
  EXPECT_TRUE(by_id.at("neighbours")[0].at("token").is_null());
}

std::string tokenizer_file(const std::string& name) { return WHATWHERE_TEST_DATA "/tokenizer/" + name; }

// The vocabulary of tests/data/tokenizer: "hello" is 259, " cat" 265, the byte FF has a token of its own.
TEST(CommandLine, TokensOfAText) {
  const Outcome outcome =
      run_program({"tokens", "--model", tokenizer_file(""), "--text", "hello cat\n", "--format", "json"},
                  {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}});
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(nlohmann::json::parse(outcome.output),
            nlohmann::json::parse(R"({"ids": [259, 265, 198], "tokens": [
      {"id": 259, "bytes": "68656c6c6f", "text": "hello"}, {"id": 265, "bytes": "20636174", "text": " cat"},
      {"id": 198, "bytes": "0a", "text": "\\n"}]})"));
  const auto nothing = nlohmann::json::parse(
      run_program({"tokens", "--model", tokenizer_file(""), "--text", "", "--format", "json"}).output);
  EXPECT_EQ(nothing, nlohmann::json::parse(R"({"ids": [], "tokens": []})"));
  const std::string text =
      run_program({"tokens", "--model", tokenizer_file("vocab.json"), "--text", "hello"}).output;
  EXPECT_EQ(text, "byte-level BPE (vocab.json and merges.txt): 1 token\n      259  68656c6c6f  \"hello\"\n");
}

TEST(CommandLine, TokensOfWordsMayHaveNoRow) {
  const std::vector<std::string> asked = {"tokens", "--model", model_file("glove.txt"), "--text", "Cat king"};
  std::vector<std::string> as_json = asked;
  as_json.insert(as_json.end(), {"--format", "json"});
  const auto json = nlohmann::json::parse(run_program(as_json).output);
  ASSERT_EQ(json.at("ids").size(), 2U);
  EXPECT_TRUE(json.at("ids")[0].is_number()) << "cat, in lower case";
  EXPECT_EQ(json.at("tokens")[0].at("text"), "cat");
  EXPECT_TRUE(json.at("ids")[1].is_null());
  EXPECT_TRUE(json.at("tokens")[1].at("id").is_null());
  EXPECT_EQ(json.at("tokens")[1].at("bytes"), "6b696e67");
  EXPECT_NE(run_program(asked).output.find("no row  6b696e67  \"king\""), std::string::npos);
  const auto info =
      nlohmann::json::parse(run_program({"info", model_file("glove.txt"), "--format", "json"}).output);
  EXPECT_EQ(info.at("tokenizer").at("kind"), "words of the rows");
  EXPECT_EQ(info.at("tokenizer").at("size"), info.at("words"));
  const std::string text = run_program({"info", model_file("glove.txt")}).output;
  EXPECT_NE(text.find("  tokenizer  words of the rows, "), std::string::npos) << text;
}

// A model of eight rows, named by ids of the bytes "!" to "(", and a token that a space begins.
TEST(CommandLine, NeighboursAreNamedByTheTokenizer) {
  const fs::path folder = new_folder();
  fs::copy(model_file("opt_offset.safetensors"), folder / "model.safetensors");
  nlohmann::json vocab = nlohmann::json::parse(std::ifstream(tokenizer_file("vocab.json")));
  vocab["!"] = vocab.at("\u0120cat");  // " cat" gets row 0
  vocab["\u0120cat"] = 0;
  std::ofstream(folder / "vocab.json") << vocab;
  fs::copy(tokenizer_file("merges.txt"), folder / "merges.txt");
  const auto nearest = [&](const std::string& option, const std::string& value) {
    return nlohmann::json::parse(run_program({"neighbours", "--model", folder.string(), option, value, "-k",
                                              "1", "--format", "json"})
                                     .output)
        .at("neighbours")[0];
  };
  EXPECT_EQ(nearest("--token", " cat").at("id"), 0);
  EXPECT_EQ(nearest("--token", " cat").at("token"), " cat");
  EXPECT_EQ(nearest("--analogy", "cat").at("id"), 0) << "the word, or else the word with its space";
  EXPECT_EQ(nearest("--token", "\"").at("id"), 1);
  EXPECT_EQ(nearest("--id", "2").at("token"), "#");
  expect_refused({"neighbours", "--model", folder.string(), "--token", "cat"}, 1, "no row for \"cat\"");
  expect_refused({"neighbours", "--model", folder.string(), "--token", "hello"}, 1, "no row for \"hello\"");
  fs::remove_all(folder);
}

TEST(CommandLine, WhatATokenizerRefuses) {
  expect_refused({"tokens", "--model", tokenizer_file("")}, 2, "--text");
  expect_refused({"tokens", "--text", "hello"}, 2, "--model");
  expect_refused({"tokens", "--model", tokenizer_file(""), "--text", "a", "--format", "csv"}, 2, "csv");
  expect_refused({"tokens", "--model", "/nowhere/at/all", "--text", "a"}, 1, "/nowhere/at/all");
  expect_refused({"tokens", "--model", model_file("E_v1.npy"), "--text", "a"}, 1, "tokenizer.json");
}

// "dog bites man" as tests/data/shakespeare.json has it; X = E[id] + P[t], read by `rows`.
TEST(CommandLine, GridOfAModel) {
  const auto json_of = [](const std::vector<std::string>& arguments) {
    return nlohmann::json::parse(run_program(arguments, {{"DISPLAY", ""}}).output);
  };
  const std::string model = "builtin:shakespeare";
  const auto grid = json_of({"grid", "--model", model, "--text", "dog bites man"});
  EXPECT_EQ(grid.at("ids"), nlohmann::json({67, 78, 70, 268, 274, 278, 460}));
  EXPECT_EQ(grid.at("position"), "learned");
  EXPECT_FALSE(grid.contains("E"));
  const auto e = json_of({"rows", model, "--table", "E", "--range", "70:71"}).at("rows")[0];
  const auto p = json_of({"rows", model, "--table", "P", "--range", "2:3"}).at("rows")[0];
  for (std::size_t j = 0; j < 64; ++j) {
    EXPECT_EQ(grid.at("tok_emb")[2][j], e[j]);
    EXPECT_EQ(grid.at("pos_emb")[2][j], p[j]);
    EXPECT_EQ(grid.at("input_emb")[2][j].get<float>(), e[j].get<float>() + p[j].get<float>());
  }
  const auto off =
      json_of({"grid", "--model", model, "--ids", "5,2,5", "--position", "off", "--before", "2,5,5"});
  EXPECT_EQ(off.at("same_token").at("verdict"), "yes");
  EXPECT_EQ(off.at("order").at("same_multiset"), true);
  EXPECT_EQ(off.at("order").at("slots_changed"), 2);
  EXPECT_EQ(json_of({"grid", "--model", model, "--ids", "5", "--with-tables"}).at("P").size(), 128U);
  const std::string csv = run_program({"grid", "--model", model, "--ids", "5,2", "--format", "csv"}).output;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);
}

// A saved session with a model: options are laid over the model, not over the toy behind it.
TEST(CommandLine, TokensOfABuiltInModel) {
  const auto json = nlohmann::json::parse(
      run_program({"tokens", "--model", "builtin:shakespeare", "--text", "dog bites man", "--format", "json"})
          .output);
  EXPECT_EQ(json.at("ids"), nlohmann::json({67, 78, 70, 268, 274, 278, 460}));
}

TEST(CommandLine, GridOfASessionWithAModel) {
  const fs::path folder = new_folder();
  std::ofstream(folder / "s.json") << R"({"whatwhere": 1, "ids": [], "model": {"path": "builtin:shakespeare",
    "position": "learned", "text": "dog", "ids": [67, 78, 70]}})";
  const auto json = nlohmann::json::parse(
      run_program({"grid", (folder / "s.json").string(), "--ids", "2047,5", "--position", "off"}).output);
  EXPECT_EQ(json.at("model"), "builtin:shakespeare");
  EXPECT_EQ(json.at("ids"), nlohmann::json({2047, 5}));
  EXPECT_EQ(json.at("position"), "off");
  fs::remove_all(folder);
}

TEST(CommandLine, WhatAGridOfAModelRefuses) {
  expect_refused({"grid", "--text", "dog"}, 2, "--model");
  expect_refused({"grid", "--model", "builtin:words", "--tokens", "the"}, 2, "--tokens");
  expect_refused({"grid", "--model", "builtin:words", "--text", "the xyzzy"}, 1, "no row for \"xyzzy\"");
  expect_refused({"grid", "--model", "builtin:words", "--text", "the", "--position", "learned"}, 1,
                 "no position table");
  expect_refused({"grid", "--model", "builtin:shakespeare", "--ids", "2048"}, 1, "id 2048 in slot 0");
  expect_refused({"grid", "--model", "builtin:nothing", "--ids", "1"}, 1, "builtin:words");
  std::string text;
  for (int i = 0; i < 129; ++i) text += " the";
  expect_refused({"grid", "--model", "builtin:shakespeare", "--text", text}, 1, "T = 129 tokens");
}

TEST(CommandLine, WhatAModelRefusesExitsWithOne) {
  expect_refused({"info", model_file("overlap.safetensors")}, 1, "wpe.weight and wte.weight overlap");
  expect_refused({"rows", model_file("bf16.safetensors"), "--table", "P"}, 1, "no position table");
  expect_refused({"rows", model_file("E_v1.npy"), "--table", "E", "--range", "4:7"}, 1, "0:6");
  expect_refused({"rows", model_file("E_v1.npy"), "--table", "E", "--range", "x"}, 2, "FIRST:END");
  expect_refused({"info", "/nowhere/at/all"}, 1, "/nowhere/at/all");
  expect_refused({"neighbours", "--model", model_file("glove.txt"), "--token", "king"}, 1,
                 "no row for \"king\"");
  expect_refused({"neighbours", "--model", model_file("E_v1.npy"), "--token", "the"}, 1, "--id");
  expect_refused({"neighbours", "--model", model_file("E_v1.npy"), "--id", "6"}, 1, "[0, 6)");
  expect_refused({"neighbours", "--model", model_file("glove.txt")}, 2, "Exactly 1 option");
}

}  // namespace
}  // namespace whatwhere::testing
