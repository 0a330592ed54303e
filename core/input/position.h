// What tells slots apart without learning it: a table of sines added to the tokens, or a turn of q and k.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/tables/table.h"

namespace whatwhere {

inline constexpr double kMaxBase = 1e9;                // bases of long-context models go up to about 1e7
inline constexpr std::size_t kMaxPosition = 1U << 20;  // where fixed_sin ends

// Throws ValueError unless 1 < base <= kMaxBase (so for NaN and infinities too).
void check_base(double base);

// P (rows, d) of waves: column pair i goes round once in 2 pi base^(2i/d) slots, from 6.28 slots for the
// first to base^(1 - 2/d) times as many for the last, if d is even.
//   P[t, 2i]     = sin(t * base^(-2i/d))
//   P[t, 2i + 1] = cos(t * base^(-2i/d))
// An odd d ends with a sine. Angles and waves in double, rounded once to float32.
// Source: Vaswani et al. 2017, "Attention Is All You Need", section 3.5 (base 10000).
// Throws ValueError as check_base does, or if rows > kMaxPosition + 1.
Table sinusoidal_table(std::size_t rows, std::size_t d, double base);

// P (rows, d) with every number times gain: in double, rounded once. P itself for gain 1.
Table scaled(const Table& P, double gain);

// (rows, d/2) angles in radians: row m, pair i is m * base^(-2i/d), by which a vector of even width d is
// turned at position m. In double, rounded once. Throws ShapeError for odd d, ValueError as sinusoidal_table
// does.
Table rotary_angles(std::size_t rows, std::size_t d, double base);

// (T, T): the dot product of every two rows of a (T, d) table, summed in double and rounded once. Of a
// sinusoidal table of even width it depends on the distance of the two slots alone, up to rounding.
Table dot_products(const Table& rows);

// How much a (T, T) map varies where a distance does not: the largest difference of two numbers on one
// diagonal. 0 for a map that depends on the distance alone. Throws ShapeError unless the map is square.
float diagonal_spread(const Table& map);

// Which two columns of a vector of even width d make pair i of d/2.
enum class Pairing {
  interleaved,  // 2i and 2i + 1: the paper, Llama's own code
  half_split,   // i and i + d/2: GPT-NeoX, and Llama in Hugging Face's transformers
};

// Rotary position: pair i of x (d) as a point (a, b) of the plane, turned by angle = position * base^(-2i/d):
//   (a cos(angle) - b sin(angle), a sin(angle) + b cos(angle))
// Turning keeps the length of x; position 0 leaves its bits. In double, rounded once to x's type.
// Source: Su et al. 2021, "RoFormer: Enhanced Transformer with Rotary Position Embedding", equation 34.
// Throws ShapeError for odd d; ValueError as check_base does, or unless |position| <= kMaxPosition.
void rotate_in_place(std::span<float> x, double position, double base, Pairing pairing);
void rotate_in_place(std::span<double> x, double position, double base, Pairing pairing);

// q (d) turned by m, times k (d) turned by n: what a head with rotary positions scores, before 1/sqrt(d). It
// depends on m and n by n - m alone. All in double.
// Throws as rotate_in_place does, and ShapeError if q and k differ in width.
double rotary_score(std::span<const float> q, std::span<const float> k, double m, double n, double base,
                    Pairing pairing);

}  // namespace whatwhere
