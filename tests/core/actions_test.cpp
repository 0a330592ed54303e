#include "core/session/actions.h"

#include <map>

#include "core/errors.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

using Ids = std::vector<TokenId>;

Session with(const Ids& ids) {
  Session s;
  s.sequence = Sequence(ids);
  return s;
}

ChangedTables some_tables() {
  ChangedTables tables;
  float x = 0.0F;
  const auto count = [&] { return x += 0.25F; };
  tables.E = make_table(kVocabSize, kWidth, count);
  tables.P = make_table(kContextLength, kWidth, count);
  tables.W = make_table(kWidth, kVocabSize, count);
  tables.training_steps = 9;
  return tables;
}

// A Session with a value other than the default in every field.
Session busy() {
  Session s = with({5, 2, 5, 1});
  s.seed = 7;
  s.std = 0.5;
  s.position = PositionScheme::learned;
  s.positions = {2.5, 500.0, 7, 11};
  s.renumberings = 3;
  s.model_size = 2;
  s.causal = true;
  s.learning.part = LearningPart::training;
  s.learning.optimizer = {.kind = Optimizer::adamw, .lr = 0.25, .weight_decay = 0.125};
  s.learning.tied = true;
  s.learning.gradient = 4;
  s.learning.edits = {{1, 2, 0.5F}};
  s.learning.training = {.tied = true, .positional = true, .lr = 0.75};
  s.windows = {5, 6, 3, true};
  s.shape = {2, 3, 4, 5};
  s.failures = {{true, false, true, false, true}, Failure::widths, ContextPolicy::truncate};
  s.changed = some_tables();
  s.view = {Page::order, Theme::light, 1.5, false};
  return apply(s, {.id = ActionId::shuffle});
}

// ---- The table ----

TEST(Actions, EveryActionOnce) {
  constexpr auto kLast = static_cast<std::size_t>(ActionId::leave);
  std::set<ActionId> ids;
  for (const ActionInfo& a : all_actions()) ids.insert(a.id);
  EXPECT_EQ(all_actions().size(), kLast + 1);
  EXPECT_EQ(ids.size(), kLast + 1);
  for (std::size_t i = 0; i <= kLast; ++i) {
    const auto id = static_cast<ActionId>(i);
    ASSERT_TRUE(ids.contains(id)) << i;
    EXPECT_EQ(info(id).id, id);
  }
}

TEST(Actions, NamesAreUniqueAndTextsAreThere) {
  std::set<std::string_view> all;
  for (const ActionInfo& a : all_actions()) {
    EXPECT_TRUE(all.insert(a.name).second) << a.name;
    EXPECT_FALSE(a.name.empty());
    EXPECT_EQ(a.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos) << a.name;
    EXPECT_FALSE(a.label.empty()) << a.name;
    EXPECT_FALSE(a.help.empty()) << a.name;
    EXPECT_EQ(a.help.find('\n'), std::string_view::npos) << a.name;
    EXPECT_FALSE(title(a.group).empty()) << a.name;
  }
}

// "A or B" gives A and B; "Shift+0 … 5" gives Shift+0, Shift+1 and so on.
std::vector<std::string> keys_of(const ActionInfo& action) {
  std::vector<std::string> keys;
  std::string rest(action.keys);
  while (!rest.empty()) {
    const std::size_t end = rest.find(" or ");
    const std::string key = rest.substr(0, end);
    rest = end == std::string::npos ? "" : rest.substr(end + 4);
    const std::string to = " \xE2\x80\xA6 ";
    const std::size_t middle = key.find(to);
    if (middle == std::string::npos) {
      keys.push_back(key);
      continue;
    }
    const std::string prefix = key.substr(0, middle - 1);
    for (char c = key[middle - 1]; c <= key.back(); ++c) keys.push_back(prefix + c);
  }
  return keys;
}

TEST(Actions, NoTwoShareAKey) {
  std::map<std::string, std::string_view> owner;
  for (const ActionInfo& a : all_actions()) {
    for (const std::string& key : keys_of(a)) {
      EXPECT_FALSE(key.empty()) << a.name;
      const auto [other, is_new] = owner.emplace(key, a.name);
      EXPECT_TRUE(is_new) << key << " is of " << other->second << " and of " << a.name;
    }
  }
}

