// Definition 4.4 and Theorem 4.5.
#include "semantics/determinism.hpp"

#include "interp/decide/decide.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

/// The ends of all linearizations.
std::vector<State> ends(const Case& t) {
  std::vector<State> found;
  for (const auto& order : exhaustive::linearizations(t.z, t.po)) {
    State c = t.c;
    for (const std::size_t u : order) c = after(std::move(c), t.po.invocations[u].m);
    found.push_back(std::move(c));
  }
  return found;
}

bool all_alike(const std::vector<State>& ends) {
  for (const State& end : ends)
    if (!exhaustive::alike(ends.front(), end)) return false;
  return true;
}

}  // namespace

// [determinism]
TEST_CASE("Definition 4.4: deterministic means that all linearizations end alike, up to renaming") {
  prop("the definition, and the verdict without enumeration, agree with comparing the ends of all linearizations", [] {
    const Case t = *small_cases();
    classify(t);
    const std::vector<State> found = ends(t);
    const bool alike = all_alike(found);
    const auto literal = nondeterministic(t.c, t.po, 10'000);
    RC_ASSERT(literal.has_value());
    RC_ASSERT(literal->has_value() == !alike);
    if (*literal) {
      const State a = after(t.c, composite(t.po, (*literal)->a)), b = after(t.c, composite(t.po, (*literal)->b));
      RC_ASSERT(!exhaustive::alike(a, b));
    }
    RC_ASSERT(t.verdict().deterministic == alike);
  });
}

// [determinism]
TEST_CASE("Definition 4.4: all linearizations end in the same state exactly where all maximal writers agree") {
  prop("decide(po).contended is whether two linearizations end differently", [] {
    const Case t = *small_cases();
    const std::vector<State> found = ends(t);
    const bool same = std::all_of(found.begin(), found.end(), [&](const State& c) { return c == found.front(); });
    const Decision decision = decide(t.po);
    RC_ASSERT(decision.contended.has_value() == !same);
    if (decision.contended_for_good) RC_ASSERT(!all_alike(found));
    note(!same, "contended");
    note(!same && all_alike(found), "deterministic only up to renaming");
  });
}

// [determinism]
TEST_CASE("Definition 4.4: the limit is kept, and without an answer nothing is said") {
  prop("with a limit there is the same answer or none", [] {
    const Case t = *small_cases();
    const auto all = nondeterministic(t.c, t.po, 10'000);
    const auto some = nondeterministic(t.c, t.po, 3);
    if (some) RC_ASSERT(some->has_value() == all->has_value());
    if (linearizations(t.po) <= 3) RC_ASSERT(some.has_value());
  });
}

// [determinism] [safety]
TEST_CASE("Theorem 4.5: safe implies deterministic, and more: every linearization ends in z(c)") {
  prop("where every concurrent pair commutes, all linearizations end in z(c)", [] {
    const Case t = *small_cases();
    RC_PRE(!unsafe(t.po));
    const State end = advance(t.c, t.z, 0, t.env);
    for (const State& other : ends(t)) RC_ASSERT(other == end);
  });
}

// [determinism] [renaming]
TEST_CASE("Two created entities that get each other's values are a race up to renaming only") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System make{"make", {Incl{Vel}}, [](const Match&) -> Mutation {
                      const auto still = [](Entity x) -> Mutation { return Attach{Pos, x, 0}; };
                      return Compose({New{still}, New{still}});
                    }};
  const System number{"number", {Incl{Pos}, Incl{Pos}}, [](const Match& r) -> Mutation {
                        if (r.e[0] == r.e[1]) return Nil{};
                        return Compose({Attach{Pos, r.e[0], 1}, Attach{Pos, r.e[1], 2}});
                      }};
  const State start = State(2).with(Vel, e1, 0);
  const PartialOrder po = partial_order(start, conc(make) >> conc(number), 0, env);
  CHECK(po.size() == 5);
  CHECK(decide(po).contended);
  CHECK_FALSE(decide(po).contended_for_good);
  CHECK_FALSE(nondeterministic(start, po, 1000).value());
}
