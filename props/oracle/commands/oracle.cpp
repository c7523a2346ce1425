// `coreecs oracle`, as the authors of engines meet it.
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "props/kit/command.hpp"

using Tree = nlohmann::ordered_json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

const std::string examples = (source_dir / "examples/oracle/adapters").string();

Result driven(const std::string& options, const std::string& fault = "none") {
  return coreecs("oracle " + options + " -- " + quoted(COREECS_PYTHON) + " " +
                 quoted((source_dir / "props/oracle/commands/faulty_adapter.py").string()) + " " + quoted(examples) +
                 " " + quoted(fault));
}

}  // namespace

// [oracle]
TEST_CASE("coreecs oracle: the adapter of the examples does what the calculus says, at every level, in every shape" *
          doctest::test_suite("slow")) {
  const Result all =
      coreecs("oracle --cases 60 --json -- " + quoted(COREECS_PYTHON) + " " + quoted(examples + "/adapter.py"));
  CHECK(all.err == "");
  CHECK(all.status == 0);
  const Tree report = Tree::parse(all.out);
  CHECK(report["tried"] == 60);
  CHECK(report["levels"] == Tree::parse(R"({ "storage": { "yes": 60, "no": 0, "outside": 0 },
                                             "queries": { "yes": 60, "no": 0, "outside": 0 },
                                             "systems": { "yes": 60, "no": 0, "outside": 0 },
                                             "schedules": { "yes": 60, "no": 0, "outside": 0 },
                                             "handles": { "yes": 60, "no": 0, "outside": 0 },
                                             "hierarchy": { "yes": 60, "no": 0, "outside": 0 },
                                             "toggles": { "yes": 60, "no": 0, "outside": 0 },
                                             "saves": { "yes": 60, "no": 0, "outside": 0 } })"));
}

// [oracle]
TEST_CASE("coreecs oracle: each fault of an engine is found at the lowest level that shows it" *
          doctest::test_suite("slow")) {
  const std::map<std::string, std::vector<std::string>> faults{
      {"storage",
       {"ends", "is ended", "sleeps", "garbles", "is illegal", "loses writes", "adds an entity", "wrong type"}},
      {"queries", {"finds twice", "finds too little"}},
      {"systems",
       {"applies at once", "does not apply at once", "visits twice", "visits without end", "tells a wrong order"}},
      {"schedules", {"shares its branches", "joins by entity"}}};
  for (const auto& [level, all] : faults)
    for (const std::string& fault : all) {
      CAPTURE(fault);
      const Result found = driven(std::string("--cases 200 --json --level storage --level queries --level systems "
                                              "--level schedules") +
                                      (fault == "sleeps" ? " --deadline 0.5" : ""),
                                  fault);
      CAPTURE(found.out);
      CHECK(found.status == 1);
      const Tree alarm = Tree::parse(found.out)["alarms"][0];
      CHECK(alarm["level"] == level);
      CHECK(alarm["answer"] == "no");
    }
}

// [oracle]
TEST_CASE("coreecs oracle: a conc that defers all operations, those on structure or none is judged as what it says") {
  for (const std::string performs : {"all", "structure", "nothing"})
    for (const std::string says : {"all", "structure", "nothing"}) {
      CAPTURE(performs);
      CAPTURE(says);
      const Result result = driven("--cases 100 --level systems --json", "defers " + performs + ", says " + says);
      CAPTURE(result.out);
      CHECK(result.status == (performs == says ? 0 : 1));
    }
  const Result schedules = driven("--cases 1", "defers only structure");
  CHECK(schedules.status == 2);
}

// [oracle]
TEST_CASE("coreecs oracle: what fails is made small, written, and fails again when it is replayed") {
  const Scratch scratch;
  const std::string file = (scratch.path / "small.json").string();
  CHECK(driven("--level systems --output " + quoted(file), "applies at once").status == 1);
  const Tree program = Tree::parse(contents(file));
  CHECK(program["systems"].size() == 1);
  CHECK(program["entities"].size() <= 3);
  CHECK(driven("--replay " + quoted(file), "applies at once").status == 1);
  CHECK(driven("--replay " + quoted(file)).status == 0);

  const Result joined = driven("--cases 100 --level schedules --json", "joins by entity");
  const Tree two = Tree::parse(joined.out)["alarms"][0]["program"];
  CHECK(two["systems"].size() <= 2);
  REQUIRE(two["schedules"]["main"].contains("par"));
  CHECK(two["schedules"]["main"]["par"].size() == 2);
  for (const Tree& side : two["schedules"]["main"]["par"]) CHECK(side.begin()->is_string());
}