TEST(Actions, ThereIsAKeyForEachTokenAndExample) {
  EXPECT_EQ(keys_of(info(ActionId::append_token)).size(), kVocabSize);
  EXPECT_EQ(keys_of(info(ActionId::insert_token)).size(), kVocabSize);
  EXPECT_EQ(keys_of(info(ActionId::load_example)).size(), examples().size());
  EXPECT_EQ(keys_of(info(ActionId::insert_token)).front(), "Shift+0");
  EXPECT_EQ(keys_of(info(ActionId::load_example)).back(), "F6");
  EXPECT_EQ(keys_of(info(ActionId::redo)), (std::vector<std::string>{"Ctrl+Shift+Z", "Ctrl+Y"}));
}

TEST(Actions, ExamplesFitTheTables) {
  ASSERT_FALSE(examples().empty());
  for (const Example& example : examples()) EXPECT_NO_THROW(check_sequence(example.ids)) << example.name;
  EXPECT_EQ(examples()[0].ids, (Ids{5, 2, 5}));
  EXPECT_EQ(examples().back().ids.size(), kContextLength);
}

// ---- Refusals ----

// Refused with exactly the reason of why_not, which names these numbers; the Session is as it was.
void expect_refused(const Session& session, const Action& action,
                    std::initializer_list<std::int64_t> numbers) {
  const Session copy = session;
  const std::string reason = why_not(session, action);
  SCOPED_TRACE(info(action.id).name);
  EXPECT_FALSE(reason.empty());
  EXPECT_EQ(message_of<ActionRefused>([&] { apply(session, action); }), reason);
  EXPECT_TRUE(names(reason, numbers));
  EXPECT_EQ(session, copy);
}

TEST(Actions, RefusedForLackOfRoom) {
  const Session full = with({0, 1, 2, 3, 4, 5, 0, 1});
  expect_refused(full, {.id = ActionId::append_token, .token = 1}, {8, 0, 7, 8});
  expect_refused(full, {.id = ActionId::insert_token, .token = 1, .slot = 3}, {8, 0, 7, 8});
}

TEST(Actions, RefusedForLackOfAToken) {
  for (const TokenId token :
       {-1, 6, std::numeric_limits<TokenId>::min(), std::numeric_limits<TokenId>::max()}) {
    expect_refused(Session(), {.id = ActionId::append_token, .token = token}, {token, 0, 5});
    expect_refused(Session(), {.id = ActionId::insert_token, .token = token}, {token, 0, 5});
  }
}

TEST(Actions, RefusedForLackOfASlot) {
  const Session s = with({0, 1, 2});
  expect_refused(s, {.id = ActionId::insert_token, .slot = 4}, {4, 3});
  expect_refused(s, {.id = ActionId::remove_slot, .slot = 3}, {3, 3});
  expect_refused(s, {.id = ActionId::move_slot, .slot = 3, .to = 0}, {3, 3});
  expect_refused(s, {.id = ActionId::move_slot, .slot = 0, .to = 3}, {3, 3});
  expect_refused(s, {.id = ActionId::load_example, .example = examples().size()}, {});
}

TEST(Actions, RefusedForLackOfTokensOrOfAnOrder) {
  expect_refused(Session(), {.id = ActionId::remove_last}, {});
  expect_refused(Session(), {.id = ActionId::remove_slot}, {0});
  expect_refused(Session(), {.id = ActionId::clear}, {});
  expect_refused(Session(), {.id = ActionId::move_slot}, {0});
  for (const Ids& ids : {Ids{}, Ids{1}}) expect_refused(with(ids), {.id = ActionId::reverse}, {});
  for (const Ids& ids : {Ids{}, Ids{1}, Ids{1, 1}, Ids{5, 5, 5, 5}}) {
    expect_refused(with(ids), {.id = ActionId::shuffle}, {});
  }
}

