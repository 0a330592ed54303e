// The built program in a real window: mouse and keys by xdotool, the framebuffer read back.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "tests/window/desktop.h"

namespace whatwhere::testing {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Window : public ::testing::Test {
 protected:
  ~Window() override { fs::remove_all(home_); }

  Pixels seen(const PixelRect& rect) const { return desktop_.pixels().part(rect); }
  fs::path state() const { return home_ / ".local/state/whatwhere"; }

  Desktop desktop_;
  fs::path home_ = new_folder();
};

// Is this what the picture of the same state shows? Smoothed edges may be off by a rounding or two between
// a window's buffer and a picture's; another word or number is off by far more.
bool looks_like(const Pixels& seen, const Pixels& drawn) {
  if (seen.width != drawn.width || seen.height != drawn.height) return false;
  for (std::size_t i = 0; i < seen.rgb.size(); ++i) {
    if (std::abs(int{seen.rgb[i]} - int{drawn.rgb[i]}) > 2) return false;
  }
  return true;
}

// The input panel without its buttons: whether they can be pressed depends on how the state was reached.
PixelRect slots_and_bag(const Picture& p) {
  const PixelRect panel = p.rect("panel/input");
  const int top = p.rect("verdict/multiset").y;
  return {panel.x, top, panel.w, panel.y + panel.h - top};
}

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The lesson's checkpoint, by hand: "the", another word, "the" again. Off, the two strips are the same pixels
// and the headline reads yes; on, they differ and it reads no. What it reads is compared with a picture of
// the program in the same state.
TEST_F(Window, CheckpointIsPixelForPixelTrue) {
  const Picture empty = picture(desktop_, {});
  const Picture off = picture(desktop_, {"--tokens", "the cat the"});
  const Picture on = picture(desktop_, {"--tokens", "the cat the", "--position", "learned"});
  const PixelRect kpi = off.rect("kpi/same-token");
  const PixelRect first = off.rect("input/input_emb/0");
  const PixelRect second = off.rect("input/input_emb/1");
  const PixelRect third = off.rect("input/input_emb/2");
  ASSERT_NE(off.pixels.part(kpi), on.pixels.part(kpi));
  ASSERT_NE(off.pixels.part(kpi), empty.pixels.part(kpi));

  const Running program(desktop_, home_, {});
  program.away();
  EXPECT_TRUE(looks_like(seen(kpi), empty.pixels.part(kpi)));
  for (const char* row : {"table/row/5", "table/row/2", "table/row/5"}) program.click(empty.rect(row));
  program.away();
  EXPECT_EQ(seen(first), seen(third));
  EXPECT_NE(seen(first), seen(second));
  EXPECT_TRUE(looks_like(seen(kpi), off.pixels.part(kpi))) << "the headline does not read yes";

  program.click(off.rect("button/position"));
  program.away();
  EXPECT_NE(seen(first), seen(third));
  EXPECT_TRUE(looks_like(seen(kpi), on.pixels.part(kpi))) << "the headline does not read no";
  EXPECT_TRUE(looks_like(seen(slots_and_bag(on)), on.pixels.part(slots_and_bag(on))))
      << "a window reached by hand and a picture of its state are the same";
}

// A shuffle moves the rows; the bag stays the same pixels with the position off, and does not with it on.
TEST_F(Window, BagUnderShuffle) {
  for (const char* position : {"off", "learned"}) {
    const std::vector<std::string> state = {"--tokens", "dog bites man", "--position", position};
    const Picture start = picture(desktop_, state);
    const PixelRect bag = start.rect("bag");
    PixelRect rows = start.rect("input/chip/0");
    rows.h = start.rect("input/chip/2").y + start.rect("input/chip/2").h - rows.y;

    const Running program(desktop_, home_, state);
    program.away();
    const Pixels bag_before = seen(bag);
    const Pixels rows_before = seen(rows);
    program.click(start.rect("button/shuffle"));
    program.away();
    EXPECT_NE(seen(rows), rows_before);
    EXPECT_EQ(seen(bag) == bag_before, std::string(position) == "off");
  }
}

TEST_F(Window, KeyboardAlone) {
  const Picture wanted =
      picture(desktop_, {"--tokens", "the cat", "--position", "learned", "--theme", "light"});
  const Running program(desktop_, home_, {});
  program.away();
  for (const char* key : {"5", "2", "3", "BackSpace", "p", "p", "ctrl+z", "t"}) program.key(key);
  const PixelRect input = wanted.rect("kpi/input-tensor");
  EXPECT_TRUE(looks_like(seen(input), wanted.pixels.part(input)));
  const PixelRect strip = wanted.rect("input/input_emb/1");
  EXPECT_TRUE(looks_like(seen(strip), wanted.pixels.part(strip)));
}

TEST_F(Window, DraggingASlotReordersIt) {
  const Picture start = picture(desktop_, {"--tokens", "the cat dog"});
  const Picture moved = picture(desktop_, {"--tokens", "cat dog the"});
  const Running program(desktop_, home_, {"--tokens", "the cat dog"});
  program.drag(start.rect("input/chip/0"), start.rect("input/chip/2"));
  program.away();
  for (const char* name : {"input/chip/0", "input/chip/1", "input/chip/2"}) {
    EXPECT_TRUE(looks_like(seen(moved.rect(name)), moved.pixels.part(moved.rect(name)))) << name;
  }
}

// Nobody touches it: no frame.
TEST_F(Window, IdleDrawsNothing) {
  const Running program(desktop_, home_, {"--tokens", "the cat the"});
  program.away();
  std::this_thread::sleep_for(1500ms);  // the session is written after a second of rest; that draws nothing
  const std::uintmax_t before = program.frames();
  std::this_thread::sleep_for(2s);
  EXPECT_EQ(program.frames(), before);
}

TEST_F(Window, LastSessionComesBack) {
  const Picture empty = picture(desktop_, {});
  const Picture wanted = picture(desktop_, {"--ids", "4,4"});
  {
    const Running program(desktop_, home_, {});
    program.click(empty.rect("table/row/4"));
    program.key("4");
    std::this_thread::sleep_for(1500ms);  // it is written after a second of rest
  }
  EXPECT_TRUE(fs::exists(state() / "last-session.json"));
  const Running program(desktop_, home_, {});
  program.away();
  EXPECT_TRUE(looks_like(seen(slots_and_bag(wanted)), wanted.pixels.part(slots_and_bag(wanted))));
}

// A session in last-session.json with this real model; returns what is written.
std::string remembered(const fs::path& state, const std::string& model) {
  fs::create_directories(state);
  const std::string json = R"({"whatwhere": 1, "ids": [2], "model": {"path": ")" + model +
                           R"(", "position": "off", "text": "the king", "ids": [529, 871]}})";
  std::ofstream(state / "last-session.json") << json;
  return json;
}

