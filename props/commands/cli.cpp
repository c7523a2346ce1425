// The command line, as its users meet it: exit status, standard output, standard error.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

TEST_CASE("coreecs show: systems as in Figure 11") {
  const Result result = coreecs("show " + toy);
  CHECK(result.status == 0);
  CHECK(contains(result.out,
                 "  q   ≜ ⟨incl_Pos ∧ incl_Vel, incl_Pos ∧ excl_Vel⟩\n"
                 "  ⟪q⟫ = (int × int) × (int × ⊤)\n"
                 "  f   ≜ λ(⟨j, h⟩, ⟨(pj, vj), (ph, _)⟩).\n"
                 "          if pj ≟ ph then\n"
                 "            detach_Pos(j) •\n"
                 "            detach_Vel(j) •\n"
                 "            attach_Vel(h, ⌈vj/2⌉) •\n"
                 "            ν(λl.\n"
                 "              attach_Pos(l, pj) •\n"
                 "              attach_Vel(l, ⌈-vj/2⌉))\n"
                 "          else nil\n"));
  CHECK(contains(result.out, "main ≜ conc(inertia)⁰ ⨟ seq(collide)¹\n"));
}

TEST_CASE("Wrong input and wrong usage have status 2, and standard output stays empty") {
  const std::vector<std::string> wrong{"run no_such_file.json",
                                       "run",
                                       "",
                                       "frobnicate " + toy,
                                       "run --frames -1 " + toy,
                                       "run --frames x " + toy,
                                       "run --frames 18446744073709551616 " + toy,
                                       "run --schedule mian " + toy,
                                       "run --by colour " + toy,
                                       "run --json " + toy + " " + toy,
                                       "check --limit x " + toy,
                                       "shrink " + toy + " -- --json",
                                       "run props/refused/whole/too_deep_by_one.json",
                                       "run examples"};
  for (const std::string& arguments : wrong) {
    CAPTURE(arguments);
    const Result result = coreecs(arguments);
    CHECK(result.status == 2);
    CHECK(result.out == "");
    CHECK(result.err != "");
  }
  CHECK(contains(coreecs("run --schedule mian " + toy).err, "did you mean \"main\"?"));
  const Result unknown = coreecs("chekc " + toy);
  CHECK(unknown.status == 2);
  CHECK(unknown.out == "");
  CHECK(contains(unknown.err, "coreecs: unknown command \"chekc\""));
  CHECK(contains(unknown.err, "did you mean \"check\"?"));
  CHECK(contains(coreecs("run --frame 3 " + toy).err, "coreecs run: unknown option \"--frame\""));
  CHECK(contains(coreecs("run --frame 3 " + toy).err, "did you mean \"--frames\"?"));
  CHECK(contains(coreecs("shrink " + toy + " " + toy).err, "coreecs shrink: found " + toy));
  CHECK(coreecs("graph " + toy + " -- --json").err == "coreecs graph: found --json; it takes no further argument\n");
  CHECK(contains(coreecs("").err, coreecs("--help").out));
}

TEST_CASE("Of words with commas between them none is empty, and all of them count") {
  for (const char* given : {",Pos", "Pos,", "Pos,,Vel", ",", "\"\"", "Pos --only \"\""})
    CHECK_MESSAGE(
        coreecs("run " + toy + " --only " + given).err == "--only: unknown component \"\"; expected one of Pos, Vel\n",
        given);
  const std::string in = " not in {";
  const std::vector<std::pair<std::string, std::string>> options{{"fuzz", "--find unsafe,error"},
                                                                 {"shrink", "--keep systems,schedule"},
                                                                 {"lint", "--without unused-system,unused-variable"}};
  for (const auto& [command, option] : options) {
    const std::string name = option.substr(0, option.find(' ')), both = option.substr(name.size() + 1),
                      first = both.substr(0, both.find(','));
    for (const std::string& given : {"," + first, first + ",", first + ",," + first, std::string(","), std::string()}) {
      const Result result = coreecs(command + " " + name + " " + shell::quoted(given) + " " + toy);
      CHECK(result.status == 2);
      CHECK(result.out == "");
      CHECK_MESSAGE(result.err.rfind(name + ": \"\"" + in, 0) == 0, result.err);
    }
    CHECK(coreecs(command + " " + name + " " + first + ",nix " + toy).err.rfind(name + ": nix" + in, 0) == 0);
  }
  const Scratch scratch;
  const std::string one = "fuzz " + toy + " --cases 1 --output " + scratch.path.string();
  CHECK(coreecs(one + " --find unsafe,error").out == coreecs(one + " --find unsafe --find error").out);
  CHECK(coreecs(one + " --find unsafe,error").out != coreecs(one + " --find error").out);
  CHECK(coreecs("run " + toy + " --only Vel,Pos").out == coreecs("run " + toy).out);
}

