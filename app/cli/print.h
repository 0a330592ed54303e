// Standard output, whole or with an error.
#pragma once

#include <string>

namespace whatwhere {

// Throws FileError if it cannot be written.
void print(const std::string& bytes);

}  // namespace whatwhere