TEST(Actions, RefusedForAValueOutOfRange) {
  for (const double std : {-1.0, 1000001.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    expect_refused(Session(), {.id = ActionId::set_std, .std = std}, {0, 1'000'000});
  }
  Session s;
  s.view.zoom = kMaxZoom;
  expect_refused(s, {.id = ActionId::zoom_in}, {});
  s.view.zoom = kMinZoom;
  expect_refused(s, {.id = ActionId::zoom_out}, {});
}

TEST(Actions, RefusedForAChoiceOrNumberThatThereIsNot) {
  for (const auto& [id, count] : {std::pair{ActionId::show_page, kPages},
                                  {ActionId::choose_scheme, std::size_t{4}},
                                  {ActionId::choose_model, kModelSizes},
                                  {ActionId::toggle_failure, kFailures},
                                  {ActionId::choose_policy, std::size_t{2}},
                                  {ActionId::choose_learning_part, kLearningParts},
                                  {ActionId::choose_optimizer, std::size_t{3}},
                                  {ActionId::choose_speed, kTrainingSpeeds.size()}}) {
    EXPECT_EQ(why_not(Session(), {.id = id, .choice = count - 1}), "");
    expect_refused(Session(), {.id = id, .choice = count}, {});
  }
  expect_refused(Session(), {.id = ActionId::set_window_count, .choice = 0}, {1, 8});
  expect_refused(Session(), {.id = ActionId::set_window_count, .choice = 9}, {1, 8});
  expect_refused(Session(), {.id = ActionId::set_window_length, .choice = 9}, {1, 8});
  expect_refused(Session(), {.id = ActionId::set_window_stride, .choice = 0}, {1, 8});
  expect_refused(Session(), {.id = ActionId::set_query_slot, .choice = 64}, {0, 63});
  expect_refused(Session(), {.id = ActionId::set_key_slot, .choice = 64}, {0, 63});
}

TEST(Actions, RefusedForARateOrGainOutOfRange) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {-0.001, infinity, std::nan("")}) {
    expect_refused(Session(), {.id = ActionId::set_gain, .value = value}, {0, 4});
    expect_refused(Session(), {.id = ActionId::set_base, .value = value}, {});
    for (const ActionId id :
         {ActionId::set_learning_rate, ActionId::set_weight_decay, ActionId::set_training_rate}) {
      expect_refused(Session(), {.id = id, .value = value}, {0, 100});
    }
  }
  expect_refused(Session(), {.id = ActionId::set_gain, .value = 4.001}, {0, 4});
  expect_refused(Session(), {.id = ActionId::set_base, .value = 1.0}, {});
  expect_refused(Session(), {.id = ActionId::set_training_rate, .value = 100.001}, {0, 100});
  for (const double value : {1000001.0, -1000001.0, infinity, std::nan("")}) {
    expect_refused(Session(), {.id = ActionId::set_gradient, .value = value}, {-1000000, 1000000});
  }
  expect_refused(Session(), {.id = ActionId::set_gradient, .slot = kContextLength}, {});
  expect_refused(Session(), {.id = ActionId::set_gradient, .choice = kWidth}, {});
}

TEST(Actions, RefusedWhenThereIsNothingToDo) {
  expect_refused(Session(), {.id = ActionId::own_numbering}, {});
  expect_refused(Session(), {.id = ActionId::restore_tables}, {});
  expect_refused(Session(), {.id = ActionId::learn_step}, {});
  Session s;
  s.renumberings = std::numeric_limits<std::uint64_t>::max();
  expect_refused(s, {.id = ActionId::renumber}, {});
  s.seed = std::numeric_limits<std::uint64_t>::max();
  expect_refused(s, {.id = ActionId::next_seed}, {});
}

// ---- What each does, and that it does nothing else ----

// busy() after `change` by hand.
template <typename Change>
Session busy_but(Change change) {
  Session s = busy();
  change(s);
  return s;
}

TEST(Actions, AppendAndInsert) {
  const Session s = busy();
  const Ids ids = s.sequence.ids();
  const Session appended = apply(s, {.id = ActionId::append_token, .token = 3});
  EXPECT_EQ(appended, busy_but([](Session& b) {
              b.sequence.insert(4, 3);
              b.before.reset();
            }));
  EXPECT_EQ(appended.sequence.ids(), (Ids{ids[0], ids[1], ids[2], ids[3], 3}));
  const Session inserted = apply(s, {.id = ActionId::insert_token, .token = 3, .slot = 1});
  EXPECT_EQ(inserted.sequence.ids(), (Ids{ids[0], 3, ids[1], ids[2], ids[3]}));
  EXPECT_FALSE(inserted.before.has_value());
  EXPECT_EQ(apply(s, {.id = ActionId::insert_token, .token = 3, .slot = 4}), appended);
}

