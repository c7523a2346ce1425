// `coreecs oracle`, as the authors of engines meet it.
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
TEST_CASE("coreecs oracle: the adapter of the examples does what the calculus says, at every level, in every shape") {
  const Result all = coreecs("oracle --cases 60 -- " + quoted(COREECS_PYTHON) + " " + quoted(examples + "/adapter.py"));
  CHECK(all.err == "");
  CHECK(contains(all.out,
                 "tables in Python: 60 of 60 cases of seed 1\n"
                 "  storage: 59 yes, 0 no, 1 outside\n"
                 "  queries: 59 yes, 0 no, 1 outside\n"
                 "  systems: 59 yes, 0 no, 1 outside\n"
                 "  schedules: 60 yes, 0 no, 0 outside\n"));
  CHECK(all.status == 0);
}

// [oracle]
TEST_CASE("coreecs oracle: each fault of an engine is found at the lowest level that shows it, and named") {
  const struct {
    const char *fault, *level, *says;
  } faults[] = {{"ends", "storage", "at the start: the engine has ended with status 7"},
                {"is ended", "storage", "at the start: the engine was ended by signal 11"},
                {"sleeps", "storage", "at the start: the engine does not answer in time"},
                {"garbles", "storage", "at the start: the engine's line no JSON cannot be understood: 1:"},
                {"is illegal", "storage", "at the start: illegal: e0 is dead"},
                {"loses writes", "storage", "found none"},
                {"adds an entity", "storage", "found "},
                {"wrong type", "storage", "/state/e0/"},
                {"finds twice", "queries", "its query finds ⟨"},
                {"finds too little", "queries", "its query does not find ⟨"},
                {"applies at once", "systems", "frame 1"},
                {"does not apply at once", "systems", "frame 1"},
                {"visits twice", "systems", "twice"},
                {"visits without end", "systems", "it visits matches without end"},
                {"tells a wrong order", "systems", "the order that it tells is no permutation of its "},
                {"shares its branches", "schedules", "frame 1"}};
  for (const auto& expected : faults) {
    const std::string fault = expected.fault;
    CAPTURE(fault);
    const Result found =
        driven(std::string("--cases 200 --json") + (fault == "sleeps" ? " --deadline 0.5" : ""), fault);
    CAPTURE(found.out);
    CHECK(found.status == 1);
    const Tree alarm = Tree::parse(found.out)["alarm"];
    CHECK(alarm["level"] == expected.level);
    CHECK(alarm["answer"] == "no");
    CHECK(contains(alarm["why"], expected.says));
  }
}

// [oracle]
TEST_CASE("coreecs oracle: what fails is made small, written, and fails again when it is replayed") {
  const Scratch scratch;
  const std::string file = (scratch.path / "small.json").string();
  const Result found = driven("--level systems --output " + quoted(file), "applies at once");
  CHECK(found.status == 1);
  CHECK(contains(found.out, "\nvisits: "));
  const Tree program = Tree::parse(contents(file));
  CHECK(program["systems"].size() == 1);
  CHECK(program["entities"].size() <= 3);
  const Result again = driven("--replay " + quoted(file), "applies at once");
  CHECK(again.status == 1);
  CHECK(contains(again.out, "frame 1"));
  CHECK(driven("--replay " + quoted(file)).status == 0);
}

// [oracle]
TEST_CASE("coreecs oracle: what an engine does not support or refuses is outside, and does not count as tried") {
  const Result few = driven("--cases 20 --level schedules --json", "few constructs");
  CHECK(few.status == 0);
  const Tree covered = Tree::parse(few.out)["covered"];
  CHECK(covered.size() >= 3);
  for (const Tree& one : covered)
    CHECK_MESSAGE((one == "int" || one == "incl" || one == "attach" || one == "conc" || one == "then"), one);
  CHECK(contains(driven("--cases 5 --level storage", "only attaches").out, "  storage: 5 yes, 0 no, 0 outside\n"));
  const Result refused = driven("--cases 5", "refuses");
  CHECK(refused.status == 3);
  CHECK(contains(refused.out, "  outside, 20: refused: not today\n"));
  CHECK(contains(driven("--cases 5", "only storage").out,
                 ": 5 of 5 cases of seed 1\n  storage: 5 yes, 0 no, 0 outside\n"));
}

