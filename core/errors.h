// What the core throws. A message says what is wrong, where, and what to do about it, in one line.
#pragma once

#include <stdexcept>
#include <string>

namespace whatwhere {

// Base of all errors that a person can cause; caught where a file is loaded, an action applied, and in main.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Shapes that do not fit: E and P of different widths, T > context_length.
class ShapeError : public Error {
 public:
  using Error::Error;
};

// A token id outside [0, V), or a word that is not in the vocabulary.
class IdError : public Error {
 public:
  using Error::Error;
};

// A number outside its range: seed, standard deviation, zoom.
class ValueError : public Error {
 public:
  using Error::Error;
};

// An action that cannot be applied to this session; the message is the reason shown beside its button.
class ActionRefused : public Error {
 public:
  using Error::Error;
};

// A file that cannot be read, is not what it should be, or cannot be written.
class FileError : public Error {
 public:
  using Error::Error;
};

// What a call throws as one of these, as text; empty if it goes through.
template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace whatwhere
