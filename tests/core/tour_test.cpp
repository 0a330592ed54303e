// The guided tour, walked through by actions, and the checklist that ticks itself.
#include "core/session/tour.h"

#include "core/errors.h"
#include "core/session/actions.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

Session with(const char* words) {
  Session session;
  session.sequence = Sequence(ids_of_words(words));
  return session;
}

Progress after(const Progress& progress, const Session& session) {
  return observed(progress, session, compute(session));
}

Progress predicted(const Progress& progress, std::size_t option, const Session& session) {
  return with_prediction(progress, option, session, compute(session));
}

// The session on the page of that step.
Session at(std::size_t step, Session session) {
  session.view.page = tour()[step].page;
  session.learning.part = tour()[step].part;
  return session;
}

Session did(const Session& session, std::initializer_list<Action> actions) {
  Session now = session;
  for (const Action& action : actions) now = apply(now, action);
  return now;
}

TEST(Tour, EachStepHasItsRightAnswerAmongTheOptions) {
  for (const TourStep& step : tour()) {
    EXPECT_GE(step.options, 2U);
    EXPECT_LT(step.right, step.options);
  }
}

TEST(Tour, AStepWaitsForItsPrediction) {
  Progress progress{.touring = true};
  const Session shown = with("the cat the");
  EXPECT_EQ(after(progress, shown).step, 0U);
  progress = predicted(progress, 1, with("the cat"));
  EXPECT_EQ(predicted(progress, 0, shown).predicted[0], 1U);  // the first choice counts
  EXPECT_EQ(predicted(Progress{}, 7, shown), Progress{});     // there is no such option
  progress = after(progress, shown);
  EXPECT_EQ(progress.step, 1U);
  EXPECT_EQ(right_predictions(progress), 0U);
}

// What was on the screen before the question is no answer that the person found: it moves on when they say
// so, or once it was gone and is there again.
TEST(Tour, WhatWasThereAlreadyWaitsForThePerson) {
  const Session shown = with("the cat the");
  Progress progress = predicted({.touring = true}, 0, shown);
  EXPECT_TRUE(progress.already);
  EXPECT_EQ(after(progress, shown).step, 0U);
  EXPECT_EQ(gone_on(progress).step, 1U);
  EXPECT_FALSE(gone_on(progress).already);
  progress = after(progress, with("the cat"));
  EXPECT_FALSE(progress.already);
  EXPECT_EQ(gone_on(progress), progress);
  EXPECT_EQ(after(progress, shown).step, 1U);
}

// A step is done on its own page: elsewhere its answer is not to be seen.
TEST(Tour, AStepIsDoneOnItsPage) {
  const Session here = with("the cat");
  const Progress progress = predicted({.touring = true}, 0, here);
  Session elsewhere = with("the cat the");
  elsewhere.view.page = Page::order;
  EXPECT_EQ(after(progress, elsewhere).step, 0U);
  elsewhere.view.page = Page::widget;
  EXPECT_EQ(after(progress, elsewhere).step, 1U);
}

TEST(Tour, WithoutTheTourNothingMoves) {
  EXPECT_EQ(after(predicted(Progress{}, 0, with("the cat")), with("the cat the")).step, 0U);
}

std::size_t index(auto choice) { return static_cast<std::size_t>(choice); }

Action scheme(PositionScheme position) { return {.id = ActionId::choose_scheme, .choice = index(position)}; }

// One person's way: what the cards ask for, one after the other on the same session. Each leads to the next
// card and no further.
TEST(Tour, FromItsStartToItsEnd) {
  const std::vector<std::vector<Action>> asked = {
      {{.id = ActionId::append_token, .token = 5}},
      {scheme(PositionScheme::learned)},
      {scheme(PositionScheme::off), {.id = ActionId::reverse}},
      {scheme(PositionScheme::learned)},
      {{.id = ActionId::renumber}},
      {{.id = ActionId::choose_model, .choice = 2}},
      {scheme(PositionScheme::rotary)},
      {scheme(PositionScheme::off)},
      {{.id = ActionId::toggle_causal}},
      {scheme(PositionScheme::learned), {.id = ActionId::set_window_count, .choice = 8}},
      {{.id = ActionId::toggle_failure, .choice = index(Failure::too_long)}},
      {{.id = ActionId::choose_policy, .choice = index(ContextPolicy::truncate)}},
      {{.id = ActionId::learn_step}},
      std::vector<Action>(300, {.id = ActionId::train}),
  };
  ASSERT_EQ(asked.size(), kTourSteps);
  Session session = with("the cat dog");
  Progress progress{.touring = true};
  for (std::size_t i = 0; i < kTourSteps; ++i) {
    SCOPED_TRACE(i);
    progress = after(predicted(progress, tour()[i].right, session), session);
    session = at(i, session);
    ASSERT_EQ(progress.step, i) << "shown before it was asked for";
    for (const Action& action : asked[i]) session = apply(session, action);
    progress = after(progress, session);
    ASSERT_EQ(progress.step, i + 1);
  }
  EXPECT_TRUE(is_at_end(progress));
  EXPECT_EQ(right_predictions(progress), kTourSteps);
  EXPECT_EQ(after(predicted(progress, 0, session), session), progress);  // at the end nothing moves
}

