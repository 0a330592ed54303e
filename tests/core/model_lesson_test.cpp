// What a real model's text becomes: ids, the grid, the verdicts. The numbers are those of the built-in
// models' own rows, read by read_row.
#include "core/session/model_lesson.h"

#include <filesystem>
#include <numeric>

#include "core/errors.h"
#include "core/input/position.h"
#include "core/model/built_in.h"
#include "core/session/actions.h"
#include "core/session/files.h"
#include "core/session/grid_export.h"
#include "core/session/session_file.h"
#include "tests/core/golden.h"
#include "tests/core/helpers.h"

namespace whatwhere {
namespace {

std::shared_ptr<const Model> model_named(const char* name) {
  return std::make_shared<const Model>(open_built_in(name));
}

// A session with the built-in model open on the widget's page.
Session with_model(const char* name) {
  return apply(Session{}, {.id = ActionId::open_model, .model = model_named(name)});
}

Session typed(const Session& session, const std::string& text) {
  return apply(session, {.id = ActionId::set_text, .text = text});
}

std::vector<float> row_of(const Tensor& table, std::size_t i) {
  std::vector<float> row(static_cast<std::size_t>(table.d()));
  read_row(table, i, row);
  return row;
}

TEST(ModelLesson, TheGridIsTheRowsAndTheirSum) {
  const Session s = typed(with_model("shakespeare"), "dog bites man");
  const Model& model = *s.real->model;
  const ModelResults r = compute(*s.real);
  const std::vector<TokenId> ids = {67, 78, 70, 268, 274, 278, 460};  // tests/data/shakespeare.json
  EXPECT_EQ(r.ids, ids);
  EXPECT_EQ(s.real->position, PositionScheme::learned) << "the model's own P, from the start";
  ASSERT_TRUE(r.grid.pos_emb);
  for (std::size_t t = 0; t < ids.size(); ++t) {
    const auto e = row_of(model.token_table(), static_cast<std::size_t>(ids[t]));
    const auto p = row_of(*model.position_table(), t);
    for (std::size_t j = 0; j < e.size(); ++j) {
      EXPECT_EQ(r.grid.tok_emb.row(t)[j], e[j]);
      EXPECT_EQ(r.grid.pos_emb->row(t)[j], p[j]);
      EXPECT_EQ(r.grid.input_emb.row(t)[j], e[j] + p[j]);
    }
  }
}

TEST(ModelLesson, WithoutPEqualTokensAreEqualVectors) {
  const Session on = typed(with_model("shakespeare"), "the king and the queen");
  EXPECT_EQ(compute(*on.real).same.verdict, Verdict::none) << "\"the\" and \" the\" are two tokens";
  const Session twice = typed(on, " the king, the queen");
  EXPECT_EQ(compute(*twice.real).same.verdict, Verdict::no);
  const Session off = apply(twice, {.id = ActionId::toggle_position});
  EXPECT_EQ(off.real->position, PositionScheme::off);
  EXPECT_EQ(compute(*off.real).same.verdict, Verdict::yes);
  EXPECT_EQ(compute(*off.real).range, compute(*twice.real).range)
      << "the colours mean the same, added or not";
}

TEST(ModelLesson, AShuffleOfTheModelLeavesTheToyAlone) {
  Session s = typed(with_model("shakespeare"), "to be or not to be");
  s = apply(s, {.id = ActionId::toggle_position});
  const Session shuffled = apply(s, {.id = ActionId::shuffle});
  EXPECT_EQ(shuffled.sequence, s.sequence);
  EXPECT_EQ(shuffled.shuffles, 0U);
  ASSERT_TRUE(shuffled.real->before);
  const ModelResults r = compute(*shuffled.real);
  ASSERT_TRUE(r.before);
  EXPECT_TRUE(r.before->order.same_multiset);
  EXPECT_GT(r.before->order.slots_changed, 0U);
  Session toy = shuffled;
  toy.view.page = Page::order;
  toy = apply(toy, {.id = ActionId::load_example, .example = 1});
  EXPECT_EQ(apply(toy, {.id = ActionId::shuffle}).real, shuffled.real)
      << "on the toy's pages it is the toy's";
}

TEST(ModelLesson, SinusoidsGoWithAnyWidth) {
  Session s = typed(with_model("words"), "the king");
  EXPECT_EQ(s.real->position, PositionScheme::off);
  EXPECT_EQ(why_not(s, {.id = ActionId::toggle_position}), "This model has no position table P to add.");
  s = apply(s,
            {.id = ActionId::choose_scheme, .choice = static_cast<std::size_t>(PositionScheme::sinusoidal)});
  const ModelResults r = compute(*s.real);
  ASSERT_TRUE(r.grid.pos_emb);
  EXPECT_EQ(*r.grid.pos_emb, sinusoidal_table(2, 100, 10000.0));
}

TEST(ModelLesson, AWordWithoutARowIsLeftOutAndSaid) {
  const Session s = typed(with_model("words"), "the xyzzy king xyzzy plugh");
  const ModelResults r = compute(*s.real);
  EXPECT_EQ(r.ids, (std::vector<TokenId>{0, 654}));
  EXPECT_EQ(r.text.no_rows, (std::vector<std::string>{"xyzzy", "plugh"}));
  EXPECT_EQ(r.text.count, 2U);
}

TEST(ModelLesson, ALongTextIsCutOnlyWithConsent) {
  std::string text;
  for (int i = 0; i < 130; ++i) text += " the";
  Session s = typed(with_model("shakespeare"), text);
  EXPECT_EQ(read_text(*s.real).count, 130U);
  EXPECT_TRUE(s.real->sequence.empty());
  s = apply(s, {.id = ActionId::cut_text});
  EXPECT_EQ(s.real->sequence.size(), 128U) << "context_length";
  EXPECT_EQ(s.real->text, text);
  EXPECT_TRUE(typed(s, text + " the").real->sequence.empty()) << "consent is for this text";
}

TEST(ModelLesson, IdsCanBeTyped) {
  Session s = apply(with_model("shakespeare"), {.id = ActionId::toggle_by_ids});
  EXPECT_EQ(s.real->text.substr(0, 12), "398, 304, 11") << "the ids of the text that was there";
  s = typed(s, "5, 2 5\n2047 2048 99999999999");
  EXPECT_EQ(s.real->sequence.ids(), (std::vector<TokenId>{5, 2, 5, 2047}));
  EXPECT_EQ(read_text(*s.real).no_rows, (std::vector<std::string>{"2048", "99999999999"}));
  s = typed(s, "5, cat");
  EXPECT_EQ(read_text(*s.real).problem, "\"cat\" is not an id: write whole numbers, such as 5, 2, 5.");
  EXPECT_TRUE(s.real->sequence.empty());
}

TEST(ModelLesson, AnotherTableInTheRoleOfE) {
  const Session s = with_model("shakespeare");
  const auto& tensors = s.real->model->file.tensors;
  const auto index = [&](const std::string& name) {
    for (std::size_t i = 0; i < tensors.size(); ++i)
      if (tensors[i].name == name) return i;
    ADD_FAILURE() << name;
    return tensors.size();
  };
  const Session swapped = apply(s, {.id = ActionId::choose_E, .choice = index("wpe.weight")});
  EXPECT_EQ(shape_text(swapped.real->model->token_table()), "(128, 64)");
  EXPECT_EQ(swapped.real->text, s.real->text) << "what was typed stays";
  EXPECT_TRUE(
      holds(why_not(s, {.id = ActionId::choose_E, .choice = index("ln_f.weight")}), {"two dimensions"}));
  const Session without = apply(s, {.id = ActionId::choose_P, .choice = tensors.size()});
  EXPECT_FALSE(without.real->model->P);
  EXPECT_EQ(without.real->position, PositionScheme::off);
  EXPECT_EQ(s.real->model->file.tensors.size(), tensors.size());
}

// A text that was too long for P fits once there is no P: it is read again.
TEST(ModelLesson, WithoutPMoreSlots) {
  std::string text;
  for (int i = 0; i < 130; ++i) text += " the";
  const Session s = typed(with_model("shakespeare"), text);
  EXPECT_TRUE(s.real->sequence.empty());
  const std::size_t none = s.real->model->file.tensors.size();
  EXPECT_EQ(apply(s, {.id = ActionId::choose_P, .choice = none}).real->sequence.size(), 130U);
}

TEST(ModelLesson, ThePositionOffsetIsApplied) {
  const Session s = typed(with_model("shakespeare"), "dog bites man");
  const Session moved = apply(s, {.id = ActionId::set_position_offset, .choice = 2});
  EXPECT_EQ(moved.real->model->context_length(), 126U);
  const ModelResults r = compute(*moved.real);
  const auto p = row_of(*s.real->model->position_table(), 2);
  EXPECT_TRUE(same_bytes(r.grid.pos_emb->row(0), p));
  EXPECT_TRUE(
      holds(why_not(s, {.id = ActionId::set_position_offset, .choice = 128}), {"(128, 64)", "below 128"}));
}

TEST(ModelLesson, ASessionKeepsTheModelAndWhatWasDone) {
  Session s = typed(with_model("shakespeare"), " the king, the queen");
  s = apply(s, {.id = ActionId::shuffle});
  s = apply(s, {.id = ActionId::set_position_offset, .choice = 3});
  s = apply(s, {.id = ActionId::set_query, .text = " king"});
  s = apply(s, {.id = ActionId::choose_metric, .choice = 2});
  s = apply(s, {.id = ActionId::show_model_page, .choice = 1});
  const Session back = session_from_json(to_json(s), "here");
  ASSERT_TRUE(back.real);
  EXPECT_EQ(back.real->model->path, "builtin:shakespeare");
  EXPECT_EQ(back.real->model->position_offset, 3U);
  EXPECT_EQ(back.real->text, s.real->text);
  EXPECT_EQ(back.real->sequence.ids(), s.real->sequence.ids());
  EXPECT_EQ(back.real->before->ids(), s.real->before->ids());
  EXPECT_EQ(back.real->query, " king");
  EXPECT_EQ(back.real->metric, Metric::l2);
  EXPECT_EQ(back.view.page, Page::neighbours);
  EXPECT_EQ(to_json(back), to_json(s));
}

TEST(ModelLesson, AModelThatIsGoneIsRefusedOrStaysUnopened) {
  Session s = typed(with_model("shakespeare"), "dog");
  s.view.page = Page::table;
  std::string text = to_json(s);
  text.replace(text.find("builtin:shakespeare"), 19, "builtin:gone");
  EXPECT_TRUE(holds(message_of<FileError>([&] { session_from_json(text, "here"); }), {"here", "gone"}));
  const auto path = std::filesystem::path(::testing::TempDir()) / "whatwhere-gone.json";
  write_file(path, text);
  const Session without = load_without_model(path);
  EXPECT_FALSE(without.real);
  EXPECT_EQ(without.unopened->path, "builtin:gone");
  EXPECT_EQ(to_json(without), text) << "what was not opened is saved as it was";
  EXPECT_FALSE(apply(without, {.id = ActionId::open_model, .model = s.real->model}).unopened);
  text.replace(text.find("builtin:gone"), 12, "builtin:shakespeare");
  write_file(path, text);
  const Session again = load_without_model(path);
  EXPECT_EQ(open_unopened(*again.unopened).text, "dog");
}

TEST(ModelLesson, TheGridAsJson) {
  const Session s = typed(with_model("shakespeare"), " the king, the queen");
  const ModelResults r = compute(*s.real);
  const auto json = nlohmann::json::parse(grid_json(*s.real, r, std::nullopt, false));
  EXPECT_EQ(json.at("model"), "builtin:shakespeare");
  EXPECT_FALSE(json.contains("E"));
  EXPECT_EQ(json.at("shapes").at("E"), (std::vector<int>{2048, 64}));
  EXPECT_EQ(json.at("ids").get<std::vector<TokenId>>(), r.ids);
  EXPECT_EQ(json.at("tokens").at(1), " king");
  EXPECT_EQ(json.at("input_emb").size(), r.ids.size());
  EXPECT_EQ(json.at("same_token").at("verdict"), "no");
  const auto whole = nlohmann::json::parse(grid_json(*s.real, r, r.ids, true));
  EXPECT_EQ(whole.at("E").size(), 2048U);
  EXPECT_EQ(whole.at("P").size(), 128U);
  EXPECT_EQ(whole.at("order").at("same_multiset"), true);
  EXPECT_EQ(whole.at("order").at("slots_changed"), 0);
}

TEST(ModelLesson, IsComputedAnewOnlyForOtherChoices) {
  ModelLesson lesson;
  const Session s = with_model("shakespeare");
  const float* first = lesson.of(*s.real).grid.tok_emb.numbers().data();
  EXPECT_EQ(lesson.of(*s.real).grid.tok_emb.numbers().data(), first);
  const Session asked = apply(s, {.id = ActionId::set_query, .text = " king"});
  EXPECT_EQ(lesson.of(*asked.real).grid.tok_emb.numbers().data(), first) << "a query changes no number";
  const Session other = apply(s, {.id = ActionId::reverse});
  EXPECT_NE(lesson.of(*other.real).grid.tok_emb.numbers().data(), first);
}

// Another offset of the same tables: the order that a person made stays, with the one before it.
TEST(ModelLesson, AnOffsetKeepsTheOrder) {
  Session s = typed(with_model("shakespeare"), " the king, the queen");
  s = apply(s, {.id = ActionId::reverse});
  const Session moved = apply(s, {.id = ActionId::set_position_offset, .choice = 3});
  EXPECT_EQ(moved.real->sequence, s.real->sequence);
  EXPECT_EQ(moved.real->before, s.real->before);
}

// Whatever is asked for, possible or not: ids have rows, slots have positions, and the session can be saved.
TEST(ModelActions, AThousandOfThemKeepTheSessionWhole) {
  Random random(11);
  const std::vector<std::string> texts = {"",        "to be or not",        " the king",
                                          "5, 2, 5", std::string(700, 'e'), "\xFF\x00x"};
  Session s = with_model("shakespeare");
  for (int i = 0; i < 1000; ++i) {
    Action action = random_action(random, s);
    action.slot = random.below(shown_sequence(s).size() + 2);
    action.to = random.below(shown_sequence(s).size() + 2);
    action.text = texts[random.below(texts.size())];
    if (random.below(4) == 0) action.choice = random.below(60);
    if (random.below(20) == 0)
      action = {.id = ActionId::open_model,
                .model = model_named(random.below(2) == 0 ? "words" : "shakespeare")};
    if (!why_not(s, action).empty()) continue;
    s = apply(s, action);
    if (!s.real) continue;
    const std::vector<TokenId> ids = s.real->sequence.ids();
    ASSERT_NO_THROW(check_ids(ids, static_cast<std::size_t>(s.real->model->token_table().rows()))) << i;
    ASSERT_LE(ids.size(), most_slots(*s.real->model)) << i;
    const ModelResults r = compute(*s.real);
    ASSERT_EQ(r.grid.input_emb.rows(), ids.size()) << i;
    if (i % 20 != 0) continue;
    ASSERT_EQ(session_from_json(to_json(s), "here").real->sequence.ids(), ids) << i;
  }
}

// The model's sequence is longer than the toy's: its slots are none of the toy's.
TEST(ModelActions, NothingIsInsertedIntoTheToyBehindTheModel) {
  const Session open = typed(with_model("shakespeare"), "the king and the queen");
  ASSERT_GT(shown_sequence(open).size(), open.sequence.size() + 1);
  EXPECT_NE(why_not(open, {.id = ActionId::insert_token, .token = 1, .slot = 2}), "");
  EXPECT_NE(why_not(open, {.id = ActionId::insert_token, .token = 1, .slot = 0}), "");
}

TEST(ModelActions, TheToyComesBackAsItWas) {
  Session toy;
  toy.sequence = Sequence(ids_of_words("dog bites man"));
  const Session open = apply(toy, {.id = ActionId::open_model, .model = model_named("words")});
  EXPECT_TRUE(shows_model(open));
  EXPECT_EQ(why_not(open, {.id = ActionId::append_token, .token = 1}),
            "This is a model's page: type into its text field.");
  const Session back = apply(open, {.id = ActionId::close_model});
  EXPECT_EQ(back, toy);
  EXPECT_FALSE(apply(open, {.id = ActionId::load_example, .example = 0}).real) << "an example is the toy's";
}

}  // namespace
}  // namespace whatwhere
