/// Two runs that end differently, in words: what sets them apart, and nothing else.
#pragma once

#include "interp/views/report/report.hpp"

namespace coreecs {

/// The runs of a verdict's witness from where they part, without what changes nothing, and the differences of their
/// ends side by side; in lines of 100 columns, unless a name or a value is longer. Precondition: there is one. Cost:
/// that of both runs.
[[nodiscard]] std::string show_witness(const Verdict&, const Notation&, const Replays&);

}  // namespace coreecs
