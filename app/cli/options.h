// The command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/neighbours.h"
#include "core/model/read_watch.h"
#include "core/session/session.h"

namespace whatwhere {

enum class OutputFormat { json, csv, npy };

// How the command line asks for the grid.
struct GridOptions {
  OutputFormat format = OutputFormat::json;
  std::optional<std::vector<TokenId>> before;
  std::optional<std::filesystem::path> output;  // standard output otherwise
  bool with_tables = false;                     // E and P of a real model too
};

// What a model's file or folder holds.
struct InfoOptions {
  std::filesystem::path path;
  bool json = false;  // text otherwise
};

// Rows of one of a model's tables.
struct RowsOptions {
  std::filesystem::path path;
  std::string table;  // "E" or "P"
  std::optional<std::pair<std::size_t, std::size_t>>
      range;  // the first, and the one behind the last; all otherwise
  OutputFormat format = OutputFormat::json;
};

// The rows nearest to one, or to a sum; exactly one of token, id and analogy is given.
struct NeighboursOptions {
  std::filesystem::path path;
  std::optional<std::string> token;    // its word
  std::optional<std::uint64_t> id;     // its row
  std::optional<std::string> analogy;  // "king - man + woman"
  std::size_t k = 10;
  Metric metric = Metric::cosine;
  bool json = false;  // text otherwise
};

// The tokens of a text.
struct TokensOptions {
  std::filesystem::path path;  // of a model, or of a folder that holds a tokenizer alone
  std::string text;
  bool json = false;  // a table for a person otherwise
};

struct Options {
  std::optional<std::filesystem::path> file;
  std::optional<std::filesystem::path> model;  // a real model, instead of the toy
  std::optional<std::string> text;             // for its tokenizer
  // What replaces the session's own, each if given.
  std::optional<std::vector<TokenId>> ids;
  std::optional<PositionScheme> position;
  std::optional<std::uint64_t> seed;
  std::optional<double> std;
  std::optional<Page> page;
  std::optional<Theme> theme;
  std::optional<double> zoom;

  std::optional<std::pair<int, int>> size;
  std::optional<std::filesystem::path> screenshot;
  std::optional<std::filesystem::path> rects;
  // The subcommand, if there is one.
  std::optional<GridOptions> grid;
  std::optional<InfoOptions> info;
  std::optional<RowsOptions> rows;
  std::optional<NeighboursOptions> neighbours;
  std::optional<TokensOptions> tokens;

  // Does any option say what to start with? If not, the last session comes back.
  bool names_a_session() const { return file || ids || model; }
};

// The parsed command line; nullopt when it is answered already (--help, --version, a usage error), and
// `status` is then the exit status: 0, or 2 after one line on standard error.
// Throws IdError for a word that is not in the vocabulary.
std::optional<Options> parse_options(int argc, char** argv, int& status);

// The session to start with: `base` with the file and the options laid over it.
// Throws Error if the file cannot be opened, or the ids or a number do not fit the tables; Cancelled if
// `watch` says so.
Session session_of(const Options& options, Session base, const ReadWatch& watch = {});

}  // namespace whatwhere
