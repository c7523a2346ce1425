// `coreecs fuzz` and `coreecs merge-reports`, as their users meet them.
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"
#include "props/kit/documents.hpp"

using nlohmann::ordered_json;
using shell::quoted;
using shell::Result;

namespace {

/// The option that writes findings to a folder.
std::string output(const Scratch& scratch) { return " --output " + quoted(scratch.path.string()) + " "; }

}  // namespace

TEST_CASE("fuzz: ranges of the command line come before those of the program") {
  ordered_json program = ordered_json::parse(contents(source_dir / "examples/toy_physics.json"));
  program["fuzz"] = {{"entities", 4}, {"ranges", {{"Pos", {50, 59}}, {"Vel", {-4, -2}}}}};
  const Scratch scratch;
  const std::string file = scratch.file("p.json", program.dump());
  const ordered_json report = ordered_json::parse(
      shell::coreecs("fuzz --json --cases 10 --schedule main --range Vel=0:1 " + output(scratch) + quoted(file)).out);
  CHECK(report["options"]["ranges"] == ordered_json{"Pos=50:59", "Vel=0:1"});
  CHECK(report["options"]["entities"] == 4);
}

TEST_CASE("fuzz: an invariant that fails is found, and the finding passes coreecs test") {
  const Scratch scratch;
  CHECK(shell::coreecs("fuzz examples/invariants.json --find invariant" + output(scratch)).status == 1);
  CHECK(shell::coreecs("test " + quoted(scratch.file("invariants.invariant.json"))).status == 0);
}

TEST_CASE("fuzz, shrink and test know what check says besides") {
  const Scratch scratch;
  struct Example {
    const char *kind, *key, *arguments;
  };
  for (const Example& example :
       {Example{"lost-update", "no_lost_updates", "props/regressions/lost_update.json --schedule fast"},
        Example{"match-order", "any_match_order", "examples/deviation_d1_match_order.json --schedule main"},
        Example{"shared-state", "shared_visibility", "examples/deviation_d8_snapshot.json --schedule main"}}) {
    const std::string kind = example.kind, key = example.key, all = example.arguments;
    CAPTURE(kind);
    const std::string path = all.substr(0, all.find(' ')), schedule = all.substr(all.find(' '));
    const std::string file = quoted((source_dir / path).string());
    CHECK(shell::coreecs("fuzz " + file + schedule + " --find " + kind + output(scratch)).status == 1);
    for (const auto& at : std::filesystem::directory_iterator(scratch.path)) {
      if (at.path().string().find(kind) == std::string::npos) continue;
      CHECK(shell::coreecs("test " + quoted(at.path().string())).status == 0);
      const auto expects = ordered_json::parse(contents(at.path()))["expect"];
      CHECK(expects.front() == ordered_json{{key, false}});
    }
    const auto shrunk = shell::coreecs("shrink " + file + schedule + " --verdict " + key);
    CHECK(shrunk.status == 0);
    CHECK(ordered_json::parse(shrunk.out)["expect"].front() == ordered_json{{key, false}});
    CHECK(shell::coreecs("test -", shrunk.out).status == 0);
  }
}

// Without ranges, fuzz draws no number so large that adding to it overflows.
TEST_CASE("fuzz: of a counter it finds no overflow, unless a range says so") {
  const std::string counter = R"({ "components": { "N": "int" },
    "systems": { "count": { "match": [{ "entity": "e", "incl": { "N": "n" } }], "do": { "attach": ["N", "e", { "+": ["n", 1] }] } } },
    "schedules": { "main": { "conc": "count" } }, "entities": { "e": { "N": 0 } } })";
  const Scratch scratch;
  const std::string file = quoted(scratch.file("counter.json", counter));
  CHECK(shell::coreecs("fuzz --cases 1000 --find error " + file + output(scratch)).status == 0);
  const std::string all = " --range N=-9223372036854775808:9223372036854775807 ";
  CHECK(shell::coreecs("fuzz --cases 1000 --find error " + file + all + output(scratch)).status == 1);
}

TEST_CASE("fuzz --shard: the shards add up to the whole, in any order, and without one of them they are none") {
  const Scratch scratch;
  const std::string search = "fuzz examples/targets.json --schedule lights --cases 100 --seed 3 ";
  CHECK(shell::coreecs(search + "--report " + quoted(scratch.file("whole"))).status == 0);
  const auto shard = [&](int k) { return quoted(scratch.file(std::to_string(k))); };
  for (int k = 1; k <= 3; ++k)
    CHECK(shell::coreecs(search + "--shard " + std::to_string(k) + "/3 --report " + shard(k)).status == 0);
  const ordered_json whole = ordered_json::parse(contents(scratch.path / "whole"));
  const Result merged = shell::coreecs("merge-reports --json " + shard(3) + " " + shard(1) + " " + shard(2));
  CHECK(merged.status == 0);
  const ordered_json sum = ordered_json::parse(merged.out);
  CHECK(sum["counts"] == whole["counts"]);
  CHECK(whole["counts"]["tried"] == 100);
  CHECK(sum["shards"] == ordered_json{1, 2, 3});
  const Result some = shell::coreecs("merge-reports --json " + shard(3) + " " + shard(1));
  CHECK(some.status == 3);
  CHECK(ordered_json::parse(some.out)["shards"] == ordered_json{1, 3});
}

