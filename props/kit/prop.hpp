/// RapidCheck properties as doctest assertions.
#pragma once

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <functional>
#include <string>

namespace coreecs {

/// Counts a case of this kind, for the distribution that is printed with a property that holds. Where of 500 cases or
/// more fewer than `least` are of this kind, and of four times as many still, the property fails: its generator has
/// become too tame for it. A kind of which 500 cases may have none is told only.
void note(bool is_of_kind, const std::string& kind, double least = 0);

}  // namespace coreecs

/// Holds when the property, named by its claim, holds for all cases. RapidCheck prints what fails, with the line that
/// replays it.
void prop(const char* claim, const std::function<void()>& property);
