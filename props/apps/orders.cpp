// What partial orders of any form have: order ideals, linear extensions, chains, parts; against going through all.
#include <algorithm>
#include <map>
#include <set>

#include "interp/apps/order/extensions.hpp"
#include "interp/apps/order/width.hpp"
#include "props/apps/kit/orders.hpp"
#include "props/kit/generate.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

using Kind = Composition::Kind;

/// The order that an N is: 0 < 2, 1 < 2, 1 < 3.
Dag letter_n() {
  Digraph said(4);
  said.add(0, 2);
  said.add(1, 2);
  said.add(1, 3);
  return std::get<Dag>(Dag::of(said));
}

/// The order that a composition says.
void compose(Digraph& said, const Dag& dag, const Composition& whole) {
  for (const Composition& part : whole.parts) compose(said, dag, part);
  if (whole.kind == Kind::Series)
    for (std::size_t k = 1; k < whole.parts.size(); ++k)
      for (const std::size_t x : whole.parts[k - 1].elements)
        for (const std::size_t y : whole.parts[k].elements) said.add(x, y);
  if (whole.kind == Kind::Prime)
    for (const std::size_t x : whole.elements)
      for (const std::size_t y : whole.elements)
        if (dag.less(x, y)) said.add(x, y);
}

/// Whether it is determined: no part of its own kind, at least two parts, and a prime part falls apart in no way.
bool normal(const Dag& dag, const Composition& whole) {
  if (whole.kind == Kind::Element) return whole.elements.size() == 1 && whole.parts.empty();
  if (whole.kind == Kind::Prime) return whole.parts.empty() && forbidden_n(dag.among(whole.elements)).has_value();
  return whole.parts.size() > 1 && std::all_of(whole.parts.begin(), whole.parts.end(), [&](const Composition& part) {
           return part.kind != whole.kind && normal(dag, part);
         });
}

std::optional<N> some_n(const Dag& dag) {
  for (std::size_t a = 0; a < dag.size(); ++a)
    for (std::size_t b = 0; b < dag.size(); ++b)
      for (std::size_t c = 0; c < dag.size(); ++c)
        for (std::size_t d = 0; d < dag.size(); ++d)
          if (dag.less(a, c) && dag.less(b, c) && dag.less(b, d) && dag.concurrent(a, b) && dag.concurrent(c, d) &&
              dag.concurrent(a, d))
            return N{a, b, c, d};
  return std::nullopt;
}

}  // namespace

// [dag/composition]
TEST_CASE("An order is taken apart into series, parallel and prime parts, and a prime part has an N") {
  prop("the parts make the order again, and it is series-parallel where no four elements are an N", [] {
    const Dag dag = any_dag(7);
    const Composition whole = composition(dag);
    Digraph said(dag.size());
    compose(said, dag, whole);
    RC_ASSERT(std::get<Dag>(Dag::of(said)) == dag);
    RC_ASSERT((dag.size() == 0 || normal(dag, whole)));
    const auto n = forbidden_n(dag);
    note(n.has_value(), "with an N", 0.05);
    note(whole.parts.size() > 1, "composed", 0.3);
    RC_ASSERT(n.has_value() == some_n(dag).has_value());
    if (n)
      RC_ASSERT(dag.less(n->a, n->c) && dag.less(n->b, n->c) && dag.less(n->b, n->d) && dag.concurrent(n->a, n->b) &&
                dag.concurrent(n->c, n->d) && dag.concurrent(n->a, n->d));
  });
  CHECK(forbidden_n(letter_n()) == N{0, 1, 2, 3});
  CHECK(composition(letter_n()).kind == Kind::Prime);
}

// [dag/width]
TEST_CASE("As few chains as an antichain has elements hold all elements") {
  prop("the chains are chains, hold each element once, and are no more than those of an antichain", [] {
    const Dag dag = any_dag(12);
    const Width w = width(dag);
    note(w.antichain.size() > 2 && w.antichain.size() < dag.size(), "some of the elements, more than two", 0.3);
    Subset held(dag.size());
    for (const auto& chain : w.chains) {
      RC_ASSERT(!chain.empty());
      for (std::size_t k = 0; k < chain.size(); ++k) {
        RC_ASSERT(!held.test_set(chain[k]));
        if (k > 0) RC_ASSERT(dag.less(chain[k - 1], chain[k]));
      }
    }
    RC_ASSERT(held.count() == dag.size());
    RC_ASSERT(w.antichain.size() == w.chains.size());
    RC_ASSERT(std::is_sorted(w.antichain.begin(), w.antichain.end()));
    for (const std::size_t x : w.antichain)
      for (const std::size_t y : w.antichain) RC_ASSERT((x == y || dag.concurrent(x, y)));
  });
}

