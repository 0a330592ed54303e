#include "core/input/product_cost.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

std::optional<ProductTiming> timed(std::size_t V, std::size_t d, std::size_t T) {
  std::atomic<bool> cancel = false;
  std::atomic<float> progress = 0.5F;
  const auto timing = time_product(V, d, T, cancel, progress);
  EXPECT_EQ(progress, 1.0F);
  return timing;
}

// parameter_counts.json: V * d of published models, counted outside of our code.
TEST(ProductCost, ModelsHaveTheirPublishedParameterCounts) {
  const auto golden = nlohmann::json::parse(bytes_of(WHATWHERE_TEST_DATA "/parameter_counts.json"));
  std::vector<ModelSize> sizes(model_sizes().begin(), model_sizes().end());
  sizes.push_back(kGpt2SmallPositions);
  ASSERT_EQ(golden.size(), sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_EQ(sizes[i].name, golden[i].at("name").get<std::string>());
    EXPECT_EQ(sizes[i].V, golden[i].at("V").get<std::uint64_t>());
    EXPECT_EQ(sizes[i].d, golden[i].at("d").get<std::uint64_t>());
    EXPECT_EQ(product_cost(sizes[i].V, sizes[i].d, 1).parameters, golden[i].at("count").get<std::uint64_t>());
  }
}

TEST(ProductCost, ByHand) {
  const ProductCost toy = product_cost(6, 3, 4);
  EXPECT_EQ(toy.parameters, 18U);
  EXPECT_EQ(toy.float32_bytes, 72U);
  EXPECT_EQ(toy.bfloat16_bytes, 36U);
  EXPECT_EQ(toy.multiplications, 72U);
  EXPECT_EQ(toy.useful, 12U);
  EXPECT_EQ(toy.skipped, 60U);

  const ProductCost gpt2 = product_cost(50257, 768, 1024);
  EXPECT_EQ(gpt2.multiplications, 39'523'713'024U);  // 38 597 376 * 1024
  EXPECT_EQ(gpt2.useful, 786'432U);
  EXPECT_EQ(product_cost(50257, 12288, 2048).float32_bytes, 2'470'232'064U);  // GPT-3: 2.5 GB

  EXPECT_EQ(product_cost(6, 3, 0).skipped, 0U);
  EXPECT_EQ(product_cost(1, 3, 5).skipped, 0U);  // a vocabulary of one word: every product counts
}

TEST(ProductCost, IsExactUpTo64BitsAndRefusesMore) {
  const std::uint64_t half = std::uint64_t{1} << 32;
  EXPECT_EQ(product_cost(half - 1, 1, half + 1).multiplications, std::numeric_limits<std::uint64_t>::max());
  EXPECT_TRUE(
      names(message_of<ValueError>([&] { product_cost(half, 1, half); }), {4294967296, 4294967296, 1}));
  EXPECT_THROW(product_cost(half, half, 1), ValueError);
  EXPECT_THROW(product_cost(half, half, 0), ValueError);      // V * d alone
  EXPECT_THROW(product_cost(half, half / 2, 1), ValueError);  // its bytes
  EXPECT_THROW(product_cost(0, 3, 1), ValueError);
}

// 0 * x + ... + 1 * E[id, j] is E[id, j] however the sum is cut into blocks.
TEST(ProductCost, BothWaysGiveTheSameNumbers) {
  struct Shape {
    std::size_t V, d, T;
  };
  for (const Shape shape : {Shape{6, 3, 4}, Shape{1, 1, 1}, Shape{3, 2, 700}, Shape{5000, 64, 300}}) {
    const auto timing = timed(shape.V, shape.d, shape.T);
    ASSERT_TRUE(timing);
    EXPECT_EQ(timing->V, shape.V);
    EXPECT_EQ(timing->d, shape.d);
    EXPECT_EQ(timing->T, shape.T);
    EXPECT_EQ(timing->max_difference, 0.0F);
    EXPECT_GT(timing->lookup_seconds, 0.0);
    EXPECT_GT(timing->product_seconds, 0.0);
  }
}

// 5000 times the work: whatever the machine, ten times the time.
TEST(ProductCost, TheProductIsFarSlower) {
  const auto timing = timed(5000, 64, 64);
  ASSERT_TRUE(timing);
  EXPECT_GT(timing->product_seconds, 10.0 * timing->lookup_seconds);
}

TEST(ProductCost, CancelledAtOnceItDoesNothing) {
  const std::atomic<bool> cancel = true;
  std::atomic<float> progress = 0.5F;
  EXPECT_FALSE(time_product(6, 3, 4, cancel, progress));
  EXPECT_EQ(progress, 0.0F);
}

// GPT-2 small at T = 1024 multiplies for seconds: what was begun when it is cancelled is a small part of it.
TEST(ProductCost, CancelIsNoticedWhileItMultiplies) {
  std::atomic<bool> cancel = false;
  std::atomic<float> progress = 0.0F;
  std::optional<ProductTiming> timing;
  std::thread work([&] { timing = time_product(50257, 768, 1024, cancel, progress); });
  while (progress < 0.06F) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // E is filled by then
  cancel = true;
  const float done = progress;
  work.join();
  EXPECT_FALSE(timing);
  EXPECT_LT(progress, std::min(done + 0.05F, 1.0F));
}

TEST(ProductCost, WhatIsTooLargeOrEmptyIsNotTimed) {
  std::atomic<bool> cancel = false;
  std::atomic<float> progress = 0.0F;
  const auto refusal = [&](std::size_t V, std::size_t d, std::size_t T) {
    return message_of<ValueError>([&] { time_product(V, d, T, cancel, progress); });
  };
  EXPECT_TRUE(holds(refusal(50257, 12288, 1), {"E of (50257, 12288)", "2.5 GB", "21845 rows", "GPT-2 XL"}));
  EXPECT_TRUE(holds(refusal(2, 12288, 30000), {"the result of (30000, 12288)"}));
  EXPECT_TRUE(holds(refusal(std::size_t{1} << 40, std::size_t{1} << 40, 1), {"GB"}));
  EXPECT_TRUE(holds(refusal(0, 3, 1), {"E is empty"}));
  EXPECT_TRUE(holds(refusal(6, 0, 1), {"E is empty"}));
  EXPECT_TRUE(holds(refusal(6, 3, 0), {"the result is empty"}));
}

}  // namespace
}  // namespace whatwhere
