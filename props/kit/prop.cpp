#include "props/kit/prop.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <utility>

namespace {

/// How many cases of the property at hand were of a kind, of how many, and which part of them has to be.
struct Counted {
  int cases = 0, all = 0;
  double least = 0;
};
std::map<std::string, Counted> kinds;

bool too_few(const std::pair<const std::string, Counted>& kind) {
  return kind.second.all >= 500 && kind.second.cases < kind.second.least * kind.second.all;
}

/// Whether the property holds for further cases, of another seed.
bool holds_further(const char* claim, const std::function<void()>& property, std::uint64_t seed) {
  rc::detail::TestMetadata metadata;
  metadata.id = metadata.description = claim;
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.seed += seed;
  const rc::detail::TestResult result = rc::detail::checkTestable(property, metadata, params);
  rc::detail::printResultMessage(result, std::cerr);
  std::cerr << std::endl;
  return result.is<rc::detail::SuccessResult>();
}

}  // namespace

void coreecs::note(bool is_of_kind, const std::string& kind, double least) {
  Counted& here = kinds[kind];
  here.cases += is_of_kind;
  ++here.all;
  here.least = std::max(here.least, least);
}

void prop(const char* claim, const std::function<void()>& property) {
  kinds.clear();
  bool holds = rc::check(claim, property);
  for (std::uint64_t j = 1; holds && j < 4 && std::any_of(kinds.begin(), kinds.end(), too_few); ++j)
    holds = holds_further(claim, property, j);
  CHECK_MESSAGE(holds, claim);
  for (const auto& entry : kinds) {
    const std::string& name = entry.first;
    const Counted& kind = entry.second;
    std::fprintf(stderr, "%6d %s\n", kind.cases, name.c_str());
    const bool enough = !too_few(entry);
    CHECK_MESSAGE(enough, name << ": " << kind.cases << " of " << kind.all << " cases");
  }
}
