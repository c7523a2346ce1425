/// Edits that mend a schedule, in words and in JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "interp/base/json/writer.hpp"
#include "interp/check/decide/suggest.hpp"
#include "interp/language/notation/notation.hpp"

namespace coreecs {

/// In the paper's notation, each with its place in the program's document, and what to write there.
[[nodiscard]] std::string show(const Suggestions& suggestions, const NamedSchedule& schedule,
                               const nlohmann::ordered_json& document, const Notation& notation, bool exact);
/// A list in JSON, for the key "suggestions"; and how many edits were tried, for the key "edits".
void json(JsonWriter& out, const Suggestions& suggestions, const NamedSchedule& schedule,
          const nlohmann::ordered_json& document);
void json_tried(JsonWriter& out, const Suggestions& suggestions);

}  // namespace coreecs
