// §4.1: po_c(z), ≤_z, and the linearizations.
#include "semantics/order.hpp"

#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/linearization.hpp"

using namespace coreecs;

namespace {

/// The elements of po_c(z), as §4.1 has it, with their leaves (D4).
std::vector<Invocation> elements(const State& c, const Schedule& z, const Environment& env) {
  std::vector<Invocation> found;
  exhaustive::everywhere(c, z, 0, env, [&](const Schedule& z, const State& c, Leaf l) {
    const auto leaf = [&](const System& s, const Matches& r) {
      for (std::size_t j = 0; j < r.size(); ++j)
        found.push_back({l, &s, {r[j].e.begin(), r[j].e.end()}, invoke(s, r[j], l, env)});
    };
    if (const Conc* conc = std::get_if<Conc>(&z.form())) leaf(*conc->s, query(conc->s->q, c, env));
    if (const Seq* seq = std::get_if<Seq>(&z.form())) leaf(*seq->s, roll(*seq->s, c, query(seq->s->q, c, env), l, env));
  });
  return found;
}

/// The number of linearizations by counting, for each set of invocations that can be performed first, the ways to do so.
std::size_t count(const Schedule& z, const PartialOrder& po) {
  const std::size_t n = po.size();
  std::vector<std::size_t> ways(std::size_t{1} << n, 0);
  std::vector<std::size_t> before(n, 0);
  for (std::size_t u = 0; u < n; ++u)
    for (std::size_t v = 0; v < n; ++v)
      if (v != u && exhaustive::precedes(z, po, v, u)) before[u] |= std::size_t{1} << v;
  ways[0] = 1;
  for (std::size_t performed = 0; performed + 1 < ways.size(); ++performed)
    for (std::size_t u = 0; ways[performed] > 0 && u < n; ++u)
      if (!(performed >> u & 1) && (before[u] & ~performed) == 0)
        ways[performed | std::size_t{1} << u] += ways[performed];
  return ways.back();
}

}  // namespace

// [order/conc] [order/seq] [order/par] [order/then]
TEST_CASE("po_c(z) has the elements that its equations give it, in the order of the reference") {
  prop("the invocations of po_c(z) are those of the literal recursion", [] {
    const Case t = *cases();
    classify(t);
    const std::vector<Invocation> expected = elements(t.c, t.z, t.env);
    RC_ASSERT(t.po.size() == expected.size());
    for (std::size_t u = 0; u < expected.size(); ++u) {
      RC_ASSERT(t.po.invocations[u].leaf == expected[u].leaf);
      RC_ASSERT(t.po.invocations[u].s == expected[u].s);
      RC_ASSERT(t.po.invocations[u].e == expected[u].e);
      RC_ASSERT(equivalent(t.po.invocations[u].m, expected[u].m));
    }
  });
}

// [order/le-conc] [order/le-seq] [order/le-par] [order/le-then]
TEST_CASE("≤_z is a partial order, and as the schedule says") {
  prop("≤_z is reflexive, antisymmetric, transitive, and agrees with the innermost sub-schedule of both leaves", [] {
    const Case t = *cases();
    const std::size_t n = t.po.size();
    for (std::size_t u = 0; u < n; ++u) {
      RC_ASSERT(precedes(t.po, u, u));
      for (std::size_t v = 0; v < n; ++v) {
        RC_ASSERT(precedes(t.po, u, v) == exhaustive::precedes(t.z, t.po, u, v));
        RC_ASSERT(concurrent(t.po, u, v) == (!precedes(t.po, u, v) && !precedes(t.po, v, u)));
        if (u != v) RC_ASSERT(!(precedes(t.po, u, v) && precedes(t.po, v, u)));
        for (std::size_t w = 0; w < n && n <= 15; ++w)
          if (precedes(t.po, u, v) && precedes(t.po, v, w)) RC_ASSERT(precedes(t.po, u, w));
      }
    }
  });
}

// [order/le-conc] [order/le-seq] [order/le-par] [order/le-then]
TEST_CASE("The linearizations are exactly the orders that respect ≤_z") {
  prop("enumeration yields what filtering all permutations yields, in the same order", [] {
    const Case t = *small_cases();
    const auto expected = exhaustive::linearizations(t.z, t.po);
    Linearizations all(t.po);
    for (const auto& order : expected) {
      RC_ASSERT(all.next());
      RC_ASSERT(all.current() == order);
    }
    RC_ASSERT(!all.next());
    RC_ASSERT(linearizations(t.po) == expected.size());
    note(expected.size() == 1, "one linearization");
  });
}

// [order/count]
TEST_CASE("The number of linearizations is that of a count over sets, and rounded it is the same") {
  prop("counting over the tree agrees with counting over down-sets", [] {
    const Case t = *cases();
    const auto exact = linearizations(t.po);
    using Rounded = boost::multiprecision::cpp_dec_float_50;
    RC_ASSERT(abs(linearizations_rounded(t.po) / Rounded(exact) - 1) < Rounded("1e-30"));
    if (t.po.size() <= 14) RC_ASSERT(exact == count(t.z, t.po));
    note(t.po.size() <= 14, "counted over down-sets");
    note(exact > 1'000'000, "more than a million");
  });
}
