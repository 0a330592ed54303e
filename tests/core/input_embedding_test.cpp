#include "core/input/input_embedding.h"

#include <nlohmann/json.hpp>

#include "core/errors.h"
#include "core/input/lookup_add_kernel.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

// JSON numbers of nine digits: read as double and rounded once they are the float32 that was written.
Table table_from(const nlohmann::json& rows, std::size_t d) {
  std::vector<float> numbers;
  for (const auto& row : rows) {
    for (const double x : row) numbers.push_back(static_cast<float>(x));
  }
  return Table(rows.size(), d, std::move(numbers));
}

// (B, T, d) as (B * T, d).
Table flat_table_from(const nlohmann::json& sequences, std::size_t d) {
  auto rows = nlohmann::json::array();
  for (const auto& sequence : sequences) rows.insert(rows.end(), sequence.begin(), sequence.end());
  return table_from(rows, d);
}

// Finite numbers of every size, and now and then an infinity. No NaN: which of two payloads a sum of NaNs
// keeps is not specified.
float summand(Random& random) {
  if (random.below(64) == 0) return random.below(2) == 0 ? kInfinity : -kInfinity;
  return random.below(2) == 0 ? random.finite_float() : random.small_float();
}

// out[b, t, j] = E[ids[b, t], j] + P[t, j], written as slowly as it reads.
std::vector<float> naive_sum(const Table& E, const Table& P, const Batch& batch) {
  std::vector<float> out;
  out.reserve(batch.ids.size() * E.d());
  for (std::size_t b = 0; b < batch.B; ++b) {
    for (std::size_t t = 0; t < batch.T; ++t) {
      const auto id = static_cast<std::size_t>(batch.ids[b * batch.T + t]);
      for (std::size_t j = 0; j < E.d(); ++j) {
        out.push_back(E.numbers()[id * E.d() + j] + P.numbers()[t * E.d() + j]);
      }
    }
  }
  return out;
}

// shared/golden/lookup_add.json: PyTorch 1.13's float32 results on a CPU, batched shapes included.
TEST(InputEmbedding, AgreesWithTheGoldenFile) {
  const auto cases = nlohmann::json::parse(bytes_of(WHATWHERE_TEST_DATA "/lookup_add.json"));
  ASSERT_EQ(cases.size(), 5U);
  std::size_t batched = 0;
  for (const auto& golden : cases) {
    const std::size_t d = golden.at("d");
    const Table E = table_from(golden.at("E"), d);
    const Table P = table_from(golden.at("P"), d);
    ASSERT_EQ(E.rows(), golden.at("V").get<std::size_t>());
    ASSERT_EQ(P.rows(), golden.at("context_length").get<std::size_t>());
    std::vector<TokenId> ids;
    for (const auto& sequence : golden.at("ids")) {
      for (const TokenId id : sequence) ids.push_back(id);
    }
    const Batch batch{ids, golden.at("ids").size(), golden.at("ids").at(0).size()};
    batched += batch.B > 1 ? 1 : 0;

    const InputGrid grid = input_embedding(E, P, batch, PositionScheme::learned);
    EXPECT_TRUE(same_table(grid.tok_emb, flat_table_from(golden.at("tok_emb"), d)));
    EXPECT_TRUE(same_table(grid.input_emb, flat_table_from(golden.at("input_emb"), d)));
    EXPECT_TRUE(same_table(lookup(E, ids), grid.tok_emb));
    std::vector<float> sum(ids.size() * d);
    lookup_add(E, P, batch, sum);
    EXPECT_TRUE(same_bytes(sum, grid.input_emb.numbers()));
    if (batch.B == 1) {
      EXPECT_TRUE(same_table(input_embedding(E, P, ids, PositionScheme::learned).input_emb, grid.input_emb));
    }
  }
  EXPECT_GE(batched, 1U);
}

TEST(InputEmbedding, IsTheElementwiseSum) {
  Random random(1);
  constexpr std::size_t kWidths[] = {1, 2, 3, 4, 5, 7, 15, 16, 31, 32, 33, 63, 64, 65, 96, 97, 768, 1024};
  for (int i = 0; i < 600; ++i) {
    const std::size_t B = random.below(5);
    const std::size_t T = random.below(12);
    const std::size_t d = kWidths[random.below(std::size(kWidths))];
    const std::size_t V = 1 + random.below(20);
    const Table E = make_table(V, d, [&] { return summand(random); });
    const Table P = make_table(T + random.below(3), d, [&] { return summand(random); });
    const auto ids = random_ids(random, B * T, V);
    const Batch batch{ids, B, T};
    const InputGrid grid = input_embedding(E, P, batch, PositionScheme::learned);
    SCOPED_TRACE(testing::Message() << "B = " << B << ", T = " << T << ", d = " << d);
    ASSERT_EQ(grid.input_emb.rows(), B * T);
    ASSERT_EQ(grid.input_emb.d(), d);
    ASSERT_TRUE(same_bytes(grid.input_emb.numbers(), naive_sum(E, P, batch)));
    ASSERT_TRUE(same_table(grid.tok_emb, lookup(E, ids)));
    ASSERT_TRUE(grid.pos_emb.has_value());
    ASSERT_EQ(grid.pos_emb->rows(), T);
    ASSERT_TRUE(same_bytes(grid.pos_emb->numbers(), P.numbers().first(T * d)));
  }
}

