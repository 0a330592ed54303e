#include "core/session/lesson.h"

#include <algorithm>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

Session with(const Ids& ids, PositionScheme position = PositionScheme::off) {
  Session s;
  s.sequence = Sequence(ids);
  s.position = position;
  return s;
}

TEST(Lesson, TablesOfTheToy) {
  const auto [E, P] = toy_tables(42, 0.02);
  EXPECT_EQ(E.rows(), 6U);
  EXPECT_EQ(E.d(), 4U);
  EXPECT_EQ(P.rows(), 8U);
  EXPECT_EQ(P.d(), 4U);
  EXPECT_TRUE(same_table(E, normal_table(6, 4, 42, Purpose::token_table, 0.02)));
  EXPECT_TRUE(same_table(P, normal_table(8, 4, 42, Purpose::position_table, 0.02)));
  EXPECT_THROW(toy_tables(42, -1.0), ValueError);
}

// Every number that any sequence could show, one by one: E[i, j], P[t, j], E[i, j] + P[t, j].
float brute_force_range(const Table& E, const Table& P) {
  float range = 0.0F;
  const auto show = [&](float x) {
    if (std::isfinite(x)) range = std::max(range, std::abs(x));
  };
  for (const float x : E.numbers()) show(x);
  for (const float x : P.numbers()) show(x);
  for (std::size_t i = 0; i < E.rows(); ++i) {
    for (std::size_t t = 0; t < P.rows(); ++t) {
      for (std::size_t j = 0; j < E.d(); ++j) {
        const float sum = E.row(i)[j] + P.row(t)[j];
        show(sum);
      }
    }
  }
  return range;
}

TEST(Lesson, ColourRangeAgreesWithBruteForce) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto [E, P] = toy_tables(seed, seed % 3 == 0 ? 1e6 : 0.02);
    ASSERT_EQ(colour_range(E, P), brute_force_range(E, P)) << seed;
  }
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    // One sign in some columns, NaN and infinities here and there, no sum that overflows.
    const float sign = random.below(2) == 0 ? 1.0F : -1.0F;
    const auto number = [&] {
      const std::size_t kind = random.below(12);
      if (kind == 0) return kNaN;
      if (kind == 1) return random.below(2) == 0 ? kInfinity : -kInfinity;
      return kind < 6 ? sign * std::abs(random.small_float()) : random.small_float();
    };
    const std::size_t d = 1 + random.below(3);
    const Table E = make_table(random.below(4), d, number);
    const Table P = make_table(random.below(4), d, number);
    ASSERT_EQ(colour_range(E, P), brute_force_range(E, P));
  }
}

TEST(Lesson, ColourRangeByHand) {
  EXPECT_EQ(colour_range(table_of({{1.0F, -4.0F}}), table_of({{2.0F, -0.5F}})), 4.5F);
  EXPECT_EQ(colour_range(table_of({{-3.0F}}), table_of({{2.0F}})), 3.0F) << "E alone is shown, too";
  EXPECT_EQ(colour_range(table_of({{kNaN}}), table_of({{kInfinity}})), 0.0F);
  EXPECT_EQ(colour_range(table_of({{0.0F}}), table_of({{-0.0F}})), 0.0F);
  EXPECT_EQ(colour_range(Table(), Table()), 0.0F);
}

// A sum that overflows is an infinity, and those are left out.
TEST(Lesson, ColourRangeLeavesOutSumsThatOverflow) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  const Table E = table_of({{kLargest}, {-1.0F}});
  const Table P = table_of({{kLargest}, {0.5F}});
  EXPECT_EQ(colour_range(E, P), brute_force_range(E, P));
}