TEST_F(Window, TheLastSessionsModelComesBack) {
  remembered(state(), "builtin:shakespeare");
  const Picture wanted =
      picture(desktop_, {"--model", "builtin:shakespeare", "--ids", "529,871", "--position", "off"});
  const Running program(desktop_, home_, {});
  program.away();
  const PixelRect tile = wanted.rect("kpi/input-tensor");
  EXPECT_TRUE(looks_like(seen(tile), wanted.pixels.part(tile)));
}

// A model that is not there any more is said, and stays named in what is remembered.
TEST_F(Window, TheLastSessionsModelIsGone) {
  remembered(state(), "/nowhere/at/all.safetensors");
  const Picture without = picture(desktop_, {"--ids", "2"});
  const Running program(desktop_, home_, {});
  program.away();
  const PixelRect tile = without.rect("kpi/input-tensor");
  EXPECT_TRUE(looks_like(seen(tile), without.pixels.part(tile)));
  EXPECT_NE(seen(slots_and_bag(without)), without.pixels.part(slots_and_bag(without))) << "no message";
  program.key("3");
  std::this_thread::sleep_for(1500ms);
  const std::string now = contents(state() / "last-session.json");
  EXPECT_NE(now.find("\"dog\""), std::string::npos) << now;
  EXPECT_NE(now.find("/nowhere/at/all.safetensors"), std::string::npos) << now;
}

// A text of word vectors that takes a while to read.
std::string slow_model(const fs::path& folder) {
  const fs::path path = folder / "vectors.txt";
  std::string lines;
  for (int i = 0; i < 2000; ++i) {
    lines += "w" + std::to_string(i);
    for (int j = 0; j < 50; ++j) lines += " 0.12345" + std::to_string(j);
    lines += "\n";
  }
  std::ofstream file(path);
  for (int copy = 0; copy < 100; ++copy) file << lines;
  return path.string();
}

// The window is there while the last session's model is read; whatever ends that loses nothing.
TEST_F(Window, ASlowModelOfTheLastSessionIsNotLost) {
  const std::string before = remembered(state(), slow_model(home_));
  {
    const Running program(desktop_, home_, {}, Running::Await::first_frame);  // told to end at once
  }
  EXPECT_EQ(contents(state() / "last-session.json"), before);
  const Running program(desktop_, home_, {}, Running::Await::first_frame);
  desktop_.xdotool({"key", "Escape"});
  program.key("3");
  std::this_thread::sleep_for(1500ms);
  const std::string now = contents(state() / "last-session.json");
  EXPECT_NE(now.find("vectors.txt"), std::string::npos) << now;
}