TEST(Actions, RemoveAndClear) {
  const Session s = busy();
  const Ids ids = s.sequence.ids();
  EXPECT_EQ(apply(s, {.id = ActionId::remove_last}), busy_but([](Session& b) {
              b.sequence.remove(3);
              b.before.reset();
            }));
  EXPECT_EQ(apply(s, {.id = ActionId::remove_slot, .slot = 1}), busy_but([](Session& b) {
              b.sequence.remove(1);
              b.before.reset();
            }));
  EXPECT_EQ(apply(s, {.id = ActionId::remove_slot, .slot = 1}).sequence.ids(), (Ids{ids[0], ids[2], ids[3]}));
  EXPECT_EQ(apply(s, {.id = ActionId::clear}), busy_but([](Session& b) {
              b.sequence = Sequence();
              b.before.reset();
            }));
}

TEST(Actions, LoadExample) {
  for (std::size_t i = 0; i < examples().size(); ++i) {
    EXPECT_EQ(apply(busy(), {.id = ActionId::load_example, .example = i}), busy_but([&](Session& b) {
                b.sequence = Sequence(examples()[i].ids);
                b.before.reset();
              }));
  }
}

TEST(Actions, Position) {
  const Session off = apply(busy(), {.id = ActionId::toggle_position});
  EXPECT_EQ(off, busy_but([](Session& b) { b.position = PositionScheme::off; }));
  EXPECT_EQ(apply(off, {.id = ActionId::toggle_position}), busy());
}

TEST(Actions, ShuffleKeepsTheOrderBefore) {
  const Session s = busy();
  EXPECT_EQ(s.shuffles, 1U);
  const Session shuffled = apply(s, {.id = ActionId::shuffle});
  EXPECT_EQ(shuffled, busy_but([](Session& b) {
              b.before = b.sequence;
              b.sequence.shuffle(b.seed, 1);
              b.shuffles = 2;
            }));
  EXPECT_NE(shuffled.sequence.ids(), s.sequence.ids());
}

TEST(Actions, ReverseKeepsTheOrderBefore) {
  EXPECT_EQ(apply(busy(), {.id = ActionId::reverse}), busy_but([](Session& b) {
              b.before = b.sequence;
              b.sequence.reverse();
            }));
  EXPECT_EQ(apply(with({5, 2, 1}), {.id = ActionId::reverse}).sequence.ids(), (Ids{1, 2, 5}));
}

TEST(Actions, MoveKeepsTheOrderBefore) {
  EXPECT_EQ(apply(busy(), {.id = ActionId::move_slot, .slot = 0, .to = 2}), busy_but([](Session& b) {
              b.before = b.sequence;
              b.sequence.move(0, 2);
            }));
  EXPECT_EQ(apply(with({5, 2, 1}), {.id = ActionId::move_slot, .slot = 0, .to = 2}).sequence.ids(),
            (Ids{2, 1, 5}));
  EXPECT_EQ(apply(busy(), {.id = ActionId::move_slot, .slot = 2, .to = 2}), busy())
      << "a move to its own place";
}

// A drag from slot 0 to slot 2 by way of slot 1 is compared with the order before the whole of it.
TEST(Actions, StepsOfOneDragAreOneReorder) {
  const Session start = with({5, 2, 1});
  const Session one = apply(start, {.id = ActionId::move_slot, .slot = 0, .to = 1});
  const Session two = apply(one, {.id = ActionId::move_slot, .slot = 1, .to = 2, .continues = true});
  EXPECT_EQ(two.sequence.ids(), (Ids{2, 1, 5}));
  EXPECT_EQ(two.before, start.sequence);
  const Session apart = apply(one, {.id = ActionId::move_slot, .slot = 1, .to = 2});
  EXPECT_EQ(apart.before, one.sequence);
  const Session first = apply(start, {.id = ActionId::move_slot, .slot = 0, .to = 1, .continues = true});
  EXPECT_EQ(first.before, start.sequence);
}

