// The page "Learning", clicked through by name: one step and the worked example.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "core/numbers.h"
#include "tests/ui/learning_screen.h"

namespace whatwhere::testing {
namespace {

// Six digits with a minus sign that is one, as the arithmetic shows numbers.
std::string digits(float x) {
  std::string text = significant(static_cast<double>(x), 6);
  for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 3)) {
    text.replace(at, 1, "\xE2\x88\x92");
  }
  return text;
}

TEST(LearningPage, TheTabsShowTheThreeParts) {
  LearningScreen screen(on_part("the cat the"));
  EXPECT_TRUE(screen.shows("learning/G/0"));
  screen.click("learning/part/1");
  EXPECT_TRUE(screen.shows("learning/example/rows/0"));
  EXPECT_FALSE(screen.shows("learning/G/0"));
  screen.click("learning/part/2");
  EXPECT_TRUE(screen.shows("training/E/0"));
  EXPECT_TRUE(screen.shows("button/play"));
  screen.click("learning/part/0");
  EXPECT_TRUE(screen.shows("learning/G/2"));
}

TEST(LearningPage, WithoutTokensOnlyOneStepIsImpossible) {
  LearningScreen screen(on_part(""));
  EXPECT_EQ(screen.verdict(), "\xE2\x80\x94");
  EXPECT_FALSE(screen.shows("button/learn"));
  screen.click("learning/part/1");
  EXPECT_EQ(screen.verdict(), "yes");
  screen.click("learning/part/2");
  EXPECT_EQ(screen.verdict(), "not yet");
}

// ---- One step: did only the rows that were used change? ----

TEST(LearningPage, SgdChangesOnlyTheRowsThatWereUsed) {
  LearningScreen screen(on_part("the cat the"));
  EXPECT_EQ(screen.verdict(), "yes");
  EXPECT_EQ(screen.detail(), "Rows touched: 2 of 6 (2, 5); every other row is unchanged to the bit.");
}

TEST(LearningPage, WeightDecayChangesEveryRow) {
  LearningScreen screen(on_part("the cat the"));
  screen.enter("field/weight-decay", "0.1");
  EXPECT_EQ(screen.session().learning.optimizer.weight_decay, 0.1);
  EXPECT_EQ(screen.verdict(), "no");
  EXPECT_EQ(screen.detail().substr(0, 57), "Rows touched: 2 of 6 (2, 5), but 6 rows change: weight de");
}

TEST(LearningPage, ATiedOutputChangesEveryRow) {
  LearningScreen screen(on_part("the cat the"));
  screen.click("button/tied");
  EXPECT_EQ(screen.said("button/tied"), "on");
  EXPECT_EQ(screen.verdict(), "no");
  EXPECT_NE(screen.detail().find("6 rows change: with a tied output"), std::string::npos) << screen.detail();
  screen.click("button/tied");
  EXPECT_EQ(screen.verdict(), "yes");
}

// Adam remembers the rows of an earlier sequence; before there is one, it changes no other rows either.
TEST(LearningPage, AdamMovesTheRowsOfAnEarlierStep) {
  LearningScreen screen(on_part("the cat"));
  screen.click("learning/optimizer/1");
  EXPECT_EQ(screen.said("learning/optimizer"), "Adam");
  EXPECT_EQ(screen.verdict(), "yes");
  screen.click("button/learn");
  screen.click("sequence/slot/0");
  screen.click("sequence/slot/0");
  screen.click("sequence/append/0");
  EXPECT_EQ(screen.ids(), (std::vector<TokenId>{0}));
  EXPECT_EQ(screen.verdict(), "no");
  EXPECT_NE(screen.detail().find("Rows touched: 1 of 6 (0), but 3 rows change: Adam"), std::string::npos)
      << screen.detail();
}

TEST(LearningPage, EveryOptimizerFollowsEveryOther) {
  LearningScreen screen(on_part("the cat"));
  for (const char* optimizer : {"0", "1", "0", "2", "1", "0", "1"}) {
    screen.click("learning/optimizer/" + std::string(optimizer));
    const Table before = screen.E();
    screen.click("button/learn");
    EXPECT_FALSE(screen.E() == before) << optimizer;
  }
}

// ---- Its arithmetic ----

