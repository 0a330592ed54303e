#include "app/cli/print.h"

#include <iostream>

#include "core/errors.h"

namespace whatwhere {

void print(const std::string& bytes) {
  std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
  if (!std::cout) throw FileError("cannot write to standard output: the disk is full, or nobody reads it");
}

}  // namespace whatwhere
