// Updates that a concurrent invocation does not see.
#include "interp/check/decide/lost_updates.hpp"

#include <set>

#include "interp/check/decide/observer.hpp"
#include "props/kit/case.hpp"
#include "props/kit/prop.hpp"
#include "semantics/mutation.hpp"

using namespace coreecs;

namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// What v observes: c with all that is before it.
State observed(const Instance& of, std::size_t v) {
  State c = of.c;
  for (std::size_t u = 0; u < of.po.size(); ++u)
    if (u != v && precedes(of.po, u, v)) c = after(std::move(c), of.po.invocations[u].m);
  return c;
}

/// What there is at l after v where it observes c; nothing where it fails.
std::optional<Cell> left(const Instance& of, std::size_t v, const State& c, const Location& l) {
  const Invocation& at = of.po.invocations[v];
  const Value* k = c.at(l);
  Cell kept = k ? Cell(*k) : std::nullopt;
  try {
    std::vector<Cell> w;
    if (!query_at(at.s->q, c, {at.e.data(), at.e.size()}, w)) return kept;
    const Update m = invoke(*at.s, {{at.e.data(), at.e.size()}, w}, {of.env, at.leaf});
    return m.find(l) ? m.find(l)->k : kept;
  } catch (const RuntimeError&) {
    return std::nullopt;
  }
}

using Kind = std::tuple<std::string, std::string, Label>;

Kind kind(const Instance& of, const LostUpdate& lost) {
  return {of.po.invocations[lost.u].s->name, of.po.invocations[lost.v].s->name, lost.l.i};
}

bool is_lost(const Instance& of, const LostUpdate& lost) {
  const Write* m = of.po.invocations[lost.u].m.find(lost.l);
  const Write* n = of.po.invocations[lost.v].m.find(lost.l);
  const Invocation& v = of.po.invocations[lost.v];
  const auto asked = locations(v.s->q, {v.e.data(), v.e.size()});
  if (!m || !n || !concurrent(of.po, lost.u, lost.v) || std::count(asked.begin(), asked.end(), lost.l) == 0)
    return false;
  State c = observed(of, lost.v);
  c.write(lost.l, m->k);
  const std::optional<Cell> after_u = left(of, lost.v, c, lost.l);
  return !after_u || *after_u != n->k;
}

/// By definition, over all pairs and all that they write.
std::set<Kind> all_lost(const Instance& of) {
  std::set<Kind> kinds;
  for (std::size_t u = 0; u < of.po.size(); ++u)
    for (std::size_t v = 0; v < of.po.size(); ++v)
      for (const Write& write : of.po.invocations[u].m.writes())
        if (const LostUpdate lost{write.l, u, v, {}, {}}; u != v && is_lost(of, lost)) kinds.insert(kind(of, lost));
  return kinds;
}

Instance instance(const std::string& document) {
  const auto t = Case::of(Tree::parse(document));
  static std::vector<Case> kept;
  kept.push_back(t.value());
  return Instance(*t->program, t->z, 1);
}

std::string counter(const std::string& schedule, const std::string& next) {
  return R"({ "components": { "Hit": "int", "Score": "int" },
    "systems": { "score": { "match": [{ "entity": "h", "incl": { "Hit": "n" } }, { "entity": "b", "incl": { "Score": "s" } }],
                            "do": { "attach": ["Score", "b", )" +
         next + R"(] } } },
    "schedules": { "main": )" +
         schedule + R"( },
    "entities": { "b": { "Score": 0 }, "h1": { "Hit": 1 }, "h2": { "Hit": 1 } } })";
}

}  // namespace

TEST_CASE("Two concurrent hits count as one") {
  const Instance of = instance(counter(R"({ "conc": "score" })", R"({ "+": ["s", "n"] })"));
  const LostUpdates lost = lost_updates(of, unlimited, false);
  CHECK(lost.exist == Answer::Yes);
  REQUIRE(lost.found.size() == 1);
  CHECK(lost.found[0].observed == Cell(Value(0)));
  CHECK(of.po.invocations[lost.found[0].v].m.find(lost.found[0].l)->k == Value(1));
  CHECK(lost.found[0].after_u == std::optional<Cell>(Value(2)));
}

