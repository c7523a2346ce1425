// coreecs check --suggest: edits of a schedule that make it confluent.
#include "interp/check/decide/suggest.hpp"

#include "interp/fast/count.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/notation/show.hpp"
#include "interp/run/execution.hpp"
#include "props/kit/case.hpp"
#include "props/kit/command.hpp"
#include "props/kit/exhaustive.hpp"
#include "props/kit/prop.hpp"

using namespace coreecs;

namespace {

/// After each frame, in any run.
bool all_alike(const Program& program, const Schedule& z) {
  Entities entities;
  const Environment env = by_occurrence(entities);
  for (std::uint64_t frame = 1; frame <= program.frames; ++frame) {
    const auto ends = exhaustive::ends(program.start, repeat(z, frame), env, 5'000);
    RC_PRE(ends.has_value());
    for (const auto& end : *ends)  // to compare them by brute force takes k! steps
      if (const State* c = std::get_if<State>(&end)) RC_PRE(exhaustive::created(*c).size() <= 6);
    if (!std::all_of(ends->begin(), ends->end(),
                     [&](const auto& end) { return exhaustive::alike(ends->front(), end); }))
      return false;
  }
  return true;
}

/// Edits once more, by recursion.
Schedule rebuilt(const Schedule& z, const std::vector<Edit>& edits, std::size_t first = 0) {
  const auto change = [&](std::size_t place) -> std::optional<Edit::Kind> {
    for (const Edit& edit : edits)
      if (edit.place == place) return edit.change;
    return std::nullopt;
  };
  return std::visit(Clauses{
                        [&](const Conc& z) -> Schedule {
                          if (change(2 * first)) return Seq{z.s};
                          return z;
                        },
                        [&](const Seq& z) -> Schedule { return z; },
                        [&](const Par& z) -> Schedule {
                          const std::size_t middle = first + z.left.leaves();
                          const Schedule left = rebuilt(z.left, edits, first), right = rebuilt(z.right, edits, middle);
                          const auto here = change(2 * middle - 1);
                          return !here ? left || right : here == Edit::Kind::Then ? left >> right : right >> left;
                        },
                        [&](const Then& z) -> Schedule {
                          return rebuilt(z.left, edits, first) >> rebuilt(z.right, edits, first + z.left.leaves());
                        },
                    },
                    z.form());
}

std::vector<Edit> all_edits(const Schedule& z) {
  std::vector<Edit> edits;
  (void)show(z, [&](std::size_t place, const std::string& text) {
    if (text.rfind("conc", 0) == 0) edits.push_back({place, Edit::Kind::Seq});
    if (text == "∥") {
      edits.push_back({place, Edit::Kind::Then});
      edits.push_back({place, Edit::Kind::ThenBack});
    }
    return text;
  });
  return edits;
}

/// By definition: the length of the longest sequence of invocations, each before the next.
std::size_t longest_chain(const PartialOrder& po) {
  std::vector<std::size_t> longest(po.size(), 1);
  for (std::size_t u = 0; u < po.size(); ++u)
    for (std::size_t v = 0; v < u; ++v)
      if (precedes(po, v, u)) longest[u] = std::max(longest[u], longest[v] + 1);
  return longest.empty() ? 0 : *std::max_element(longest.begin(), longest.end());
}

}  // namespace

// [suggest]
TEST_CASE("Every suggestion makes the schedule confluent, and no edit that does is missing" *
          doctest::test_suite("slow")) {
  prop("suggestions are the single edits, else the pairs, after which all runs end alike", [] {
    const Case t = *small_cases({.races = true});
    const auto& schedule = t.program->schedules.front();
    const Verdict now = t.verdict();
    RC_PRE(now.confluent() == Answer::No);
    const Suggestions found = suggest(*t.program, schedule, now, 100'000);
    RC_ASSERT(found.now.longest_chain == longest_chain(t.po));
    RC_ASSERT(found.now.invocations == t.po.size());
    note(found.found.empty(), "none");
    note(found.combined, "more than two");
    note(!found.found.empty() && found.found.front().edits.size() == 2, "pairs", 0.006);
    for (const Suggestion& suggestion : found.found) {
      RC_ASSERT(show(suggestion.with.z) == show(rebuilt(schedule.z, suggestion.edits)));
      RC_ASSERT(suggestion.edits.size() == found.found.front().edits.size());
      const State end = advance(t.c, repeat(suggestion.with.z, t.program->frames), t.env);
      const State now_ends = advance(t.c, t.z, t.env);
      RC_ASSERT((suggestion.ends_alike == Answer::Yes) == exhaustive::alike(now_ends, end));
      note(suggestion.ends_alike == Answer::Yes, "ends as before");
      RC_ASSERT(all_alike(*t.program, suggestion.with.z));
      const PartialOrder po = partial_order(t.c, repeat(suggestion.with.z, t.program->frames), t.env);
      RC_ASSERT(suggestion.left.linearizations == fast::linearizations(po).str());
      RC_ASSERT(suggestion.left.longest_chain == longest_chain(po));
    }
    for (std::size_t j = 1; j < found.found.size(); ++j)
      RC_ASSERT(boost::multiprecision::cpp_int(found.found[j - 1].left.linearizations) >=
                boost::multiprecision::cpp_int(found.found[j].left.linearizations));
    if (found.undecided > 0) return;
    if (found.found.empty()) {
      std::vector<Edit> all = all_edits(schedule.z);
      std::erase_if(all, [](const Edit& edit) { return edit.change == Edit::Kind::ThenBack; });
      const Schedule sequential = repeat(rebuilt(schedule.z, all), t.program->frames);
      RC_ASSERT_THROWS_AS((void)advance(t.c, sequential, t.env), RuntimeError);
    }
    std::size_t singles = 0;
    for (const Edit& edit : all_edits(schedule.z)) {
      try {
        const Schedule z = repeat(rebuilt(schedule.z, {edit}), t.program->frames);
        (void)advance(t.c, z, t.env);
        singles += all_alike(*t.program, rebuilt(schedule.z, {edit}));
      } catch (const RuntimeError&) {
      }
    }
    const bool of_one = !found.found.empty() && found.found.front().edits.size() == 1;
    RC_ASSERT(singles == (of_one ? found.found.size() : 0));
  });
}

// [suggest]
TEST_CASE("An edited schedule has its changes marked") {
  const System a{"a", {Incl{0}}, [](const Match&) -> Mutation { return Nil{}; }};
  System b = a, c = a;
  b.name = "b";
  c.name = "c";
  const Schedule z = (conc(a) || (conc(b) || conc(c))) >> conc(a);
  const auto shown = [&](const std::vector<Edit>& edits) {
    const Edited with = edited(z, edits);
    CHECK(show(with.z) == show(rebuilt(z, edits)));
    return show(with.z, [&](std::size_t place, const std::string& text) {
      return std::binary_search(with.marks.begin(), with.marks.end(), place) ? "[" + text + "]" : text;
    });
  };
  CHECK(shown({}) == "(conc(a) ∥ (conc(b) ∥ conc(c))) ⨟ conc(a)");
  CHECK(shown({{2, Edit::Kind::Seq}}) == "(conc(a) ∥ ([seq(b)] ∥ conc(c))) ⨟ conc(a)");
  CHECK(shown({{1, Edit::Kind::ThenBack}}) == "(conc(b) ∥ conc(c)) [⨟] conc(a) ⨟ conc(a)");
  CHECK(shown({{1, Edit::Kind::ThenBack}, {4, Edit::Kind::Seq}}) == "(conc(b) ∥ [seq(c)]) [⨟] conc(a) ⨟ conc(a)");
  CHECK(shown({{3, Edit::Kind::ThenBack}, {1, Edit::Kind::Then}}) == "conc(a) [⨟] (conc(c) [⨟] conc(b)) ⨟ conc(a)");
}

// [suggest]
TEST_CASE("Suggested for the lost write: collide one after the other") {
  const auto loaded = load_file((source_dir / "examples/toy_physics.json").string());
  const Program& program = std::get<Program>(loaded);
  const auto& lost_write = *find_schedule(program, "lost_write");
  const Verdict now = check(program, lost_write, 1, 1000);
  const Suggestions found = suggest(program, lost_write, now, 1000);
  REQUIRE(found.found.size() == 1);
  CHECK(found.found[0].edits.size() == 1);
  CHECK(found.found[0].edits[0].place == 2);
  CHECK(found.found[0].edits[0].change == Edit::Kind::Seq);
  CHECK(found.now.linearizations == "4");
  CHECK(found.found[0].left.linearizations == "2");
  CHECK(found.candidates == 2);
  CHECK(found.tried == 2);
  const Suggestions none = suggest(program, lost_write, now, 1000, {}, 1);
  CHECK(none.tried == 1);
  CHECK(none.candidates > 1);
  CHECK(none.combined);
  CHECK(none.found.size() == 1);
}

TEST_CASE("coreecs check --suggest: what is to be written, and where, can be written there") {
  using shell::coreecs;
  using Example = std::pair<const char*, const char*>;
  for (const Example& example :
       {Example("deviation_d5_two_determinisms", "main"), Example("deviation_d6_deterministic_not_safe", "race"),
        Example("toy_physics", "lost_write"), Example("doors_and_keys", "racy")}) {
    CAPTURE(example.first);
    const std::string text = contents(source_dir / "examples" / (std::string(example.first) + ".json"));
    const std::string arguments = std::string("check --json --suggest --schedule ") + example.second + " -";
    const auto result = coreecs(arguments, text);
    CHECK(result.status == 1);
    const Tree suggestions = Tree::parse(result.out)["suggestions"];
    CHECK(suggestions.size() > 0);
    for (const Tree& suggestion : suggestions) {
      Tree fixed = Tree::parse(text);
      fixed.erase("expect");
      fixed[Tree::json_pointer(suggestion["pointer"].get<std::string>())] = suggestion["write"];
      const auto again = coreecs(arguments, fixed.dump());
      CHECK(again.status == 0);
      const Tree verdict = Tree::parse(again.out);
      CHECK(verdict["linearizations"] == suggestion["linearizations"]);
      CHECK(verdict["suggestions"] == Tree::array());
    }
  }
}

namespace {

Tree suggested(const std::string& file, const std::string& options) {
  return Tree::parse(
      shell::coreecs("check --json --suggest " + options + " " + shell::quoted((source_dir / file).string())).out);
}

}  // namespace

TEST_CASE("coreecs check --suggest: what it is asked for, and that there is nothing to suggest") {
  const std::string buffs = "props/regressions/alike_again_without_buffs.json";
  const Tree safe = suggested(buffs, "--schedule par --require safe");
  CHECK(safe["edits"]["wanted"] == "safe");
  CHECK(safe["suggestions"].size() == 2);
  CHECK(suggested(buffs, "--schedule par --require safe --frames 3")["suggestions"][0]["write"] ==
        Tree::parse(R"({ "then": [{ "seq": "add" }, { "seq": "times" }] })"));
  const Tree so = suggested(buffs, "--schedule main");
  CHECK(so["edits"]["is_so"] == true);
  CHECK(so["edits"]["tried"] == 0);
  CHECK(so["suggestions"].empty());
}

TEST_CASE("coreecs check --suggest: no lost updates, no difference where threads share the state") {
  const Tree counted = suggested("props/regressions/lost_update.json", "--schedule fast --lost-updates");
  REQUIRE(counted["suggestions"].size() == 1);
  CHECK(counted["suggestions"][0]["write"] == Tree{{"seq", "score"}});
  const Tree shared = suggested("examples/deviation_d8_snapshot.json", "--visibility shared");
  CHECK(shared["confluent"] == false);
  REQUIRE(shared["suggestions"].size() == 2);
  CHECK(shared["suggestions"][0]["write"] == Tree::parse(R"({ "then": [{ "conc": "move" }, { "conc": "trail" }] })"));
  const Tree orders = suggested("examples/deviation_d1_match_order.json", "--any-match-order");
  CHECK(orders["edits"]["is_so"] == false);
  CHECK(orders["suggestions"].empty());
}

TEST_CASE("coreecs check --suggest: an edit that leaves a lost update says where") {
  const std::string bites = R"({ "components": { "Health": "int", "Teeth": "unit" },
    "systems": {
      "bite": { "match": [{ "incl": { "Teeth": "_" } }, { "entity": "e", "incl": { "Health": "h" } }],
                "do": { "attach": ["Health", "e", { "-": ["h", 1] }] } },
      "heal": { "match": [{ "entity": "e", "incl": { "Health": "h" } }],
                "do": { "attach": ["Health", "e", { "+": ["h", 1] }] } } },
    "schedules": { "main": { "par": [{ "conc": "bite" }, { "conc": "heal" }] } },
    "entities": { "ann": { "Health": 5 }, "imp": { "Teeth": null }, "rat": { "Teeth": null } } })";
  const std::string lost = "\n      an update is lost at Health(ann); with --lost-updates, --suggest looks for edits";
  const std::string text = shell::coreecs("check --suggest -", bites).out;
  CHECK_MESSAGE(contains(text, lost), text);
  CHECK_FALSE(contains(shell::coreecs("check --suggest --lost-updates -", bites).out, lost));
}

