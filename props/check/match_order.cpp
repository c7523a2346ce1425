// D1: whether the result depends on the order in which seqs visit their matches.
#include "interp/check/decide/match_order.hpp"

#include "interp/check/decide/match_sums.hpp"
#include "interp/check/decide/match_walk.hpp"
#include "interp/language/format/load.hpp"
#include "interp/run/execution.hpp"
#include "interp/views/report/report.hpp"
#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;
using exhaustive::End;

namespace {

/// The verdict, with the run that its entities belong to.
struct Decided : MatchOrderVerdict {
  std::shared_ptr<Execution> reference;
};

Decided verdict_on(const Case& t, std::size_t limit = 2000) {
  const auto& schedule = t.program->schedules.front();
  Decided result;
  result.reference = std::make_shared<Execution>(*t.program, schedule);
  while (result.reference->frame() < t.program->frames) result.reference->advance();
  static_cast<MatchOrderVerdict&>(result) =
      match_order(*t.program, schedule.z, t.program->frames, limit, result.reference->environment());
  if (result.witness) {  // everything that it shows has a name
    name_others(*result.witness, result.reference->names());
    const Notation notation{t.program->schema, result.reference->names()};
    const OfFrames<MatchOrderVerdict> of{1, result, result.independent};
    CHECK(show(of, notation, false).size() > 0);
    std::string text;
    JsonWriter out(text);
    json(out, of, notation);
    CHECK(Tree::accept(text));
  }
  return result;
}

/// Schedules in JSON with seq for conc.
Tree in_sequence(const Tree& z) {
  if (z.contains("conc")) return {{"seq", z["conc"]}};
  if (!z.begin()->is_array()) return z;
  Tree all = z;
  for (Tree& part : *all.begin()) part = in_sequence(part);
  return all;
}

void agrees(const Shape& shape) {
  Tree document = (*small_cases(shape)).document;
  for (Tree& z : document["schedules"]) z = in_sequence(z);
  const std::optional<Case> in_seqs = Case::of(document);
  RC_PRE(in_seqs.has_value());
  const Case& t = *in_seqs;
  const Decided verdict = verdict_on(t);
  const auto found = exhaustive::ends_in_any_order(t.c, t.z, verdict.reference->environment(), 2'000);
  if (!found) return;
  const std::vector<End>& ends = *found;
  const bool independent =
      std::all_of(ends.begin(), ends.end(), [&](const End& end) { return exhaustive::alike(ends.front(), end); });
  note(!independent, "depends on it", 0.015);
  note(independent && verdict.sensitive > 0, "does not, though matches meet", 0.08);
  note(independent && verdict.sensitive == 0, "no matches meet", 0.5);
  RC_ASSERT(verdict.independent == answer(independent));
  if (independent) RC_ASSERT(!verdict.witness);
  if (independent) return;
  RC_ASSERT(verdict.witness.has_value());
  const OrderWitness& witness = *verdict.witness;
  RC_ASSERT(!exhaustive::alike(witness.a.end, witness.b.end));
  for (const Ending* run : {&witness.a, &witness.b})
    RC_ASSERT(std::any_of(ends.begin(), ends.end(), [&](const End& end) {
      const State* c = std::get_if<State>(&end);
      const State* c2 = std::get_if<State>(&run->end);
      return c && c2 ? *c == *c2 : !c && !c2;
    }));
  auto exchanged = witness.order;
  const auto u = std::find(exchanged.begin(), exchanged.end(), witness.u);
  RC_ASSERT((u != exchanged.end() && u + 1 != exchanged.end() && *(u + 1) == witness.v));
  std::swap(*u, *(u + 1));
  RC_ASSERT(exchanged == witness.other_order);
}

/// A program of one seq, whose system takes what `match` matches.
Case seq_of(const char* match, const char* mutation, const char* entities) {
  Tree document =
      Tree::parse(R"({ "components": { "A": "int", "B": "int" }, "schedules": { "main": { "seq": "s" } } })");
  document["systems"]["s"] = {{"match", Tree::parse(match)}, {"do", Tree::parse(mutation)}};
  document["entities"] = Tree::parse(entities);
  return Case::of(document).value();
}

const char* const one = R"([ { "entity": "e", "incl": { "A": "a" } } ])";
const char* const three = R"({ "e0": { "A": 0 }, "e1": { "A": 1 }, "e2": { "A": 2 } })";

}  // namespace

TEST_CASE("Whether the result depends on match orders agrees with trying all of them") {
  prop("all permutations of the matches of every seq, independently", [] { agrees({.frames = 1}); });
}

TEST_CASE("Whether the result depends on match orders agrees with trying all of them, where some may fail") {
  prop("a run-time error is an end of its own kind", [] { agrees({.leaves = 3, .frames = 2, .may_fail = true}); });
}

TEST_CASE("With a limit on configurations there is the same answer about match orders or none") {
  prop("match_order with a low limit says nothing that it does not say", [] {
    const Case t = *small_cases();
    const Decided all = verdict_on(t), some = verdict_on(t, 1);
    if (some.independent != Answer::Unknown) RC_ASSERT(some.independent == all.independent);
  });
}

TEST_CASE("Matches that do not meet are not explored, however many they are") {
  Tree document = Tree::parse(R"({ "components": { "A": "int", "B": "int" }, "schedules": { "main": { "seq": "s" } },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                        "do": [ { "attach": ["A", "e", { "+": ["a", 1] }] }, { "new": ["x", { "attach": ["B", "x", "a"] }] } ] } } })");
  for (int j = 0; j < 20'000; ++j) document["entities"]["e" + std::to_string(j)] = {{"A", j}};
  const Decided verdict = verdict_on(Case::of(document).value());
  CHECK(verdict.independent == Answer::Yes);
  CHECK(verdict.sensitive == 0);
  CHECK(verdict.explored == 0);
}

TEST_CASE("Two of many matches that meet are found by exchanging them") {
  Tree document = Tree::parse(R"({ "components": { "A": "int", "B": "int" }, "schedules": { "main": { "seq": "s" } },
    "systems": { "s": { "match": [ { "entity": "e", "incl": { "A": "a" } } ],
                        "do": { "if": [{ "and": [{ ">=": ["a", 10] }, { "<": ["a", 12] }] },
                                       { "attach": ["B", { "entity": "e0" }, "a"] }] } } } })");
  for (int j = 0; j < 200; ++j) document["entities"]["e" + std::to_string(j)] = {{"A", j}};
  const Case t = Case::of(document).value();
  const Decided verdict = verdict_on(t, 10);
  CHECK(verdict.independent == Answer::No);
  CHECK(verdict.witness.value().u == std::vector{Entity(10)});
  CHECK(verdict.witness->v == std::vector{Entity(11)});
  CHECK(verdict.witness->l == Location{Entity(0), 1});
  CHECK(verdict.witness->order.size() == 200);
  CHECK(verdict.witness->effective.size() == 2);
}

TEST_CASE("Matches may meet, and the result be the same") {
  // Each multiplies e0's A: what it observes depends on the order, what is left does not.
  const Case product = seq_of(R"([ { "entity": "e", "incl": { "A": "a" } }, { "entity": "f", "incl": { "B": "b" } } ])",
                              R"({ "attach": ["A", "e", { "*": ["a", "b"] }] })",
                              R"({ "e0": { "A": 1 }, "e1": { "B": 3 }, "e2": { "B": 2 }, "e3": { "B": 4 } })");
  const Decided verdict = verdict_on(product);
  CHECK(verdict.independent == Answer::Yes);
  CHECK(verdict.sensitive == 1);
  CHECK(verdict.explored > 0);
  CHECK(verdict_on(product, 2).independent == Answer::Unknown);
  // Each keeps what is there already.
  CHECK(verdict_on(seq_of(one, R"({ "attach": ["A", { "entity": "e0" }, 0] })", three)).sensitive == 0);
}

namespace {

/// The groups of all matches of a system at the start, as sizes.
std::vector<std::size_t> sizes_of_groups(const char* match, const char* mutation, const char* entities) {
  Tree document = Tree::parse(R"({ "components": { "A": "int", "C": "int", "To": "entity" },
                                   "schedules": { "main": { "seq": "s" } } })");
  document["systems"]["s"] = {{"match", Tree::parse(match)}, {"do", Tree::parse(mutation)}};
  document["entities"] = Tree::parse(entities);
  const Case t = Case::of(document).value();
  const SeriesParallel z(t.z);
  const Matches r = query(z.nodes.front().s->q, t.c, t.env);
  std::vector<EntityVector> matches;
  std::vector<std::size_t> numbers, sizes;
  for (std::size_t j = 0; j < r.size(); ++j) {
    matches.emplace_back(r[j].e.begin(), r[j].e.end());
    numbers.push_back(j);
  }
  for (const auto& group : independent_groups(z.nodes.front(), t.c, matches, numbers, t.env))
    sizes.push_back(group.size());
  return sizes;
}

}  // namespace

