/// JSON text, laid out for people.
#pragma once

#include <string>
#include <string_view>

namespace coreecs {

/// The same JSON with its white space put in anew: what fits stands on one line of 120 columns; of what does not, each
/// member stands on a line of its own, but an only member stays with its brackets. An object or a list with a line
/// break after its first bracket is broken in any case. Precondition: it is JSON. Cost: its length, of any depth;
/// beyond a depth of 256 lines are indented no further.
[[nodiscard]] std::string laid_out(std::string_view json);

}  // namespace coreecs
