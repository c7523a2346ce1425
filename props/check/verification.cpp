// What the verifier of certificates goes by, compared with enumeration.
#include <random>
#include <set>

#include "interp/check/verify/alike.hpp"
#include "interp/check/verify/walk.hpp"
#include "interp/check/verify/writers.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/generate.hpp"
#include "props/kit/parts.hpp"
#include "props/kit/prop.hpp"
#include "semantics/renaming.hpp"

using namespace coreecs;
using exhaustive::End;

namespace {

/// Whether, of any two invocations left of one ⨟ that leave different values at a location, one is before another
/// writer.
bool hereditary(const Case& t, const std::vector<Update>& writes) {
  for (const SeriesParallel::Node& node : t.po.z.nodes) {
    if (node.kind != SeriesParallel::Kind::Then) continue;
    const SeriesParallel::Node& left = t.po.z.nodes[node.left];
    const auto overwritten = [&](std::size_t u, const Location& l) {
      for (std::size_t v = left.begin; v < left.end; ++v)
        if (v != u && writes[v].find(l) && exhaustive::precedes(t.z, t.po, u, v)) return true;
      return false;
    };
    for (std::size_t u = left.begin; u < left.end; ++u)
      for (const auto& [l, k] : writes[u].writes())
        for (std::size_t v = left.begin; v < left.end; ++v)
          if (writes[v].find(l) && writes[v].find(l)->k != k && !overwritten(u, l) && !overwritten(v, l)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("Certificates: the writers of a location that are maximal, or have company, by the order itself") {
  prop("writers(po) agrees with looking at all pairs", [] {
    const Case t = *cases({.races = true});
    std::vector<Update> writes;
    for (const Invocation& u : t.po.invocations) writes.push_back(u.m);
    const Writers found = writers(t.po, writes);
    bool safe = true;
    std::size_t contended = 0;
    for (const auto& [l, of] : found.of) {
      std::set<std::size_t> maximal, accompanied, alone;
      std::vector<std::optional<Value>> left_last;
      for (std::size_t u = 0; u < t.po.size(); ++u) {
        if (!writes[u].find(l)) continue;
        bool is_maximal = true, is_alone = true;
        for (std::size_t v = 0; v < t.po.size(); ++v) {
          if (u == v || !writes[v].find(l)) continue;
          is_maximal = is_maximal && !exhaustive::precedes(t.z, t.po, u, v);
          if (exhaustive::precedes(t.z, t.po, u, v) || exhaustive::precedes(t.z, t.po, v, u)) continue;
          is_alone = false;
          safe = safe && writes[u].find(l)->k == writes[v].find(l)->k;
        }
        if (is_maximal) maximal.insert(u);
        if (is_maximal) left_last.push_back(writes[u].find(l)->k);
        (is_alone ? alone : accompanied).insert(u);
      }
      const auto same = [](const std::vector<std::size_t>& list, const std::set<std::size_t>& set) {
        return list.size() == set.size() && std::set<std::size_t>(list.begin(), list.end()) == set;
      };
      RC_ASSERT(same(of.maximal, maximal));
      RC_ASSERT(same(of.accompanied, accompanied));
      RC_ASSERT(same(of.alone, alone));
      contended +=
          std::any_of(left_last.begin(), left_last.end(), [&](const auto& k) { return k != left_last.front(); });
    }
    RC_ASSERT(found.safe == safe);
    RC_ASSERT(found.contended == contended);
    RC_ASSERT(found.hereditary == hereditary(t, writes));
    for (const Update& each : writes)
      for (const auto& [l, k] : each.writes()) RC_ASSERT(found.of.count(l) == 1);
  });
}

namespace {

std::string key_of(const State& c, const Case& t) {
  std::string key;
  append_key(key, c, t.c);
  return key;
}

/// Where walks end that make these choices; and whether some need not be made.
template <class Choices>
std::pair<std::set<std::string>, bool> ends_of_walks(const Case& t, const Choices& choices) {
  std::set<std::string> found, seen;
  bool fewer = false;
  const WalkMap map(t.po, false);
  std::vector<Walk> open{Walk(map, t.c, t.env)};
  while (!open.empty()) {
    Walk at = std::move(open.back());
    open.pop_back();
    if (at.ended()) found.insert(key_of(at.state(), t));
    const std::vector<Walk::Choice> here = choices(at);
    fewer = fewer || here.size() < at.choices().size();
    for (const Walk::Choice& choice : here) {
      const Invocation& u = at.at(choice);
      const auto same = at.find(u.leaf, {u.e.begin(), u.e.end()});
      RC_ASSERT(same && same->node == choice.node && same->invocation == choice.invocation);
      Walk next = at;
      try {
        next.perform(choice);
      } catch (const RuntimeError&) {
        found.insert("error");
        continue;
      }
      if (seen.insert(next.key()).second) open.push_back(std::move(next));
    }
  }
  return {found, fewer};
}

}  // namespace

TEST_CASE("Certificates: walks are the runs") {
  prop("all walks end where all runs of the second interpreter end, and so do those by sufficient choices", [] {
    const Case t = *small_cases({.races = true, .may_fail = true});
    const auto ends = exhaustive::ends(t.c, t.z, t.env, 5'000);
    RC_PRE(ends.has_value());
    std::set<std::string> expected;
    for (const End& end : *ends)
      expected.insert(std::holds_alternative<State>(end) ? key_of(std::get<State>(end), t) : "error");
    RC_ASSERT(ends_of_walks(t, [](const Walk& at) { return at.choices(); }).first == expected);
    const auto [found, fewer] = ends_of_walks(t, [](Walk& at) { return at.sufficient_choices(); });
    note(fewer, "choices that need not be made", 0.005);
    RC_ASSERT(found == expected);
  });
}

TEST_CASE(
    "Certificates: one ring of six created entities is not alike two rings of three, though each of them looks the "
    "same") {
  Entities entities;
  const auto e = [&](std::uint64_t number) { return entities.at({.leaf = 0, .entities = {}, .number = number}); };
  const auto rings = [&](std::uint64_t length, std::uint64_t first) {
    State c(1);
    for (std::uint64_t j = 0; j < 6; ++j)
      c = std::move(c).with(0, e((first + j) % 6), e((first + j / length * length + (j + 1) % length) % 6));
    return c;
  };
  CHECK(alike(rings(3, 0), rings(6, 0)) == Answer::No);
  CHECK(alike(rings(3, 0), rings(3, 1)) == Answer::Yes);
  CHECK(alike(rings(6, 0), rings(3, 0)) == Answer::No);
}

TEST_CASE("Certificates: states are alike exactly where some bijection makes them the same") {
  prop("alike agrees with trying every bijection", [] {
    const Case t = *small_cases({.races = true});
    const auto ends = exhaustive::ends(t.c, t.z, t.env, 5'000);
    RC_PRE(ends.has_value());
    for (const End& end : *ends) {
      const State* c = std::get_if<State>(&end);
      if (!c || exhaustive::created(*c).size() > 6) continue;
      const State& first = std::get<State>(ends->front());
      note(exhaustive::alike(first, *c) && !(first == *c), "alike but not the same", 0.01);
      RC_ASSERT(alike(first, *c) == answer(exhaustive::alike(first, *c)));
    }
  });
}

TEST_CASE("Certificates: a text of a state tells it from all others, whatever it is compared with") {
  prop("keys are equal where states are", [] {
    Dice dice = any_dice();
    Parted parted(dice);
    const auto state = [&] { return parted.state(parted.parts(1 + dice.below(3))); };
    const State start = state(), c = state(), c2 = dice.percent(50) ? state() : c;
    std::string key, key2;
    append_key(key, c, start);
    append_key(key2, c2, start);
    note(c == c2, "the same", 0.3);
    RC_ASSERT((key == key2) == (c == c2));
    RC_ASSERT(key.empty() == (c == start));
  });
}

TEST_CASE("Certificates: states of small parts are alike where they have the same parts") {
  prop("alike agrees with trying every bijection, on rings, records and lists of several entities", [] {
    Dice dice = any_dice();
    Parted parted(dice);
    const std::size_t entities = 3 + dice.below(4);
    const std::vector<Part> parts = parted.parts(entities);
    const State c = parted.state(parts);
    const State c2 = parted.state(dice.percent(60) ? parts : parted.parts(entities));
    const bool expected = equal_up_to_renaming(c, c2);
    note(expected, "alike", 0.3);
    note(!expected, "not alike", 0.2);
    RC_ASSERT(alike(c, c2) == answer(expected));
    const Answer within = alike(c, c2, dice.below(40));
    RC_ASSERT((within == Answer::Unknown || within == answer(expected)));
  });
  Dice dice(std::mt19937_64(1));
  Parted parted(dice);
  const auto look = [&](const Part& one, std::vector<Part> with, std::vector<Part> with2) {
    with.insert(with.end(), 10'000, one);
    with2.insert(with2.end(), 10'000, one);
    const State c = parted.state(std::move(with)), c2 = parted.state(std::move(with2));
    return alike(c, c2);
  };
  const Part two{Part::Shape::Ring, 2}, four{Part::Shape::Ring, 4};
  CHECK(look(two, {}, {}) == Answer::Yes);
  CHECK(look(two, {two, two}, {four}) == Answer::No);
  const Part prism{Part::Shape::Prism}, bipartite{Part::Shape::Bipartite};
  CHECK(look(two, {prism, bipartite}, {bipartite, prism}) == Answer::Yes);
  CHECK(look(two, {prism, bipartite}, {bipartite, bipartite}) == Answer::No);
  const State rook = parted.rook_or_shrikhande(true);
  CHECK(alike(rook, parted.rook_or_shrikhande(true)) == Answer::Yes);
  CHECK(alike(rook, parted.rook_or_shrikhande(false)) == Answer::No);
  CHECK(alike(rook, parted.rook_or_shrikhande(false), 100) == Answer::Unknown);
}

TEST_CASE("Certificates: an image that is none is given up where it is first seen, not after all is told apart") {
  Dice dice(std::mt19937_64(1));
  Parted parted(dice);
  const State c = parted.woven(300, 1);
  CHECK(alike(c, parted.woven(300, 1), 90'000) == Answer::Yes);
  CHECK(alike(c, parted.woven(300, 2), 90'000) == Answer::No);
}