TEST(LearningPage, TheArithmeticIsThatOfTheStep) {
  LearningScreen screen(on_part("the cat the"));
  const LearningStep step = screen.step();
  EXPECT_EQ(screen.said("learning/arithmetic"), "E[2,0] \xE2\x86\x90 " + digits(screen.E().row(2)[0]) +
                                                    " \xE2\x88\x92 0.1 \xC3\x97 " + digits(step.G.row(1)[0]) +
                                                    " = " + digits(step.E.W.row(2)[0]));
  screen.click_cell("learning/after/5", 3);
  EXPECT_EQ(screen.said("learning/arithmetic"),
            "E[5,3] \xE2\x86\x90 " + digits(screen.E().row(5)[3]) + " \xE2\x88\x92 0.1 \xC3\x97 (" +
                digits(step.G.row(0)[3]) + " + " + digits(step.G.row(2)[3]) +
                ") = " + digits(step.E.W.row(5)[3]));
  screen.click_cell("learning/after/0", 1);
  EXPECT_EQ(screen.said("learning/arithmetic"),
            "E[0,1] \xE2\x86\x90 " + digits(screen.E().row(0)[1]) +
                " \xE2\x88\x92 0.1 \xC3\x97 0 = " + digits(screen.E().row(0)[1]))
      << "a row that no slot reads";
}

TEST(LearningPage, AGradientIsTyped) {
  LearningScreen screen(on_part("the cat the"));
  const auto G = screen.ui.cell_colours.at("learning/G/1");
  const auto dE = screen.ui.cell_colours.at("learning/dE/2");
  EXPECT_FALSE(screen.shows("field/gradient")) << "no number was picked yet";
  screen.click_cell("learning/G/1", 0);
  screen.write("-0.75");  // the click has given the keyboard to the number's field
  EXPECT_EQ(screen.session().learning.edits, (std::vector<GradientEdit>{{1, 0, -0.75F}}));
  EXPECT_EQ(screen.step().G.row(1)[0], -0.75F);
  EXPECT_EQ(screen.step().dE.row(2)[0], -0.75F);
  screen.move_to({-100.0F, -100.0F});
  EXPECT_NE(screen.ui.cell_colours.at("learning/G/1"), G);
  EXPECT_NE(screen.ui.cell_colours.at("learning/dE/2"), dE);
  EXPECT_NE(screen.said("learning/arithmetic")
                .find(" \xC3\x97 \xE2\x88\x92"
                      "0.75 = "),
            std::string::npos)
      << screen.said("learning/arithmetic");
  screen.press("Z", true);
  EXPECT_TRUE(screen.session().learning.edits.empty());
}

// What was typed and not yet entered goes to the number that it was typed for, not to the one clicked next.
TEST(LearningPage, LeavingTheFieldWritesTheNumberThatItWasTypedFor) {
  LearningScreen screen(on_part("the cat the"));
  screen.click_cell("learning/G/1", 0);
  screen.type("0.5");
  screen.click_cell("learning/G/2", 3);
  screen.frames(2);
  EXPECT_EQ(screen.session().learning.edits, (std::vector<GradientEdit>{{1, 0, 0.5F}}));
}

TEST(LearningPage, ANumberThatIsNoneIsRefused) {
  LearningScreen screen(on_part("the cat the"));
  screen.click_cell("learning/G/1", 0);
  screen.enter("field/gradient", "much");
  EXPECT_TRUE(screen.session().learning.edits.empty());
  EXPECT_TRUE(screen.program.message().is_error);
  screen.press("Escape");
  screen.enter("field/learning-rate", "101");
  EXPECT_EQ(screen.session().learning.optimizer.lr, 0.1);
  EXPECT_EQ(screen.program.message().text, "Use a number from 0 to 100.");
}

TEST(LearningPage, AnotherGradientIsDrawn) {
  LearningScreen screen(on_part("the cat the"));
  const Table G = screen.step().G;
  screen.click("button/next-gradient");
  EXPECT_FALSE(screen.step().G == G);
}

// ---- The step is taken: E is another one on every page ----

TEST(LearningPage, TheStepChangesEOnEveryPageAndUndoBringsItBack) {
  LearningScreen screen(on_part("the cat the"));
  const Session before = screen.session();
  const Table E = screen.E();
  screen.press("1", true);
  const auto strip = screen.ui.cell_colours.at("table/strip/5");
  screen.press("6", true);
  ASSERT_EQ(screen.session().view.page, Page::learning);
  const Table after = screen.step().E.W;
  screen.click("button/learn");
  EXPECT_EQ(screen.E(), after);
  EXPECT_FALSE(after == E);

  screen.press("1", true);
  const LessonResults& r = screen.program.results();
  EXPECT_NE(screen.ui.cell_colours.at("table/strip/5"), strip);
  for (std::size_t j = 0; j < kWidth; ++j) {
    EXPECT_EQ(screen.ui.cell_colours.at("table/strip/5")[j],
              heat_colour(*screen.ui.palette, after.row(5)[j], r.range));
  }
  screen.press("Z", true);
  EXPECT_EQ(screen.session(), before) << "undo goes to the page on which the change was made";
  screen.press("Z", true, true);
  EXPECT_EQ(screen.E(), after);
  screen.press("6", true);
  screen.click("button/restore");
  EXPECT_EQ(screen.E(), E);
}

