/// The reader of "view": where and how entities are drawn (program format §1, views).
#pragma once

#include "interp/language/format/vocabulary.hpp"
#include "interp/language/program/view.hpp"

namespace coreecs {

/// { "x": "Where.x", "y": "Where.y", "marks": { "Tower": "square" }, "lines": ["Next"], "label": "Health" }; none if it
/// is invalid, which is reported.
[[nodiscard]] std::optional<View> read_view(Problems&, const Place&, const Json&, const Vocabulary&);

}  // namespace coreecs