TEST(Actions, SeedAndDeviation) {
  const auto new_tables = [](auto change) {
    return busy_but([&](Session& b) {
      change(b);
      b.changed.reset();  // what was learned is gone with the old tables
    });
  };
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_seed, .seed = 99}),
            new_tables([](Session& b) { b.seed = 99; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::next_seed}), new_tables([](Session& b) { b.seed = 8; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_std, .std = 0.0}),
            new_tables([](Session& b) { b.std = 0.0; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_std, .std = 1e6}),
            new_tables([](Session& b) { b.std = 1e6; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::restore_tables}), new_tables([](Session&) {}));
}

TEST(Actions, Pages) {
  for (std::size_t page = 0; page < kPages; ++page) {
    EXPECT_EQ(apply(busy(), {.id = ActionId::show_page, .choice = page}),
              busy_but([&](Session& b) { b.view.page = static_cast<Page>(page); }));
  }
}

TEST(Actions, PositionSchemes) {
  constexpr PositionScheme kSchemes[] = {PositionScheme::off, PositionScheme::learned,
                                         PositionScheme::sinusoidal, PositionScheme::rotary};
  for (std::size_t i = 0; i < std::size(kSchemes); ++i) {
    EXPECT_EQ(apply(busy(), {.id = ActionId::choose_scheme, .choice = i}),
              busy_but([&](Session& b) { b.position = kSchemes[i]; }));
  }
  // The switch adds nothing after the sinusoids, and the learned rows after a scheme that adds nothing.
  Session s = with({5});
  s.position = PositionScheme::sinusoidal;
  EXPECT_EQ(apply(s, {.id = ActionId::toggle_position}).position, PositionScheme::off);
  s.position = PositionScheme::rotary;
  EXPECT_EQ(apply(s, {.id = ActionId::toggle_position}).position, PositionScheme::learned);
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_gain, .value = 0.0}),
            busy_but([](Session& b) { b.positions.gain = 0.0; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_gain, .value = kMaxGain}),
            busy_but([](Session& b) { b.positions.gain = 4.0; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_base, .value = 1e9}),
            busy_but([](Session& b) { b.positions.base = 1e9; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_query_slot, .choice = 63}),
            busy_but([](Session& b) { b.positions.query_slot = 63; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_key_slot, .choice = 0}),
            busy_but([](Session& b) { b.positions.key_slot = 0; }));
}

TEST(Actions, ExperimentsOfThePages) {
  EXPECT_EQ(apply(busy(), {.id = ActionId::renumber}), busy_but([](Session& b) { b.renumberings = 4; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::own_numbering}), busy_but([](Session& b) { b.renumberings = 0; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::choose_model, .choice = 4}),
            busy_but([](Session& b) { b.model_size = 4; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::toggle_causal}), busy_but([](Session& b) { b.causal = false; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_window_count, .choice = 8}),
            busy_but([](Session& b) { b.windows.B = 8; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_window_length, .choice = 1}),
            busy_but([](Session& b) { b.windows.T = 1; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_window_stride, .choice = 8}),
            busy_but([](Session& b) { b.windows.stride = 8; }));
  for (std::size_t i = 0; i < kFailures; ++i) {
    EXPECT_EQ(apply(busy(), {.id = ActionId::toggle_failure, .choice = i}), busy_but([&](Session& b) {
                b.failures.broken[i] = !b.failures.broken[i];
                if (b.failures.broken[i]) b.failures.latest = static_cast<Failure>(i);  // broken last
              }));
  }
  EXPECT_EQ(apply(busy(), {.id = ActionId::choose_policy, .choice = 0}),
            busy_but([](Session& b) { b.failures.policy = ContextPolicy::refuse; }));
}

TEST(Actions, SettingsOfLearning) {
  EXPECT_EQ(apply(busy(), {.id = ActionId::choose_learning_part, .choice = 1}),
            busy_but([](Session& b) { b.learning.part = LearningPart::example; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::choose_optimizer, .choice = 1}),
            busy_but([](Session& b) { b.learning.optimizer.kind = Optimizer::adam; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_learning_rate, .value = 100.0}),
            busy_but([](Session& b) { b.learning.optimizer.lr = 100.0; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_weight_decay, .value = 0.0}),
            busy_but([](Session& b) { b.learning.optimizer.weight_decay = 0.0; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::toggle_tied}),
            busy_but([](Session& b) { b.learning.tied = false; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_training_rate, .value = 0.5}),
            busy_but([](Session& b) { b.learning.training.lr = 0.5; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::toggle_training_tied}), busy_but([](Session& b) {
              b.learning.training.tied = false;
              end_run(*b.changed);
            }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::toggle_training_positional}), busy_but([](Session& b) {
              b.learning.training.positional = false;
              end_run(*b.changed);
            }));
}

