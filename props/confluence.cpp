// D5: all runs that observe anew.
#include "interp/confluence.hpp"

#include "props/case.hpp"
#include "props/exhaustive.hpp"
#include "props/prop.hpp"

using namespace coreecs;
using exhaustive::End;

namespace {

bool all_alike(const std::vector<End>& ends) {
  for (const End& end : ends)
    if (!exhaustive::alike(ends.front(), end)) return false;
  return true;
}

bool among(const std::vector<End>& ends, const End& end) {
  const auto same = [&](const End& other) {
    const State* c = std::get_if<State>(&end);
    const State* c_ = std::get_if<State>(&other);
    return c && c_ ? *c == *c_ : !c && !c_;
  };
  return std::any_of(ends.begin(), ends.end(), same);
}

/// The ends of all runs, and the verdict compared with them.
void agrees(const Case& t) {
  classify(t);
  const auto ends = exhaustive::ends(t.c, t.z, t.env, 5'000);
  RC_PRE(ends.has_value());
  RC_ASSERT(std::get<State>(ends->front()) == advance(t.c, t.z, 0, t.env));
  const bool confluent = all_alike(*ends);
  const Verdict verdict = t.verdict();
  RC_ASSERT(verdict.confluent == confluent);
  if (verdict.safe) RC_ASSERT(confluent);
  RC_ASSERT(verdict.witness.has_value() == (!confluent || verdict.deterministic == false));

  Execution reference(*t.program, t.program->schedules.front());
  const Plan plan(t.z);
  const Confluence explored = explore(t.c, plan, t.po, std::nullopt, 100'000, t.env);
  RC_ASSERT(explored.confluent == confluent);
  if (explored.witness) {
    RC_ASSERT(!exhaustive::alike(explored.witness->first.end, explored.witness->second.end));
    for (const Ending* ending : {&explored.witness->first, &explored.witness->second})
      RC_ASSERT(among(*ends, ending->end));
  }
}

}  // namespace

// [confluence]
TEST_CASE("Confluent means that all runs end alike") {
  prop("the verdict agrees with enumerating all runs by a second interpreter", [] { agrees(*small_cases()); });
}

// [confluence]
TEST_CASE("Confluent means that all runs end alike, where a race is observed") {
  prop("the verdict agrees with enumerating all runs after a race", [] { agrees(*small_cases({.races = true})); });
}

// [confluence]
TEST_CASE("Confluent means that all runs end alike, a run-time error being an end of its own kind") {
  prop("the verdict agrees with enumerating all runs where some may fail",
       [] { agrees(*small_cases({.races = true, .may_fail = true})); });
}

// [confluence]
TEST_CASE("With a limit on configurations there is the same answer or none") {
  prop("check with a low limit says nothing that check does not say", [] {
    const Case t = *small_cases({.races = true});
    const Verdict all = t.verdict(), some = t.verdict(2);
    if (some.confluent) RC_ASSERT(some.confluent == all.confluent);
    if (some.deterministic) RC_ASSERT(some.deterministic == all.deterministic);
  });
}