// [oracle]
TEST_CASE("coreecs oracle: a corpus is a folder of programs, and JUnit and SARIF have its failures") {
  const Scratch scratch;
  const std::string folder = (scratch.path / "corpus").string(), small = folder + "/small.json";
  std::filesystem::create_directory(folder);
  const std::string junit = (scratch.path / "j.xml").string(), sarif = (scratch.path / "s.sarif").string();
  CHECK(driven("--level systems --cases 100 --output " + quoted(small) + " --sarif " + quoted(sarif), "applies at once")
            .status == 1);
  const Tree result = Tree::parse(contents(sarif))["runs"][0]["results"][0];
  CHECK(result["level"] == "error");
  CHECK(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == small);
  std::filesystem::copy(source_dir / "examples/toy_physics.json", folder);

  const Result failed =
      driven("--level systems --json --replay " + quoted(folder) + " --junit " + quoted(junit), "applies at once");
  CHECK(failed.status == 1);
  const Tree report = Tree::parse(failed.out);
  CHECK(report["tried"] == 2);
  CHECK(report["levels"]["systems"] == Tree::parse(R"({ "yes": 1, "no": 1, "outside": 0 })"));
  REQUIRE(report["alarms"].size() == 1);
  CHECK(report["alarms"][0]["name"] == small);
  CHECK(contains(contents(junit), "failures=\"1\""));

  const Tree one = {{"shape", report["alarms"][0]["shape"]}, {"note", "issue 12"}};
  const Tree known = {{"known", Tree::array({one})}};
  const std::string file = quoted(scratch.file("known.json", known.dump()));
  const std::string replay = "--level systems --replay " + quoted(folder) + " --known " + file + " --junit ";
  CHECK(driven(replay + quoted(junit), "applies at once").status == 0);
  CHECK(contains(contents(junit), "failures=\"0\" skipped=\"1\""));
  CHECK(driven("--replay " + quoted(folder)).status == 0);
  const Result wrong =
      driven("--cases 3 --known " + quoted(scratch.file("wrong.json", R"({ "known": [{ "shape": 3 }] })")));
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "/known/0/shape: "));
  std::filesystem::create_directory(folder + "/none");
  CHECK(driven("--replay " + quoted(folder + "/none")).status == 2);
}

// [oracle]
TEST_CASE("coreecs oracle: an engine that fails after another program only is replayed by both, a line each") {
  const Scratch scratch;
  const std::string file = (scratch.path / "both.jsonl").string();
  const std::string fault = "fails after a destroy";
  const Result failed = driven("--level storage --cases 200 --json --output " + quoted(file), fault);
  CHECK(failed.status == 1);
  CHECK(failed.err == "");  // what the engine says is with the alarm
  const Tree alarm = Tree::parse(failed.out)["alarms"][0];
  CHECK(alarm["again"] == true);
  CHECK(alarm["before"].size() == 1);
  const std::string both = contents(file);
  CHECK(std::count(both.begin(), both.end(), '\n') == 2);
  CHECK(Tree::parse(both.substr(0, both.find('\n'))) == alarm["before"][0]);
  CHECK(driven("--level storage --replay " + quoted(file), fault).status == 1);
  CHECK(driven("--level storage --replay " + quoted(file)).status == 0);
  const std::string alone = quoted(scratch.file("alone.json", alarm["program"].dump()));
  CHECK(driven("--level storage --replay " + alone, fault).status == 0);
  const std::string text = driven("--level storage --cases 200", fault).out;
  std::size_t said = 0;
  for (std::size_t at = 0; (at = text.find(" operations\n", at)) != text.npos; ++at) ++said;
  CHECK(said <= 3);  // of the last try
  CHECK(said > 0);
}

// [oracle]
TEST_CASE("coreecs oracle: a program of one's own, from random starts, and a file for each of several failures") {
  const Scratch scratch;
  const std::string signs = "--program " + quoted((source_dir / "specs/guide/programs/signs.json").string()) +
                            " --schedule beside --level systems ";
  const Tree report = Tree::parse(driven(signs + "--range Flour=0:9 --range Bread=0:9 --cases 20 --json").out);
  CHECK(report["schedule"] == "beside");
  CHECK(report["levels"]["systems"] == Tree::parse(R"({ "yes": 20, "no": 0, "outside": 0 })"));
  const std::string file = (scratch.path / "one.json").string();
  const Result failed =
      driven("--level storage --cases 12 --keep-going --json --output " + quoted(file), "loses writes");
  CHECK(failed.status == 1);
  const Tree alarms = Tree::parse(failed.out)["alarms"];
  REQUIRE(alarms.size() >= 2);
  CHECK(Tree::parse(contents(file)) == alarms[0]["program"]);
  CHECK(Tree::parse(contents(scratch.path / "one.2.json")) == alarms[1]["program"]);
}

