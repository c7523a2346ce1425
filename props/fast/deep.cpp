// What must hold of large and deep input.
#include <doctest/doctest.h>

#include "interp/check/decide/decide.hpp"
#include "interp/check/verify/walk.hpp"
#include "interp/fast/count.hpp"
#include "interp/fast/overlap.hpp"
#include "interp/fast/pass.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/run/machine.hpp"
#include "props/kit/physics.hpp"
#include "semantics/corollaries.hpp"
#include "semantics/influence.hpp"
#include "semantics/linearization.hpp"

using namespace coreecs;
using namespace coreecs::physics;

TEST_CASE("Schedules nested 10^5 deep, left, right and both, neither overflow the stack nor go quadratic" *
          doctest::test_suite("slow")) {
  constexpr int depth = 100'000;
  const Schedule leaf = conc(step());
  const State c = State(2).with(Pos, e1, 0);
  for (const bool left : {true, false})
    for (const bool alternate : {true, false}) {
      CAPTURE(left);
      CAPTURE(alternate);
      Schedule z = leaf;
      for (int j = 0; j < depth; ++j) {
        const Schedule before = left ? z : leaf;
        const Schedule after = left ? leaf : z;
        z = alternate && j % 2 ? before || after : before >> after;
      }
      Entities entities;
      const Environment env = by_occurrence(entities);
      CHECK(z.leaves() == depth + 1);
      const State end = fast::advance(c, z, env);
      if (!alternate) CHECK(*end.at({e1, Pos}) == Value(depth + 1));
      if (!left) CHECK(advance(c, z, env) == end);
      if (!left) CHECK(influence(c, leaf >> z, env).size() == 1);
      const PartialOrder po = fast::partial_order(c, z, env);
      CHECK(po.size() == depth + 1);
      CHECK(fast::first_overlap(po).has_value() == alternate);
      CHECK(decide(po).unsafe.has_value() == alternate);
      CHECK_FALSE(is_safe(statically_safe(z, K)));
      CHECK(po.z.nodes.size() == 2 * depth + 1);
      const Plan plan(z);
      const int first = !alternate ? 1 : left ? depth / 2 + 1 : 2;
      CHECK(static_cast<int>(Run(plan, c, env).choices().size()) == first);
      CHECK(show(z).size() > depth);
      if (!alternate) CHECK(fast::linearizations(po) == 1);
    }
}

TEST_CASE("A million leaves with nothing to perform are passed by at once, left of ⨟ and right of it" *
          doctest::test_suite("slow")) {
#ifdef COREECS_SANITIZED
  constexpr std::size_t leaves = 100'000;
#else
  constexpr std::size_t leaves = 1'000'000;
#endif
  const State c(2);  // nobody has Pos
  Entities entities;
  const Environment env = by_occurrence(entities);
  Schedule right = conc(step());
  for (std::size_t j = 1; j < leaves; ++j) right = conc(step()) >> right;
  for (const Schedule& z : {repeat(conc(step()), leaves), right}) {
    const PartialOrder po = fast::partial_order(c, z, env);
    const Plan runs(z), linearizations(po);
    const WalkMap walks(po, false);
    CHECK(po.z.leaves.size() == leaves);
    CHECK(Run(runs, c, env).ended());
    CHECK(Run(linearizations, c, env).ended());
    CHECK(Walk(walks, c, env).ended());
  }
}

TEST_CASE("Mutations composed 10^6 deep are applied and taken apart") {
  Mutation m = Nil{};
  for (int j = 0; j < 1'000'000; ++j)
    m = j % 2 ? compose(std::move(m), Attach{Pos, e1, j}) : compose(Attach{Pos, e1, j}, std::move(m));
  Entities entities;
  const Environment env = by_occurrence(entities);
  CHECK(*after(State(2), m, Fresh(env, {})).at({e1, Pos}) == Value(999'999));
}