TEST(LearningPage, PLearnsOnlyWhereItIsAdded) {
  LearningScreen screen(on_part("the cat the"));
  EXPECT_FALSE(screen.shows("learning/dP/0"));
  screen.click("sequence/scheme/1");
  EXPECT_TRUE(screen.shows("learning/dP/0"));
  EXPECT_TRUE(screen.shows("learning/P-after/7"));
  screen.click("sequence/scheme/2");
  EXPECT_FALSE(screen.shows("learning/dP/0"));
}

// ---- The worked example ----

TEST(LearningPage, TheWorkedExampleChangesThreeRows) {
  LearningScreen screen(on_part("", LearningPart::example));
  EXPECT_EQ(screen.verdict(), "yes");
  EXPECT_EQ(screen.detail(),
            "3 of 50257 rows changed; the other 50254 are unchanged to the bit (all rows were compared).");
  EXPECT_NE(screen.ui.cell_colours.at("learning/example/rows/1"),
            screen.ui.cell_colours.at("learning/example/rows after/1"));
}

// What a line such as "E[5,2] <- 0.0123 - 0.1 x (0.5 + -0.2) = -0.0177" says on its left of "=", evaluated;
// with the usual precedence. The signs are those of the page.
class Formula {
 public:
  static double value(std::string line) {
    for (const auto& [sign, plain] :
         {std::pair{"\xE2\x88\x92", "-"}, {"\xC3\x97", "*"}, {"\xE2\x88\x9A", "r"}, {"\xE2\x86\x90", "<"}}) {
      for (std::size_t at = line.find(sign); at != std::string::npos; at = line.find(sign))
        line.replace(at, std::strlen(sign), plain);
    }
    std::erase(line, ' ');
    const std::size_t from = line.find('<') + 1;
    Formula formula(line.substr(from, line.find('=') - from));
    const double result = formula.sum();
    EXPECT_EQ(formula.at_, formula.text_.size()) << line;
    return result;
  }

 private:
  explicit Formula(std::string text) : text_(std::move(text)) {}
  bool takes(char sign) {
    const bool is_next = at_ < text_.size() && text_[at_] == sign;
    if (is_next) ++at_;
    return is_next;
  }
  double sum() {
    double x = product();
    for (;;) {
      if (takes('+')) {
        x += product();
      } else if (takes('-')) {
        x -= product();
      } else {
        return x;
      }
    }
  }
  double product() {
    double x = factor();
    for (;;) {
      if (takes('*')) {
        x *= factor();
      } else if (takes('/')) {
        x /= factor();
      } else {
        return x;
      }
    }
  }
  double factor() {
    if (takes('-')) return -factor();
    if (takes('r')) return std::sqrt(factor());
    if (takes('(')) {
      const double x = sum();
      EXPECT_TRUE(takes(')')) << text_;
      return x;
    }
    std::size_t used = 0;
    const double x = std::stod(text_.substr(at_), &used);
    at_ += used;
    return x;
  }

  std::string text_;
  std::size_t at_ = 0;
};

// Every number that a step changes has its line, and the line is true: evaluated with its six digits it gives
// what the core computed. For each optimizer, with and without decay and a tied output, in a second step too.
TEST(LearningPage, EveryLineOfArithmeticIsTrue) {
  for (const std::size_t kind : {0U, 1U, 2U}) {
    for (const double decay : {0.0, 0.1}) {
      for (const bool tied : {false, true}) {
        Session session = on_part("the cat the");
        session.position = PositionScheme::learned;
        session.positions.gain = 0.5;
        session.learning.optimizer.kind = static_cast<Optimizer>(kind);
        session.learning.optimizer.weight_decay = decay;
        session.learning.tied = tied;
        session = after_step(session);
        session.sequence = Sequence(ids_of_words("cat dog cat"));
        LearningScreen screen(session);
        const LearningStep step = screen.step();
        const auto expect_true_lines = [&](const std::string& matrix, const std::string& name,
                                           const Table& W) {
          for (std::size_t row = 0; row < W.rows(); ++row) {
            for (std::size_t column = 0; column < W.d(); ++column) {
              screen.ui.picked[matrix] = {row, column};
              screen.frame();
              const std::string line = screen.said(name);
              const float after = W.row(row)[column];
              SCOPED_TRACE(line);
              EXPECT_TRUE(line.ends_with(" = " + digits(after)));
              EXPECT_NEAR(Formula::value(line), static_cast<double>(after), 1e-6);
            }
          }
        };
        expect_true_lines("learning/after", "learning/arithmetic", step.E.W);
        expect_true_lines("learning/P-after", "learning/arithmetic-P", step.P->W);
      }
    }
  }
}

}  // namespace
}  // namespace whatwhere::testing