TEST_CASE("One after the other, all hits count") {
  CHECK(lost_updates(instance(counter(R"({ "seq": "score" })", R"({ "+": ["s", "n"] })")), unlimited, false).exist ==
        Answer::No);
}

TEST_CASE("Where a second update would change nothing, none is lost") {
  for (const char* next : {"7", R"({ "max": ["s", "n"] })"})
    CHECK(lost_updates(instance(counter(R"({ "conc": "score" })", next)), unlimited, false).exist == Answer::No);
}

TEST_CASE("What two invocations remove is removed, and no update is lost") {
  const LostUpdates lost = lost_updates(instance(R"({ "components": { "Key": "unit", "Door": "unit" },
    "systems": { "use": { "match": [{ "entity": "k", "incl": { "Key": "_" } }, { "entity": "d", "incl": { "Door": "_" } }],
                          "do": { "detach": ["Key", "k"] } } },
    "schedules": { "main": { "conc": "use" } },
    "entities": { "k": { "Key": null }, "d1": { "Door": null }, "d2": { "Door": null } } })"),
                                        unlimited, false);
  CHECK(lost.exist == Answer::No);
}

TEST_CASE("An invocation that would fail after another one loses it") {
  const LostUpdates lost = lost_updates(
      instance(counter(R"({ "conc": "score" })", R"({ "quot": ["n", { "-": [1, "s"] }] })")), unlimited, false);
  REQUIRE(lost.found.size() == 1);
  CHECK(!lost.found[0].after_u);
}

TEST_CASE("Within a limit, that updates are lost is not known") {
  const Instance of = instance(counter(R"({ "conc": "score" })", "7"));
  CHECK(lost_updates(of, 0, true).exist == Answer::Unknown);
  CHECK(lost_updates(of, unlimited, true).exist == Answer::No);
}

TEST_CASE("Lost updates are those of the definition") {
  prop("lost_updates agrees with looking at all pairs", [] {
    const Case t = *cases({.races = true});
    const Instance of(*t.program, t.program->schedules.front().z, t.program->frames);
    const LostUpdates lost = lost_updates(of, unlimited, false);
    note(lost.exist == Answer::Yes, "a lost update", 0.05);
    std::set<Kind> kinds;
    for (const LostUpdate& one : lost.found) {
      RC_ASSERT(is_lost(of, one));
      kinds.insert(kind(of, one));
      State c = observed(of, one.v);
      const Value* k = c.at(one.l);
      RC_ASSERT(one.observed == (k ? Cell(*k) : std::nullopt));
      c.write(one.l, of.po.invocations[one.u].m.find(one.l)->k);
      RC_ASSERT(one.after_u == left(of, one.v, c, one.l));
    }
    RC_ASSERT(kinds == all_lost(of));
    RC_ASSERT(lost.exist == answer(!kinds.empty()));
    const LostUpdates first = lost_updates(of, unlimited, true);
    RC_ASSERT(first.exist == lost.exist);
    RC_ASSERT(first.found.empty() == lost.found.empty());
    if (kinds.empty()) return;
    RC_ASSERT(is_lost(of, first.found.front()));
    RC_ASSERT(!check(*t.program, t.program->schedules.front(), t.program->frames, 0).safe_by_rule());
  });
}

TEST_CASE("What an invocation observed is what the state before it has") {
  prop("Observer agrees with performing all that is before", [] {
    const Case t = *cases({.races = true});
    const Instance of(*t.program, t.program->schedules.front().z, t.program->frames);
    Observer observer(of.c, of.po);
    for (std::size_t v = 0; v < of.po.size(); ++v) {
      const State c = observed(of, v);
      for (const Observed& at : observer.observation(v)) {
        const Value* k = c.at(at.l);
        RC_ASSERT(at.k == (k ? Cell(*k) : std::nullopt));
      }
    }
  });
}
