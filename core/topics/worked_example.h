// The worked example: one SGD step, lr 0.1, on E (50257, 4) for the ids 15, 824 and 391 with given gradients.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/input/lookup.h"
#include "core/tables/table.h"

namespace whatwhere {

struct WorkedExampleRequest {
  std::uint64_t seed = 0;
  double std = 0.0;
  bool operator==(const WorkedExampleRequest&) const = default;
};

struct WorkedExample {
  std::vector<TokenId> ids;  // (3)
  Table rows;                // (3, d): E[ids] before
  Table G;                   // (3, d)
  Table rows_after;          // (3, d)
  double lr = 0.0;
  std::size_t V = 0;
  std::size_t rows_changed = 0;  // of all V, compared byte by byte
};

// Draws E, takes the step and compares all rows: about 10 ms. Throws ValueError if std is out of range.
WorkedExample worked_example(const WorkedExampleRequest& request);

}  // namespace whatwhere
