#include "core/session/history.h"

#include <algorithm>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

const Action kUndo{.id = ActionId::undo};
const Action kRedo{.id = ActionId::redo};

Action append(TokenId token) { return {.id = ActionId::append_token, .token = token}; }

bool can(const History& history, const Action& action) { return history.why_not(action).empty(); }

TEST(History, StartsWithNothingToUndoOrRedo) {
  Session start;
  start.seed = 5;
  History history(start);
  EXPECT_EQ(history.present(), start);
  for (const Action& action : {kUndo, kRedo}) {
    const std::string reason = history.why_not(action);
    EXPECT_FALSE(reason.empty());
    EXPECT_EQ(message_of<ActionRefused>([&] { history.perform(action); }), reason);
    EXPECT_EQ(history.present(), start);
  }
}

TEST(History, UndoAndRedoWithoutLimit) {
  History history;
  std::vector<Session> all = {history.present()};
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    history.perform({.id = ActionId::set_seed, .seed = 1000 + i});
    all.push_back(history.present());
  }
  for (std::size_t i = all.size() - 1; i-- > 0;) {
    history.perform(kUndo);
    ASSERT_EQ(history.present(), all[i]);
  }
  EXPECT_FALSE(can(history, kUndo));
  for (std::size_t i = 1; i < all.size(); ++i) {
    history.perform(kRedo);
    ASSERT_EQ(history.present(), all[i]);
  }
  EXPECT_FALSE(can(history, kRedo));
}

TEST(History, ANewActionDropsWhatWasTakenBack) {
  History history;
  history.perform(append(1));
  history.perform(append(2));
  history.perform(append(3));
  history.perform(kUndo);
  history.perform(kUndo);
  EXPECT_TRUE(can(history, kRedo));
  history.perform(append(4));
  EXPECT_FALSE(can(history, kRedo));
  EXPECT_EQ(history.present().sequence.ids(), (Ids{1, 4}));
  history.perform(kUndo);
  EXPECT_EQ(history.present().sequence.ids(), (Ids{1}));
}

TEST(History, ARefusedActionKeepsEverything) {
  History history;
  history.perform(append(1));
  history.perform(append(2));
  history.perform(kUndo);
  const Session before = history.present();
  const Action impossible{.id = ActionId::remove_slot, .slot = 9};
  EXPECT_EQ(message_of<ActionRefused>([&] { history.perform(impossible); }), history.why_not(impossible));
  EXPECT_EQ(history.present(), before);
  EXPECT_TRUE(can(history, kRedo)) << "what was taken back is still there";
}

TEST(History, AnActionThatChangesNothingIsNoStep) {
  History history;
  history.perform(append(1));
  history.perform(append(2));
  history.perform(kUndo);
  history.perform({.id = ActionId::set_seed, .seed = 42});
  history.perform({.id = ActionId::set_std, .std = kGpt2Std});
  history.perform({.id = ActionId::zoom_reset});
  history.perform({.id = ActionId::move_slot, .slot = 0, .to = 0});
  history.perform({.id = ActionId::help});
  history.perform({.id = ActionId::cursor_up});
  EXPECT_TRUE(can(history, kRedo));
  history.perform(kUndo);
  EXPECT_FALSE(can(history, kUndo));
}

TEST(History, StepsOfOneGestureAreOneStep) {
  History history;
  history.perform({.id = ActionId::load_example, .example = 1});
  const Session loaded = history.present();
  history.perform({.id = ActionId::move_slot, .slot = 0, .to = 1});
  history.perform({.id = ActionId::move_slot, .slot = 1, .to = 2, .continues = true});
  EXPECT_EQ(history.present().sequence.ids(), (Ids{4, 0, 3}));
  const Session dragged = history.present();
  history.perform(kUndo);
  EXPECT_EQ(history.present(), loaded);
  history.perform(kRedo);
  EXPECT_EQ(history.present(), dragged);
}

