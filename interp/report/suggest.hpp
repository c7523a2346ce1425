/// Edits that mend a schedule, in words and in JSON.
#pragma once

#include "interp/decide/suggest.hpp"

namespace coreecs {

/// In the paper's notation, each with its place in the document, whose text is `source`, and what to write there.
[[nodiscard]] std::string show(const Suggestions& suggestions, const NamedSchedule& schedule,
                               const std::string& source);
/// A list in JSON.
[[nodiscard]] std::string json(const Suggestions& suggestions, const NamedSchedule& schedule,
                               const std::string& source);

}  // namespace coreecs
