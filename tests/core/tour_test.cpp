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
  Progress progress{.touring = true, .step = 0, .predicted = {}, .checked = {}};
  const Session shown = with("the cat the");
  EXPECT_EQ(after(progress, shown).step, 0U);
  progress = with_prediction(progress, 1);
  EXPECT_EQ(with_prediction(progress, 0).predicted[0], 1U);  // the first choice counts
  EXPECT_EQ(with_prediction(progress, 7), progress);         // there is no such option
  progress = after(progress, shown);
  EXPECT_EQ(progress.step, 1U);
  EXPECT_EQ(right_predictions(progress), 0U);
}

TEST(Tour, WithoutTheTourNothingMoves) {
  EXPECT_EQ(after(with_prediction(Progress{}, 0), with("the cat the")).step, 0U);
}

// What the card asks for at each step, done as the card says; each leads to the next one and no further.
TEST(Tour, FromItsStartToItsEnd) {
  const auto index = [](auto choice) { return static_cast<std::size_t>(choice); };
  const Session start = with("the cat the dog");
  const Session learned = did(start, {{.id = ActionId::toggle_position}});
  const Session plain = did(start, {{.id = ActionId::shuffle}});
  Session trained = start;
  for (int i = 0; i < 300; ++i) trained = apply(trained, {.id = ActionId::train});
  const std::vector<Session> shows = {
      start,
      learned,
      plain,
      did(learned, {{.id = ActionId::shuffle}}),
      did(start, {{.id = ActionId::renumber}}),
      did(start, {{.id = ActionId::choose_model, .choice = 2}}),
      did(start, {{.id = ActionId::choose_scheme, .choice = index(PositionScheme::rotary)}}),
      plain,
      did(plain, {{.id = ActionId::toggle_causal}}),
      did(start, {{.id = ActionId::learn_step}}),
      trained,
      did(learned, {{.id = ActionId::set_window_count, .choice = 8}}),
      did(start, {{.id = ActionId::toggle_failure, .choice = index(Failure::too_long)}}),
      start,
  };
  ASSERT_EQ(shows.size(), kTourSteps);
  Progress progress{.touring = true, .step = 0, .predicted = {}, .checked = {}};
  for (std::size_t i = 0; i < kTourSteps; ++i) {
    progress = after(with_prediction(progress, tour()[i].right), shows[i]);
    ASSERT_EQ(progress.step, i + 1);
  }
  EXPECT_TRUE(is_at_end(progress));
  EXPECT_EQ(right_predictions(progress), kTourSteps);
  EXPECT_EQ(after(with_prediction(progress, 0), start), progress);  // at the end nothing moves
}

// A session that shows something else does not do: each step with the state before what it asks for.
TEST(Tour, WhatDoesNotShowTheAnswerDoesNotMoveIt) {
  const Session once = with("the cat");
  for (std::size_t i = 0; i + 1 < kTourSteps; ++i) {  // the last one asks for nothing to be broken: true here
    Progress progress{.touring = true, .step = i, .predicted = {}, .checked = {}};
    EXPECT_EQ(after(with_prediction(progress, 0), once).step, i) << i;
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
