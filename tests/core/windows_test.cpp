#include "core/input/windows.h"

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;
using Starts = std::vector<std::size_t>;

TEST(Windows, StartsByHand) {
  EXPECT_EQ(window_starts(10, 4, 4), (Starts{0, 4}));
  EXPECT_EQ(window_starts(12, 4, 4), (Starts{0, 4, 8}));
  EXPECT_EQ(window_starts(7, 4, 1), (Starts{0, 1, 2, 3}));
  EXPECT_EQ(window_starts(7, 4, 2), (Starts{0, 2}));
  EXPECT_EQ(window_starts(8, 2, 5), (Starts{0, 5}));
  EXPECT_EQ(window_starts(4, 4, 9), (Starts{0}));
  EXPECT_EQ(window_starts(3, 4, 1), Starts{});
  EXPECT_EQ(window_starts(0, 1, 1), Starts{});
}

// Against the definition, tried start by start.
TEST(Windows, StartsAreTheMultiplesThatLeaveAWholeWindow) {
  for (std::size_t length = 0; length < 20; ++length) {
    for (std::size_t T = 1; T < 22; ++T) {
      for (std::size_t stride = 1; stride < 22; ++stride) {
        Starts expected;
        for (std::size_t start = 0; start + T <= length; start += stride) expected.push_back(start);
        ASSERT_EQ(window_starts(length, T, stride), expected) << length << " " << T << " " << stride;
      }
    }
  }
}

TEST(Windows, AreNoLoopForHugeNumbers) {
  constexpr std::size_t huge = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(window_starts(10, 4, huge), (Starts{0}));
  EXPECT_EQ(window_starts(10, huge, 1), Starts{});
  EXPECT_EQ(window_starts(huge, 1, huge - 1), (Starts{0, huge - 1}));
}

TEST(Windows, RowsAreThePiecesOfTheText) {
  const Ids text = {10, 11, 12, 13, 14, 15};
  EXPECT_EQ(windows(text, Starts{0, 2}, 4), (Ids{10, 11, 12, 13, 12, 13, 14, 15}));
  EXPECT_EQ(windows(text, Starts{5, 0}, 1), (Ids{15, 10}));
  EXPECT_EQ(windows(text, Starts{}, 4), Ids{});
}

TEST(Windows, WhatCannotBeCutIsRefused) {
  EXPECT_TRUE(holds(message_of<ValueError>([] { window_starts(10, 0, 1); }), {"T = 0"}));
  EXPECT_TRUE(holds(message_of<ValueError>([] { window_starts(10, 4, 0); }), {"stride 0"}));
  const Ids text = {0, 1, 2, 3, 4};
  EXPECT_TRUE(names(message_of<ShapeError>([&] { windows(text, Starts{0, 3}, 3); }), {3, 3, 5}));
  EXPECT_TRUE(names(message_of<ShapeError>([&] { windows(text, Starts{0}, 6); }), {6, 0, 5}));
}

}  // namespace
}  // namespace whatwhere
