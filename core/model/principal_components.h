// The directions in which the rows of a table vary most, from all of them.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/model/read_watch.h"
#include "core/model/tensor.h"
#include "core/tables/table.h"

namespace whatwhere {

// Of the rows of a table (V, d) that hold neither a NaN nor an infinity.
struct PrincipalComponents {
  std::size_t rows = 0;                         // how many those are
  std::vector<double> mean;                     // (d); zeros if there are no such rows
  std::vector<std::vector<double>> components;  // (k, d) of length 1, in order of falling variance; the
                                                // first of the largest |numbers| is positive
  std::vector<double> variances;                // (k) along each, divided by rows
  std::vector<double> explained;                // (k) of the whole variance, 0 to 1; 0 where there is none
  Table scores;  // (V, k): (row - mean) . component, in double and rounded; NaN for the rows left out
};

// Principal component analysis (Pearson 1901; Jolliffe 2002, "Principal Component Analysis", 3.1): the
// eigenvectors of the covariance matrix (d, d), which is summed in double over all rows. k is at most d.
// O(V * d^2 + d^3) time, O(threads * d^2) memory. The same bits for any number of threads; 0 is as many as
// the machine runs at once. nullopt when cancelled; the O(d^3) at the end, about 0.1 s at d = 768, is not
// interrupted.
std::optional<PrincipalComponents> principal_components(const Tensor& table, std::size_t k,
                                                        const std::atomic<bool>& cancelled,
                                                        std::atomic<float>& progress,
                                                        std::size_t threads = 0);

// (T, T): the cosine of rows i and j of P (T, d), as cosine() in core/order/distance.h has it and rounded
// once; NaN where either row is all zeros. O(T^2 * d). Throws Cancelled if `watch` says so.
Table position_cosines(const Table& P, const ReadWatch& watch = {});

}  // namespace whatwhere