TEST(InputEmbedding, EachSequenceOfABatchIsThatSequenceAlone) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const std::size_t B = 1 + random.below(6);
    const std::size_t T = random.below(9);
    const std::size_t d = 1 + random.below(9);
    const Table E = make_table(6, d, [&] { return random.small_float(); });
    const Table P = make_table(8, d, [&] { return random.small_float(); });
    const auto ids = random_ids(random, B * T, 6);
    const Table all = input_embedding(E, P, Batch{ids, B, T}, PositionScheme::learned).input_emb;
    for (std::size_t b = 0; b < B; ++b) {
      const auto one =
          input_embedding(E, P, std::span(ids).subspan(b * T, T), PositionScheme::learned).input_emb;
      ASSERT_TRUE(same_bytes(one.numbers(), all.numbers().subspan(b * T * d, T * d)));
    }
  }
}

TEST(InputEmbedding, OffIsTheLookupAlone) {
  Random random(3);
  const Table E = make_table(6, 4, [&] { return random.any_float(); });
  const Table P = make_table(8, 4, [&] { return random.any_float(); });
  const std::vector<TokenId> ids = {5, 2, 5, 0, 1, 1, 3, 4};
  const InputGrid grid = input_embedding(E, P, Batch{ids, 2, 4}, PositionScheme::off);
  EXPECT_FALSE(grid.pos_emb.has_value());
  EXPECT_TRUE(same_table(grid.tok_emb, lookup(E, ids)));
  EXPECT_TRUE(same_table(grid.input_emb, grid.tok_emb));
}

TEST(InputEmbedding, EmptyShapesAreValid) {
  const Table E(6, 4, std::vector<float>(24, 1.0F));
  const Table P(8, 4, std::vector<float>(32, 2.0F));
  for (const PositionScheme scheme : {PositionScheme::off, PositionScheme::learned}) {
    for (const auto& [B, T] : {std::pair{0, 0}, std::pair{0, 8}, std::pair{3, 0}, std::pair{1, 0}}) {
      const InputGrid grid =
          input_embedding(E, P, Batch{{}, static_cast<std::size_t>(B), static_cast<std::size_t>(T)}, scheme);
      EXPECT_EQ(grid.tok_emb.rows(), 0U);
      EXPECT_EQ(grid.tok_emb.d(), 4U);
      EXPECT_EQ(grid.input_emb.rows(), 0U);
      EXPECT_EQ(grid.input_emb.d(), 4U);
      EXPECT_EQ(grid.pos_emb.has_value(), scheme == PositionScheme::learned);
      if (grid.pos_emb) {
        EXPECT_EQ(grid.pos_emb->rows(), static_cast<std::size_t>(T));
      }
    }
  }
}

// Each error from both entries, with the scheme on and off: the type, and the numbers that explain it.
template <typename Exact>
void expect_error(const Table& E, const Table& P, const Batch& batch,
                  std::initializer_list<std::int64_t> numbers) {
  std::vector<float> out(batch.ids.size() * E.d());
  for (const auto& message :
       {message_of<Exact>([&] { input_embedding(E, P, batch, PositionScheme::learned); }),
        message_of<Exact>([&] { input_embedding(E, P, batch, PositionScheme::off); }),
        message_of<Exact>([&] { lookup_add(E, P, batch, out); })}) {
    EXPECT_TRUE(names(message, numbers));
  }
}

TEST(InputEmbedding, NamesTheIdItsPlaceAndV) {
  const Table E(6, 4, std::vector<float>(24));
  const Table P(8, 4, std::vector<float>(32));
  for (const TokenId id : {-1, 6, std::numeric_limits<TokenId>::min(), std::numeric_limits<TokenId>::max()}) {
    const std::vector<TokenId> ids = {0, 1, 2, 3, id, 5};
    expect_error<IdError>(E, P, Batch{ids, 1, 6}, {id, 4, 6});
    expect_error<IdError>(E, P, Batch{ids, 2, 3}, {id, 4, 6});
  }
}

TEST(InputEmbedding, NamesTheTwoWidths) {
  const std::vector<TokenId> ids = {0, 1};
  expect_error<ShapeError>(Table(6, 4, std::vector<float>(24)), Table(8, 3, std::vector<float>(24)),
                           Batch{ids, 1, 2}, {4, 3});
  expect_error<ShapeError>(Table(6, 4, std::vector<float>(24)), Table(8, 3, std::vector<float>(24)),
                           Batch{{}, 1, 0}, {4, 3});
}

