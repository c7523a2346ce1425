// Definition 4.3.
#include "semantics/safety.hpp"

#include "interp/check/decide/decide.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"

using namespace coreecs;

namespace {

/// Whether a reported pair is concurrent and leaves different values at the location in its two orders.
bool is_conflict(const Case& t, const Conflict& found) {
  const Update &m = t.po.invocations[found.u].m, &m2 = t.po.invocations[found.v].m;
  const State one = after(after(t.c, m), m2), other = after(after(t.c, m2), m);
  const Value *here = one.at(found.l), *there = other.at(found.l);
  const bool ordered =
      exhaustive::precedes(t.z, t.po, found.u, found.v) || exhaustive::precedes(t.z, t.po, found.v, found.u);
  return !ordered && (here && there ? !(*here == *there) : here || there);
}

}  // namespace

// [safety]
TEST_CASE("Definition 4.3: safe means that every concurrent pair commutes, or else a pair is named that does not") {
  prop("safety(po), and decide(po).unsafe without looking at pairs, agree with looking at all pairs", [] {
    const Case t = *cases();
    classify(t);
    bool safe = true;
    for (std::size_t u = 0; u < t.po.size(); ++u)
      for (std::size_t v = 0; v < u; ++v)
        if (!exhaustive::precedes(t.z, t.po, v, u) && !exhaustive::precedes(t.z, t.po, u, v))
          safe = safe && commute(t.po.invocations[u].m, t.po.invocations[v].m);
    const Safety literal = safety(t.po);
    RC_ASSERT(is_safe(literal) == safe);
    if (const Conflict* conflict = std::get_if<Conflict>(&literal)) RC_ASSERT(is_conflict(t, *conflict));
    const auto decided = decide(t.po).unsafe;
    RC_ASSERT(decided.has_value() == !safe);
    if (decided) RC_ASSERT(is_conflict(t, *decided));
    RC_ASSERT(t.verdict().safe() == safe);
  });
}

// [safety]
TEST_CASE("(one ⨟ two) ∥ one: that the first on the left does what the right side does is not enough") {
  PartialOrder po;
  const auto leaf = [&](int k) {
    po.invocations.push_back({po.z.leaves.size(), nullptr, {}, Update({Write{{Entity(0), 0}, Value(k)}})});
    po.z.leaf(SeriesParallel::Kind::Conc, nullptr, po.size() - 1, po.size());
  };
  for (const bool first : {true, false}) {
    po = {};
    leaf(first ? 1 : 2);
    leaf(first ? 2 : 1);
    po.z.join(SeriesParallel::Kind::Then);
    leaf(1);
    po.z.join(SeriesParallel::Kind::Par);
    CHECK_FALSE(is_safe(safety(po)));
    REQUIRE(decide(po).unsafe.has_value());
    CHECK(decide(po).unsafe->u + decide(po).unsafe->v == (first ? 1U : 0U) + 2U);
  }
}
