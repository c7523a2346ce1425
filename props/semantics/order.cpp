// §4.1: po_c(z), ≤_z, and the linearizations.
#include "semantics/order.hpp"

#include "interp/fast/count.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/linearization.hpp"

using namespace coreecs;

namespace {

/// The number of linearizations by counting, for each set of invocations that can be performed first, the ways to do
/// so.
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
TEST_CASE("po_c(z) has the invocations of each leaf at the state that it observes, each with its leaf (D4)") {
  prop("leaf by leaf, the elements are the matches of the leaf", [] {
    const Case t = *cases();
    classify(t);
    std::size_t u = 0;
    exhaustive::everywhere(t.c, t.z, t.env, [&](const Schedule& z, const State& c, At at) {
      const auto leaf = [&](const System& s, const Matches& r) {
        for (std::size_t j = 0; j < r.size(); ++j, ++u) {
          RC_ASSERT(u < t.po.size());
          const Invocation& here = t.po.invocations[u];
          RC_ASSERT(here.leaf == at.leaf);
          RC_ASSERT(here.s == &s);
          RC_ASSERT(std::equal(here.e.begin(), here.e.end(), r[j].e.begin(), r[j].e.end()));
          RC_ASSERT(here.m == invoke(s, r[j], at));
        }
      };
      if (const Conc* conc = std::get_if<Conc>(&z.form())) leaf(*conc->s, matches(*conc, c, at));
      if (const Seq* seq = std::get_if<Seq>(&z.form())) leaf(*seq->s, matches(*seq, c, at));
    });
    RC_ASSERT(u == t.po.size());
  });
}

// [order/le-conc] [order/le-seq] [order/le-par] [order/le-then] [order/concurrent]
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

// [order/le-conc] [order/le-seq] [order/le-par] [order/le-then] [order/linearization]
TEST_CASE("The linearizations are exactly the orders that respect ≤_z") {
  prop("enumeration yields what filtering all permutations yields, in the same order", [] {
    const Case t = *small_cases();
    const auto expected = exhaustive::linearizations(t.z, t.po);
    std::vector<Linearization> found;
    for_each_linearization(t.po, [&](const Linearization& order) {
      found.push_back(order);
      return true;
    });
    RC_ASSERT(found == expected);
    RC_ASSERT(fast::linearizations(t.po) == expected.size());
    const std::size_t some = expected.size() / 2;
    std::size_t seen = 0;
    for_each_linearization(t.po, [&](const Linearization&) { return ++seen <= some; });
    RC_ASSERT(seen == some + 1);
    note(expected.size() > 1, "several linearizations", 0.4);
  });
}

// [order/composite]
TEST_CASE("All linearizations of one partial order write the same locations") {
  prop("so two are equivalent where they end alike at one state: the lemma behind Definition 4.4 at c", [] {
    const Case t = *small_cases({.races = true});
    const auto locations = [](const Update& m) {
      std::vector<Location> found;
      for (const Write& write : m.writes()) found.push_back(write.l);
      return found;
    };
    std::optional<Update> first;
    bool differ = false;
    for_each_linearization(t.po, [&](const Linearization& order) {
      const Update m = composite(t.po, order);
      if (!first) first = m;
      RC_ASSERT(locations(m) == locations(*first));
      RC_ASSERT(equivalent(m, *first) == (after(t.c, m) == after(t.c, *first)));
      differ = differ || !equivalent(m, *first);
      return true;
    });
    note(differ, "some linearizations differ", 0.2);
  });
}

// [order/count]
TEST_CASE("The number of linearizations is that of a count over sets, and rounded it is the same") {
  prop("counting over the tree agrees with counting over down-sets", [] {
    const Case t = *cases();
    const auto exact = fast::linearizations(t.po);
    using Rounded = boost::multiprecision::cpp_dec_float_50;
    RC_ASSERT(abs(fast::linearizations_rounded(t.po) / Rounded(exact) - 1) < Rounded("1e-30"));
    if (t.po.size() <= 14) RC_ASSERT(exact == count(t.z, t.po));
    note(t.po.size() <= 14, "counted over down-sets", 0.8);
    note(exact > 1'000'000, "more than a million", 0.02);
  });
}