// [oracle]
TEST_CASE("coreecs oracle: shards are the cases of a search, and a search that is cut short says so") {
  const auto tried = [](const std::string& options) {
    return Tree::parse(driven(options + " --cases 7 --level storage --json").out)["tried"].get<int>();
  };
  CHECK(tried("--shard 1/3") + tried("--shard 2/3") + tried("--shard 3/3") == 7);
  const Result cut = driven("--seconds 0");
  CHECK(cut.status == 3);
  CHECK(contains(cut.out, "not all cases were tried"));
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
  const Result sum = coreecs("merge-reports " + one + " " + other);
  CHECK(sum.status == 0);
  CHECK(sum.out ==
        "tables in Python: 8 of 8 cases of seed 1\n  storage: 8 yes, 0 no, 0 outside\n"
        "  systems: 8 yes, 0 no, 0 outside\n");
  const Tree whole = Tree::parse(driven("--level storage --level systems --cases 8 --json").out);
  Tree parts = Tree::parse(coreecs("merge-reports --json " + other + " " + one).out);
  CHECK(parts["shards"] == Tree::array({1, 2}));
  for (const char* key : {"tried", "complete", "levels", "outside", "alarm"}) CHECK(parts[key] == whole[key]);
  CHECK(std::set<Tree>(parts["covered"].begin(), parts["covered"].end()) ==
        std::set<Tree>(whole["covered"].begin(), whole["covered"].end()));

  const Result missing = coreecs("merge-reports " + one);
  CHECK(missing.status == 3);
  CHECK(contains(missing.out, "\nshards that are missing: 2\n"));
  const Result alarm = coreecs("merge-reports " + one + " " + failed);
  CHECK(alarm.status == 1);
  CHECK(contains(alarm.out, "case 1 of seed 1, systems: no: frame 1, "));

  CHECK(coreecs("merge-reports " + one + " " + one).err == scratch.file("one") + ":/shards/0: found shard 1 again\n");
  const std::string elsewhere = report("--shard 2/2 --seed 7", "elsewhere");
  CHECK(contains(coreecs("merge-reports " + one + " " + elsewhere).err,
                 "/seed: found 7; expected 1, as in the report before: only parts of one search can be added\n"));
  std::string wrong = contents(scratch.file("one"));
  wrong.replace(wrong.find("\"yes\": 4"), 8, "\"yes\": -4");
  const Result refused = coreecs("merge-reports " + quoted(scratch.file("wrong", wrong)));
  CHECK(refused.status == 2);
  CHECK(contains(refused.err, "/levels/storage/yes: found -4; expected an integer of at least 0 (line "));
  CHECK(coreecs("merge-reports " + one + " " + quoted(toy)).status == 2);
}

// [oracle]
TEST_CASE("coreecs oracle: what starts no engine, or none that says what it is, is wrong usage") {
  const Result none = coreecs("oracle -- /nowhere/engine");
  CHECK(none.status == 2);
  CHECK(none.err == "coreecs: /nowhere/engine cannot be started: No such file or directory\n");
  const Result unknown = driven("", "no level");
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err,
                 "/levels/4: unknown level \"levels\"; expected one of storage, queries, systems, schedules"));
  const Result no_types = driven("", "no types");
  CHECK(no_types.status == 2);
  CHECK(contains(no_types.err,
                 "supports nothing of unit, bool, int, real, text, entity, without which there is no "
                 "program for the level storage"));
  CHECK(coreecs("oracle").status == 2);
}
