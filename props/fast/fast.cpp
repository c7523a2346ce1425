// What interp/fast computes is what semantics defines.
#include "interp/check/decide/check.hpp"
#include "interp/check/decide/match_order.hpp"
#include "interp/check/decide/shared.hpp"
#include "interp/check/decide/static_report.hpp"
#include "interp/check/record/certify.hpp"
#include "interp/check/verify/verify.hpp"
#include "interp/fast/linearizations.hpp"
#include "interp/fast/overlap.hpp"
#include "interp/fast/pass.hpp"
#include "interp/run/threads.hpp"
#include "interp/views/report/report.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/construction.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

void same(const Matches& a, const Matches& b) {
  RC_ASSERT(a.size() == b.size());
  for (std::size_t j = 0; j < a.size(); ++j) {
    RC_ASSERT(std::equal(a[j].e.begin(), a[j].e.end(), b[j].e.begin(), b[j].e.end()));
    RC_ASSERT(std::equal(a[j].w.begin(), a[j].w.end(), b[j].w.begin(), b[j].w.end()));
  }
}

/// A query over two labels, of any form.
Query query(Dice& dice, int depth) {
  const auto i = static_cast<Label>(dice.below(3));
  switch (dice.below(depth > 0 ? 4 : 3)) {
    case 0:
      return Incl{i};
    case 1:
      return Excl{i};
    case 2:
      return Anyway{i};
    default: {
      std::vector<Query> conjuncts;
      for (std::size_t n = 1 + dice.below(3); n > 0; --n) conjuncts.push_back(query(dice, depth - 1));
      return And{std::move(conjuncts)};
    }
  }
}

}  // namespace

// [query/incl] [query/excl] [query/anyway] [query/and] [query/vector] [system/seq] [system/conc]
TEST_CASE("A join yields the matches of a query") {
  prop("of random queries at random states, one component much larger than another", [] {
    Dice dice = any_dice();
    State c(3);
    for (const Label i : {0U, 1U, 2U})
      for (std::uint64_t e = 0; e < 60; ++e)
        if (dice.percent(i == 0 ? 80 : i == 1 ? 40 : 4)) c = std::move(c).with(i, Entity(e), static_cast<int>(e + i));
    Entities entities;
    Environment env = by_occurrence(entities);
    QueryVector q;
    for (std::size_t n = dice.below(3); n > 0; --n) q.push_back(query(dice, 2));
    if (dice.percent(30))
      env.order = [](std::span<const Entity> a, std::span<const Entity> b) {
        return std::lexicographical_compare(b.begin(), b.end(), a.begin(), a.end());
      };
    if (dice.percent(50))
      q.where.phi = [](const Match& r) { return r.e.empty() || (r.e.front().number() + r.e.back().number()) % 3 > 0; };
    const Matches expected = query(q, c, env);
    same(fast::query(q, c, env), expected);
    if (!q.empty() && !env.order) {
      const fast::Factors factors(q, c);
      std::vector<Entity> firsts = factors.first.division(3);
      Matches in_parts(q.size());
      for (std::size_t part = 0; part <= firsts.size(); ++part) {
        fast::VectorJoin join(q, c, factors, part == 0 ? std::nullopt : std::optional(firsts[part - 1]),
                              part == firsts.size() ? std::nullopt : std::optional(firsts[part]));
        while (join.next()) {
          RC_ASSERT(join.first_entity() == join.e().front());
          in_parts.push_back({join.e(), join.w()});
          for (std::size_t j = 0; j < join.found().size(); ++j)
            RC_ASSERT((join.found()[j] ? join.w()[j] == *join.found()[j] : !join.w()[j]));
        }
      }
      same(in_parts, expected);
    }
    Matches domain(q.size());
    for (std::size_t j = 0; j < expected.size(); ++j) domain.push_back({expected[j].e, {}});
    same(fast::domain(q, c, env), domain);
    if (expected.size() > 0)
      RC_ASSERT_THROWS_AS(static_cast<void>(fast::query(q, c, env, expected.size() - 1)), fast::TooManyMatches);
    for (const Query& q_j : q) {
      const std::vector<Entity> at = fast::Candidates(q_j, c).all();
      RC_ASSERT(std::is_sorted(at.begin(), at.end()));
      const Matches r = query({q_j}, c, by_occurrence(entities));
      for (std::size_t j = 0; j < r.size(); ++j) RC_ASSERT(std::binary_search(at.begin(), at.end(), r[j].e[0]));
    }
    note(expected.size() > 1, "several matches", 0.4);
  });
}

// [schedule/conc] [schedule/seq] [schedule/par] [schedule/then] [schedule/apply]
TEST_CASE("One pass ends where the denotation does") {
  prop("z(c)", [] {
    const Case t = *cases();
    classify(t);
    RC_ASSERT(fast::advance(t.c, t.z, t.env) == advance(t.c, t.z, t.env));
  });
}

