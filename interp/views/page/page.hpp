/// The run of a program over its frames, with its verdicts, as one self-contained HTML page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "interp/language/program/program.hpp"

namespace coreecs {

/// How much a page shows. The page says how much it leaves out.
struct PageLimits {
  std::size_t frames = 200;       ///< the first ones, and the last one
  std::size_t entities = 200;     ///< of a state: first those that change in the frame, then the first of the others
  std::size_t matches = 3'500;    ///< of all frames; further frames are shown by leaf
  std::size_t bytes = 3'500'000;  ///< of all frames, likewise
  std::size_t leaves = 100;       ///< of a schedule; a larger one is not drawn
  std::size_t ties = 100;         ///< of a frame with different values, and as many with the same
  std::size_t steps = 1'000;      ///< of each run of a witness, from a little before they part
  std::size_t cells = 400;        ///< of their states
};

/// The data of a page.
struct PageData {
  std::string json;
  std::optional<std::string> error;  ///< the run-time error that ended the reference run and with it the page
};

/// A schedule of the program over this many frames. Verdicts explore at most `limit` configurations. Errors name
/// `file`. Cost: that of `check`, and of the derivation of each frame that is shown.
[[nodiscard]] PageData page_data(const Program& program, const NamedSchedule& schedule, const std::string& file,
                                 std::uint64_t frames, std::size_t limit, const PageLimits& limits = {});

/// The page with this data. Names and texts in it always stay text.
[[nodiscard]] std::string page(const std::string& title, const PageData& data);

}  // namespace coreecs