TEST(InputEmbedding, NamesTAndTheContextLength) {
  const Table E(6, 4, std::vector<float>(24));
  const Table P(8, 4, std::vector<float>(32));
  const std::vector<TokenId> ids(18, 0);
  expect_error<ShapeError>(E, P, Batch{std::span(ids).first(9), 1, 9}, {9, 8});
  expect_error<ShapeError>(E, P, Batch{ids, 2, 9}, {9, 8});
  expect_error<ShapeError>(E, P, Batch{{}, 0, 9}, {9, 8});
  expect_error<ShapeError>(E, Table(0, 4, {}), Batch{std::span(ids).first(1), 1, 1}, {1, 0});
  EXPECT_NO_THROW(input_embedding(E, P, Batch{std::span(ids).first(16), 2, 8}, PositionScheme::learned));
}

TEST(InputEmbedding, NamesTheShapeAndTheNumberOfIds) {
  const Table E(6, 4, std::vector<float>(24));
  const Table P(8, 4, std::vector<float>(32));
  const std::vector<TokenId> ids(5, 0);
  expect_error<ShapeError>(E, P, Batch{ids, 2, 3}, {2, 3, 6, 5});
  expect_error<ShapeError>(E, P, Batch{ids, 0, 3}, {0, 3, 0, 5});
}

TEST(LookupAdd, RefusesAnotherRoomForTheSum) {
  const Table E(6, 4, std::vector<float>(24));
  const Table P(8, 4, std::vector<float>(32));
  const std::vector<TokenId> ids = {0, 1, 2};
  for (const std::size_t room : {0U, 11U, 13U}) {
    std::vector<float> out(room);
    const auto message = message_of<ShapeError>([&] { lookup_add(E, P, Batch{ids, 1, 3}, out); });
    EXPECT_TRUE(names(message, {12, static_cast<std::int64_t>(room)}));
  }
}

// At any address, and not a number before or behind the sum.
TEST(LookupAdd, UnalignedAndWithinItsBounds) {
  Random random(4);
  for (const std::size_t d : {1U, 3U, 8U, 31U, 32U, 33U, 64U, 95U, 1024U}) {
    for (std::size_t offset = 0; offset < 5; ++offset) {
      const std::size_t V = 9;
      const std::size_t T = 5;
      const Table E = make_table(V, d, [&] { return random.small_float(); });
      const Table P = make_table(T, d, [&] { return random.small_float(); });
      const auto ids = random_ids(random, 2 * T, V);
      std::vector<float> moved_E(offset + V * d);
      std::copy(E.numbers().begin(), E.numbers().end(),
                moved_E.begin() + static_cast<std::ptrdiff_t>(offset));
      std::vector<float> out(offset + 2 * T * d + 40, 77.0F);
      lookup_add_rows(moved_E.data() + offset, P.numbers().data(), ids.data(), 2, T, d, out.data() + offset);
      ASSERT_TRUE(same_bytes(std::span(out).subspan(offset, 2 * T * d), naive_sum(E, P, Batch{ids, 2, T})));
      for (std::size_t i = 0; i < offset; ++i) ASSERT_EQ(out[i], 77.0F);
      for (std::size_t i = offset + 2 * T * d; i < out.size(); ++i) ASSERT_EQ(out[i], 77.0F);
    }
  }
}

// GPT-2's sizes, past every cache: 48 MiB of sums at d = 768, and an odd width as large.
TEST(LookupAdd, EqualsTheNaiveLoopWhenLarge) {
  Random random(5);
  for (const std::size_t d : {768U, 1023U}) {
    const std::size_t V = 2000;
    const std::size_t B = 16;
    const std::size_t T = 1024;
    const Table E = make_table(V, d, [&] { return random.small_float(); });
    const Table P = make_table(T, d, [&] { return random.small_float(); });
    const auto ids = random_ids(random, B * T, V);
    std::vector<float> out(B * T * d);
    lookup_add(E, P, Batch{ids, B, T}, out);
    EXPECT_GE(out.size() * sizeof(float), 48U << 20U);
    EXPECT_TRUE(same_bytes(out, naive_sum(E, P, Batch{ids, B, T}))) << "d = " << d;
  }
}

// 2^63 sequences of 2 ids would wrap to none: refused all the same.
TEST(InputEmbedding, BatchesThatWrapAreRefused) {
  EXPECT_FALSE((Batch{{}, std::size_t{1} << 63, 2}).is_whole());
  EXPECT_TRUE((Batch{{}, 0, 2}).is_whole());
  EXPECT_TRUE((Batch{{}, 5, 0}).is_whole());
}

}  // namespace
}  // namespace whatwhere