// "the cat the": without positions the two "the" are one vector, with them they are not.
TEST(Lesson, TheHeadline) {
  const LessonResults off = compute(with({5, 2, 5}));
  EXPECT_EQ(off.same.verdict, Verdict::yes);
  ASSERT_EQ(off.same.pairs.size(), 1U);
  EXPECT_EQ(off.same.pairs[0].distance, 0.0);
  EXPECT_EQ(off.same.pairs[0].cosine, 1.0);
  EXPECT_EQ(off.closest->distance, 0.0);
  const LessonResults learned = compute(with({5, 2, 5}, PositionScheme::learned));
  EXPECT_EQ(learned.same.verdict, Verdict::no);
  // The two share E[5]: what is between them is P[0] - P[2], up to float32's rounding of the two sums.
  EXPECT_NEAR(learned.same.pairs[0].distance, l2_distance(learned.P.row(0), learned.P.row(2)), 1e-7);
  EXPECT_EQ(compute(with({5, 2, 1})).same.verdict, Verdict::none);
}

// Without a deviation both tables are zero: positions or not, all vectors are one. A P guarantees nothing.
TEST(Lesson, AZeroPSetsNothingApart) {
  Session s = with({5, 2, 5}, PositionScheme::learned);
  s.std = 0.0;
  const LessonResults results = compute(s);
  EXPECT_EQ(results.same.verdict, Verdict::yes);
  EXPECT_EQ(results.closest->distance, 0.0);
  EXPECT_EQ(results.range, 0.0F);
}

TEST(Lesson, ResultsAreThoseOfTheirFunctions) {
  Random random(2);
  for (int i = 0; i < 300; ++i) {
    Session s = with(random_ids(random, random.below(9), kVocabSize),
                     random.below(2) == 0 ? PositionScheme::off : PositionScheme::learned);
    s.seed = random.bits();
    s.std = 0.1;
    const LessonResults r = compute(s);
    const auto [E, P] = toy_tables(s.seed, s.std);
    ASSERT_TRUE(same_table(r.E, E));
    ASSERT_TRUE(same_table(r.P, P));
    ASSERT_EQ(r.ids, s.sequence.ids());
    ASSERT_TRUE(same_table(r.grid.tok_emb, lookup(E, r.ids)));
    ASSERT_TRUE(same_table(r.grid.input_emb, input_embedding(E, P, r.ids, s.position).input_emb));
    ASSERT_EQ(r.grid.pos_emb.has_value(), s.position == PositionScheme::learned);
    ASSERT_EQ(r.one_hot_error, 0.0F);
    ASSERT_EQ(r.bag, bag_order(r.grid.input_emb));
    ASSERT_EQ(r.same.verdict, same_token_verdict(r.ids, r.grid.input_emb));
    ASSERT_EQ(r.range, brute_force_range(E, P));
    ASSERT_EQ(r.closest.has_value(), r.ids.size() >= 2);
    ASSERT_FALSE(r.before.has_value());
  }
}

TEST(Lesson, ComparesWithTheOrderBefore) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    Session s = with(random_ids(random, 2 + random.below(7), kVocabSize),
                     random.below(2) == 0 ? PositionScheme::off : PositionScheme::learned);
    if (!why_not(s, {.id = ActionId::shuffle}).empty()) continue;
    const LessonResults old = compute(s);
    s = apply(s, {.id = ActionId::shuffle});
    const LessonResults now = compute(s);
    ASSERT_TRUE(now.before.has_value());
    ASSERT_EQ(now.before->ids, old.ids);
    ASSERT_TRUE(same_table(now.before->input_emb, old.grid.input_emb));
    ASSERT_EQ(now.before->bag, old.bag);
    ASSERT_EQ(now.before->order.slots_changed,
              compare_order(old.grid.input_emb, now.grid.input_emb).slots_changed);
    ASSERT_EQ(now.before->order.same_multiset, s.position == PositionScheme::off);
    ASSERT_EQ(now.before->origin, origin(s));
    for (std::size_t t = 0; t < now.ids.size(); ++t) ASSERT_EQ(now.ids[t], old.ids[now.before->origin[t]]);
  }
}

