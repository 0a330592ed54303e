#include "core/tables/initialise.h"

#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/numbers.h"

namespace whatwhere {

Table normal_table(std::size_t rows, std::size_t d, std::uint64_t seed, Purpose purpose, double std) {
  check_std(std);
  const RandomStream stream(seed, purpose);
  std::vector<float> numbers(rows * d);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    // Adding +0.0 turns -0.0 (which std = 0 would give for half of the elements) into +0.0.
    numbers[i] = static_cast<float>(std * stream.normal(i)) + 0.0F;
  }
  return Table(rows, d, std::move(numbers));
}

void check_std(double std) {
  if (std >= 0.0 && std <= kMaxStd) return;
  throw ValueError("standard deviation " + shortest(std) + " is outside [0, 1000000]: GPT-2 uses 0.02");
}

}  // namespace whatwhere
