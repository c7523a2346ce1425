// Two schedules of one program: whether one ends as the other does, and where they part.
#include "interp/search/compare.hpp"

#include "interp/check/decide/suggest.hpp"
#include "interp/language/format/load.hpp"
#include "interp/search/compare_report.hpp"
#include "props/kit/case.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/loaded.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// A schedule, edited in places at random.
Schedule changed(Dice& dice, const Schedule& z) {
  std::vector<Edit> edits;
  for (std::size_t place = 0; place < 2 * z.leaves() - 1; ++place)
    if (dice.percent(40))
      edits.push_back({place, place % 2 == 0     ? Edit::Kind::Seq
                              : dice.percent(50) ? Edit::Kind::Then
                                                 : Edit::Kind::ThenBack});
  return edited(z, edits).z;
}

}  // namespace

// [compare]
TEST_CASE("A schedule ends as another one does where all of its runs end as the reference run of that one") {
  prop("compare says what enumeration says", [] {
    Case t = *small_cases();
    Dice dice = any_dice();
    Program program = *t.program;
    const Schedule z = program.schedules.front().z;
    const bool edits_first = dice.percent(50);
    program.schedules.push_back({"edited", changed(dice, z)});
    const NamedSchedule &first = program.schedules[edits_first], &other = program.schedules[!edits_first];
    Execution reference(program, first);
    std::optional<Comparison> compared;
    try {
      compared = compare(program, first, other, program.frames, 100'000, reference);
    } catch (const RuntimeError&) {
      RC_ASSERT(edits_first);  // the reference run of a case does not fail
      RC_DISCARD();
    }
    const Schedule over_frames = repeat(other.z, program.frames);
    const auto ends = exhaustive::ends(program.start, over_frames, t.env, 5'000);
    RC_PRE(ends.has_value() && compared->same != Answer::Unknown);
    const exhaustive::End end = reference.state();
    for (const auto& one : *ends)
      if (const State* c = std::get_if<State>(&one)) RC_PRE(exhaustive::created(*c).size() <= 6);
    const bool all = std::all_of(ends->begin(), ends->end(), [&](const auto& e) { return exhaustive::alike(end, e); });
    RC_ASSERT((compared->same == Answer::Yes) == all);
    note(all, "alike", 0.1);
    note(!all, "not alike", 0.03);
    note(!all && compared->ends == Answer::Yes, "alike by their reference runs only");
    note(compared->error.has_value(), "the other one fails");

    if (compared->ends == Answer::No) {
      RC_ASSERT(compared->parted.has_value());
      RC_ASSERT(!compared->at_end.empty());
    }
    RC_ASSERT(!compared->parted || compared->error || !compared->places.empty());
    for (const Parting& parting : compared->places) {
      RC_ASSERT(parting.at.expected || parting.at.found);
      const auto at = [&](std::uint64_t frame, const NamedSchedule& schedule) {
        State c = program.start;
        for (std::uint64_t k = 0; k < frame; ++k)
          c = advance(c, schedule.z, {reference.environment(), k * schedule.z.leaves()});
        return c;
      };
      const State c = at(*compared->parted, first), d = at(*compared->parted, other);
      if (parting.at.expected) RC_ASSERT(*c.at(parting.at.expected->l) == parting.at.expected->k);
      if (parting.at.found) RC_ASSERT(*d.at(parting.at.found->l) == parting.at.found->k);
    }
  });
}

// [compare]
TEST_CASE("Where two schedules part, and who wrote there last") {
  const Program program = loaded(Tree::parse(R"({
    "components": { "A": "int" },
    "systems": {
      "inc": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", { "+": ["a", 1] }] } },
      "double": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", { "*": ["a", 2] }] } },
      "clear": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "where": { ">": ["a", 3] }, "do": { "detach": ["A", "e"] } }
    },
    "schedules": {
      "main": { "then": [{ "conc": "inc" }, { "conc": "double" }, { "conc": "clear" }] },
      "swapped": { "then": [{ "conc": "double" }, { "conc": "inc" }, { "conc": "clear" }] }
    },
    "entities": { "e0": { "A": 0 }, "e1": { "A": 1 } }, "frames": 2 })"));
  Execution reference(program, program.schedules[0]);
  const Comparison compared = compare(program, program.schedules[0], program.schedules[1], 2, 1'000, reference);
  CHECK(compared.same == Answer::No);
  CHECK(compared.parted == 1);
  REQUIRE(compared.places.size() == 2);
  const Parting &e0 = compared.places[0], &e1 = compared.places[1];
  CHECK(e0.at.expected->k == Value(2));
  CHECK(e0.at.found->k == Value(1));
  CHECK(e0.by->leaf == 1);
  CHECK(e0.by->system == "double");
  CHECK(e0.by_other->leaf == 1);
  CHECK(e0.by_other->system == "inc");
  CHECK_FALSE(e1.at.expected);
  CHECK(e1.by->system == "clear");
  CHECK(e1.at.found->k == Value(3));
  CHECK(e1.by_other->system == "inc");
}

// [compare]
TEST_CASE("Where two schedules part, both sides read differently") {
  const Program program = loaded(Tree::parse(R"({
    "components": { "A": "int", "B": "entity" },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "B": "to" } }],
                        "do": { "new": ["x", [{ "attach": ["A", "x", 0] }, { "attach": ["B", "to", "x"] }]] } } },
    "schedules": {
      "conc_last": { "then": [{ "seq": "s" }, { "seq": "s" }, { "conc": "s" }] },
      "seq_last": { "then": [{ "seq": "s" }, { "conc": "s" }, { "seq": "s" }] }
    },
    "entities": { "e1": { "B": "e1" } } })"));
  Execution reference(program, program.schedules[0]);
  const Comparison compared = compare(program, program.schedules[0], program.schedules[1], 1, 1'000, reference);
  const Notation notation{program.schema, reference.names()};
  std::vector<std::string> left, right;
  for (const Parting& parting : compared.places) {
    left.push_back(shown(parting.at.expected, notation));
    right.push_back(shown(parting.at.found, notation));
  }
  CHECK(left == std::vector<std::string>{"B(e3) ↦ e5", "none"});
  CHECK(right == std::vector<std::string>{"none", "B(e4) ↦ e5"});
}

// [compare]
TEST_CASE("A start is found where schedules end differently, as small as can be, and in the ranges") {
  const Tree document = Tree::parse(R"({
    "components": { "A": "int", "B": "int" },
    "systems": {
      "low": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "where": { "<": ["a", 5] }, "do": { "attach": ["B", "e", 1] } },
      "any": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["B", "e", 1] } } },
    "schedules": { "main": { "conc": "any" }, "low": { "conc": "low" } } })");
  CompareSearch search{.first = "main", .other = "low", .ranges = {{0, {}, Value(7), Value(9)}}};
  const ComparedStarts compared = compare_starts(document, search, [] { return true; });
  REQUIRE(compared.found);
  const Tree entities = Tree::parse(compared.found->program)["entities"];
  CHECK(entities == Tree{{entities.begin().key(), {{"A", 7}}}});
  search.ranges = {{0, {}, Value(0), Value(4)}};
  search.cases = 50;
  const ComparedStarts none = compare_starts(document, search, [] { return true; });
  CHECK_FALSE(none.found);
  CHECK(none.same == 50);
  CHECK(compare_starts(document, search, [] { return false; }).interrupted);
}