// What the command line asks for is refused at once, however slow the last session's model is.
TEST_F(Window, ASlowModelOfTheLastSessionHidesNoError) {
  const std::string before = remembered(state(), slow_model(home_));
  const Outcome outcome =
      run_program({"/nowhere/at/all.json"}, {{"DISPLAY", desktop_.display()}, {"HOME", home_.string()}});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.errors.find("/nowhere/at/all.json"), std::string::npos) << outcome.errors;
  EXPECT_EQ(contents(state() / "last-session.json"), before);
}

// A window.json from nowhere: a size that no screen has does not keep the program from starting.
TEST_F(Window, AbsurdPlaceIsClamped) {
  fs::create_directories(state());
  std::ofstream(state() / "window.json")
      << R"({"x": -90000, "y": 70000, "width": 32768, "height": 32768, "maximised": false, "document": ""})";
  const Picture empty = picture(desktop_, {});
  const Running program(desktop_, home_, {});
  program.away();
  EXPECT_TRUE(program.is_alive());
  const PixelRect tile = empty.rect("kpi/input-tensor");
  EXPECT_TRUE(looks_like(seen(tile), empty.pixels.part(tile)));
}

// Started with a sequence, the last session is one undo away, and only a change replaces it on the disk.
TEST_F(Window, CommandLineLeavesTheLastSessionOneUndoAway) {
  fs::create_directories(state());
  std::ofstream(state() / "last-session.json") << R"({"whatwhere": 1, "ids": [2, 3]})";
  const std::string before = contents(state() / "last-session.json");
  const Picture last = picture(desktop_, {"--ids", "2,3"});
  const Running program(desktop_, home_, {"--ids", "5"});
  std::this_thread::sleep_for(1500ms);
  EXPECT_EQ(contents(state() / "last-session.json"), before);
  program.key("ctrl+z");
  program.away();
  EXPECT_TRUE(looks_like(seen(slots_and_bag(last)), last.pixels.part(slots_and_bag(last))));
}

// Holding S shuffles once.
TEST_F(Window, HeldKeysDoNotRepeatAShuffle) {
  const Running program(desktop_, home_, {"--tokens", "dog bites man"});
  desktop_.xdotool({"keydown", "s"});
  std::this_thread::sleep_for(1200ms);
  desktop_.xdotool({"keyup", "s"});
  program.settle();
  std::this_thread::sleep_for(1500ms);
  EXPECT_NE(contents(state() / "last-session.json").find("\"shuffles\": 1,"), std::string::npos)
      << contents(state() / "last-session.json");
}

// Told to end right after a change: it is remembered.
TEST_F(Window, EndingAtOnceLosesNothing) {
  {
    const Running program(desktop_, home_, {});
    desktop_.xdotool({"key", "3"});
    program.settle();
  }
  EXPECT_NE(contents(state() / "last-session.json").find("\"dog\""), std::string::npos);
}

// A session that cannot be read is kept aside, said, and the program starts all the same.
TEST_F(Window, CorruptLastSessionIsKeptAside) {
  fs::create_directories(state());
  const std::string corrupt = "{\"whatwhere\": 1, \"ids\": [5, 2";
  std::ofstream(state() / "last-session.json") << corrupt;
  const Picture empty = picture(desktop_, {});
  const Running program(desktop_, home_, {});
  program.away();
  EXPECT_EQ(contents(state() / "last-session.json.unreadable-1"), corrupt);
  EXPECT_TRUE(
      looks_like(seen(empty.rect("kpi/input-tensor")), empty.pixels.part(empty.rect("kpi/input-tensor"))));
  EXPECT_NE(seen(slots_and_bag(empty)), empty.pixels.part(slots_and_bag(empty))) << "no message";
}

TEST_F(Window, CorruptProgressIsKeptAsideAndSaid) {
  fs::create_directories(state());
  std::ofstream(state() / "progress.json") << "{}";
  const Picture empty = picture(desktop_, {});
  const Running program(desktop_, home_, {});
  program.away();
  EXPECT_EQ(contents(state() / "progress.json.unreadable-1"), "{}");
  EXPECT_NE(seen(slots_and_bag(empty)), empty.pixels.part(slots_and_bag(empty))) << "no message";
}