// [oracle]
TEST_CASE("coreecs oracle: a search goes on until each construct and each size was there") {
  const Result covered = driven("--until-covered --level storage --json");
  CHECK(covered.status == 0);
  const Tree report = Tree::parse(covered.out);
  CHECK(report["complete"] == true);
  CHECK(report["covered"].size() == 22);
  std::set<std::string> sizes(report["sizes"].begin(), report["sizes"].end());
  for (const char* size : {"components: 129", "constraints in a query: 5", "largest integer: 9007199254740992"})
    CHECK(sizes.contains(size));
  CHECK(contains(driven("--cases 1 --level storage").out, "components: 33, 65, 129"));
}

// [oracle]
TEST_CASE("coreecs oracle: what an engine does not support or refuses is outside, and does not count as tried") {
  const Result few = driven("--cases 20 --level schedules --json", "few constructs");
  CHECK(few.status == 0);
  const Tree covered = Tree::parse(few.out)["covered"];
  CHECK(covered.size() >= 3);
  for (const Tree& one : covered)
    CHECK_MESSAGE((one == "int" || one == "incl" || one == "attach" || one == "conc" || one == "then"), one);
  const auto told = [](const std::string& options, const std::string& fault, int status) {
    const Result result = driven(options + " --cases 5 --json", fault);
    CHECK(result.status == status);
    return Tree::parse(result.out);
  };
  const Tree all_yes = Tree::parse(R"({ "yes": 5, "no": 0, "outside": 0 })");
  CHECK(told("--level storage", "only attaches", 0)["levels"]["storage"] == all_yes);
  CHECK(told("", "refuses", 3)["outside"].begin().value() == 40);
  const Tree storage = told("", "only storage", 0)["levels"];
  CHECK(storage.size() == 1);
  CHECK(storage["storage"] == all_yes);
}

// [beyond/handles]
TEST_CASE(
    "coreecs oracle: an adapter that lists no level beyond the calculus is sent nothing of it, and one that does is") {
  const Scratch scratch;
  const std::string lines = (scratch.path / "lines").string();
  const std::string replay = "--replay " + quoted((source_dir / "examples/oracle/levels/handles.json").string()) +
                             " --transcript " + quoted(lines);
  const auto count = [&](const std::string& what) {
    const std::string text = contents(lines);
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; ++at) ++found;
    return found;
  };
  CHECK(driven(replay, "no level beyond").status == 0);
  CHECK(count("\"do\":\"reset\"") == 4);
  CHECK(count("\"level\"") == 0);
  CHECK(count("\"do\":\"look\"") == 0);
  CHECK(driven(replay + " --level handles").status == 0);
  CHECK(count(R"(< {"do":"reset","level":"handles","components":{"Health":"int","Nest":"unit","Target":"entity"}})") ==
        1);
  CHECK(count("\"do\":\"look\"") == 6);  // after each leaf
  CHECK(count(R"({"do":"look","entities":["hunter","nest","e0","wolf"]})") == 3);
  const Result back = driven(replay + " --level handles --level systems --json", "brings back");
  CHECK(back.status == 1);
  CHECK(Tree::parse(back.out)["levels"]["systems"]["yes"] == 1);
  CHECK(contains(Tree::parse(back.out)["alarms"][0]["why"].get<std::string>(), "found Health(wolf) ↦ "));
  const Result looks = driven(replay + " --level handles --json", "finds by name");
  CHECK(contains(Tree::parse(looks.out)["alarms"][0]["why"].get<std::string>(), "⟨wolf⟩ is gone"));
}

