/// The run of a program over its frames, with its verdicts, as one self-contained HTML page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interp/language/program/program.hpp"

namespace coreecs {

/// How much a page shows. The page says how much it leaves out.
struct PageLimits {
  std::size_t frames = 200;        ///< the first ones, and the last one
  std::size_t entities = 200;      ///< of a state: first those that change in the frame, then the first of the others
  std::size_t matches = 3'500;     ///< of all frames; further frames are shown by leaf
  std::size_t bytes = 3'500'000;   ///< of all frames, likewise
  std::size_t leaves = 100;        ///< of a schedule; a larger one is not drawn
  std::size_t ties = 100;          ///< of a frame with different values, and as many with the same
  std::size_t reordered = 20'000;  ///< invocations that are performed to show how frames end in other orders
  std::size_t steps = 1'000;       ///< of each run of a witness, from a little before they part
  std::size_t cells = 400;         ///< of their states
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

/// A frame of the reference run, counted from 1, performed in another order: the state after it, in the form that the
/// data of a page has for a frame; and "differs", the locations at which it differs from the end of the reference, with
/// both values. `order` has the invocations of the frame as numbers, in the order of the reference from 0. Nothing if
/// it is no linearization of po_c(z). Throws RuntimeError if the run fails. Cost: that of the frames.
[[nodiscard]] std::optional<std::string> reordered_frame(const Program& program, const NamedSchedule& schedule,
                                                         std::uint64_t frame, const std::vector<std::size_t>& order,
                                                         const PageLimits& limits = {});

/// The page with this data, and with the text of the program, if it is known: an editor can open the page then. Names
/// and texts in it always stay text.
[[nodiscard]] std::string page(const std::string& title, const PageData& data, std::string_view source = {});

}  // namespace coreecs
