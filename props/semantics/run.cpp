// D5: runs.
#include "semantics/run.hpp"

#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/prop.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;

namespace {

/// Performs the n-th step each time, as far as there are so many, until the run has ended; the state that it ends in.
State run(const Case& t, std::size_t n) {
  State c = t.c;
  for (Running::Pointer k = start(t.c, t.z, t.env); !ended(*k);) {
    const std::vector<Step> all = steps(k);
    const Step& step = all[std::min(n, all.size() - 1)];
    c = after(std::move(c), step.u);
    k = step.next();
  }
  return c;
}

}  // namespace

// [run/conc] [run/seq] [run/par] [run/then] [run]
TEST_CASE("The run that makes the first step each time is the reference (D5)") {
  prop("it performs po_c(z) in its order, and ends in z(c)", [] {
    const Case t = *cases();
    std::size_t u = 0;
    State c = t.c;
    for (Running::Pointer k = start(t.c, t.z, t.env); !ended(*k); ++u) {
      const std::vector<Step> all = steps(k);
      RC_ASSERT(u < t.po.size());
      RC_ASSERT(all.front().u == t.po.invocations[u].m);
      c = after(std::move(c), all.front().u);
      k = all.front().next();
    }
    RC_ASSERT(u == t.po.size());
    RC_ASSERT(c == advance(t.c, t.z, t.env));
  });
}

// [run/conc] [run/seq] [run/par] [run/then] [run]
TEST_CASE("Where a schedule is safe, every run ends in z(c)") {
  prop("the run that makes the last step each time", [] {
    const Case t = *cases();
    const bool safe = is_safe(safety(t.po));
    note(safe, "safe", 0.1);
    if (safe) RC_ASSERT(run(t, t.po.size()) == advance(t.c, t.z, t.env));
  });
}

// [confluence] [run/conc] [run/seq] [run/par] [run/then] [run]
TEST_CASE("Confluent means that all runs end alike (D5)") {
  prop("the definition, and the verdict by exploring states, agree with the ends of all runs of a second interpreter",
       [] {
         const Case t = *small_cases({.races = true, .may_fail = true});
         const auto ends = exhaustive::ends(t.c, t.z, t.env, 2'000);
         RC_PRE(ends.has_value());
         bool alike = true, few_created = true;
         for (const exhaustive::End& end : *ends) {
           alike = alike && exhaustive::alike(ends->front(), end);
           const State* c = std::get_if<State>(&end);
           few_created = few_created && (!c || exhaustive::created(*c).size() <= 5);
         }
         RC_PRE(few_created);
         const auto answer = confluence(t.c, t.z, t.env, 5'000);
         RC_ASSERT(!std::holds_alternative<Undecided>(answer));
         RC_ASSERT(std::holds_alternative<Confluent>(answer) == alike);
         note(!alike, "not confluent", 0.1);
         const auto after_one = confluence(t.c, t.z, t.env, 1);
         RC_ASSERT((alike || !std::holds_alternative<Confluent>(after_one)));
         note(std::holds_alternative<Undecided>(after_one), "undecided after one run", 0.8);
       });
}
