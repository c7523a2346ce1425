/// What a question comes to that is decided within limits.
#pragma once

#include <new>
#include <optional>

#include "interp/base/interrupt.hpp"

namespace coreecs {

/// Unknown: the limits were reached first.
enum class Answer { Yes, No, Unknown };

[[nodiscard]] constexpr Answer answer(bool yes) { return yes ? Answer::Yes : Answer::No; }

/// What an answer is unknown for.
enum class Cut {
  Limit,      ///< as many configurations were looked at as is allowed
  Memory,     ///< there is no more
  Interrupt,  ///< it was asked to end
};

/// Looks for an answer. What cut it short, other than the limit, if anything did.
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