TEST(History, AGestureDoesNotContinueAnotherActionOrAnUndo) {
  History history;
  history.perform({.id = ActionId::set_seed, .seed = 1});
  history.perform({.id = ActionId::set_std, .std = 1.0, .continues = true});
  history.perform(kUndo);
  EXPECT_EQ(history.present().seed, 1U) << "another action is another step";
  EXPECT_EQ(history.present().std, kGpt2Std);

  history.perform({.id = ActionId::set_seed, .seed = 2, .continues = true});
  history.perform(kUndo);
  EXPECT_EQ(history.present().seed, 1U) << "after an undo a new step begins";

  history.perform(kRedo);
  history.perform({.id = ActionId::set_seed, .seed = 3, .continues = true});
  history.perform(kUndo);
  EXPECT_EQ(history.present().seed, 2U) << "after a redo, too";
}

// A training run hands over what it has come to many times: one step, until something else is done.
TEST(History, ARunIsAStepUntilSomethingElseIsDone) {
  const auto train = [](bool continues) { return Action{.id = ActionId::train, .continues = continues}; };
  History history;
  const Session start = history.present();
  history.perform(train(false));
  history.perform(train(true));
  history.perform({.id = ActionId::show_page, .choice = 1});
  history.perform(train(true));
  EXPECT_EQ(history.position(), 1U);
  history.perform(append(5));
  history.perform(train(false));
  history.perform(train(true));
  EXPECT_EQ(history.position(), 3U);
  history.perform(kUndo);
  EXPECT_EQ(history.present().changed->training_steps, 3U) << "what was trained since then is undone alone";
  EXPECT_EQ(history.present().sequence.size(), 1U);
  history.perform(kUndo);
  history.perform(kUndo);
  EXPECT_EQ(history.present(), start);
}

// Where a person looks is no step, but undo shows the page on which the change was made.
TEST(History, ShowingAPageIsNoStep) {
  const auto show = [](Page page) {
    return Action{.id = ActionId::show_page, .choice = static_cast<std::size_t>(page)};
  };
  History history;
  history.perform(show(Page::order));
  EXPECT_EQ(history.present().view.page, Page::order);
  EXPECT_FALSE(can(history, kUndo));
  history.perform(append(5));
  history.perform(show(Page::learning));
  history.perform({.id = ActionId::choose_learning_part, .choice = 2});
  history.perform(append(2));
  history.perform(show(Page::lesson));
  EXPECT_EQ(history.position(), 2U);
  history.perform(kUndo);
  EXPECT_EQ(history.present().sequence.ids(), (Ids{5}));
  EXPECT_EQ(history.present().view.page, Page::learning) << "where 2 was appended";
  history.perform(show(Page::failures));
  EXPECT_TRUE(can(history, kRedo)) << "looking elsewhere drops nothing";
  history.perform(kRedo);
  EXPECT_EQ(history.present().sequence.ids(), (Ids{5, 2}));
  EXPECT_EQ(history.present().view.page, Page::lesson);
  history.perform(kUndo);
  history.perform(kUndo);
  EXPECT_EQ(history.present().view.page, Page::order) << "where 5 was appended";
}

// Looking at another page while a slider moves or a run plays does not cut its step in two.
TEST(History, AGestureGoesOnAcrossPages) {
  History history;
  history.perform({.id = ActionId::set_gain, .value = 0.5});
  history.perform({.id = ActionId::show_page, .choice = 3});
  history.perform({.id = ActionId::set_gain, .value = 0.75, .continues = true});
  EXPECT_EQ(history.position(), 1U);
  history.perform(kUndo);
  EXPECT_EQ(history.present().positions.gain, 1.0);
}

TEST(History, ReplaceIsOneStep) {
  History history;
  history.perform(append(1));
  const Session mine = history.present();
  history.perform(append(2));
  history.perform(kUndo);
  Session opened;
  opened.seed = 77;
  history.replace(opened);
  EXPECT_EQ(history.present(), opened);
  EXPECT_FALSE(can(history, kRedo));
  history.perform({.id = ActionId::set_seed, .seed = 78, .continues = true});
  history.perform(kUndo);
  EXPECT_EQ(history.present(), opened) << "no gesture goes on across an opened file";
  history.perform(kUndo);
  EXPECT_EQ(history.present(), mine);
}