// [beyond/saves]
TEST_CASE(
    "coreecs oracle: an adapter loads what it saved, as a text, and what it forgets or keeps by mistake is found") {
  const Scratch scratch;
  const std::string lines = (scratch.path / "lines").string();
  const std::string replay =
      "--level saves --json --replay " + quoted((source_dir / "examples/oracle/levels/saves.json").string());
  CHECK(driven(replay + " --transcript " + quoted(lines)).status == 0);
  const std::string text = contents(lines);
  CHECK(contains(text, R"(< {"do":"save"}
> {"saved": "{\"mare\": {\"Speed\": 5, \"Mare\": null}, \"rider\": {\"Mount\": \"mare\"}}"}
< {"do":"reset","level":"saves","components":{"Speed":"int","Mare":"unit","Mount":"entity"}}
> {}
< {"do":"load","saved":"{\"mare\": {\"Speed\": 5, \"Mare\": null}, \"rider\": {\"Mount\": \"mare\"}}"}
> {}
< {"do":"dump"}
)"));
  const auto why = [&](const std::string& fault) {
    const Result found = driven(replay, fault);
    CHECK(found.status == 1);
    return Tree::parse(found.out)["alarms"][0]["why"].get<std::string>();
  };
  CHECK(why("loads into memory") ==
        "frame 1: loaded again: expected none, found Speed(e0) ↦ 0; no invocation writes there");
  CHECK(why("saves no references").starts_with("frame 1: loaded: expected Mount(rider) ↦ mare, found "));
  CHECK(contains(why("saves a number"), "the engine's line {\"saved\": 7} cannot be understood"));
}

// [oracle]
TEST_CASE("coreecs oracle: shards are the cases of a search, and a search that is cut short says so") {
  const auto tried = [](const std::string& options) {
    return Tree::parse(driven(options + " --cases 7 --level storage --json").out)["tried"].get<int>();
  };
  CHECK(tried("--shard 1/3") + tried("--shard 2/3") + tried("--shard 3/3") == 7);
  const Result cut = driven("--seconds 0 --json");
  CHECK(cut.status == 3);
  CHECK(Tree::parse(cut.out)["complete"] == false);
}

// [oracle]
TEST_CASE("coreecs merge-reports: the shards of a search on an engine are added up") {
  const Scratch scratch;
  const auto report = [&](const std::string& options, const std::string& name, const std::string& fault = "none") {
    std::string file = quoted(scratch.file(name));
    static_cast<void>(driven(options + " --level storage --level systems --cases 8 --report " + file, fault));
    return file;
  };
  const std::string one = report("--shard 1/2", "one"), other = report("--shard 2/2", "other");
  const std::string failed = report("--shard 2/2", "failed", "applies at once");
  CHECK(coreecs("merge-reports " + one + " " + other).status == 0);
  const Tree whole = Tree::parse(driven("--level storage --level systems --cases 8 --json").out);
  Tree parts = Tree::parse(coreecs("merge-reports --json " + other + " " + one).out);
  CHECK(parts["shards"] == Tree::array({1, 2}));
  for (const char* key : {"tried", "complete", "levels", "outside", "alarms"}) CHECK(parts[key] == whole[key]);
  CHECK(std::set<Tree>(parts["covered"].begin(), parts["covered"].end()) ==
        std::set<Tree>(whole["covered"].begin(), whole["covered"].end()));

  CHECK(coreecs("merge-reports " + one).status == 3);
  const Result alarm = coreecs("merge-reports --json " + one + " " + failed);
  CHECK(alarm.status == 1);
  CHECK(Tree::parse(alarm.out)["alarms"][0]["level"] == "systems");

  const Result again = coreecs("merge-reports " + one + " " + one);
  CHECK(again.err.rfind(scratch.file("one") + ":/shards/0: ", 0) == 0);
  const std::string elsewhere = report("--shard 2/2 --seed 7", "elsewhere");
  CHECK(contains(coreecs("merge-reports " + one + " " + elsewhere).err, "elsewhere:/seed: "));
  std::string wrong = contents(scratch.file("one"));
  wrong.replace(wrong.find("\"yes\": 4"), 8, "\"yes\": -4");
  const Result refused = coreecs("merge-reports " + quoted(scratch.file("wrong", wrong)));
  CHECK(refused.status == 2);
  CHECK(contains(refused.err, ":/levels/storage/yes: "));
  CHECK(coreecs("merge-reports " + one + " " + quoted(toy)).status == 2);
}

// [oracle]
TEST_CASE("coreecs oracle: what starts no engine, or none that says what it is, is wrong usage") {
  CHECK(coreecs("oracle -- /nowhere/engine").status == 2);
  const Result unknown = driven("", "no level");
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "/levels/8: "));
  CHECK(driven("", "no types").status == 2);
  CHECK(coreecs("oracle").status == 2);
}