// Each cell of G keeps the last number that was written into it; another G has none of them.
TEST(Actions, NumbersOfTheGradient) {
  const Session s = apply(busy(), {.id = ActionId::set_gradient, .slot = 7, .choice = 3, .value = -1e6});
  EXPECT_EQ(s, busy_but([](Session& b) { b.learning.edits = {{1, 2, 0.5F}, {7, 3, -1e6F}}; }));
  EXPECT_EQ(apply(s, {.id = ActionId::set_gradient, .slot = 1, .choice = 2, .value = 2.0}),
            busy_but([](Session& b) {
              b.learning.edits = {{7, 3, -1e6F}, {1, 2, 2.0F}};
            }));
  EXPECT_EQ(apply(s, {.id = ActionId::next_gradient}), busy_but([](Session& b) {
              b.learning.gradient = 5;
              b.learning.edits.clear();
            }));
}

// What a run in the background came to takes the place of the tables, whole.
TEST(Actions, TrainTakesTheTablesThatItIsGiven) {
  auto tables = std::make_shared<ChangedTables>(some_tables());
  tables->training_steps = 1234;
  EXPECT_EQ(apply(busy(), {.id = ActionId::train, .tables = tables}),
            busy_but([&](Session& b) { b.changed = *tables; }));
}

TEST(Actions, WrongAxisAndOwnShape) {
  EXPECT_EQ(apply(busy(), {.id = ActionId::toggle_wrong_axis}),
            busy_but([](Session& b) { b.windows.wrong_axis = false; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::set_shape, .slot = 3, .choice = 50257}),
            busy_but([](Session& b) { b.shape[3] = 50257; }));
  expect_refused(busy(), {.id = ActionId::set_shape, .slot = 0, .choice = 0}, {1, 262144});
  expect_refused(busy(), {.id = ActionId::set_shape, .slot = 0, .choice = 262145}, {1, 262144});
  expect_refused(busy(), {.id = ActionId::set_shape, .slot = 4, .choice = 1}, {});
}

TEST(Actions, View) {
  EXPECT_EQ(apply(busy(), {.id = ActionId::toggle_theme}),
            busy_but([](Session& b) { b.view.theme = Theme::dark; }));
  EXPECT_EQ(apply(apply(busy(), {.id = ActionId::toggle_theme}), {.id = ActionId::toggle_theme}), busy());
  EXPECT_EQ(apply(busy(), {.id = ActionId::toggle_motion}),
            busy_but([](Session& b) { b.view.motion = true; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::zoom_in}), busy_but([](Session& b) { b.view.zoom = 1.6; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::zoom_out}), busy_but([](Session& b) { b.view.zoom = 1.4; }));
  EXPECT_EQ(apply(busy(), {.id = ActionId::zoom_reset}), busy_but([](Session& b) { b.view.zoom = 1.0; }));
}

// Steps of exactly 0.1 from end to end, the same numbers on the way back; from any size one arrives there.
TEST(Actions, ZoomStaysOnItsGridAndInItsRange) {
  Session s;
  s.view.zoom = kMinZoom;
  for (int tenths = 6; tenths <= 40; ++tenths) {
    s = apply(s, {.id = ActionId::zoom_in});
    ASSERT_EQ(s.view.zoom, tenths / 10.0);
  }
  EXPECT_FALSE(why_not(s, {.id = ActionId::zoom_in}).empty());
  for (int tenths = 39; tenths >= 5; --tenths) {
    s = apply(s, {.id = ActionId::zoom_out});
    ASSERT_EQ(s.view.zoom, tenths / 10.0);
  }
  EXPECT_FALSE(why_not(s, {.id = ActionId::zoom_out}).empty());
  for (const double zoom : {0.501, 0.57, 1.234, 3.96, 3.999}) {
    s.view.zoom = zoom;
    const double in = apply(s, {.id = ActionId::zoom_in}).view.zoom;
    const double out = apply(s, {.id = ActionId::zoom_out}).view.zoom;
    EXPECT_GT(in, zoom);
    EXPECT_LE(in, kMaxZoom);
    EXPECT_LT(out, zoom);
    EXPECT_GE(out, kMinZoom);
    EXPECT_LE(in - zoom, 0.15 + 1e-9) << "to the nearest step of the grid, and one on";
    EXPECT_LE(zoom - out, 0.15 + 1e-9);
  }
}