TEST(Lesson, TheOrderBeforeIsShownWithThePresentTables) {
  Session s = apply(with({5, 2, 1}, PositionScheme::learned), {.id = ActionId::reverse});
  s = apply(s, {.id = ActionId::next_seed});
  s = apply(s, {.id = ActionId::toggle_position});
  const LessonResults r = compute(s);
  ASSERT_TRUE(r.before.has_value());
  EXPECT_TRUE(same_table(r.before->input_emb, lookup(toy_tables(43, 0.02).E, Ids{5, 2, 1})));
  EXPECT_EQ(r.before->origin, (std::vector<std::size_t>{2, 1, 0}));
}

// The numbers' address shows whether they were computed anew: the old ones are still alive beside them.
TEST(Lesson, KeepsItsResultsUntilTheyChange) {
  Lesson lesson;
  Session s = with({5, 2, 5});
  const Table first = lesson.of(s).grid.input_emb;
  EXPECT_EQ(lesson.of(s).grid.input_emb.numbers().data(), first.numbers().data());
  for (const ActionId id : {ActionId::toggle_theme, ActionId::toggle_motion, ActionId::zoom_in}) {
    s = apply(s, {.id = id});
    EXPECT_EQ(lesson.of(s).grid.input_emb.numbers().data(), first.numbers().data())
        << "a view option changes no number: " << info(id).name;
  }
  s = apply(s, {.id = ActionId::next_seed});
  EXPECT_NE(lesson.of(s).grid.input_emb.numbers().data(), first.numbers().data());
}

TEST(Lesson, FollowsEachChange) {
  Lesson lesson;
  Session s = with({5, 2, 5});
  lesson.of(s);
  const Action changes[] = {{.id = ActionId::toggle_position},
                            {.id = ActionId::append_token, .token = 3},
                            {.id = ActionId::shuffle},
                            {.id = ActionId::reverse},
                            {.id = ActionId::move_slot, .slot = 0, .to = 2},
                            {.id = ActionId::next_seed},
                            {.id = ActionId::set_std, .std = 3.0},
                            {.id = ActionId::remove_slot, .slot = 1},
                            {.id = ActionId::load_example, .example = 3},
                            {.id = ActionId::clear}};
  for (const Action& action : changes) {
    s = apply(s, action);
    EXPECT_TRUE(same_results(lesson.of(s), compute(s))) << info(action.id).name;
  }
  // The order before alone, as an undo may bring it.
  s = apply(with({5, 2, 1}), {.id = ActionId::reverse});
  lesson.of(s);
  s.before = s.sequence;
  EXPECT_TRUE(same_results(lesson.of(s), compute(s)));
  s.before.reset();
  EXPECT_TRUE(same_results(lesson.of(s), compute(s)));
}

TEST(Lesson, OfAnEmptySequenceKeepsTheWidth) {
  const LessonResults results = compute(Session());
  EXPECT_EQ(results.grid.input_emb.rows(), 0U);
  EXPECT_EQ(results.grid.input_emb.d(), 4U);
  EXPECT_EQ(results.same.verdict, Verdict::none);
  EXPECT_FALSE(results.closest.has_value());
  EXPECT_TRUE(results.bag.empty());
}

// ---- What the pages choose ----

ChangedTables some_tables() {
  ChangedTables tables;
  float x = 0.0F;
  const auto count = [&] { return x += 0.25F; };
  tables.E = make_table(kVocabSize, kWidth, count);
  tables.P = make_table(kContextLength, kWidth, count);
  return tables;
}

TEST(Lesson, TablesAreTheSeedsUntilTheyAreChanged) {
  Session s = with({5, 2, 5}, PositionScheme::learned);
  s.seed = 9;
  s.std = 0.5;
  EXPECT_EQ(tables_of(s).E, toy_tables(9, 0.5).E);
  EXPECT_EQ(tables_of(s).P, toy_tables(9, 0.5).P);
  s.changed = some_tables();
  EXPECT_EQ(tables_of(s).E, s.changed->E);
  EXPECT_EQ(tables_of(s).P, s.changed->P);
  const LessonResults r = compute(s);
  EXPECT_EQ(r.E, s.changed->E);
  EXPECT_EQ(r.P, s.changed->P);
  EXPECT_EQ(r.range, colour_range(s.changed->E, s.changed->P));
  EXPECT_EQ(r.grid.input_emb.row(1)[0], s.changed->E.row(2)[0] + s.changed->P.row(1)[0]);
  s = apply(s, {.id = ActionId::set_seed, .seed = 9});
  EXPECT_EQ(tables_of(s).E, toy_tables(9, 0.5).E);
}

