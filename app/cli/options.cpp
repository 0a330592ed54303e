#include "app/cli/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <limits>
#include <system_error>
#include <utility>

#include "core/errors.h"
#include "core/model/built_in.h"
#include "core/model/model_file.h"
#include "core/numbers.h"
#include "core/session/model_lesson.h"
#include "core/session/session_file.h"

namespace whatwhere {

namespace {

constexpr int kUsage = 2;
constexpr int kLargestSide = 16384;

// The raw words of the command line, before they mean anything.
struct Words {
  std::string file;
  std::string model;
  std::string text;
  std::string tokens;
  std::string ids;
  std::string position;
  std::string seed;
  std::string std;
  std::string page;
  std::string theme;
  std::string scale;
  std::string size;
  std::string screenshot;
  std::string rects;
  std::string before;
  std::string path;  // of a model
  std::string table;
  std::string range;
  std::string token;
  std::string id;
  std::string analogy;
  std::string k;
  std::string metric = "cosine";
  std::string format = "json";
  std::string info_format = "text";
  std::string output;
  bool with_tables = false;
};

[[noreturn]] void wrong(const std::string& option, const std::string& value, const std::string& use) {
  throw CLI::ValidationError(option, "\"" + value + "\" is not " + use);
}

std::vector<TokenId> parse_ids(const std::string& option, const std::string& text) {
  std::vector<TokenId> ids;
  for (std::size_t at = 0; !text.empty() && at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const auto id = parse_i64(text.substr(at, end - at));
    if (!id || *id < std::numeric_limits<TokenId>::min() || *id > std::numeric_limits<TokenId>::max()) {
      wrong(option, text, "a list of ids: write them with commas and no spaces, such as 5,2,5");
    }
    ids.push_back(static_cast<TokenId>(*id));
    at = end + 1;
  }
  return ids;
}

std::pair<int, int> parse_size(const std::string& text) {
  const std::size_t x = text.find('x');
  const auto side = [&](std::string_view part) {
    const auto n = parse_i64(part);
    if (!n || *n < 1 || *n > kLargestSide) {
      wrong("--size", text, "a size: write WIDTHxHEIGHT, each from 1 to 16384, such as 1280x800");
    }
    return static_cast<int>(*n);
  };
  const std::string_view view = text;
  return {side(view.substr(0, x)), side(x == std::string::npos ? "" : view.substr(x + 1))};
}

double parse_number(const std::string& option, const std::string& text, double low, double high) {
  const auto value = parse_double(text);
  if (value && *value >= low && *value <= high) return *value;
  wrong(option, text, "a number from " + shortest(low) + " to " + significant(high, 7));
}

std::uint64_t parse_seed(const std::string& text) {
  const auto seed = parse_u64(text);
  if (!seed) wrong("--seed", text, "a whole number from 0 to 18446744073709551615");
  return *seed;
}

constexpr std::size_t kSchemes = 4;

// The names of an enumeration's `count` values, which run from 0.
template <typename Named>
std::vector<std::string> names_of(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(name_of(static_cast<Named>(i)));
  return names;
}

template <typename Named>
std::optional<Named> by_name(const std::string& name, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (name_of(static_cast<Named>(i)) == name) return static_cast<Named>(i);
  }
  return std::nullopt;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

OutputFormat format_of(const std::string& name) {
  if (name == "csv") return OutputFormat::csv;
  return name == "npy" ? OutputFormat::npy : OutputFormat::json;
}

// "0:6": the rows 0 to 5.
std::pair<std::size_t, std::size_t> parse_range(const std::string& text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto first = parse_u64(text.substr(0, colon));
  const auto end = parse_u64(text.substr(std::min(colon + 1, text.size())));
  if (!first || !end || *first > *end)
    wrong("--range", text, "a range of rows: write FIRST:END, such as 0:6");
  return {*first, *end};
}

NeighboursOptions neighbours_of(const CLI::App& near, const Words& words) {
  NeighboursOptions options;
  options.path = words.path;
  if (near.count("--token") > 0) options.token = words.token;
  if (near.count("--analogy") > 0) options.analogy = words.analogy;
  if (near.count("--id") > 0) {
    options.id = parse_u64(words.id);
    if (!options.id) wrong("--id", words.id, "a row's number");
  }
  if (near.count("-k") > 0) {
    const auto k = parse_u64(words.k);
    if (!k || *k == 0) wrong("-k", words.k, "a whole number from 1");
    options.k = *k;
  }
  if (words.metric == "dot") options.metric = Metric::dot;
  if (words.metric == "l2") options.metric = Metric::l2;
  options.json = words.info_format == "json";
  return options;
}

// The state options, shared by the window and `grid`.
void add_state_options(CLI::App& app, Words& words) {
  app.add_option("FILE", words.file, "A saved session to start from, or a model");
  app.add_option("--model", words.model,
                 "A real model: its file or folder, builtin:shakespeare or builtin:words");
  app.add_option("--text", words.text, "With --model: the sequence, as text for its tokenizer");
  app.add_option("--tokens", words.tokens, "The sequence, as words: \"the cat the\"");
  app.add_option("--ids", words.ids, "The sequence, as token ids: 5,2,5");
  app.add_option("--position", words.position,
                 "What says where a token stands: off, learned, sinusoidal or rotary")
      ->check(CLI::IsMember(names_of<PositionScheme>(kSchemes)));
  app.add_option("--seed", words.seed, "Seed of both tables (42)");
  app.add_option("--std", words.std, "Standard deviation of both tables (0.02)");
}

// Is it a model's file or folder, and not a session's?
bool is_model(const std::filesystem::path& path) {
  std::error_code error;
  return built_in_name(path) || std::filesystem::is_directory(path, error) || is_named_as_model(path);
}

Options meaning(const CLI::App& app, const CLI::App& grid, const Words& words) {
  // A state option counts wherever it stands, before `grid` or after it.
  const auto state = [&](const char* option) { return app.count(option) + grid.count(option) > 0; };
  const auto given = [&](const CLI::App& where, const char* option) { return where.count(option) > 0; };
  if (state("--tokens") && state("--ids")) throw CLI::ExcludesError("--ids", "--tokens");
  if (state("--text") && state("--ids")) throw CLI::ExcludesError("--ids", "--text");
  if (state("--text") && !state("--model") && !state("FILE")) throw CLI::RequiresError("--text", "--model");
  for (const char* option : {"FILE", "--tokens"}) {
    if (state("--model") && state(option)) throw CLI::ExcludesError(option, "--model");
  }
  Options options;
  if (state("--model")) options.model = words.model;
  if (state("--text")) options.text = words.text;
  if (state("FILE")) (is_model(words.file) ? options.model : options.file) = words.file;
  if (state("--tokens")) options.ids = ids_of_words(words.tokens);
  if (state("--ids")) options.ids = parse_ids("--ids", words.ids);
  if (state("--position")) {
    options.position = by_name<PositionScheme>(words.position, kSchemes);
  }
  if (state("--seed")) options.seed = parse_seed(words.seed);
  if (state("--std")) options.std = parse_number("--std", words.std, 0.0, kMaxStd);
  if (grid.parsed()) {
    for (const char* option : {"--page", "--theme", "--scale", "--size", "--screenshot", "--rects"}) {
      if (given(app, option)) throw CLI::ExcludesError(option, "grid");
    }
    GridOptions wanted;
    wanted.format = format_of(words.format);
    if (given(grid, "--before")) wanted.before = parse_ids("--before", words.before);
    if (given(grid, "-o")) wanted.output = words.output;
    wanted.with_tables = words.with_tables;
    options.grid = wanted;
    return options;
  }
  if (given(app, "--page")) options.page = by_name<Page>(words.page, kPages);
  if (given(app, "--theme")) options.theme = words.theme == "dark" ? Theme::dark : Theme::light;
  if (given(app, "--scale")) options.zoom = parse_number("--scale", words.scale, kMinZoom, kMaxZoom);
  if (given(app, "--size")) options.size = parse_size(words.size);
  if (given(app, "--screenshot")) options.screenshot = words.screenshot;
  if (given(app, "--rects")) options.rects = words.rects;
  if (options.rects && options.rects == options.screenshot) {
    wrong("--rects", words.rects, "another file than that of --screenshot");
  }
  return options;
}

}  // namespace

std::optional<Options> parse_options(int argc, char** argv, int& status) {
  Words words;
  CLI::App app{
      "whatwhere: see what a GPT's input is made of. Every coloured cell is a number you can check."};
  app.footer(
      "The window starts with the last session unless a file, --model, --tokens or --ids says otherwise; "
      "pictures\n"
      "and the grid start from the defaults.\n"
      "Exit status: 0 done; 2 the command line was not understood; 1 everything else.");
  app.set_version_flag("--version", std::string("whatwhere ") + WHATWHERE_VERSION);
  add_state_options(app, words);
  app.add_option("--page", words.page, "Which page: " + listed(names_of<Page>(kPages)))
      ->check(CLI::IsMember(names_of<Page>(kPages)));
  app.add_option("--theme", words.theme, "dark or light")->check(CLI::IsMember({"dark", "light"}));
  app.add_option("--scale", words.scale, "Size of everything, 0.5 to 4 (1 = the monitor's own scale)");
  app.add_option("--size", words.size, "Size of the window or picture: WxH (1280x800)");
  auto* screenshot = app.add_option("--screenshot", words.screenshot,
                                    "Draw the settled window once into this PNG file, and exit");
  app.add_option("--rects", words.rects, "With --screenshot: write where each named item is, as JSON")
      ->needs(screenshot);
  app.require_subcommand(0, 1);

  CLI::App* info = app.add_subcommand("info", "List what a model's file or folder holds; needs no display");
  info->add_option("PATH", words.path, "A file or folder of a model")->required();
  info->add_option("--format", words.info_format, "text or json")->check(CLI::IsMember({"text", "json"}));
  CLI::App* rows = app.add_subcommand("rows", "Print rows of a model's table; needs no display");
  rows->add_option("PATH", words.path, "A file or folder of a model")->required();
  rows->add_option("--table", words.table, "E or P")->required()->check(CLI::IsMember({"E", "P"}));
  rows->add_option("--range", words.range, "Which rows: FIRST:END, END not included (all)");
  rows->add_option("--format", words.format, "json, csv or npy")
      ->check(CLI::IsMember({"json", "csv", "npy"}));

  CLI::App* near =
      app.add_subcommand("neighbours", "Print the rows nearest to one, or to a sum; needs no display");
  near->add_option("--model", words.path, "A file or folder of a model")->required();
  auto* asked = near->add_option_group("query", "One of")->require_option(1);
  asked->add_option("--token", words.token, "The row of this word");
  asked->add_option("--id", words.id, "The row with this number");
  asked->add_option("--analogy", words.analogy, "A sum of rows: \"king - man + woman\"");
  near->add_option("-k", words.k, "How many (10)");
  near->add_option("--metric", words.metric, "cosine, dot or l2")
      ->check(CLI::IsMember({"cosine", "dot", "l2"}));
  near->add_option("--format", words.info_format, "text or json")->check(CLI::IsMember({"text", "json"}));

  CLI::App* tokens =
      app.add_subcommand("tokens", "Print a text's tokens by a model's tokenizer; needs no display");
  tokens->add_option("--model", words.path, "A file or folder of a model, or of a tokenizer")->required();
  tokens->add_option("--text", words.text, "The text")->required();
  tokens->add_option("--format", words.info_format, "text or json")->check(CLI::IsMember({"text", "json"}));

  CLI::App* grid = app.add_subcommand("grid", "Print the grid and its verdicts; needs no display");
  add_state_options(*grid, words);
  grid->add_option("--before", words.before, "Compare with the order of these ids: 5,5,2");
  grid->add_option("--format", words.format, "json (all), csv or npy (input_emb)")
      ->check(CLI::IsMember({"json", "csv", "npy"}));
  grid->add_flag("--with-tables", words.with_tables, "With --model: print E and P, too");
  grid->add_option("-o", words.output, "Write to this file instead of standard output");

  try {
    app.parse(argc, argv);
    if (info->parsed()) {
      Options options;
      options.info = InfoOptions{words.path, words.info_format == "json"};
      return options;
    }
    if (rows->parsed()) {
      Options options;
      options.rows = RowsOptions{words.path, words.table, std::nullopt, format_of(words.format)};
      if (rows->count("--range") > 0) options.rows->range = parse_range(words.range);
      return options;
    }
    if (near->parsed()) {
      Options options;
      options.neighbours = neighbours_of(*near, words);
      return options;
    }
    if (tokens->parsed()) {
      Options options;
      options.tokens = TokensOptions{words.path, words.text, words.info_format == "json"};
      return options;
    }
    return meaning(app, *grid, words);
  } catch (const CLI::Success& answered) {
    status = app.exit(answered);
  } catch (const CLI::ParseError& error) {
    std::cerr << "whatwhere: " << error.what() << " (see whatwhere --help)\n";
    status = kUsage;
  }
  return std::nullopt;
}

namespace {

ModelChoices opened(const std::filesystem::path& path, const ReadWatch& watch) {
  const bool is_built_in = built_in_name(path).has_value();
  const auto whole = is_built_in ? path : std::filesystem::absolute(path).lexically_normal();
  return first_choices(std::make_shared<const Model>(open_model(whole, watch)));
}

// A real model's choices with the options laid over them.
ModelChoices with_options(ModelChoices choices, const Options& options) {
  const Model& model = *choices.model;
  if (options.position) {
    const std::string reason = why_not_scheme(model, *options.position);
    if (!reason.empty()) throw ValueError(reason);
    choices.position = *options.position;
  }
  if (!options.text && !options.ids) return choices;
  choices.cut = false;
  choices.before.reset();
  choices.by_ids = options.ids.has_value();
  std::vector<TokenId> ids;
  if (options.text) {
    choices.text = *options.text;
    const ModelText read = read_text(choices);
    if (!read.problem.empty()) throw ValueError(read.problem);
    if (!read.no_rows.empty()) throw IdError("there is no row for \"" + read.no_rows.front() + "\"");
    check_context(read.count, most_slots(model));
    ids = read.ids;
  } else {
    ids = *options.ids;
    check_ids(ids, static_cast<std::size_t>(model.token_table().rows()));
    check_context(ids.size(), most_slots(model));
    choices.text = text_of_ids(ids);
  }
  choices.sequence = Sequence(ids);
  return choices;
}

}  // namespace

Session session_of(const Options& options, Session base, const ReadWatch& watch) {
  Session session = options.file ? load_session(*options.file, watch) : std::move(base);
  session.seed = options.seed.value_or(session.seed);
  session.std = options.std.value_or(session.std);
  if (options.seed || options.std) session.changed.reset();
  session.view.page = options.page.value_or(session.view.page);
  session.view.theme = options.theme.value_or(session.view.theme);
  session.view.zoom = options.zoom.value_or(session.view.zoom);
  if (options.model) session.real = opened(*options.model, watch);
  if (session.real) {
    session.real = with_options(*std::move(session.real), options);
    return session;
  }
  if (options.ids) {
    check_sequence(*options.ids);
    session.sequence = Sequence(*options.ids);
    session.before.reset();
  }
  session.position = options.position.value_or(session.position);
  return session;
}

}  // namespace whatwhere
