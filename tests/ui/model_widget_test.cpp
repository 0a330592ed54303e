// The widget's page on a real model, worked by name. Numbers are the built-in model's own rows.
#include <gtest/gtest.h>

#include "app/panels/words.h"
#include "app/ui/grid_image.h"
#include "tests/ui/model_screens.h"

namespace whatwhere::testing {
namespace {

TEST(ModelWidget, OneClickFromTheStartOpensIt) {
  Screen screen;
  screen.click("button/built-in-shakespeare");
  ASSERT_TRUE(screen.session().real);
  EXPECT_EQ(screen.said("model/E"), "(2048, 64) F32  wte.weight");
  EXPECT_EQ(screen.said("model/P"), "(128, 64) F32  wpe.weight");
  EXPECT_EQ(screen.said("model/parameters"), "139,264") << "(2048 + 128) * 64";
  EXPECT_TRUE(screen.shows("input/tok_emb/0"));
  EXPECT_FALSE(screen.shows("table/row/0")) << "the toy's table";
  screen.press("Z", true);
  EXPECT_FALSE(screen.session().real);
  EXPECT_TRUE(screen.shows("table/row/0"));
}

TEST(ModelWidget, CellsHaveTheColoursOfTheNumbers) {
  Screen screen(shakespeare(Page::widget, "dog bites man"));
  const ModelResults& r = *screen.program.model_results();
  const auto colours = screen.ui.cell_colours.at("input/input_emb/3");
  ASSERT_EQ(colours.size(), 64U) << "a texel a column";
  for (std::size_t j = 0; j < 64; ++j)
    EXPECT_EQ(colours[j], heat_colour(*screen.ui.palette, r.grid.input_emb.row(3)[j], r.range)) << j;
}

TEST(ModelWidget, EqualTokensAreEqualPicturesUntilPIsAdded) {
  Screen screen(shakespeare(Page::widget, " the king, the queen"));
  const auto& strips = screen.ui.cell_colours;
  EXPECT_EQ(strips.at("input/tok_emb/0"), strips.at("input/tok_emb/3"));
  EXPECT_NE(strips.at("input/input_emb/0"), strips.at("input/input_emb/3"));
  screen.click("button/position");
  EXPECT_EQ(screen.session().real->position, PositionScheme::off);
  EXPECT_EQ(screen.session().position, PositionScheme::off);
  screen.frame();
  EXPECT_EQ(strips.at("input/input_emb/0"), strips.at("input/input_emb/3"));
  EXPECT_FALSE(strips.contains("input/pos_emb/0")) << "P is pale where it is not added";
}

TEST(ModelWidget, TypingIsReadAsItIsTypedAndIsOneStepBack) {
  Screen screen(shakespeare());
  const std::string before = screen.session().real->text;
  screen.click("field/text");
  screen.type("x");
  screen.type("y");
  screen.frames(2);
  EXPECT_NE(screen.session().real->text, before);
  EXPECT_NE(screen.session().real->text.find("x"), std::string::npos) << screen.session().real->text;
  EXPECT_NE(screen.session().real->text.find("y"), std::string::npos);
  EXPECT_EQ(screen.session().real->sequence.ids(), read_text(*screen.session().real).ids);
  screen.click("kpi/token-table");  // elsewhere
  screen.press("Z", true);
  EXPECT_EQ(screen.session().real->text, before);
}

// Dear ImGui's field holds 16 bits a character: a text with more in it is shown, and not changed by a click.
TEST(ModelWidget, AnEmojiSurvivesTheField) {
  Screen screen(shakespeare(Page::widget, "a \xF0\x9F\x98\x80 b"));
  const Session before = screen.session();
  screen.click("field/text");
  screen.type("x");
  EXPECT_EQ(screen.session(), before);
  ImGui::SetClipboardText("O \xF0\x9F\x98\x80");
  screen.click("button/paste");
  EXPECT_EQ(screen.session().real->text, "O \xF0\x9F\x98\x80") << "the clipboard's text, whatever it holds";
}

TEST(ModelWidget, IdsAndTextAreTheSameTokens) {
  Screen screen(shakespeare(Page::widget, "dog bites man"));
  screen.click("model/typing/1");
  EXPECT_EQ(screen.session().real->text, "67, 78, 70, 268, 274, 278, 460");
  EXPECT_EQ(screen.session().real->sequence.size(), 7U);
  screen.click("model/typing/0");
  EXPECT_EQ(screen.session().real->text, "dog bites man");
}

TEST(ModelWidget, WordsHaveSpacesBetweenThem) {
  Screen screen(words(Page::widget, "the king"));
  screen.click("model/typing/1");
  EXPECT_EQ(screen.session().real->text, "0, 654");
  screen.click("model/typing/0");
  EXPECT_EQ(screen.session().real->text, "the king");
}

// The seed's fields are not there: the keys that go to them say so, and leave the keyboard where it is.
TEST(ModelWidget, TheKeysOfTheSeedAreRefused) {
  Screen screen(shakespeare());
  for (const char* key : {"E", "D", "N"}) {
    screen.press(key);
    EXPECT_TRUE(screen.program.message().is_error) << key;
  }
  screen.press("2", true);
  EXPECT_EQ(screen.session().view.page, Page::raw_ids);
}

TEST(ModelWidget, AShuffleIsJudgedOnTheModel) {
  Screen screen(shakespeare(Page::widget, "to be or not to be, said the king"));
  screen.click("button/position");
  screen.click("button/shuffle");
  EXPECT_EQ(multiset_word(*screen.program.model_results()), "yes");
  EXPECT_TRUE(screen.session().sequence.empty()) << "the toy stays as it was";
  screen.click("button/position");
  EXPECT_EQ(multiset_word(*screen.program.model_results()), "no");
}

TEST(ModelWidget, ALongTextIsCutByAButton) {
  std::string text;
  for (int i = 0; i < 140; ++i) text += " the";
  Screen screen(shakespeare(Page::widget, text));
  EXPECT_EQ(screen.said("model/problem"),
            "The text has 140 tokens, there are 128 slots. Nothing is cut unless you say so.");
  EXPECT_FALSE(screen.shows("input/tok_emb/0"));
  screen.click("button/cut");
  EXPECT_EQ(screen.session().real->sequence.size(), 128U);
  EXPECT_EQ(screen.said("model/problem"), "Cut: the first 128 of 140 tokens.");
}

TEST(ModelWidget, WhatHasNoRowIsSaid) {
  Screen screen(words(Page::widget, "the xyzzy king"));
  EXPECT_EQ(screen.said("model/problem"), "No row for \"xyzzy\": left out.");
  EXPECT_EQ(screen.session().real->sequence.size(), 2U);
}

TEST(ModelWidget, AnEquationFollowsTheMouse) {
  Screen screen(shakespeare(Page::widget, "dog bites man"));
  screen.point_at("input/input_emb/2");
  EXPECT_TRUE(screen.shows("equation/E"));
  EXPECT_TRUE(screen.shows("equation/P"));
  EXPECT_TRUE(screen.shows("equation/X"));
  const Equation e = equation_of(*screen.program.model_results(), {CellRef::Of::input_emb, 2, 9}, 5);
  EXPECT_EQ(e.text, "E[70,9] + P[7,9] = X[2,9]") << "slot 2 of a P whose slot 0 is row 5";
}

TEST(ModelWidget, ColumnsZoomUntilNumbersFit) {
  Screen screen(shakespeare(Page::widget, "dog bites man"));
  EXPECT_EQ(screen.said("columns"),
            "columns 0\xE2\x80\x93"
            "63 of 64");
  for (int i = 0; i < 5; ++i) screen.click("button/columns-closer");
  EXPECT_EQ(screen.said("columns"),
            "columns 31\xE2\x80\x93"
            "32 of 64");
  EXPECT_EQ(screen.ui.cell_colours.at("input/tok_emb/0").size(), 2U);
  screen.click("button/columns-on");
  EXPECT_EQ(screen.said("columns"),
            "columns 32\xE2\x80\x93"
            "33 of 64");
  screen.click("button/columns-all");
  EXPECT_EQ(screen.said("columns"),
            "columns 0\xE2\x80\x93"
            "63 of 64");
}

TEST(ModelWidget, NothingIsUploadedTwice) {
  Screen screen(shakespeare(Page::widget, "dog bites man"));
  screen.frames(3);
  const int uploads = screen.textures.uploads;
  screen.frames(5);
  EXPECT_EQ(screen.textures.uploads, uploads);
  screen.click("button/shuffle");
  screen.frames(2);
  EXPECT_GT(screen.textures.uploads, uploads) << "the pictures of other rows";
}

// The same sentence in a model of 16 and in one of 768 columns: as many corners to draw.
TEST(ModelWidget, ACellCostsNoVertex) {
  const auto vertices = [](std::size_t d) {
    Screen screen(
        showing(model_of_table(Table(8, d, std::vector<float>(8 * d, 0.5F))), Page::widget, "1 2 3 4 5 6 7"));
    screen.frames(3);
    EXPECT_EQ(screen.session().real->sequence.size(), 7U);
    return ImGui::GetDrawData()->TotalVtxCount;
  };
  EXPECT_NEAR(vertices(768), vertices(16), 200) << "the words differ by some letters, 4 vertices each";
}

TEST(ModelWidget, ManySlotsAreDrawnOnlyWhereTheyAreSeen) {
  std::string text;
  for (int i = 0; i < 128; ++i) text += " the";
  Screen screen(shakespeare(Page::widget, text));
  EXPECT_TRUE(screen.shows("input/tok_emb/0"));
  EXPECT_FALSE(screen.shows("input/tok_emb/127"));
  screen.press("Up");
  screen.frames(2);
  EXPECT_TRUE(screen.shows("input/tok_emb/127"))
      << "the cursor goes to the last slot, and it comes into sight";
}

TEST(ModelWidget, TablesAreChosenFromTheList) {
  Screen screen(shakespeare(Page::widget, "dog bites man"), 1280.0F, 1600.0F);
  screen.click("model/list");
  const auto& tensors = screen.session().real->model->file.tensors;
  std::size_t wpe = 0;
  while (tensors[wpe].name != "wpe.weight") ++wpe;
  screen.click("tensor/" + std::to_string(wpe) + "/E");
  EXPECT_EQ(screen.said("model/E"), "(128, 64) F32  wpe.weight");
  screen.click("tensor/" + std::to_string(wpe) + "/P");
  EXPECT_FALSE(screen.session().real->model->P) << "P's own button takes it away";
}

TEST(ModelWidget, OpensAFileBesideTheFrames) {
  Screen screen;
  screen.program.open(WHATWHERE_TEST_DATA "/models/gpt2_names.safetensors");
  screen.settle();
  ASSERT_TRUE(screen.session().real);
  EXPECT_EQ(screen.program.recent().size(), 1U);
  EXPECT_TRUE(screen.session().real->by_ids) << "there is no tokenizer beside it";
  const Session before = screen.session();
  screen.program.open(WHATWHERE_TEST_DATA "/models/truncated.safetensors");
  screen.settle();
  EXPECT_TRUE(screen.program.message().is_error);
  EXPECT_NE(screen.program.message().text.find("truncated.safetensors"), std::string::npos);
  EXPECT_EQ(screen.session(), before) << "a failed load leaves everything as it was";
}

}  // namespace
}  // namespace whatwhere::testing