TEST_CASE("Matches are in one group if one may observe, or overwrite differently, what the other one may write") {
  using Sizes = std::vector<std::size_t>;
  const char* const along =
      R"([ { "incl": { "A": "a", "To": "t" } }, { "entity": { "is": "t" }, "incl": { "A": "_" } } ])";
  const char* const to = R"([ { "entity": "e", "incl": { "A": "a", "To": "t" } } ])";
  const char* const handed = R"({ "attach": ["A", "t", "a"] })";
  // Each observes what the one before it writes.
  const char* const two_chains = R"({ "a": { "A": 1, "To": "b" }, "b": { "A": 2, "To": "c" }, "c": { "A": 3 },
                                      "p": { "A": 4, "To": "q" }, "q": { "A": 5, "To": "r" }, "r": { "A": 6 } })";
  CHECK(sizes_of_groups(along, handed, two_chains) == Sizes{2, 2});
  // The second one writes nothing now, and does once the first one has.
  const char* const chain =
      R"({ "a": { "A": 1, "To": "b" }, "b": { "A": 0, "To": "c" }, "c": { "A": 0, "To": "d" }, "d": { "A": 0 } })";
  CHECK(sizes_of_groups(along, R"({ "if": [{ ">": ["a", 0] }, { "attach": ["A", "t", "a"] }] })", chain) == Sizes{3});
  // None writes anything, whatever the others do.
  CHECK(sizes_of_groups(along, R"({ "if": [{ ">": ["a", 9] }, { "attach": ["C", "t", "a"] }] })", chain) ==
        Sizes{1, 1, 1});
  // What is written is observed by none of them: it is different values, or the same.
  const char* const three = R"({ "a": { "A": 1, "To": "c" }, "b": { "A": 2, "To": "c" }, "c": { "A": 3, "To": "a" } })";
  CHECK(sizes_of_groups(to, R"({ "attach": ["C", "t", "a"] })", three) == Sizes{1, 2});
  CHECK(sizes_of_groups(to, R"({ "attach": ["C", "t", 7] })", three) == Sizes{1, 1, 1});
  // Nobody knows where an entity leads that was not looked up.
  const char* const selves = R"({ "a": { "A": 1, "To": "a" }, "b": { "A": 2, "To": "b" } })";
  CHECK(sizes_of_groups(to, handed, selves) == Sizes{2});
}

