// Definition 4.4 and Theorem 4.5.
#include "semantics/determinism.hpp"

#include <algorithm>

#include "interp/check/decide/decide.hpp"
#include "interp/fast/count.hpp"
#include "interp/run/controlled.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/renaming.hpp"
#include "semantics/run.hpp"
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

/// Whether so few entities are created that all their bijections can be tried.
bool few_created(const Case& t) { return created(advance(t.c, t.z, t.env)).size() <= 5; }

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
    if (few_created(t)) {
      const Determinism literal = determinism(t.c, t.po, 10'000);
      RC_ASSERT(std::holds_alternative<Deterministic>(literal) == alike);
      if (const Disagreement* two = std::get_if<Disagreement>(&literal))
        RC_ASSERT(!exhaustive::alike(after(t.c, composite(t.po, two->a)), after(t.c, composite(t.po, two->b))));
    }
    note(few_created(t), "decided by the definition", 0.5);
    note(!alike, "not deterministic", 0.1);
    RC_ASSERT(t.verdict().deterministic() == answer(alike));
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
    note(!same, "contended", 0.12);
    note(!same && all_alike(found), "deterministic only up to renaming");
  });
}

// [determinism]
TEST_CASE("Definition 4.4: the limit is kept, and without an answer nothing is said") {
  prop("with a limit there is the same answer or none", [] {
    const Case t = *small_cases();
    if (!few_created(t)) return;
    const Determinism all = determinism(t.c, t.po, 10'000), some = determinism(t.c, t.po, 3);
    const bool unknown = std::holds_alternative<Unknown>(some);
    if (!unknown) RC_ASSERT(some.index() == all.index());
    if (fast::linearizations(t.po) <= 3) RC_ASSERT(!unknown);
    if (fast::linearizations(t.po) > 3) RC_ASSERT(!std::holds_alternative<Deterministic>(some));
    note(unknown, "not decided", 0.05);
  });
}

// [determinism] [safety]
TEST_CASE("Theorem 4.5: safe implies deterministic, and more: every linearization ends in z(c)") {
  prop("where every concurrent pair commutes, all linearizations end in z(c)", [] {
    const Case t = *small_cases();
    RC_PRE(is_safe(safety(t.po)));
    const State end = advance(t.c, t.z, t.env);
    for (const State& other : ends(t)) RC_ASSERT(other == end);
  });
}

// [order/linearization] [order/concurrent] [commutativity]
TEST_CASE("Theorem 4.5, its step: order-respecting adjacent transpositions lead from any linearization to any other") {
  prop("each transposes a concurrent pair, and where that commutes, the two are equivalent", [] {
    const Case t = *cases({.races = true});
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    Linearization order = sample(t.po, random);
    std::size_t transpositions = 0, equivalences = 0;
    for (std::size_t n = 0; n < order.size(); ++n)
      for (std::size_t j = 0; j + 1 < order.size() && transpositions < 50; ++j) {
        if (order[j] < order[j + 1]) continue;  // as in the reference
        Linearization next = order;
        std::swap(next[j], next[j + 1]);
        const std::size_t a = order[j], b = order[j + 1];
        RC_ASSERT(concurrent(t.po, a, b));
        const bool same = equivalent(composite(t.po, order), composite(t.po, next));
        if (commute(t.po.invocations[a].m, t.po.invocations[b].m)) {
          RC_ASSERT(same);
          ++equivalences;
        }
        order = next;
        ++transpositions;
      }
    if (transpositions < 50) RC_ASSERT(std::is_sorted(order.begin(), order.end()));
    note(transpositions > 0, "transpositions", 0.4);
    note(equivalences < transpositions, "some do not commute", 0.1);
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
  const PartialOrder po = partial_order(start, conc(make) >> conc(number), env);
  CHECK(po.size() == 5);
  CHECK(decide(po).contended);
  CHECK_FALSE(decide(po).contended_for_good);
  CHECK(std::holds_alternative<Deterministic>(determinism(start, po, 1000)));
}

// [determinism] [equivalence] [safety]
TEST_CASE("A correlated choice for each pair would make Theorem 4.5 false (D10)") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  constexpr Label R = 0, T = 1;
  const System mk{"mk", {Anyway{R}}, [](const Match& r) -> Mutation {
                    const Entity e = r.e[0];
                    return New{[e](Entity x) -> Mutation { return Attach{R, e, x}; }};
                  }};
  const System tag{"tag", {Incl{R}}, [](const Match& r) -> Mutation {
                     return Attach{T, r.w[0]->as<Entity>(), Unit{}};
                   }};
  const State start = State(2).with(R, e1, e1);
  const Schedule race = conc(mk) || conc(mk);
  const PartialOrder both = partial_order(start, race, env);
  REQUIRE(both.size() == 2);
  // Each invocation is the mutation ν(λx. attach_R(e1, x)), so with a choice of its own for each pair they would
  // commute.
  CHECK_FALSE(is_safe(safety(both)));
  CHECK(std::holds_alternative<Deterministic>(determinism(start, both, 10)));
  CHECK(decide(both).contended);
  CHECK_FALSE(decide(both).contended_for_good);
  CHECK(std::holds_alternative<Disagreement>(determinism(start, partial_order(start, race >> conc(tag), env), 10)));
  CHECK(std::holds_alternative<Confluent>(confluence(start, race >> conc(tag), env, 10)));
}