// Everything one after the other takes more invocations than single edits may.
TEST_CASE("coreecs check --suggest: what is confluent in turn is found, also if it takes many more invocations") {
  const Tree found = Tree::parse(
      shell::coreecs("check --json --suggest -", R"({ "components": {"C0": "int", "C1": {"a": "entity", "b": "entity"}},
    "constants": {"kk0": {"if": [true, 1, 1]}},
    "systems": {"s0": {"match": [{"entity": "x1", "incl": {"C1": "w2", "C0": "w3"}}, {"entity": "x4", "incl": {"C1": "w5"}}], "where": {"==": ["kk0", "kk0"]}, "do": [{"new": ["n6", [{"new": ["n7", [{"attach": ["C0", "x1", "w3"]}, {"attach": ["C0", "n7", {"neg": "w3"}]}, {"attach": ["C1", {"if": [true, "n7", "n7"]}, "w2"]}]]}, {"let": ["l8", "w2", {"attach": ["C0", {"entity": "e0"}, "w3"]}]}, {"attach": ["C0", "n6", "w3"]}]]}, {"new": ["n9", [[{"attach": ["C1", "n9", "w5"]}], {"let": ["l10", "w2", {"attach": ["C0", "l10.b", "w3"]}]}, {"attach": ["C0", {"entity": "e0"}, "w3"]}, {"attach": ["C1", {"entity": "e0"}, "w2"]}]]}, {"if": [{"not": {"==": ["w2", "w2"]}}, {"if": [{"==": ["x1", "w2.a"]}, {"detach": ["C0", "w5.b"]}]}]}]}},
    "schedules": {"main": {"par": [{"then": [{"conc": "s0"}, {"conc": "s0"}]}, {"conc": "s0"}, {"conc": "s0"}]}},
    "entities": {"e0": {"C0": 2, "C1": {"a": "e0", "b": "e1"}}, "e1": {"C0": 2}},
    "frames": 1 })")
          .out);
  CHECK(found["edits"]["combined"] == true);
  CHECK(found["suggestions"].size() == 1);
}