// Each of these has 5^8 configurations or more, if the groups are not told apart.
TEST_CASE("Groups of matches that cannot meet are looked at one after the other") {
  const auto verdict_of = [](const char* match, const char* mutation, int targets, int each) {
    Tree document = Tree::parse(R"({ "components": { "A": "int", "B": "int", "Of": "entity" },
      "systems": { "forget": { "match": [ { "entity": "e", "incl": { "A": "_" } } ], "do": { "detach": ["A", "e"] } } },
      "schedules": { "main": { "seq": "s" } } })");
    if (each == 2) document["schedules"]["main"] = Tree::parse(R"({ "then": [{ "seq": "s" }, { "conc": "forget" }] })");
    document["systems"]["s"] = {{"match", Tree::parse(match)}, {"do", Tree::parse(mutation)}};
    for (int t = 0; t < targets; ++t) {
      const std::string target = "t" + std::to_string(t);
      document["entities"][target] = {{"A", 1}};
      for (int j = 0; j < each; ++j)
        document["entities"][target + "_" + std::to_string(j)] = {{"B", j + 1}, {"Of", target}};
    }
    return verdict_on(Case::of(document).value(), 20'000);
  };
  // What is looked up is multiplied.
  const char* const looked_up =
      R"([ { "incl": { "B": "b", "Of": "t" } }, { "entity": { "is": "t" }, "incl": { "A": "a" } } ])";
  CHECK(verdict_of(looked_up, R"({ "attach": ["A", "t", { "*": ["a", "b"] }] })", 8, 6).independent == Answer::Yes);
  // The products of all pairs, of which most do nothing.
  const char* const pairs = R"([ { "entity": "e", "incl": { "A": "a" } }, { "incl": { "B": "b", "Of": "t" } } ])";
  const char* const if_its_own = R"({ "if": [{ "==": ["e", "t"] }, { "attach": ["A", "e", { "*": ["a", "b"] }] }] })";
  CHECK(verdict_of(pairs, if_its_own, 4, 3).independent == Answer::Yes);
  // What is written is observed by none of them, but the last one of two wins; until that is forgotten.
  const char* const referring = R"([ { "incl": { "B": "b", "Of": "t" } } ])";
  const Decided won = verdict_of(referring, R"({ "attach": ["A", "t", "b"] })", 8, 2);
  CHECK(won.sensitive == 1);
  CHECK(won.independent == Answer::Yes);
}

