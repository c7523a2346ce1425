// §3.4: c ↓ m. Definitions 4.1 and 4.2: equivalence and commutativity.
#include "semantics/mutation.hpp"

#include <map>

#include "props/kit/case.hpp"
#include "props/kit/physics.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"
#include "semantics/system.hpp"

using namespace coreecs;
using namespace coreecs::physics;

namespace {

using Map = std::map<Location, Value>;

Map contents(const State& c) {
  Map map;
  for (Label i = 0; i < c.labels(); ++i)
    for (const auto& [e, k] : c[i]) map.emplace(Location{e, i}, k);
  return map;
}

/// c ↓ m on a plain map, by the equations of §3.4.
void literal(Map& c, const Mutation& m, const Fresh& fresh) {
  std::visit(Clauses{
                 [&](const Attach& m) {
                   c.insert_or_assign({m.e, m.i}, m.k);
                 },
                 [&](const Detach& m) {
                   c.erase({m.e, m.i});
                 },
                 [&](const Compose& m) {
                   for (const Mutation& part : m.parts()) literal(c, part, fresh);
                 },
                 [&](const New& m) { literal(c, m.f(fresh()), fresh); },
                 [](const Nil&) {},
             },
             m);
}

/// f_s(r), its ν's not inlined, of each system at each match of the start, with the occurrence of its ν's.
struct Performed {
  Mutation m;
  Leaf leaf;
  std::vector<Entity> e;
};
std::vector<Performed> mutations(const Case& t) {
  std::vector<Performed> found;
  Leaf leaf = 1000;
  for (const auto& s : t.program->systems) {
    const Matches r = query(s->q, t.c, t.env);
    for (std::size_t j = 0; j < r.size() && j < 4; ++j) try {
        const Performed here{s->f(r[j]), leaf, {r[j].e.begin(), r[j].e.end()}};
        const State end = after(t.c, here.m, fresh_at(leaf, here.e, t.env));  // a ν may fail when it is performed
        found.push_back(here);
      } catch (const RuntimeError&) {
        continue;
      }
    ++leaf;
  }
  return found;
}

/// All states that have, at each of the locations, none or one of the values.
std::vector<State> states(std::size_t labels, const std::vector<Location>& locations,
                          const std::vector<std::optional<Value>>& values) {
  std::vector<State> all{State(labels)};
  for (const Location& l : locations) {
    std::vector<State> more;
    for (const State& c : all)
      for (const std::optional<Value>& k : values) more.push_back(k ? c.with(l.i, l.e, *k) : c);
    all = std::move(more);
  }
  return all;
}

/// m ≃ m' by Definition 4.1, at every state over the locations that they affect and a value that neither writes. No
/// answer where these are too many.
std::optional<bool> literally_equivalent(std::size_t labels, const Mutation& m, const Mutation& m_) {
  std::vector<Location> locations;
  for (const auto& [l, k] : last_writes(compose(m, m_))) locations.push_back(l);
  if (locations.size() > 8) return std::nullopt;
  for (const State& c : states(labels, locations, {std::nullopt, Value("a value of no program")}))
    if (!(after(c, m) == after(c, m_))) return false;
  return true;
}

}  // namespace

// [mutation/attach] [mutation/detach] [mutation/compose] [mutation/new] [mutation/nil]
TEST_CASE("c ↓ m: attach and detach write one location, • is in sequence, ν gets its fresh entity, nil does nothing") {
  prop("c ↓ m is what the equations say on a plain map; inlining the ν's changes nothing", [] {
    const Case t = *cases();
    bool creates = false;
    for (const auto& [m, leaf, e] : mutations(t)) {
      const auto fresh = [&, leaf = leaf, &e = e] { return fresh_at(leaf, e, t.env); };
      Map expected = contents(t.c);
      literal(expected, m, fresh());
      RC_ASSERT(contents(after(t.c, m, fresh())) == expected);
      const Mutation without = inlined(m, fresh());
      RC_ASSERT(contents(after(t.c, without)) == expected);
      creates = creates || (!expected.empty() && expected.rbegin()->first.e.created());
    }
    note(creates, "with ν");
  });
}

