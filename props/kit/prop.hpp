/// RapidCheck properties as doctest assertions.
#pragma once

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cstdio>
#include <map>
#include <string>

namespace coreecs {

/// How many cases of the property at hand were of which kind.
inline std::map<std::string, int> kinds;

/// Counts a case of this kind, for the distribution that is printed with a property that holds.
inline void note(bool is_of_kind, const std::string& kind) { kinds[kind] += is_of_kind; }

}  // namespace coreecs

/// Holds when the property, named by its claim, holds for all cases. RapidCheck prints what fails, with the line that
/// replays it.
template <class Property>
void prop(const char* claim, const Property& property) {
  coreecs::kinds.clear();
  CHECK_MESSAGE(rc::check(claim, property), claim);
  for (const auto& [kind, cases] : coreecs::kinds) std::fprintf(stderr, "%6d %s\n", cases, kind.c_str());
}