TEST_CASE("A document in the place of another one is called by its name, with the commands that take it") {
  const Scratch scratch;
  const auto made = [&](const std::string& name, const std::string& command) {
    REQUIRE(coreecs(command).status <= 1);
    return scratch.file(name);
  };
  struct Document {
    std::string file, place, what, use;
  };
  const std::string in = scratch.path.string(), cases = coreecs("generate --cases 2").out;
  const std::vector<Document> documents{
      {toy, "/schedules", "a program of Core ECS", "coreecs check FILE "},
      {"examples/apps/article.json", "/app", "an app", "coreecs app check FILE judges it, and coreecs app core FILE "},
      {"examples/archetypes/toy.json", "/calculus", "a program of the archetype calculus", "coreecs run, check, show "},
      {made("c.json", "check " + toy + " --certificate " + in + "/c.json"), "/certificate", "a certificate",
       "coreecs verify-certificate PROGRAM FILE "},
      {made("t.json", "run " + toy + " --executor threads --trace " + in + "/t.json"), "/traceEvents", "a trace",
       "coreecs check-trace PROGRAM FILE "},
      {made("r.json", "fuzz " + toy + " --cases 2 --output " + in + " --report " + in + "/r.json"), "/fuzz_report",
       "the report of a search", "coreecs merge-reports FILE "},
      {scratch.file("cases.jsonl", cases), "1:1", "cases for an engine", "coreecs judge FILE RESULTS "},
      {scratch.file("case.jsonl", cases.substr(0, cases.find('\n'))), "/program", "cases for an engine",
       "coreecs judge FILE RESULTS "},
      {scratch.file("token", "r1.EVXv4Uq4OtFEQGDCBACA_pLh4C\n"), "1:1", "the token of a run",
       "coreecs run PROGRAM --replay @FILE "},
      {"examples/apps/arcade.dot", "1:1", "what an engine writes of its schedule", "coreecs app import FILE "}};
  const std::vector<std::array<std::string, 2>> readers{{"lint ", "a program of Core ECS"},
                                                        {"app check ", "an app"},
                                                        {"core ", "a program of the archetype calculus"},
                                                        {"verify-certificate " + toy + " ", "a certificate"},
                                                        {"check-trace " + toy + " ", "a trace"},
                                                        {"merge-reports ", "the report of a search"},
                                                        {"app import ", "what an engine writes of its schedule"}};
  std::size_t pair = 0;
  for (const Document& one : documents)
    for (const auto& [command, expected] : readers) {
      if (++pair % 3 != 0 && command != "lint " && expected != one.what) continue;  // a third of them will do
      const std::string line = command + one.file;
      const Result result = coreecs(line);
      CAPTURE(line);
      if (expected == one.what) {
        CHECK(result.status != 2);
        continue;
      }
      CHECK(result.status == 2);
      CHECK(result.out == "");
      CHECK_MESSAGE(
          result.err.rfind(
              one.file + ":" + one.place + ": found " + one.what + "; expected " + expected + "; " + one.use, 0) == 0,
          result.err);
      CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    }
  for (const Document& one : documents) {
    if (one.what == "the token of a run") continue;
    const Result result = coreecs("run " + toy + " --replay @" + one.file);
    CHECK(result.status == 2);
    CHECK_MESSAGE(result.err.rfind(one.file + ":" + one.place + ": found " + one.what + "; expected the token", 0) == 0,
                  result.err);
  }
  for (const char* command : {"test", "run", "check", "show", "explain", "graph", "linearizations", "fuzz", "shrink",
                              "compare --with main", "report -o page.html", "cases", "app from"}) {
    const Result result = coreecs(std::string(command) + " examples/apps/article.json");
    CHECK(result.status == 2);
    CHECK_MESSAGE(result.err.rfind("examples/apps/article.json:/app: found an app; expected a program", 0) == 0,
                  command);
  }
  CHECK(contains(coreecs("judge " + toy + " /dev/null").err, "expected cases for an engine"));
  // a program with a key too many is a program
  CHECK(
      contains(coreecs("show -", R"({ "app": "x", "components": { "A": "int" }, "systems": {}, "schedules": {} })").err,
               "-:/app: unknown key \"app\""));
  CHECK(contains(coreecs("show -", R"({ "program": "x" })").err, "-:/program: unknown key \"program\""));
}

TEST_CASE("Text of a document steers no terminal, and forges no line") {
  json program = json::parse(contents(source_dir / toy));
  program["name"] = "\x1b[31mred\a\n  confluent     yes  it is safe\u202e\u009b";
  program["about"] = program["name"];
  const Scratch scratch;
  const std::string file = quoted(scratch.file("p.json", program.dump()));
  for (const char* command : {"run", "check", "check --static", "check --visibility shared",
                              "check --schedule lost_write", "show", "linearizations", "run --executor threads"}) {
    CAPTURE(command);
    const Result result = coreecs(std::string(command) + " " + file);
    CHECK(result.status < 2);
    CHECK(contains(result.out, R"(\u001b[31mred\u0007\n  confluent     yes  it is safe\u202e\u009b)"));
    for (const char* raw : {"\x1b", "\a", "\n  confluent     yes  it is safe\xe2", "\u202e", "\u009b"})
      CHECK_FALSE(contains(result.out, raw));
  }
  const auto changed = [&](const std::string& written, const char* key) {
    json document = json::parse(contents(written));
    document[key] = "\x1b[2J\n  again: x";
    return quoted(scratch.file("changed", document.dump()));
  };
  const std::string written = scratch.file("written");
  CHECK(coreecs("check " + toy + " --certificate " + quoted(written)).status == 0);
  const Result judged = coreecs("verify-certificate " + toy + " " + changed(written, "schedule"));
  CHECK(contains(judged.out, R"(toy physics: schedule \u001b[2J\n  again: x, )"));
  CHECK(coreecs("fuzz --cases 0 " + toy + " --report " + quoted(written)).status == 0);
  const Result summed = coreecs("merge-reports " + changed(written, "program"));
  CHECK(contains(summed.out, R"(\u001b[2J\n  again: x: schedule main)"));
  const Result wrong = coreecs("check " + quoted(scratch.file("wrong.json", R"({ "\u001b[2J\n": 1 })")));
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, R"(wrong.json:/\u001b[2J\n: unknown key "\u001b[2J\n")"));
}