TEST_CASE("merge-reports: takes the report on a file of any name") {
  const Scratch scratch;
  for (const std::string name : {"a b.json", "it's.json", "back\\slash.json", "'\\''.json"}) {
    CAPTURE(name);
    std::filesystem::copy_file(source_dir / "examples/last_writer.json", scratch.path / name);
    const std::string report = quoted(scratch.file("report"));
    CHECK(shell::coreecs("fuzz --cases 20 " + quoted(scratch.file(name)) + output(scratch) + "--report " + report)
              .status == 1);
    CHECK(shell::coreecs("merge-reports " + report).status == 1);
  }
}

TEST_CASE("merge-reports: the finding of the first case counts") {
  const Scratch scratch;
  const std::string search = "fuzz examples/toy_physics.json --schedule lost_write --find not-confluent ";
  const auto shard = [&](int k) { return scratch.file(std::to_string(k)); };
  std::uint64_t first = UINT64_MAX;
  for (int k = 1; k <= 2; ++k) {
    const std::string arguments = "--shard " + std::to_string(k) + "/2 --report " + quoted(shard(k)) + output(scratch);
    CHECK(shell::coreecs(search + arguments).status == 1);
    first = std::min(first, ordered_json::parse(contents(shard(k)))["found"][0]["case"].get<std::uint64_t>());
  }
  const ordered_json sum = ordered_json::parse(shell::coreecs("merge-reports --json " + shard(2) + " " + shard(1)).out);
  REQUIRE(sum["found"].size() == 1);
  CHECK(sum["found"][0]["case"] == first);
  const ordered_json whole = ordered_json::parse(shell::coreecs(search + "--json" + output(scratch)).out);
  CHECK(sum["found"][0]["program"] == whole["found"][0]["program"]);
}