TEST_CASE("A match that observes what one other match writes, and writes elsewhere") {
  const Case t = seq_of(
      one,
      R"({ "if": [{ "==": ["a", 0] }, { "attach": ["A", { "entity": "e1" }, 7] }, { "attach": ["B", "e", "a"] }] })",
      three);
  const Decided verdict = verdict_on(t);
  CHECK(verdict.independent == Answer::No);
  CHECK(verdict.witness.value().u == std::vector{Entity(0)});
  CHECK(verdict.witness->v == std::vector{Entity(1)});
  CHECK(verdict.witness->l == Location{Entity(1), 1});
}

TEST_CASE("One order of six ends differently, and no exchange of two matches finds it") {
  // Only 2, 1, 0 makes f a C: 2 lets 1, and that lets 0. What they tell each other is then forgotten.
  const Case t = Case::of(Tree::parse(R"({ "components": { "A": "int", "B": "int", "C": "int" },
    "systems": {
      "s": { "match": [ { "entity": "e", "incl": { "A": "a" } }, { "entity": "f", "incl": { "B": "b" } } ],
             "do": [ { "if": [{ "==": ["a", 2] }, { "if": [{ "==": ["b", 0] }, { "attach": ["B", "f", 1] }] }] },
                     { "if": [{ "==": ["a", 1] }, { "attach": ["B", "f", { "if": [{ "==": ["b", 1] }, 2, 5] }] }] },
                     { "if": [{ "==": [{ "+": ["a", 2] }, "b"] }, { "attach": ["C", "f", 1] }] } ] },
      "forget": { "match": [ { "entity": "f", "incl": { "B": "b" } } ], "do": { "attach": ["B", "f", 0] } } },
    "schedules": { "main": { "then": [{ "seq": "s" }, { "conc": "forget" }] } },
    "entities": { "e0": { "A": 0 }, "e1": { "A": 1 }, "e2": { "A": 2 }, "f": { "B": 0 } } })"))
                     .value();
  const Decided verdict = verdict_on(t);
  CHECK(verdict.independent == Answer::No);
  CHECK(verdict.explored > 0);
  const Entity f(3);
  CHECK(verdict.witness.value().l == Location{f, 2});
  CHECK(verdict.witness->other_order ==
        std::vector<std::vector<Entity>>{{Entity(2), f}, {Entity(1), f}, {Entity(0), f}});
}

TEST_CASE("A match that is dropped in one order only makes a difference") {
  const Case t = seq_of(
      R"([ { "entity": "e", "incl": { "A": "a" } }, { "entity": "f", "incl": { "A": "b" }, "excl": ["B"] } ])",
      R"([ { "attach": ["B", "f", 1] }, { "detach": ["A", "e"] } ])", R"({ "e0": { "A": 0 }, "e1": { "A": 1 } })");
  CHECK(verdict_on(t).independent == Answer::No);
}

TEST_CASE("A query without incl observes whether its entity is live: a write under any label") {
  const Case t = seq_of(R"([ { "entity": "e", "excl": ["B"] } ])",
                        R"([ { "detach": ["A", { "entity": "e1" }] }, { "new": ["x", { "attach": ["B", "x", 0] }] } ])",
                        R"({ "e0": { "A": 0 }, "e1": { "A": 1 } })");
  CHECK(verdict_on(t).independent == Answer::No);
}

TEST_CASE("A desk serves whoever comes first, and a rush only once") {
  const auto depends = [](const std::string& schedule) {
    const std::string desk = "check --any-match-order examples/deviation_d1_match_order.json --schedule " + schedule;
    return shell::coreecs(desk).status;
  };
  CHECK(depends("main") == 1);
  CHECK(depends("rush") == 0);
  CHECK(depends("late") == 1);
  CHECK(shell::coreecs("check examples/deviation_d1_match_order.json").status == 0);
}

TEST_CASE("Of two matches that conflict, the earlier one comes first") {
  // Two write the same to B(e1), which the later of them observes.
  const Case t = seq_of(R"([ { "entity": "e", "incl": { "A": "a" }, "anyway": { "B": "b" } } ])",
                        R"({ "attach": ["B", { "entity": "e1" }, 0] })", R"({ "e0": { "A": 0 }, "e1": { "A": 1 } })");
  const SeriesParallel z(t.program->schedules.front().z);
  const Accumulations sums(*t.program);
  const auto pair = MatchWalk(z, t.program->start, t.env, sums, 100).conflict();
  REQUIRE(pair);
  CHECK(pair->first < pair->second);
}