// What is near to what a card asks for, and would make its answer untrue.
TEST(Tour, NearMissesDoNotMoveIt) {
  constexpr std::size_t kBatches = 9;
  constexpr std::size_t kTooLong = 10;
  constexpr std::size_t kHelps = 11;
  constexpr std::size_t kStep = 12;
  const auto step_after = [](std::size_t step, const Session& session) {
    const Progress progress = predicted({.touring = true, .step = step}, tour()[step].right, with("dog"));
    return after(progress, at(step, session)).step;
  };
  const Session start = with("the cat the");
  const Session stepped = did(start, {{.id = ActionId::learn_step}});
  EXPECT_EQ(step_after(kStep, stepped), kStep + 1);
  for (const Action& action : std::vector<Action>{{.id = ActionId::choose_optimizer, .choice = 1},
                                                  {.id = ActionId::set_weight_decay, .value = 0.1},
                                                  {.id = ActionId::set_learning_rate, .value = 0.0},
                                                  {.id = ActionId::toggle_tied},
                                                  {.id = ActionId::clear}}) {
    EXPECT_EQ(step_after(kStep, apply(stepped, action)), kStep) << "other rows move, or none";
  }
  const Session eight = did(start, {{.id = ActionId::set_window_count, .choice = 8}});
  EXPECT_EQ(step_after(kBatches, eight), kBatches) << "no P is added";
  EXPECT_EQ(step_after(kBatches, did(eight, {scheme(PositionScheme::learned)})), kBatches + 1);
  const Session broken = did(start, {{.id = ActionId::toggle_failure, .choice = index(Failure::too_long)}});
  const Session truncated =
      did(broken, {{.id = ActionId::choose_policy, .choice = index(ContextPolicy::truncate)}});
  EXPECT_EQ(step_after(kTooLong, broken), kTooLong + 1);
  EXPECT_EQ(step_after(kTooLong, truncated), kTooLong);
  EXPECT_EQ(step_after(kTooLong, did(broken, {{.id = ActionId::clear}})), kTooLong);
  EXPECT_EQ(step_after(kHelps, truncated), kHelps + 1);
  EXPECT_EQ(step_after(kHelps, broken), kHelps);
  EXPECT_EQ(step_after(kHelps, start), kHelps);
}

// A session that shows something else does not do.
TEST(Tour, WhatDoesNotShowTheAnswerDoesNotMoveIt) {
  for (std::size_t i = 0; i < kTourSteps; ++i) {
    const Session once = at(i, with("the cat"));
    EXPECT_EQ(after(predicted({.touring = true, .step = i}, 0, once), once).step, i) << i;
  }
}

TEST(Tour, TheChecklistTicksItselfAndKeepsItsTicks) {
  const auto checked = [](const Session& session) { return after(Progress{}, session).checked; };
  using Ticks = std::array<bool, kChecklist>;
  EXPECT_EQ(checked(Session{}), (Ticks{}));
  Session batches = with("the cat the");
  batches.view.page = Page::batches;
  EXPECT_EQ(checked(batches), (Ticks{false, true, false, false, false}));
  const Session learned = did(with("the cat the"), {{.id = ActionId::toggle_position}});
  EXPECT_EQ(checked(learned), (Ticks{false, false, true, true, false}));
  EXPECT_EQ(checked(did(learned, {{.id = ActionId::learn_step}})), (Ticks{true, false, true, true, true}));
  EXPECT_EQ(checked(did(with("cat"), {{.id = ActionId::learn_step}})),
            (Ticks{true, false, false, false, false}));
  // What training did counts, not what it was asked to do.
  EXPECT_EQ(checked(did(with("cat"),
                        {{.id = ActionId::set_learning_rate, .value = 0.0}, {.id = ActionId::learn_step}})),
            Ticks{});
  const Session without_P = did(with("cat"), {{.id = ActionId::train}});
  EXPECT_FALSE(checked(did(without_P, {{.id = ActionId::toggle_training_positional}}))[4]);
  EXPECT_TRUE(
      checked(did(with("cat"), {{.id = ActionId::toggle_training_positional}, {.id = ActionId::train}}))[4]);
  Progress progress = after(Progress{}, batches);
  progress = after(progress, Session{});
  EXPECT_TRUE(progress.checked[1]);
}

TEST(Tour, ProgressIsSavedAndReadBack) {
  Progress progress{
      .touring = true, .step = 3, .predicted = {}, .checked = {true, false, true, false, false}};
  progress.predicted = {0, 1, std::nullopt, 2};
  EXPECT_EQ(progress_from_json(to_json(progress)), progress);
  EXPECT_EQ(progress_from_json(to_json(Progress{})), Progress{});
}

TEST(Tour, MalformedProgressIsRefused) {
  for (const char* text :
       {"", "{}", "[]", R"({"whatwhere_progress": 2})",
        R"({"whatwhere_progress": 1, "touring": true, "step": 1, "predicted": [], "checked": []})"}) {
    EXPECT_THROW(progress_from_json(text), FileError) << text;
  }
}

}  // namespace
}  // namespace whatwhere
