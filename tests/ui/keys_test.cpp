#include "app/program/keys.h"

#include <gtest/gtest.h>

namespace whatwhere::testing {
namespace {

TEST(Keys, TableIsReadAsWritten) {
  EXPECT_EQ(action_of({"S"})->id, ActionId::shuffle);
  EXPECT_EQ(action_of({"S", true})->id, ActionId::save);
  EXPECT_EQ(action_of({"S", true, true})->id, ActionId::save_as);
  EXPECT_EQ(action_of({"Z", true, true})->id, ActionId::redo);
  EXPECT_EQ(action_of({"Y", true})->id, ActionId::redo);
  EXPECT_EQ(action_of({"+", true})->id, ActionId::zoom_in);
  EXPECT_EQ(action_of({"=", true})->id, ActionId::zoom_in);
  EXPECT_EQ(action_of({"0", true})->id, ActionId::zoom_reset);
  EXPECT_EQ(action_of({"Tab"})->id, ActionId::next_control);
  EXPECT_EQ(action_of({"Tab", false, true})->id, ActionId::previous_control);
  EXPECT_EQ(action_of({"Enter"})->id, ActionId::press_control);
  EXPECT_EQ(action_of({"Space"})->id, ActionId::press_control);
  EXPECT_EQ(action_of({"K"})->id, ActionId::play_training);
  EXPECT_FALSE(action_of({"S", false, false, true}));
}

TEST(Keys, OnlyStepsRepeatWhileHeld) {
  EXPECT_TRUE(repeats_while_held(ActionId::cursor_down));
  EXPECT_TRUE(repeats_while_held(ActionId::undo));
  EXPECT_FALSE(repeats_while_held(ActionId::shuffle));
  EXPECT_FALSE(repeats_while_held(ActionId::toggle_theme));
  EXPECT_FALSE(repeats_while_held(ActionId::append_token));
  EXPECT_TRUE(repeats_while_held(ActionId::next_control));
  EXPECT_FALSE(repeats_while_held(ActionId::press_control));
}

TEST(Keys, RangesCarryTheirNumber) {
  EXPECT_EQ(action_of({"4"})->id, ActionId::append_token);
  EXPECT_EQ(action_of({"4"})->token, 4);
  EXPECT_EQ(action_of({"4", false, true})->id, ActionId::insert_token);
  EXPECT_EQ(action_of({"F2"})->example, 0U);
  EXPECT_EQ(action_of({"F6"})->example, 4U);
  EXPECT_EQ(action_of({"1", true})->id, ActionId::show_page);
  EXPECT_EQ(action_of({"1", true})->choice, 0U);
  EXPECT_EQ(action_of({"9", true})->choice, kLessonPages - 1);
  EXPECT_EQ(action_of({"3", true, true})->id, ActionId::show_model_page);
  EXPECT_EQ(action_of({"3", true, true})->choice, 2U);
  EXPECT_FALSE(action_of({"6"}));
  EXPECT_FALSE(action_of({"F7"}));
  EXPECT_FALSE(action_of({"F"}));
}

}  // namespace
}  // namespace whatwhere::testing
