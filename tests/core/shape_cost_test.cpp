#include "core/input/shape_cost.h"

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

// GPT-2 small: wte (50257, 768) has 38,597,376 parameters, wpe (1024, 768) has 786,432.
TEST(ShapeCost, OfGpt2Small) {
  const auto arrays = shape_cost({32, 1024, 768, 50257, 1024});
  ASSERT_EQ(arrays.size(), 6U);
  EXPECT_STREQ(arrays[0].name, "ids");
  EXPECT_EQ(arrays[0].elements, 32768U);
  EXPECT_EQ(arrays[0].bytes, 262144U);  // int64
  EXPECT_EQ(arrays[1].elements, 25165824U);
  EXPECT_EQ(arrays[1].bytes, 100663296U);  // float32
  EXPECT_EQ(arrays[2].shape, (std::vector<std::uint64_t>{1024, 768}));
  EXPECT_EQ(arrays[3].elements, arrays[1].elements);
  EXPECT_EQ(arrays[4].elements, 38597376U);
  EXPECT_EQ(arrays[5].elements, 786432U);
}

TEST(ShapeCost, RefusesWhatDoesNotFit) {
  const std::uint64_t large = std::uint64_t{1} << 21;
  EXPECT_TRUE(holds(message_of<ValueError>([&] {
                      shape_cost({large, large, large, 1, large});
                    }),
                    {"tok_emb"}));
  EXPECT_TRUE(names(message_of<ShapeError>([] { shape_cost({1, 9, 4, 6, 8}); }), {9, 8}));
}

}  // namespace
}  // namespace whatwhere
