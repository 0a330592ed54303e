#include "core/topics/training_topic.h"

#include "core/learning/projection.h"
#include "core/session/learning_step.h"
#include "core/session/training.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

TrainingTopic topic_of(const Session& session) { return training_topic(session, compute(session)); }

Session trained(std::uint64_t steps) {
  Session s;
  TrainingRun run = training_run(s);
  run.run(steps);
  s.changed = outcome(s, run);
  return s;
}

TEST(TrainingTopic, BeforeTheFirstStepThereIsThePresentAlone) {
  const Session s;
  const TrainingTopic topic = topic_of(s);
  ASSERT_EQ(topic.curve.size(), 1U);
  EXPECT_EQ(topic.curve[0].step, 0U);
  EXPECT_EQ(topic.curve[0].E, tables_of(s).E);
  ASSERT_EQ(topic.trails.size(), kVocabSize);
  for (const auto& trail : topic.trails) EXPECT_EQ(trail.size(), 1U);
}

// A trail ends where the row is now, in the plane of the present rows, and is never long.
TEST(TrainingTopic, TrailsEndAtThePresentRows) {
  for (const std::uint64_t steps : {1U, 59U, 60U, 500U}) {
    const Session s = trained(steps);
    const TrainingTopic topic = topic_of(s);
    EXPECT_EQ(topic.curve.back().step, steps);
    const PrincipalPlane plane = principal_plane(s.changed->E);
    EXPECT_EQ(topic.explained, plane.explained);
    for (std::size_t id = 0; id < kVocabSize; ++id) {
      EXPECT_EQ(topic.trails[id].size(), std::min<std::size_t>(topic.curve.size(), 60)) << steps;
      EXPECT_EQ(topic.trails[id].back(), project(plane, s.changed->E.row(id)));
    }
  }
}

// Tables that were changed by hand have no run behind them.
TEST(TrainingTopic, AfterAStepByHandTheCurveBeginsAnew) {
  Session s = trained(70);
  s.sequence = Sequence(std::vector<TokenId>{5});
  EXPECT_EQ(topic_of(after_step(s)).curve.size(), 1U);
}

}  // namespace
}  // namespace whatwhere