// [mutation/new]
TEST_CASE("The ν's of an occurrence yield the same entities however often it is evaluated, and no two the same (D3)") {
  prop("fresh_at is a function of leaf, entity vector and number", [] {
    const Case t = *cases();
    std::map<Entity, std::tuple<Leaf, std::vector<Entity>, int>> owner;
    for (const auto& [m, leaf, e] : mutations(t)) {
      const Fresh one = fresh_at(leaf, e, t.env), other = fresh_at(leaf, e, t.env);
      for (int number = 0; number < 3; ++number) {
        const Entity x = one();
        RC_ASSERT(x == other());
        const std::tuple occurrence(leaf, e, number);
        RC_ASSERT(owner.emplace(x, occurrence).first->second == occurrence);
      }
    }
    for (auto a = owner.begin(); a != owner.end(); ++a)
      if (const auto b = std::next(a); b != owner.end()) RC_ASSERT(a->second < b->second);
  });
}

// [equivalence]
TEST_CASE("Mutations are a monoid up to equivalence (Definition 4.1), and composition is right-biased") {
  prop("• is associative with unit nil, and of two writes to a location the right one counts", [] {
    const Case t = *cases();
    std::vector<Mutation> m(3, Nil{});
    for (std::size_t j = 0; j < 3 && j < t.po.size(); ++j) m[j] = t.po.invocations[j].m;
    RC_ASSERT(equivalent(compose(m[0], compose(m[1], m[2])), compose(compose(m[0], m[1]), m[2])));
    RC_ASSERT(equivalent(compose(m[0], Nil{}), m[0]));
    RC_ASSERT(equivalent(compose(Nil{}, m[0]), m[0]));
    RC_ASSERT(equivalent(compose(m[0], m[0]), m[0]));
    const Writes both = last_writes(compose(m[0], m[1]));
    const Writes left = last_writes(m[0]), right = last_writes(m[1]);
    for (const auto& [l, k] : both) RC_ASSERT((right.count(l) ? right : left).at(l) == k);
    RC_ASSERT(after(after(t.c, m[0]), m[1]) == after(t.c, compose(m[0], m[1])));
  });
}

// [equivalence] [commutativity]
TEST_CASE("Equivalent mutations are those that no state tells apart, and two commute when both orders are equivalent") {
  prop("equivalent and commute agree with Definitions 4.1 and 4.2 at all states over the affected locations", [] {
    const Case t = *cases();
    std::size_t commuting = 0, equal = 0, pairs = 0;
    const std::size_t labels = t.c.labels();
    for (std::size_t u = 0; u < t.po.size() && u < 5; ++u)
      for (std::size_t v = 0; v < u; ++v) {
        const Mutation &m = t.po.invocations[u].m, &m_ = t.po.invocations[v].m;
        const auto same = literally_equivalent(labels, m, m_);
        const auto commutes = literally_equivalent(labels, compose(m, m_), compose(m_, m));
        if (!same || !commutes) continue;
        RC_ASSERT(equivalent(m, m_) == *same);
        RC_ASSERT(commute(m, m_) == *commutes);
        ++pairs;
        equal += *same;
        commuting += *commutes;
      }
    note(pairs > 0, "some pair");
    note(commuting < pairs, "some do not commute");
    note(equal > 0, "some are equivalent");
  });
}

// [equivalence] [commutativity]
TEST_CASE("Equivalence tells attach from detach and from nil") {
  const Mutation a = Attach{Pos, e1, 1}, b = Attach{Pos, e1, 2}, d = Detach{Pos, e1}, nil = Nil{};
  CHECK(equivalent(compose(a, b), b));
  CHECK_FALSE(equivalent(compose(a, b), a));
  CHECK_FALSE(equivalent(d, nil));
  CHECK(commute(a, a));
  CHECK_FALSE(commute(a, b));
  CHECK_FALSE(commute(a, d));
  CHECK(commute(a, Attach{Vel, e1, 2}));
  CHECK(commute(a, Detach{Pos, e2}));
}