TEST_CASE("merge-reports: refuses what does not belong together, and what is no report") {
  const Scratch scratch;
  const std::string search = "fuzz examples/targets.json --schedule lights --cases 20 ";
  const std::string first = scratch.file("first");
  REQUIRE(shell::coreecs(search + "--shard 1/2 --report " + first).status == 0);
  const auto refused = [&](const std::string& file, const std::string& place) {
    const Result result = shell::coreecs("merge-reports " + first + " " + quoted(file));
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK_MESSAGE(contains(result.err, file + ":" + place), result.err);
  };
  refused(first, "/shards/0: ");
  const std::string other = scratch.file("other");
  const auto against = [&](const std::string& options, const std::string& place) {
    REQUIRE(shell::coreecs(options + " --report " + other).status == 0);
    refused(other, place);
  };
  against(search + "--shard 2/2 --seed 9", "/seed: ");
  against("fuzz examples/targets.json --schedule lights --cases 30 --shard 2/2", "/options/cases: ");
  against(search + "--shard 2/2 --range Power=0:1", "/options/ranges: ");
  against("fuzz examples/table2_owned_delete.json --cases 20 --shard 2/2", "/hash: ");
  const ordered_json good = ordered_json::parse(contents(first));
  const auto damaged = [&](const char* pointer, const ordered_json& with, const std::string& place) {
    ordered_json report = good;
    report[ordered_json::json_pointer(pointer)] = with;
    refused(scratch.file("damaged", report.dump()), place);
  };
  damaged("/seed", -1, "/seed: ");
  damaged("/sead", 1, "/sead: ");
  damaged("/shards", {2, 1}, "/shards: ");
  damaged("/of", 1'000'000'000, "/of: ");
  damaged("/options/find/0", "unsave", "/options/find/0: ");
  damaged("/counts/tried", "x", "/counts/tried: ");
  damaged("/found", {{{"kind", "unsafe"}, {"case", 1}, {"file", ""}, {"replay", ""}, {"program", {{"name", 3}}}}},
          "/found/0/program: ");
  const ordered_json forged = {{"kind", "unsafe"},
                               {"case", 1},
                               {"file", ""},
                               {"replay", "coreecs fuzz x; rm -rf ~\n"},
                               {"program", ordered_json::parse(contents(source_dir / "examples/targets.json"))}};
  damaged("/found", ordered_json::array({forged}), R"(/found/0: found "replay" "coreecs fuzz x; rm -rf ~\n")");
  refused(scratch.file("syntax", "{ \"seed\": "), "1:");
  refused(scratch.file("nothing"), " ");
}

TEST_CASE("fuzz: what is written passes coreecs test, and its command finds it again") {
  const Scratch scratch;
  const std::string any = " --range Vel=-9223372036854775808:9223372036854775807 ";
  const Result result =
      shell::coreecs("fuzz examples/toy_physics.json --schedule lost_write --json" + any + output(scratch));
  CHECK(result.status == 1);
  CHECK(result.err == "");
  const ordered_json report = ordered_json::parse(result.out);
  REQUIRE(report["found"].size() == 3);
  for (const ordered_json& finding : report["found"]) {
    const std::string file = finding["file"];
    CHECK(std::filesystem::path(file).filename() == "toy_physics." + finding["kind"].get<std::string>() + ".json");
    CHECK(ordered_json::parse(contents(file)) == finding["program"]);
    CHECK(shell::coreecs("test " + file).status == 0);
    const std::string command = finding["replay"];
    REQUIRE(command.rfind("coreecs fuzz ", 0) == 0);
    const ordered_json again = ordered_json::parse(shell::coreecs(command.substr(8) + " --json" + output(scratch)).out);
    CHECK(again["counts"]["tried"] == 1);
    REQUIRE(again["found"].size() == 1);
    CHECK(again["found"][0]["program"] == finding["program"]);
  }
}

TEST_CASE("fuzz: another file of that name is left alone, an earlier finding is not") {
  const Scratch scratch;
  const std::string other = scratch.file("toy_physics.not-confluent.json", "mine");
  const std::string search = "fuzz examples/toy_physics.json --schedule lost_write --find not-confluent";
  for (const char* seed : {" --seed 1", " --seed 2"}) {
    const Result result = shell::coreecs(search + seed + " --json" + output(scratch));
    CHECK(ordered_json::parse(result.out)["found"][0]["file"] == scratch.file("toy_physics.not-confluent.2.json"));
  }
  CHECK(contents(other) == "mine");
  CHECK_FALSE(std::filesystem::exists(scratch.path / "toy_physics.not-confluent.3.json"));
}

TEST_CASE("fuzz: names of files are no reason to abort") {
  const Scratch scratch;
  const std::string options = " --cases 20 --find not-confluent --json --report " + quoted(scratch.file("report"));
  const auto fuzz = [&](const std::string& name) {
    std::filesystem::copy_file(source_dir / "examples/last_writer.json", scratch.path / name);
    return shell::coreecs("fuzz " + quoted(scratch.file(name)) + options + output(scratch));
  };
  SUBCASE("one that is not UTF-8") {
    const Result result = fuzz("x\xff.json");
    CHECK(result.status == 1);
    CHECK(ordered_json::accept(result.out));
    CHECK(ordered_json::accept(contents(scratch.path / "report")));
  }
  SUBCASE("one that is a link to itself, and one that is too long, cannot be written, and what was found is printed") {
    const std::string loop = "loop.not-confluent.json", long_name(240, 'x');
    std::filesystem::create_symlink(loop, scratch.path / loop);
    for (const std::string& name : {std::string("loop.json"), long_name + ".json"}) {
      CAPTURE(name);
      const Result result = fuzz(name);
      CHECK(result.status == 2);
      CHECK(contains(result.err, ".not-confluent.json: "));
      CHECK(ordered_json::parse(result.out)["found"].size() == 1);
    }
  }
}

TEST_CASE("fuzz: undecided states are no answer") {
  const Result result = shell::coreecs(
      "fuzz examples/deviation_d6_deterministic_not_safe.json --schedule main --find not-confluent --cases 20 --limit "
      "5");
  CHECK(result.status == 3);
}

TEST_CASE("fuzz: stops when its time is up, and when it is interrupted, and says what it tried" *
          doctest::test_suite("slow")) {
  const Scratch scratch;
  const std::string endless = " fuzz examples/targets.json --schedule lights --cases 999999999 --report ";
  const std::string report = scratch.file("report");
  CHECK(shell::coreecs(endless + report + " --seconds 0.2").status == 3);
  CHECK(shell::coreecs("merge-reports " + report).status == 3);
  CHECK(ordered_json::parse(contents(report))["complete"] == false);
  CHECK(ordered_json::parse(contents(report))["counts"]["tried"] > 0);
  std::filesystem::remove(report);
  const std::string command = "cd " + quoted(COREECS_SOURCE_DIR) +
                              " && timeout --foreground --preserve-status -s INT 1 " + quoted(shell::binary()) +
                              endless + report + " > /dev/null";
  CHECK(WEXITSTATUS(std::system(command.c_str())) == 3);
  CHECK(ordered_json::parse(contents(report))["complete"] == false);
}

TEST_CASE("fuzz and compare --fuzz: what is assumed and does not hold at the start is refused where it is said") {
  const Scratch scratch;
  const std::string by_option = scratch.file("option.json", goldens::text("toy_with_slow")),
                    by_program = scratch.file("program.json", goldens::text("toy_assuming"));
  for (const std::string command : {"fuzz ", "compare --with lost_write --fuzz "}) {
    const Result option = shell::coreecs(command + "--assume slow " + by_option),
                 program = shell::coreecs(command + by_program);
    CHECK(option.status == 2);
    CHECK_MESSAGE(option.err.rfind("--assume: ", 0) == 0, option.err);
    CHECK(program.status == 2);
    CHECK_MESSAGE(program.err.rfind(by_program + ":/fuzz/assume/0: ", 0) == 0, program.err);
  }
}