// Two stacks, as a model of the one list with a finger in it.
struct Model {
  std::vector<Session> undo;
  Session present;
  std::vector<Session> redo;
  std::optional<ActionId> last;

  void perform(const Action& action) {
    if (action.id == ActionId::undo || action.id == ActionId::redo) {
      auto& from = action.id == ActionId::undo ? undo : redo;
      auto& onto = action.id == ActionId::undo ? redo : undo;
      onto.push_back(present);
      present = from.back();
      from.pop_back();
      last.reset();
      return;
    }
    const Session next = apply(present, action);
    if (next == present) return;
    const bool only_looks = action.id == ActionId::show_page || action.id == ActionId::choose_learning_part;
    if (only_looks) {  // no step: what was taken back is still there
      present = next;
      return;
    }
    if (!(action.continues && last == action.id)) undo.push_back(present);
    redo.clear();
    present = next;
    last = action.id;
  }
};

void expect_invariants(const Session& s) {
  ASSERT_LE(s.sequence.size(), kContextLength);
  std::set<std::uint32_t> identities;
  for (const Slot& slot : s.sequence.slots()) {
    ASSERT_GE(slot.id, 0);
    ASSERT_LT(static_cast<std::size_t>(slot.id), kVocabSize);
    ASSERT_TRUE(identities.insert(slot.identity).second);
  }
  if (s.before) {
    ASSERT_EQ(s.before->size(), s.sequence.size());
    ASSERT_TRUE(std::is_permutation(s.before->slots().begin(), s.before->slots().end(),
                                    s.sequence.slots().begin(), s.sequence.slots().end()));
  }
  ASSERT_GE(s.std, 0.0);
  ASSERT_LE(s.std, kMaxStd);
  ASSERT_GE(s.view.zoom, kMinZoom);
  ASSERT_LE(s.view.zoom, kMaxZoom);
}

TEST(History, TwoThousandRandomActions) {
  Random random(1);
  History history;
  Model model;
  Lesson lesson;
  std::size_t performed = 0;
  std::size_t undone = 0;
  while (performed < 2000) {
    Action action = random_action(random, history.present());
    if (random.below(5) == 0) action = random.below(2) == 0 ? kUndo : kRedo;
    if (!can(history, action)) {
      const Session before = history.present();
      EXPECT_THROW(history.perform(action), ActionRefused);
      ASSERT_EQ(history.present(), before);
      continue;
    }
    history.perform(action);
    model.perform(action);
    ++performed;
    undone += action.id == ActionId::undo ? 1 : 0;
    SCOPED_TRACE(testing::Message() << "after action " << performed << ", " << info(action.id).name);
    ASSERT_EQ(without_curve(history.present()), without_curve(model.present));
    ASSERT_EQ(can(history, kUndo), !model.undo.empty());
    ASSERT_EQ(can(history, kRedo), !model.redo.empty());
    ASSERT_NO_FATAL_FAILURE(expect_invariants(history.present()));
    ASSERT_TRUE(same_results(lesson.of(history.present()), compute(history.present())));
  }
  EXPECT_GT(undone, 100U);
  while (can(history, kUndo)) history.perform(kUndo);
  EXPECT_EQ(history.present(), Session());
  EXPECT_TRUE(same_results(lesson.of(history.present()), compute(Session())));
}

TEST(History, ThePagesOfAModelAreNoStepsEither) {
  History history;
  history.perform({.id = ActionId::show_model_page, .choice = 1});
  EXPECT_EQ(history.present().view.page, Page::neighbours);
  EXPECT_EQ(history.position(), 0U);
}

}  // namespace
}  // namespace whatwhere