// [dag/ideals]
TEST_CASE("The order ideals of an order") {
  prop("they are the sets closed downwards, by their size, and each step adds an element", [] {
    const Dag dag = any_dag(7);
    const std::vector<Subset> all = all_ideals(dag);
    const auto found = ideals(dag, all.size());
    RC_ASSERT(found.has_value());
    RC_ASSERT(std::set<Subset>(found->sets.begin(), found->sets.end()) == std::set<Subset>(all.begin(), all.end()));
    RC_ASSERT(found->sets.size() == all.size());
    RC_ASSERT(!ideals(dag, all.size() - 1).has_value());
    for (std::size_t k = 0; k < found->sets.size(); ++k) {
      if (k > 0) RC_ASSERT(found->sets[k - 1].count() <= found->sets[k].count());
      std::vector<std::size_t> can_be_added, steps;
      for (std::size_t x = 0; x < dag.size(); ++x)
        if (!found->sets[k].test(x) && dag.below(x).is_subset_of(found->sets[k])) can_be_added.push_back(x);
      for (const Ideals::Step& step : found->steps[k]) {
        steps.push_back(step.element);
        Subset larger = found->sets[k];
        RC_ASSERT(found->sets[step.to] == larger.set(step.element));
      }
      RC_ASSERT(steps == can_be_added);
    }
  });
}

// [dag/count-ideals]
TEST_CASE("How many order ideals an order has") {
  prop("exactly, or between bounds where a prime part has too many", [] {
    const Dag dag = any_dag(8);
    const std::size_t all = all_ideals(dag).size();
    RC_ASSERT((count_ideals(dag) == Bounds{all, all}));
    const Bounds bounds = count_ideals(dag, 1);
    note(!bounds.exact(), "bounds", 0.1);
    note(bounds.exact(), "exact", 0.3);
    RC_ASSERT(bounds.least <= all);
    RC_ASSERT(bounds.most >= all);
    RC_ASSERT((bounds.exact() || forbidden_n(dag).has_value()));
  });
  CHECK(count_ideals(letter_n()) == Bounds{8, 8});
  CHECK(count_ideals(letter_n(), 1) == Bounds{6, 9});
  CHECK(count_ideals(Dag(300)).least == boost::multiprecision::cpp_int(1) << 300);
}

// [dag/extensions] [dag/count-extensions]
TEST_CASE("The linear extensions of an order, listed and counted") {
  prop("they are the permutations that keep the order, and their number is exact, or between bounds", [] {
    const Dag dag = any_dag(6);
    const std::vector<Extension> all = all_extensions(dag);
    std::vector<Extension> listed;
    for_each_extension(dag, [&](const Extension& order) {
      listed.push_back(order);
      return true;
    });
    RC_ASSERT(listed == all);
    RC_ASSERT((count_extensions(dag) == Bounds{all.size(), all.size()}));
    const Bounds bounds = count_extensions(dag, 1);
    note(!bounds.exact(), "bounds", 0.05);
    RC_ASSERT(bounds.least <= all.size());
    RC_ASSERT(bounds.most >= all.size());
    RC_ASSERT((bounds.exact() || forbidden_n(dag).has_value()));
    std::size_t visits = 0;
    for_each_extension(dag, [&](const Extension&) { return ++visits < 3; });
    RC_ASSERT(visits == std::min<std::size_t>(3, all.size()));
  });
  CHECK(count_extensions(letter_n()) == Bounds{5, 5});
  CHECK(count_extensions(letter_n(), 1) == Bounds{4, 6});
  // Of a fence 16, at least 5! / 9 by the elements below (or, upside down, above) and 5! / 12 by those above.
  Digraph fence(5), upside_down(5);
  for (const Edge& edge : std::vector<Edge>{{0, 1}, {2, 1}, {2, 3}, {4, 3}}) {
    fence.add(edge.before, edge.after);
    upside_down.add(edge.after, edge.before);
  }
  for (const Digraph& said : {fence, upside_down}) {
    CHECK(count_extensions(std::get<Dag>(Dag::of(said))) == Bounds{16, 16});
    CHECK(count_extensions(std::get<Dag>(Dag::of(said)), 1) == Bounds{14, 30});
  }
  CHECK(count_extensions(Dag(20)).least.str() == "2432902008176640000");
}

// [dag/sample]
TEST_CASE("Linear extensions drawn at random are drawn as often as each other") {
  prop("each is one", [] {
    const Dag dag = any_dag(9);
    Dice dice = any_dice();
    const auto sampler = ExtensionSampler::of(dag);
    RC_ASSERT(sampler.has_value());
    const Extension order = (*sampler)([&] { return dice.below(SIZE_MAX); });
    RC_ASSERT(order.size() == dag.size());
    Subset done(dag.size());
    for (const std::size_t x : order) {
      RC_ASSERT(dag.below(x).is_subset_of(done));
      RC_ASSERT(!done.test_set(x));
    }
  });
  // An N before one element and beside another one: 5 · 6 ways, and 200 draws of each expected.
  Digraph said(6);
  for (const Edge& edge : std::vector<Edge>{{0, 2}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}) said.add(edge.before, edge.after);
  const Dag dag = std::get<Dag>(Dag::of(said));
  const auto sampler = ExtensionSampler::of(dag);
  REQUIRE(sampler.has_value());
  std::map<Extension, int> drawn;
  Dice dice = dice_of(rc::Random(1));
  for (int k = 0; k < 6000; ++k) ++drawn[(*sampler)([&] { return dice.below(SIZE_MAX); })];
  CHECK(drawn.size() == 30);
  for (const auto& each : drawn) {
    CAPTURE(each.first.front());
    CHECK(each.second > 140);  // 4.3 standard deviations
    CHECK(each.second < 260);
  }
  CHECK(!ExtensionSampler::of(letter_n(), 1).has_value());
}
