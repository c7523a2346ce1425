// What `interp` decides on po_c(z) without looking at pairs or linearizations agrees with the literal definitions.
#include "interp/decide.hpp"

#include "interp/confluence.hpp"
#include "props/prop.hpp"
#include "semantics/determinism.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/renaming.hpp"
#include "semantics/safety.hpp"

using namespace coreecs;

namespace {

/// Any of 0, ..., n - 1, whatever the size of the case.
int pick(int n) { return *rc::gen::resize(100, rc::gen::inRange(0, n)); }

/// A state of two labels, the second one holding entities, with two entities in it.
const State start = State(2).with(0, Entity(0), 0).with(1, Entity(1), Entity(0));

/// A random schedule of systems with one to three invocations of a few writes to few locations, some of them to or of
/// an entity that the invocation creates, some of a value that depends on what was observed.
struct Systems {
  std::uint64_t made = 0;

  Mutation write() {
    const Entity e(pick(2));
    switch (pick(8)) {
      case 0:
        return Detach{static_cast<Label>(pick(2)), e};
      case 1:
        return New{[e](Entity x) -> Mutation { return Attach{1, e, x}; }};
      case 2:
        return New{[](Entity x) -> Mutation { return Compose({Attach{0, x, 1}, Attach{1, x, x}}); }};
      case 3:
        return Nil{};
      default:
        return Attach{0, e, pick(2)};
    }
  }

  /// Matches one entity or two, and does to each what was picked for it.
  System system() {
    std::vector<Mutation> mutations;
    for (int j = 0; j < 4; ++j) mutations.push_back(compose(write(), write()));
    const auto f = [mutations](const Match& r) -> Mutation {
      if (r.e[0].created()) return Nil{};
      const bool observed = r.w[0] == Cell(Value(1));
      return mutations[2 * r.e[0].number() + observed];
    };
    const Query q = pick(4) ? Query(Anyway{0}) : Query(Incl{static_cast<Label>(pick(2))});
    return {"s" + std::to_string(made++), {q}, f};
  }

  Schedule schedule(int leaves) {
    if (leaves == 1) return pick(4) ? conc(system()) : seq(system());
    const int left = 1 + pick(leaves - 1);
    Schedule z = schedule(left);
    Schedule z_ = schedule(leaves - left);
    return pick(2) ? z || z_ : z >> z_;
  }
};

struct Case {
  Entities entities;
  Environment env = by_occurrence(entities);
  Schedule z = Systems{}.schedule(1 + pick(5));
  PartialOrder po = partial_order(start, z, 0, env);

  Case() {
    RC_PRE(linearizations(po) <= 2'000);
    RC_CLASSIFY(linearizations(po) == 1, "one linearization");
  }
};

}  // namespace

TEST_CASE("Definition 4.3: decide finds a pair that does not commute if and only if there is one") {
  prop("decide(po).unsafe is unsafe(po)", [] {
    const Case t;
    const auto decided = decide(t.po).unsafe;
    const auto literal = unsafe(t.po);
    RC_CLASSIFY(!literal, "safe");
    RC_ASSERT(decided.has_value() == literal.has_value());
    if (decided) {
      RC_ASSERT(concurrent(t.po, decided->u, decided->u_));
      RC_ASSERT(!commute(t.po.invocations[decided->u].m, t.po.invocations[decided->u_].m));
    }
  });
}

TEST_CASE("Definition 4.4: without contended maximal writers all linearizations end in the same state") {
  prop("decide(po).contended says whether two linearizations end differently", [] {
    const Case t;
    const Decision decision = decide(t.po);
    const State end = after(start, composite(t.po, [&] {
                              Linearizations all(t.po);
                              all.next();
                              return all.current();
                            }()));
    bool same = true;
    for (Linearizations all(t.po); all.next();) same = same && after(start, composite(t.po, all.current())) == end;
    RC_CLASSIFY(same, "all end in the same state");
    RC_ASSERT(same == !decision.contended);
    const auto literal = nondeterministic(start, t.po, 10'000);
    if (same) RC_ASSERT(literal && !*literal);
    if (decision.contended_for_good) RC_ASSERT(literal && literal->has_value());
    RC_CLASSIFY(!same && literal && !*literal, "deterministic only up to renaming");
    const Confluence fixed = explore(start, Plan(t.z, t.po), t.po, decision.contended, 100'000, t.env);
    RC_ASSERT(fixed.confluent == !literal.value());
  });
}

TEST_CASE("Lemma 4.6 and Theorem 4.5: safe implies deterministic") {
  prop("safe implies deterministic", [] {
    const Case t;
    RC_PRE(!unsafe(t.po));
    RC_ASSERT(!nondeterministic(start, t.po, 10'000).value());
  });
}

TEST_CASE("The number of linearizations is the number that is enumerated") {
  prop("counting agrees with enumeration, and each respects ≤_z", [] {
    const Case t;
    std::size_t n = 0;
    Linearization last;
    for (Linearizations all(t.po); all.next(); ++n) {
      RC_ASSERT(n == 0 || last < all.current());
      last = all.current();
      for (std::size_t j = 0; j < last.size(); ++j)
        for (std::size_t k = j + 1; k < last.size(); ++k) RC_ASSERT(!precedes(t.po, last[k], last[j]));
    }
    RC_ASSERT(linearizations(t.po) == n);
  });
}

TEST_CASE("The reference linearization is the denotation") {
  prop("c ⇓ z is the composite of the first linearization, and z(c) its end", [] {
    const Case t;
    Linearizations all(t.po);
    RC_ASSERT(all.next());
    RC_ASSERT(equivalent(produce(start, t.z, 0, t.env), composite(t.po, all.current())));
    RC_ASSERT(advance(start, t.z, 0, t.env) == after(start, composite(t.po, all.current())));
  });
}

namespace {

/// The ends of all runs that re-observe, by plain recursion.
void ends(const Run& run, std::vector<State>& found) {
  if (run.ended()) return found.push_back(run.state());
  for (const Run::Choice& choice : run.choices()) {
    Run next = run;
    next.perform(choice);
    ends(next, found);
  }
}

}  // namespace

TEST_CASE("Confluence: exploring configurations finds what exploring every run finds") {
  prop("explore(z) is whether the ends of all runs are alike", [] {
    const Case t;
    RC_PRE(t.po.size() <= 7u);
    const Decision decision = decide(t.po);
    const Plan plan(t.z);
    std::vector<State> found;
    ends(Run(plan, start, t.env), found);
    bool alike = true;
    for (const State& end : found) alike = alike && equal_up_to_renaming(found.front(), end).value();
    RC_CLASSIFY(alike, "confluent");
    RC_CLASSIFY(decision.reobserved.has_value(), "runs part from po_c(z)");
    RC_ASSERT(found.front() == advance(start, t.z, 0, t.env));
    const Confluence confluence = explore(start, plan, t.po, decision.reobserved, 100'000, t.env);
    RC_ASSERT(confluence.confluent == alike);
    RC_ASSERT(confluence.witness.has_value() == !alike);
    if (!decision.reobserved) RC_ASSERT(found.size() == linearizations(t.po));
    if (!decision.reobserved && !decision.contended) RC_ASSERT(alike);
  });
}