// Learned or sinusoidal, what is added is gain * P[t]; with a gain of 0 nothing tells the slots apart.
TEST(Lesson, PIsTheSchemesTableTimesTheGain) {
  for (const double gain : {0.0, 0.5, 1.0, 4.0}) {
    Session s = with({5, 2, 5}, PositionScheme::sinusoidal);
    s.positions.gain = gain;
    s.positions.base = 100.0;
    LessonResults r = compute(s);
    EXPECT_EQ(r.P, scaled(sinusoidal_table(kContextLength, kWidth, 100.0), gain));
    ASSERT_TRUE(r.grid.pos_emb.has_value());
    EXPECT_EQ(r.grid.input_emb.row(2)[1], r.E.row(5)[1] + r.P.row(2)[1]);
    EXPECT_EQ(r.same.verdict, gain == 0.0 ? Verdict::yes : Verdict::no);

    s.position = PositionScheme::learned;
    r = compute(s);
    const Table P = toy_tables(s.seed, s.std).P;
    EXPECT_EQ(r.P, scaled(P, gain));
    for (std::size_t i = 0; i < P.numbers().size(); ++i) {
      EXPECT_EQ(r.P.numbers()[i], static_cast<float>(static_cast<double>(P.numbers()[i]) * gain));
    }
    EXPECT_EQ(r.same.verdict, gain == 0.0 ? Verdict::yes : Verdict::no);
  }
}

// Slot 0 of the sinusoids is (0, 1, 0, 1), whatever the base.
TEST(Lesson, TheFirstSinusoidByHand) {
  Session s = with({5}, PositionScheme::sinusoidal);
  const LessonResults r = compute(s);
  for (std::size_t j = 0; j < kWidth; ++j) {
    EXPECT_EQ(r.grid.input_emb.row(0)[j], r.E.row(5)[j] + (j % 2 == 0 ? 0.0F : 1.0F));
  }
}

// A rotation acts in attention: the input knows nothing of the slot.
TEST(Lesson, RotaryAddsNothingToTheInput) {
  const LessonResults rotary = compute(with({5, 2, 5}, PositionScheme::rotary));
  EXPECT_FALSE(rotary.grid.pos_emb.has_value());
  EXPECT_EQ(rotary.grid.input_emb, rotary.grid.tok_emb);
  EXPECT_EQ(rotary.same.verdict, Verdict::yes);
}

TEST(Lesson, TheViewChangesNoNumber) {
  const Session s = with({5, 2, 5}, PositionScheme::learned);
  Session other = s;
  other.view = {Page::failures, Theme::light, 3.0, false};
  EXPECT_EQ(static_cast<const ToyChoices&>(s), other);
  EXPECT_TRUE(same_results(compute(s), compute(other)));
  Lesson lesson;
  const float* const numbers = lesson.of(s).grid.input_emb.numbers().data();
  EXPECT_EQ(lesson.of(other).grid.input_emb.numbers().data(), numbers) << "not computed anew";

  // And each of these is a number.
  const auto differs = [&](auto change) {
    Session changed = s;
    change(changed);
    return !(static_cast<const ToyChoices&>(s) == changed);
  };
  EXPECT_TRUE(differs([](Session& x) { x.seed = 43; }));
  EXPECT_TRUE(differs([](Session& x) { x.changed = some_tables(); }));
  EXPECT_TRUE(differs([](Session& x) { x.positions.gain = 2.0; }));
  EXPECT_TRUE(differs([](Session& x) { x.learning.tied = true; }));
  EXPECT_TRUE(differs([](Session& x) { x.renumberings = 1; }));
  EXPECT_TRUE(differs([](Session& x) { x.sequence.insert(0, 1); }));
}

}  // namespace
}  // namespace whatwhere
