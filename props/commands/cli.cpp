// The command line, as its users meet it: exit status, standard output, standard error.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

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
  CHECK(contains(coreecs("").err, coreecs("--help").out));
}

TEST_CASE("Of words with commas between them all count") {
  const Scratch scratch;
  const std::string one = "fuzz " + toy + " --cases 1 --output " + scratch.path.string();
  CHECK(coreecs(one + " --find unsafe,error").out == coreecs(one + " --find unsafe --find error").out);
  CHECK(coreecs(one + " --find unsafe,error").out != coreecs(one + " --find error").out);
  CHECK(coreecs("run " + toy + " --only Vel,Pos").out == coreecs("run " + toy).out);
}

TEST_CASE("A document in the place of another one is refused in one line, with the place that tells what it is") {
  const Scratch scratch;
  const auto made = [&](const std::string& name, const std::string& command) {
    REQUIRE(coreecs(command).status <= 1);
    return scratch.file(name);
  };
  struct Document {
    std::string file, place, reader, annex = {};  ///< a command that a build has which knows the document
  };
  const std::string in = scratch.path.string(),
                    cases = shell::has("generate") ? coreecs("generate --cases 2").out : "\n";
  const std::string verify = "verify-certificate " + toy + " ", check = "check-trace " + toy + " ",
                    replay = "run " + toy + " --replay @";
  const std::vector<Document> documents{
      {toy, "/schedules", "lint "},
      {"examples/apps/article.json", "/app", "app check ", "app check"},
      {"examples/archetypes/toy.json", "/calculus", "core ", "core"},
      {made("c.json", "check " + toy + " --certificate " + in + "/c.json"), "/certificate", verify},
      {made("t.json", "run " + toy + " --executor threads --trace " + in + "/t.json"), "/traceEvents", check},
      {made("r.json", "fuzz " + toy + " --cases 2 --output " + in + " --report " + in + "/r.json"), "/fuzz_report",
       "merge-reports "},
      {scratch.file("cases.jsonl", cases), "1:1", "", "judge"},
      {scratch.file("case.jsonl", cases.substr(0, cases.find('\n'))), "/program", "", "judge"},
      {scratch.file("token", "r1.EVXv4Uq4OtFEQGDCBACA_pLh4C\n"), "1:1", replay},
      {"examples/apps/arcade.dot", "1:1", "app import ", "app import"}};
  std::size_t pair = 0;
  for (const Document& one : documents) {
    if (!one.annex.empty() && !shell::has(one.annex)) continue;
    for (const std::string& command : {std::string("lint "), std::string("app check "), std::string("core "), verify,
                                       check, std::string("merge-reports "), std::string("app import "), replay}) {
      const bool is_read = command == one.reader;
      if (!shell::has(command)) continue;
      if (command == replay && is_read) continue;                       // of another program
      if (++pair % 3 != 0 && command != "lint " && !is_read) continue;  // a third of them will do
      const std::string line = command + one.file;
      const Result result = coreecs(line);
      CAPTURE(line);
      CHECK((result.status != 2) == is_read);
      if (is_read) continue;
      CHECK(result.out == "");
      CHECK_MESSAGE(result.err.rfind(one.file + ":" + one.place + ": ", 0) == 0, result.err);
      CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    }
  }
  for (const char* command : {"test", "run", "check", "show", "explain", "graph", "linearizations", "fuzz", "shrink",
                              "compare --with main", "report -o page.html", "cases", "app from"}) {
    if (!shell::has("app show") || !shell::has(command)) continue;
    const Result result = coreecs(std::string(command) + " examples/apps/article.json");
    CHECK(result.status == 2);
    CHECK_MESSAGE(result.err.rfind("examples/apps/article.json:/app: ", 0) == 0, command);
  }
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
  CHECK(contains(judged.out, R"( \u001b[2J\n  again: x, )"));
  CHECK(coreecs("fuzz --cases 0 " + toy + " --report " + quoted(written)).status == 0);
  const Result summed = coreecs("merge-reports " + changed(written, "program"));
  CHECK(contains(summed.out, R"(\u001b[2J\n  again: x: )"));
  const Result wrong = coreecs("check " + quoted(scratch.file("wrong.json", R"({ "\u001b[2J\n": 1 })")));
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, R"(wrong.json:/\u001b[2J\n: )"));
  CHECK(contains(wrong.err, R"("\u001b[2J\n")"));
}
