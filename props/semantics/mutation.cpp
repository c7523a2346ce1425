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

/// f_s(r), as it stands, of each system at each match of the start, with the occurrence of its ν's.
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
        const State end = after(t.c, here.m, Fresh({t.env, leaf}, here.e));  // a ν may fail when it is performed
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
std::optional<bool> literally_equivalent(std::size_t labels, const Update& m, const Update& m2) {
  std::vector<Location> locations;
  const Update both = compose(m, m2);
  for (const Write& write : both.writes()) locations.push_back(write.l);
  if (locations.size() > 8) return std::nullopt;
  for (const State& c : states(labels, locations, {std::nullopt, Value("a value of no program")}))
    if (!(after(c, m) == after(c, m2))) return false;
  return true;
}

}  // namespace

// [mutation/attach] [mutation/detach] [mutation/compose] [mutation/new] [mutation/nil]
TEST_CASE("c ↓ m is c overwritten by what m writes, whatever c is") {
  prop("c ↓ m, and c ↓ the update that m makes, are the same: at the start, at the end, at the empty state", [] {
    const Case t = *cases();
    bool creates = false;
    for (const auto& [m, leaf, e] : mutations(t)) {
      const Fresh fresh({t.env, leaf}, e);
      const Update update = perform(m, fresh);
      for (const State& c : {t.c, advance(t.c, t.z, t.env), State(t.c.labels())}) {
        const State end = after(c, m, fresh);
        RC_ASSERT(end == after(c, update));
        for (const Write& write : update.writes()) {
          const Value* k = end.at(write.l);
          RC_ASSERT((write.k ? k && *k == *write.k : !k));
          creates = creates || write.l.e.created();
        }
      }
    }
    note(creates, "with ν", 0.1);
  });
}

// [mutation/attach] [mutation/detach] [mutation/compose] [mutation/new] [mutation/nil]
TEST_CASE("c ↓ m: attach and detach write one location, • is in sequence, ν gets its fresh entity, nil does nothing") {
  Entities entities;
  const Environment env = by_occurrence(entities);
  const auto at = [&](const Mutation& m) { return after(c(), m, Fresh({env, 3}, std::span(&e1, 1))); };
  CHECK(at(Attach{Pos, e1, 5}) == c().with(Pos, e1, 5));
  CHECK(at(Attach{Vel, e2, 5}) == c().with(Vel, e2, 5));
  CHECK(at(Detach{Vel, e1}) == c().without(Vel, e1));
  CHECK(at(Detach{Vel, e2}) == c());
  CHECK(at(Nil{}) == c());
  CHECK(at(Compose({Attach{Pos, e1, 5}, Attach{Pos, e1, 6}})) == c().with(Pos, e1, 6));
  CHECK(at(Compose({Attach{Pos, e1, 5}, Detach{Pos, e1}, Attach{Pos, e3, 6}})) ==
        c().without(Pos, e1).with(Pos, e3, 6));
  CHECK(at(Compose({Detach{Pos, e1}, Attach{Pos, e1, 5}})) == c().with(Pos, e1, 5));
  CHECK(at(compose(Attach{Pos, e1, 5}, Nil{})) == c().with(Pos, e1, 5));
  CHECK(at(compose(Nil{}, Attach{Pos, e1, 5})) == c().with(Pos, e1, 5));
  CHECK(at(compose(Attach{Pos, e1, 5}, Attach{Pos, e1, 6})) == c().with(Pos, e1, 6));
  const auto make = [](Entity x) -> Mutation { return Attach{Pos, x, 1}; };
  const Entity x = entities.at({3, {e1}, 0}), y = entities.at({3, {e1}, 1});
  CHECK(at(Compose({New{make}, Nil{}, New{make}})) == c().with(Pos, x, 1).with(Pos, y, 1));
}

// [mutation/new]
TEST_CASE("The ν's of an occurrence yield the same entities however often it is evaluated, and no two the same (D3)") {
  prop("the entity is a function of leaf, entity vector and number", [] {
    const Case t = *cases();
    std::map<Entity, std::tuple<Leaf, std::vector<Entity>, int>> owner;
    for (const auto& [m, leaf, e] : mutations(t)) {
      Fresh one({t.env, leaf}, e), other({t.env, leaf}, e);
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
    std::vector<Update> m(3);
    for (std::size_t j = 0; j < 3 && j < t.po.size(); ++j) m[j] = t.po.invocations[j].m;
    RC_ASSERT(equivalent(compose(m[0], compose(m[1], m[2])), compose(compose(m[0], m[1]), m[2])));
    RC_ASSERT(equivalent(compose(m[0], {}), m[0]));
    RC_ASSERT(equivalent(compose({}, m[0]), m[0]));
    RC_ASSERT(equivalent(composed(m), compose(compose(m[0], m[1]), m[2])));
    RC_ASSERT(equivalent(compose(m[0], m[0]), m[0]));
    const Update both = compose(m[0], m[1]);
    for (const auto& [l, k] : both.writes()) RC_ASSERT((m[1].find(l) ? m[1] : m[0]).find(l)->k == k);
    for (const Update& one : {m[0], m[1]})
      for (const Write& write : one.writes()) RC_ASSERT(both.find(write.l) != nullptr);
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
        const Update &m = t.po.invocations[u].m, &m2 = t.po.invocations[v].m;
        const auto same = literally_equivalent(labels, m, m2);
        const auto commutes = literally_equivalent(labels, compose(m, m2), compose(m2, m));
        if (!same || !commutes) continue;
        RC_ASSERT(equivalent(m, m2) == *same);
        RC_ASSERT(commute(m, m2) == *commutes);
        ++pairs;
        equal += *same;
        commuting += *commutes;
      }
    note(pairs > 0, "some pair", 0.8);
    note(commuting < pairs, "some do not commute", 0.2);
    note(equal > 0, "some are equivalent", 0.4);
  });
}

// [equivalence] [commutativity]
TEST_CASE("Equivalence tells attach from detach and from nil") {
  const auto update = [](Location l, std::optional<Value> k) { return Update({Write{l, std::move(k)}}); };
  const Update a = update({e1, Pos}, 1), b = update({e1, Pos}, 2), d = update({e1, Pos}, {}), nil;
  CHECK(equivalent(compose(a, b), b));
  CHECK_FALSE(equivalent(compose(a, b), a));
  CHECK_FALSE(equivalent(d, nil));
  CHECK(commute(a, a));
  CHECK_FALSE(commute(a, b));
  CHECK_FALSE(commute(a, d));
  CHECK(commute(a, update({e1, Vel}, 2)));
  CHECK(commute(a, update({e2, Pos}, {})));
}
