/// How many linearizations there are, in words.
#pragma once

#include <string>

namespace coreecs {

/// Of a number as interp/check/decide/count.hpp writes it: "4 linearizations", or, unless all digits are asked for,
/// three significant ones of more than 15: "7.81e154 linearizations".
[[nodiscard]] std::string show_count(const std::string& count, bool exact);

}  // namespace coreecs
