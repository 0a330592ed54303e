#include "core/input/broadcast.h"

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Shape = std::vector<std::size_t>;

// The examples of the NumPy manual, "Broadcasting", and what follows from its rule for sizes 0 and 1.
TEST(Broadcast, ExamplesOfTheNumpyManual) {
  EXPECT_EQ(broadcast_shape(Shape{256, 256, 3}, Shape{3}), (Shape{256, 256, 3}));
  EXPECT_EQ(broadcast_shape(Shape{8, 1, 6, 1}, Shape{7, 1, 5}), (Shape{8, 7, 6, 5}));
  EXPECT_EQ(broadcast_shape(Shape{5, 4}, Shape{1}), (Shape{5, 4}));
  EXPECT_EQ(broadcast_shape(Shape{15, 3, 5}, Shape{15, 1, 5}), (Shape{15, 3, 5}));
  EXPECT_EQ(broadcast_shape(Shape{15, 3, 5}, Shape{3, 1}), (Shape{15, 3, 5}));
  EXPECT_EQ(broadcast_shape(Shape{}, Shape{}), Shape{});
  EXPECT_EQ(broadcast_shape(Shape{}, Shape{2, 3}), (Shape{2, 3}));
  EXPECT_EQ(broadcast_shape(Shape{0, 3}, Shape{1, 3}), (Shape{0, 3}));
  EXPECT_EQ(broadcast_shape(Shape{1}, Shape{0}), Shape{0});
  EXPECT_THROW(broadcast_shape(Shape{3}, Shape{4}), ShapeError);
  EXPECT_THROW(broadcast_shape(Shape{2, 1}, Shape{8, 4, 3}), ShapeError);
  EXPECT_THROW(broadcast_shape(Shape{0}, Shape{3}), ShapeError);
}

TEST(Broadcast, TheOrderOfTheTwoDoesNotMatter) {
  Random random(1);
  int raised = 0;
  for (int i = 0; i < 2000; ++i) {
    Shape a(random.below(4));
    Shape b(random.below(4));
    for (Shape* shape : {&a, &b}) {
      for (std::size_t& size : *shape) size = random.below(4);
    }
    try {
      ASSERT_EQ(broadcast_shape(a, b), broadcast_shape(b, a));
    } catch (const ShapeError&) {
      ++raised;
      ASSERT_THROW(broadcast_shape(b, a), ShapeError);
    }
  }
  EXPECT_GT(raised, 100);
  EXPECT_LT(raised, 1900);
}

TEST(Broadcast, PositionsGoWithEverySequence) {
  EXPECT_EQ(broadcast_shape(Shape{2, 4, 3}, Shape{4, 3}), (Shape{2, 4, 3}));
}

TEST(Broadcast, ARowForEverySequenceRaisesOnlyWhileBAndTDiffer) {
  const std::string message = message_of<ShapeError>([] { broadcast_shape(Shape{2, 4, 3}, Shape{2, 3}); });
  EXPECT_TRUE(holds(message, {"(2, 4, 3) + (2, 3)", "last axis", "axis -2 is 4 in one and 2 in the other"}));
  EXPECT_EQ(broadcast_shape(Shape{4, 4, 3}, Shape{4, 3}), (Shape{4, 4, 3}));  // and adds the wrong thing
}

TEST(Broadcast, NamesTheAxisNearestToTheEnd) {
  const auto message = message_of<ShapeError>([] { broadcast_shape(Shape{2, 4, 3}, Shape{5, 7, 8}); });
  EXPECT_TRUE(holds(message, {"axis -1 is 3 in one and 8 in the other"}));
}

TEST(Broadcast, ShapesAsPythonWritesThem) {
  EXPECT_EQ(shape_text(Shape{2, 4, 3}), "(2, 4, 3)");
  EXPECT_EQ(shape_text(Shape{4}), "(4,)");
  EXPECT_EQ(shape_text(Shape{}), "()");
}

}  // namespace
}  // namespace whatwhere
