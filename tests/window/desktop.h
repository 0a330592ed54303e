// A desktop of our own: an Xvfb display, the built program in it, xdotool's mouse and keys, and the pixels.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace whatwhere::testing {

struct PixelRect {
  int x = 0;
  int y = 0;
  int w = 0;
  int h = 0;
};

// RGB, 8 bits each, rows from the top.
struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;

  // The part under `rect`, cut to the picture.
  Pixels part(const PixelRect& rect) const;
  bool operator==(const Pixels&) const = default;
};

Pixels read_png(const std::filesystem::path& path);

// What a finished program left.
struct Outcome {
  int status = -1;  // exit status; 128 + n if signal n ended it
  std::string output;
  std::string errors;
};

// An Xvfb screen of 1280 x 800, for as long as the object lives.
class Desktop {
 public:
  Desktop();
  ~Desktop();
  Desktop(const Desktop&) = delete;
  Desktop& operator=(const Desktop&) = delete;

  const std::string& display() const { return display_; }
  Pixels pixels() const;

  // xdotool with these words, waited for.
  void xdotool(const std::vector<std::string>& words) const;

 private:
  std::filesystem::path folder_;
  std::string display_;
  pid_t server_ = -1;
};

// The program's window on a Desktop.
class Running {
 public:
  enum class Await { rest, first_frame };
  Running(const Desktop& desktop, const std::filesystem::path& home,
          const std::vector<std::string>& arguments, Await await = Await::rest);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // Waits until no frame was drawn for a while: what was asked for is on the screen.
  void settle() const;
  std::uintmax_t frames() const;

  // Each settles. Names are those of `rects`, in the state that the program is in.
  void click(const PixelRect& rect) const;
  void point_at(int x, int y) const;
  void away() const { point_at(2, 798); }
  void key(const std::string& keys) const;
  void drag(const PixelRect& from, const PixelRect& to) const;

  bool is_alive() const;

 private:
  const Desktop& desktop_;
  std::filesystem::path frame_log_;
  pid_t process_ = -1;
};

// Runs the program to its end. `environment` replaces or adds variables; an empty value removes one.
Outcome run_program(const std::vector<std::string>& arguments,
                    const std::map<std::string, std::string>& environment = {});

// A picture of the program in the state that the options name, with where everything is.
struct Picture {
  Pixels pixels;
  std::map<std::string, PixelRect> rects;
  PixelRect rect(const std::string& name) const;
};
Picture picture(const Desktop& desktop, const std::vector<std::string>& options);

// A new, empty folder below the system's temporary one.
std::filesystem::path new_folder();

}  // namespace whatwhere::testing
