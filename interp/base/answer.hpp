/// The answer to a question that is decided within limits.
#pragma once

#include <new>
#include <optional>

#include "interp/base/interrupt.hpp"

namespace coreecs {

/// Unknown: the limits were reached first.
enum class Answer { Yes, No, Unknown };

[[nodiscard]] constexpr Answer answer(bool yes) { return yes ? Answer::Yes : Answer::No; }

/// Why an answer is unknown.
enum class Cut {
  Limit,      ///< as many configurations as allowed were visited
  Memory,     ///< memory ran out
  Interrupt,  ///< it was interrupted
};

/// Calls `look`. Returns what cut it short, if it was cut short by anything but the limit.
template <class F>
std::optional<Cut> cut_short(F&& look) {
  try {
    look();
    return std::nullopt;
  } catch (const Interrupted&) {
    return Cut::Interrupt;
  } catch (const std::bad_alloc&) {
    return Cut::Memory;
  }
}

}  // namespace coreecs