// A home where nothing can be written: everything works, and it is said once.
TEST_F(Window, HomeThatCannotBeWritten) {
  const Picture empty = picture(desktop_, {});
  const Picture wanted = picture(desktop_, {"--tokens", "the"});
  const Running program(desktop_, "/proc/none", {});
  program.click(empty.rect("table/row/5"));
  program.away();
  EXPECT_TRUE(
      looks_like(seen(wanted.rect("kpi/input-tensor")), wanted.pixels.part(wanted.rect("kpi/input-tensor"))));
  std::this_thread::sleep_for(1500ms);
  program.settle();
  EXPECT_NE(seen(slots_and_bag(wanted)), wanted.pixels.part(slots_and_bag(wanted))) << "no message";
  program.key("Escape");
  EXPECT_TRUE(looks_like(seen(slots_and_bag(wanted)), wanted.pixels.part(slots_and_bag(wanted))));
  program.key("2");
  std::this_thread::sleep_for(1500ms);
  program.settle();
  EXPECT_TRUE(program.is_alive());
  const Picture two = picture(desktop_, {"--tokens", "the cat"});
  EXPECT_TRUE(looks_like(seen(slots_and_bag(two)), two.pixels.part(slots_and_bag(two)))) << "said twice";
}

TEST(Start, WithoutADisplayItSaysSo) {
  const Outcome outcome = run_program({}, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(outcome.errors.starts_with("whatwhere: no display")) << outcome.errors;
  EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1);
}

// The same state is the same picture, every time.
TEST_F(Window, PicturesAreReproducible) {
  const std::vector<std::string> state = {"--tokens", "man bites dog", "--position",
                                          "learned",  "--seed",        "7"};
  EXPECT_EQ(picture(desktop_, state).pixels, picture(desktop_, state).pixels);
}

TEST_F(Window, PictureHasTheSizeAskedFor) {
  const Picture p = picture(desktop_, {"--size", "1800x1200", "--scale", "2"});
  EXPECT_EQ(p.pixels.width, 1800);
  EXPECT_EQ(p.pixels.height, 1200);
}

TEST_F(Window, PictureAndRectsAreWrittenBothOrNeither) {
  const fs::path png = home_ / "p.png";
  std::ofstream(png) << "precious";
  const Outcome outcome = run_program({"--screenshot", png.string(), "--rects", "/nowhere/r.json"},
                                      {{"DISPLAY", desktop_.display()}});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.errors.find("/nowhere/r.json"), std::string::npos) << outcome.errors;
  EXPECT_EQ(contents(png), "precious");
}

TEST_F(Window, PictureThatCannotBeWrittenSaysSo) {
  const Outcome outcome = run_program({"--screenshot", "/nowhere/p.png"}, {{"DISPLAY", desktop_.display()}});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.errors.find("/nowhere/p.png"), std::string::npos) << outcome.errors;
}

// One click from the start opens a trained model; what stands there is what a picture of that state shows.
TEST_F(Window, ATrainedModelIsOneClickAway) {
  const Picture start = picture(desktop_, {});
  const Picture open = picture(desktop_, {"--model", "builtin:shakespeare"});
  const Running program(desktop_, home_, {});
  program.away();
  program.click(start.rect("button/built-in-shakespeare"));
  program.away();
  for (const char* name :
       {"input/tok_emb/0", "input/pos_emb/3", "input/input_emb/5", "text/token/2", "kpi/token-table"})
    EXPECT_TRUE(looks_like(seen(open.rect(name)), open.pixels.part(open.rect(name)))) << name;
  program.click(open.rect("rail/neighbours"));
  program.away();
  const Picture neighbours = picture(desktop_, {"--model", "builtin:shakespeare", "--page", "neighbours"});
  const PixelRect list = neighbours.rect("neighbours/query/1");
  EXPECT_TRUE(looks_like(seen(list), neighbours.pixels.part(list)));
}

// Equal tokens are equal pixels in a model's tables too, until P is added.
TEST_F(Window, EqualTokensOfAModelAreEqualPixels) {
  const std::vector<std::string> state = {"--model", "builtin:shakespeare", "--ids", "267,529,267"};
  for (const char* position : {"off", "learned"}) {
    std::vector<std::string> options = state;
    options.insert(options.end(), {"--position", position});
    const Picture p = picture(desktop_, options);
    EXPECT_EQ(p.pixels.part(p.rect("input/tok_emb/0")), p.pixels.part(p.rect("input/tok_emb/2")));
    EXPECT_EQ(p.pixels.part(p.rect("input/input_emb/0")) == p.pixels.part(p.rect("input/input_emb/2")),
              std::string(position) == "off");
  }
}

}  // namespace
}  // namespace whatwhere::testing
