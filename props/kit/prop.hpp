/// RapidCheck properties as doctest assertions.
#pragma once

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

namespace coreecs {

/// How many cases of the property at hand were of a kind, of how many, and which part of them has to be.
struct Counted {
  int cases = 0, all = 0;
  double least = 0;
};
inline std::map<std::string, Counted> kinds;

/// Counts a case of this kind, for the distribution that is printed with a property that holds. Where fewer than
/// `least` of all cases are of this kind, the property fails: its generator has become too tame for it.
inline void note(bool is_of_kind, const std::string& kind, double least = 0) {
  Counted& here = kinds[kind];
  here.cases += is_of_kind;
  ++here.all;
  here.least = std::max(here.least, least);
}

}  // namespace coreecs

/// Holds when the property, named by its claim, holds for all cases. RapidCheck prints what fails, with the line that
/// replays it.
template <class Property>
void prop(const char* claim, const Property& property) {
  coreecs::kinds.clear();
  CHECK_MESSAGE(rc::check(claim, property), claim);
  for (const auto& entry : coreecs::kinds) {
    const std::string& name = entry.first;
    const coreecs::Counted& kind = entry.second;
    std::fprintf(stderr, "%6d %s\n", kind.cases, name.c_str());
    const bool enough = kind.all < 100 || kind.cases >= kind.least * kind.all;
    CHECK_MESSAGE(enough, name << ": " << kind.cases << " of " << kind.all << " cases");
  }
}
