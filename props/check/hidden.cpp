// Races that leave no trace, and where Definition 4.4 and what runs do part.
#include "interp/check/decide/check.hpp"

#include "props/kit/case.hpp"
#include "props/kit/prop.hpp"
#include "semantics/equivalence.hpp"

using namespace coreecs;

namespace {

using Races = std::map<Location, std::set<std::pair<std::size_t, std::size_t>>>;

/// By definition, over all pairs: concurrent writers that differ, at locations where the maximal ones do not.
Races masked(const PartialOrder& po) {
  std::map<Location, std::vector<std::pair<std::size_t, std::optional<Value>>>> writers;
  for (std::size_t u = 0; u < po.size(); ++u)
    for (const auto& [l, leaves] : po.invocations[u].m.writes()) writers[l].emplace_back(u, leaves);
  Races found;
  for (const auto& [l, all] : writers) {
    std::set<std::pair<std::size_t, std::size_t>> races;
    bool contended = false;
    const auto maximal = [&, &all = all](std::size_t u) {
      return std::none_of(all.begin(), all.end(),
                          [&](const auto& w) { return w.first != u && precedes(po, u, w.first); });
    };
    for (const auto& [u, leaves] : all)
      for (const auto& [v, leaves_] : all) {
        if (u >= v || leaves == leaves_ || !concurrent(po, u, v)) continue;
        races.emplace(u, v);
        contended = contended || (maximal(u) && maximal(v));
      }
    if (!races.empty() && !contended) found[l] = races;
  }
  return found;
}

}  // namespace

TEST_CASE("A race right of a ⨟ is masked as well as one left of it") {
  const auto t = Case::of(Tree::parse(R"({ "components": { "T": "unit", "C": "int" },
    "systems": { "zero": { "match": [{ "incl": { "T": "_" } }], "do": { "attach": ["C", { "entity": "a" }, 0] } },
                 "one": { "match": [{ "incl": { "T": "_" } }], "do": { "attach": ["C", { "entity": "a" }, 1] } } },
    "schedules": { "main": { "then": [ { "conc": "zero" }, { "then": [
      { "par": [ { "conc": "zero" }, { "conc": "one" } ] }, { "conc": "zero" } ] } ] } },
    "entities": { "a": { "T": null } } })"));
  REQUIRE(t);
  const auto races = hidden_races(t->po);
  REQUIRE(races);
  CHECK(races->locations == 1);
  CHECK(std::tuple(races->first.u, races->first.v, races->first.by) == std::tuple(1, 2, 3));
}

TEST_CASE("Masked races are concurrent writers that differ where the maximal ones agree") {
  prop("hidden_races agrees with looking at all pairs", [] {
    const Case t = *cases({.races = true});
    const auto found = hidden_races(t.po);
    const Races expected = masked(t.po);
    note(found.has_value(), "a masked race", 0.35);
    RC_ASSERT(found.has_value() == !expected.empty());
    if (!found) return;
    RC_ASSERT(found->locations == expected.size());
    const HiddenRace& race = found->first;
    RC_ASSERT(race.l == expected.begin()->first);
    RC_ASSERT(expected.begin()->second.count(std::minmax(race.u, race.v)) == 1u);
    RC_ASSERT(((race.by != race.u && precedes(t.po, race.u, race.by)) ||
               (race.by != race.v && precedes(t.po, race.v, race.by))));
    for (std::size_t v = 0; v < t.po.size(); ++v)
      if (v != race.by && precedes(t.po, race.by, v)) RC_ASSERT(!t.po.invocations[v].m.find(race.l));
  });
}