TEST(Actions, ACollisionNeedsTwoTokensAndRowsThatAreAddedAsTheyAre) {
  const auto reason = [](const Session& s) { return why_not(s, {.id = ActionId::collide}); };
  Session s = with({5, 2, 5, 0});
  s.position = PositionScheme::off;
  EXPECT_TRUE(holds(reason(s), {"learned"}));
  s.position = PositionScheme::learned;
  s.positions.gain = 2.0;
  EXPECT_TRUE(holds(reason(s), {"gain"}));
  s.positions.gain = 1.0;
  EXPECT_EQ(reason(s), "");
  EXPECT_TRUE(holds(reason(apply(s, {.id = ActionId::collide})), {"already"}));
  s.sequence = Sequence(Ids{5, 5});
  EXPECT_TRUE(holds(reason(s), {"different tokens"}));
  s.sequence = Sequence(Ids{});
  EXPECT_TRUE(holds(reason(s), {"different tokens"}));
}

TEST(Actions, TheRestLeaveTheSessionAlone) {
  for (const ActionInfo& a : all_actions()) {
    if (a.change != nullptr) continue;
    EXPECT_EQ(why_not(busy(), {.id = a.id}), "") << a.name;
    EXPECT_EQ(apply(busy(), {.id = a.id}), busy()) << a.name;
  }
}

// 4 * 50257 * 12288 = 2,470,232,064 bytes are more than the 2^30 = 1,073,741,824 that are timed.
TEST(Actions, OnlyTablesThatFitAreTimed) {
  const Action time{.id = ActionId::time_product};
  const auto at_size = [](std::size_t size) { return busy_but([&](Session& s) { s.model_size = size; }); };
  for (std::size_t size = 0; size < 4; ++size) EXPECT_EQ(why_not(at_size(size), time), "") << size;
  EXPECT_EQ(
      why_not(at_size(4), time),
      "E of GPT-3 takes 2.47 GB in float32, and this program times tables of up to 1.07 GB: pick a smaller "
      "one.");
  EXPECT_EQ(why_not({}, time), "The sequence is empty: click a token first.");
}

TEST(Actions, ApplyNeverTouchesItsSession) {
  Random random(1);
  Session s = busy();
  for (int i = 0; i < 2000; ++i) {
    const Action action = random_action(random, s);
    const Session copy = s;
    if (!why_not(s, action).empty()) {
      EXPECT_THROW(apply(s, action), ActionRefused);
      ASSERT_EQ(s, copy);
      continue;
    }
    const Session next = apply(s, action);
    ASSERT_EQ(s, copy);
    ASSERT_EQ(without_curve(apply(s, action)), without_curve(next)) << "the same action on the same Session";
    s = next;
  }
}

// The run belongs to what it learns: with another objective, or after P was changed by hand, it begins anew
// from the tables as they are.
TEST(Actions, AnotherObjectiveEndsTheTrainingRun) {
  Session trained;
  trained.sequence = Sequence(std::vector<TokenId>{5, 2, 5, 0});
  trained.position = PositionScheme::learned;
  for (int i = 0; i < 3; ++i) trained = apply(trained, {.id = ActionId::train});
  ASSERT_EQ(trained.changed->training_steps, 3U);
  ASSERT_EQ(why_not(trained, {.id = ActionId::collide}), "");
  for (const ActionId id : {ActionId::toggle_training_tied, ActionId::toggle_training_positional,
                            ActionId::collide, ActionId::learn_step}) {
    const Session after = apply(trained, {.id = id});
    EXPECT_EQ(after.changed->training_steps, 0U) << info(id).name;
    EXPECT_EQ(after.changed->curve, nullptr) << info(id).name;
  }
  EXPECT_EQ(apply(trained, {.id = ActionId::set_training_rate, .value = 0.1}).changed->training_steps, 3U);
}

}  // namespace
}  // namespace whatwhere
