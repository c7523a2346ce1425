#include "props/kit/prop.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace {

/// How many cases of the property at hand were of a kind, of how many, and which part of them has to be.
struct Counted {
  int cases = 0, all = 0;
  double least = 0;
};
std::map<std::string, Counted> kinds;

}  // namespace

void coreecs::note(bool is_of_kind, const std::string& kind, double least) {
  Counted& here = kinds[kind];
  here.cases += is_of_kind;
  ++here.all;
  here.least = std::max(here.least, least);
}

void prop(const char* claim, const std::function<void()>& property) {
  kinds.clear();
  CHECK_MESSAGE(rc::check(claim, property), claim);
  for (const auto& entry : kinds) {
    const std::string& name = entry.first;
    const Counted& kind = entry.second;
    std::fprintf(stderr, "%6d %s\n", kind.cases, name.c_str());
    const bool enough = kind.all < 500 || kind.cases >= kind.least * kind.all;
    CHECK_MESSAGE(enough, name << ": " << kind.cases << " of " << kind.all << " cases");
  }
}
