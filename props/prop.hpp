/// RapidCheck properties as doctest assertions.
#pragma once

#include <doctest/doctest.h>
#include <rapidcheck.h>

/// Holds when the property, named by its claim, holds for all cases. RapidCheck prints what fails, with the line that
/// replays it.
template <class Property>
void prop(const char* claim, const Property& property) {
  CHECK_MESSAGE(rc::check(claim, property), claim);
}
