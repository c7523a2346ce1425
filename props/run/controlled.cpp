// Scheduling by a seed: what it draws are runs, with the probabilities it promises.
#include "interp/run/controlled.hpp"

#include <map>

#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

bool is_linearization(const Case& t, const Linearization& order) {
  if (order.size() != t.po.size()) return false;
  std::vector<std::size_t> place(order.size(), order.size());
  for (std::size_t j = 0; j < order.size(); ++j) place[order[j]] = j;
  for (std::size_t u = 0; u < order.size(); ++u)
    for (std::size_t v = 0; v < u; ++v) {
      if (place[u] == place[v]) return false;
      if (exhaustive::precedes(t.z, t.po, u, v) && place[v] < place[u]) return false;
      if (exhaustive::precedes(t.z, t.po, v, u) && place[u] < place[v]) return false;
    }
  return true;
}

}  // namespace

// [controlled]
TEST_CASE("PCT draws linearizations, and a run that follows one ends as some run of the model does") {
  prop("pct(po) respects the order, whatever the depth", [] {
    const Case t = *cases({.races = true});
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    RC_ASSERT(is_linearization(t, pct(t.po, *rc::gen::inRange<std::uint64_t>(1, 6), random)));
  });
  prop("its end is among those of all runs, and of a safe schedule it is z(c), after the linearization itself", [] {
    const Case t = *small_cases({.races = true});
    const auto ends = exhaustive::ends(t.c, t.z, t.env, 5'000);
    RC_PRE(ends.has_value());
    Random random(*rc::gen::arbitrary<std::uint64_t>());
    const Linearization order = *rc::gen::arbitrary<bool>() ? pct(t.po, 3, random) : sample(t.po, random);
    const Ending run = follow(Plan(t.z), t.c, t.po, order, random, t.env);
    const State* end = std::get_if<State>(&run.end);
    RC_ASSERT(std::any_of(ends->begin(), ends->end(), [&](const exhaustive::End& other) {
      const State* c = std::get_if<State>(&other);
      return c && end ? *c == *end : !c && !end;
    }));
    if (decide(t.po).reobserved) return;
    for (std::size_t j = 0; j < order.size(); ++j) {
      RC_ASSERT(run.order[j].leaf == t.po.invocations[order[j]].leaf);
      RC_ASSERT(std::equal(run.order[j].entities.begin(), run.order[j].entities.end(),
                           t.po.invocations[order[j]].e.begin(), t.po.invocations[order[j]].e.end()));
    }
  });
}

// [controlled]
TEST_CASE("PCT of depth 2 puts each invocation before each other that it can precede as often as it promises") {
  // (a ⨟ b) ∥ c with three entities each in a and c, and a seq in b: 3 + 1 + 3 threads, 9 invocations
  const System move{"move", {Incl{Pos}}, [](const Match& r) -> Mutation { return Attach{Pos, r.e[0], 0}; }};
  Entities entities;
  const PartialOrder po = partial_order(physics::c(), (conc(move) >> seq(move)) || conc(move), by_occurrence(entities));
  REQUIRE(po.size() == 9);
  constexpr int runs = 20'000;
  std::map<std::pair<std::size_t, std::size_t>, int> before;
  int between = 0;  // runs in which an invocation of the second conc stands between two of the seq: that needs depth 2
  for (int run = 0; run < runs; ++run) {
    Random random(7, static_cast<std::uint64_t>(run));
    const Linearization order = pct(po, 2, random);
    for (std::size_t j = 0; j < order.size(); ++j)
      for (std::size_t k = j + 1; k < order.size(); ++k) ++before[{order[j], order[k]}];
    const auto place = [&](std::size_t u) { return std::find(order.begin(), order.end(), u); };
    between += place(3) < place(6) && place(6) < place(4);
  }
  CHECK(between >= runs / (7 * 9));
  for (std::size_t u = 0; u < po.size(); ++u)
    for (std::size_t v = 0; v < po.size(); ++v)
      if (u != v && !precedes(po, v, u)) {
        CAPTURE(u);
        CAPTURE(v);
        CHECK(before[{u, v}] >= runs / (7 * 9));
      }
}