// [order/conc] [order/seq] [order/par] [order/then]
TEST_CASE("One pass finds po_c(z)") {
  prop("the same tree, with the same invocations", [] {
    const Case t = *cases();
    const PartialOrder po = fast::partial_order(t.c, t.z, t.env);
    RC_ASSERT(po.size() == t.po.size());
    for (std::size_t u = 0; u < po.size(); ++u) {
      const Invocation &a = po.invocations[u], &b = t.po.invocations[u];
      RC_ASSERT((a.leaf == b.leaf && a.s == b.s && a.e == b.e && a.m == b.m));
    }
    RC_ASSERT(po.z.nodes.size() == t.po.z.nodes.size());
    for (std::size_t n = 0; n < po.z.nodes.size(); ++n) {
      const SeriesParallel::Node &a = po.z.nodes[n], &b = t.po.z.nodes[n];
      RC_ASSERT((a.kind == b.kind && a.s == b.s && a.begin == b.begin && a.end == b.end));
      RC_ASSERT((a.left == b.left && a.right == b.right && a.parent == b.parent));
    }
  });
}

// [construction/conc] [construction/seq] [construction/par] [construction/then]
TEST_CASE("The first overlap is one, and there is none exactly where the rules of Theorem 4.7 say yes") {
  prop("two concurrent invocations that influence the location that is named", [] {
    const Case t = *cases();
    const auto overlap = fast::first_overlap(t.po);
    RC_ASSERT(overlap.has_value() == !is_safe(safe_by_rule(t.c, t.z, t.env)));
    note(overlap.has_value(), "not safe by rule", 0.2);
    if (!overlap) return;
    const Invocation &u = t.po.invocations[overlap->u], &v = t.po.invocations[overlap->v];
    RC_ASSERT(overlap->u < overlap->v);
    RC_ASSERT(!exhaustive::precedes(t.z, t.po, overlap->u, overlap->v));
    RC_ASSERT(u.m.find(overlap->l) && v.m.find(overlap->l));
    RC_ASSERT(overlap->rule == (u.leaf == v.leaf ? 3 : 4));
  });
}

// [order/linearization]
TEST_CASE("Linearizations are listed as they are enumerated") {
  prop("the same, in the same order", [] {
    const Case t = *small_cases();
    fast::Linearizations all(t.po);
    for_each_linearization(t.po, [&](const Linearization& order) {
      RC_ASSERT(all.next());
      RC_ASSERT(all.current() == order);
      return true;
    });
    RC_ASSERT(!all.next());
  });
}

// [construction/par]
TEST_CASE("The first overlap: exact cases") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const System brake{"brake", {Incl{Vel}}, [](const Match& r) -> Mutation { return Attach{Vel, r.e[0], 0}; }};
  const auto first = [&](const Schedule& z) { return fast::first_overlap(partial_order(c(), z, env)).value(); };
  const fast::Overlap across = first(conc(brake) || seq(brake));
  CHECK(across.u == 0);
  CHECK(across.v == 2);
  CHECK(across.l == Location{e1, Vel});
  const fast::Overlap later = first((conc(brake) >> conc(inertia())) || conc(brake));
  CHECK(later.u == 0);
  CHECK(later.v == 4);
}

// [query/vector]
TEST_CASE("A system of no queries runs once, whatever runs it or decides about it (D15)") {
  const auto writes = [](const char* name, std::int64_t k) {
    return System{name, {}, [k](const Match&) -> Mutation { return Attach{Pos, e1, k}; }, Effects{{}, {Pos}, true}};
  };
  Program program;
  program.schema = K;
  program.entities = {"e0", "e1"};
  program.start = State(2);
  const System five = writes("five", 5), six = writes("six", 6);
  for (const System* s : {&five, &six}) program.systems.push_back(std::make_shared<const System>(*s));
  program.schedules = {{"race", conc(five) || seq(six)}, {"ordered", conc(five) >> seq(six)}};
  const NamedSchedule &race = program.schedules[0], &ordered = program.schedules[1];

  Entities entities;
  const Environment env = by_occurrence(entities);
  CHECK(fast::query({}, State(2), env).size() == 1);
  CHECK(fast::partial_order(State(2), ordered.z, env).size() == 2);
  Threads snapshot({.threads = 2}), shared({.threads = 2, .visibility = Visibility::Shared});
  for (const Executor& executor : {reference(), Executor(std::ref(snapshot)), Executor(std::ref(shared))}) {
    Execution execution(program, ordered, {}, executor);
    execution.advance();
    CHECK(execution.state() == State(2).with(Pos, e1, 6));
    CHECK(match_order(program, ordered.z, 1, 1'000, execution.environment()).independent == Answer::Yes);
    CHECK(check_shared(program, ordered, 1'000, execution).confluent == Answer::Yes);
    CHECK(check_shared(program, race, 1'000, execution).confluent == Answer::No);
  }
  CHECK(check(program, ordered, 2, 1'000).safe_by_rule());
  CHECK(static_report(program, ordered.z).safe());
  CHECK_FALSE(static_report(program, race.z).safe());

  const Verdict verdict = check(program, race, 1, 1'000);
  CHECK_FALSE(verdict.safe());
  CHECK(verdict.confluent() == Answer::No);
  Names names = coreecs::names(program, verdict);
  const auto certificate =
      read_certificate(json(certify(program, "", race, verdict), program.schema, names), program, entities);
  for (const Judged& judged : verify(std::get<Certificate>(certificate), program, "", entities, 1'000))
    CHECK(judged.outcome == Judged::Outcome::Accepted);
}
