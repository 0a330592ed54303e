// The command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/session/session.h"

namespace whatwhere {

// How the command line asks for the grid.
struct GridOptions {
  enum class Format { json, csv, npy };
  Format format = Format::json;
  std::optional<std::vector<TokenId>> before;
  std::optional<std::filesystem::path> output;  // standard output otherwise
};

struct Options {
  std::optional<std::filesystem::path> file;
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
  std::optional<GridOptions> grid;  // the subcommand

  // Does any option say what to start with? If not, the last session comes back.
  bool names_a_session() const { return file || ids; }
};

// The parsed command line; nullopt when it is answered already (--help, --version, a usage error), and
// `status` is then the exit status: 0, or 2 after one line on standard error.
// Throws IdError for a word that is not in the vocabulary.
std::optional<Options> parse_options(int argc, char** argv, int& status);

// The session to start with: `base` with the file and the options laid over it.
// Throws Error if the file cannot be opened, or the ids or a number do not fit the tables.
Session session_of(const Options& options, Session base);

}  // namespace whatwhere
