// Input at the extremes, in every format: nested 10^5 deep by every construct that may be nested, and with numbers
// beyond 64 bits. It is taken, or refused with a message.
#include <functional>
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using namespace std::string_literals;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

#ifdef COREECS_SANITIZED
constexpr int deep = 20'000;  // whose processes need larger stacks
const std::string small_stack;
#else
constexpr int deep = 100'000;
const std::string small_stack = "ulimit -s 1024; ";
#endif

std::string times(const std::string& text) {
  std::string all;
  for (int k = 0; k < deep; ++k) all += text;
  return all;
}

std::string within(const std::string& open, const std::string& core, const std::string& close) {
  return times(open) + core + times(close);
}

/// On a small stack, and not for ever. `arguments` name the document as FILE.
Result performed(std::string arguments, const std::string& document) {
  const Scratch scratch;
  const std::string file = quoted(scratch.file("file", document));
  for (std::size_t at = 0; (at = arguments.find("FILE", at)) != std::string::npos; at += file.size())
    arguments.replace(at, 4, file);
  return coreecs("--version > /dev/null; (" + small_stack + "timeout 100 " + quoted(shell::binary()) + " " + arguments +
                 ")");
}

/// A document with this at that place of it.
struct Format {
  const char* command;
  std::string before, after;
};

const std::vector<Format> formats{
    {"run FILE", "", ""},
    {"check FILE", R"({"components":{"A":)", "}}"},
    {"check FILE", R"({"components":{"A":"int"},"constants":{"c":)", "}}"},
    {"check FILE", R"({"components":{"A":"int"},"entities":{"e":{"A":)", "}}}"},
    {"check FILE", R"({"components":{"A":"int"},"schedules":{"main":)", "}}"},
    {"check FILE", R"({"components":{"A":"int"},"invariants":{"i":{"match":[{"incl":{"A":"a"}}],"holds":)", "}}}"},
    {"check FILE", R"({"components":{"A":"int"},"systems":{"s":{"match":)", "}}}"},
    {"check FILE", R"({"components":{"A":"int"},"systems":{"s":{"match":[{"entity":"e","incl":{"A":"a"}}],"where":)",
     R"(,"do":[]}}})"},
    {"check FILE", R"({"components":{"A":"int"},"systems":{"s":{"match":[{"entity":"e","incl":{"A":"a"}}],"do":)",
     "}}}"},
    {"test FILE", R"({"components":{"A":"int"},"expect":{"main":{"final":)", "}}}"},
    {"fuzz FILE", R"({"components":{"A":"int"},"fuzz":)", "}"},
    {"app show FILE", R"({"app":"a","systems":{"s":)", "}}"},
    {"app check FILE", R"({"app":"a","systems":{"s":{"run_if":)", "}}}"},
    {"app core FILE", R"({"app":"a","components":{"A":"int"},"systems":{"s":{"body":)", "}}}"},
    {"check FILE", R"({"calculus":"archetype","systems":{"s":)", "}}"},
    {"run FILE", R"({"calculus":"archetype","frame":)", "}"},
    {"verify-certificate examples/toy_physics.json FILE", R"({"certificate":1,"claims":)", "}"},
    {"check-trace examples/toy_physics.json FILE", R"({"traceEvents":)", "}"},
    {"merge-reports FILE", R"({"fuzz_report":1,"found":)", "}"},
    {"merge-reports FILE", R"({"oracle_report":1,"alarm":)", "}"},
    {"judge FILE FILE", R"({"id":"a","program":)", "}\n"},
    {"generate --capabilities FILE", R"({"supports":)", "}"},
    {"app import FILE", "digraph {", "}"}};

}  // namespace

TEST_CASE("What is nested 10^5 deep in any document is refused, or taken" * doctest::test_suite("slow")) {
  for (const Format& format : formats)
    for (const auto& [open, core, close] :
         {std::tuple("[", "0", "]"), std::tuple(R"({"-":)", R"("a")", "}"), std::tuple(R"({"if":[true,)", "[]", "]}"),
          std::tuple("{", "a -> b", "}"), std::tuple("subgraph { ", "a -> b", "}"), std::tuple("/*", "", "*/")}) {
      CAPTURE(format.command);
      CAPTURE(format.before);
      if (!shell::has(format.command)) continue;
      const std::string opening = open;
      CAPTURE(opening);
      const Result result = performed(format.command, format.before + within(open, core, close) + format.after);
      CHECK(result.status >= 0);
      CHECK(result.status <= 2);
      CHECK(result.out.size() + result.err.size() > 0);
    }
}

TEST_CASE("The value of an option may be nested as deep as it may be long") {
  std::string value;
  for (int k = 0; k < 60'000; ++k) value += "[";
  CHECK(coreecs("run " + toy + " --set " + quoted("x=" + value)).status == 2);
}

TEST_CASE("What an adapter answers may be nested 10^5 deep") {
  const Scratch scratch;
  const std::string answer = scratch.file("answer", within("[", "", "]") + "\n");
  const Result result = coreecs("oracle --cases 1 -- cat " + quoted(answer));
  CHECK(result.status == 2);
}

TEST_CASE("Names that lead to names 10^5 times, in a row or in a circle, are followed" * doctest::test_suite("slow")) {
  const auto chain = [](const std::function<json(const std::string&, int)>& member, bool circle) {
    json all = json::object();
    for (int k = 0; k < deep; ++k) all["n" + std::to_string(k)] = member("n" + std::to_string((k + 1) % deep), k);
    if (!circle) all["n" + std::to_string(deep - 1)] = member("", deep - 1);
    return all;
  };
  json program = json::parse(R"({ "components": { "A": "int" }, "entities": { "e": { "A": 1 } },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": [] } } })");
  for (const bool circle : {false, true}) {
    CAPTURE(circle);
    program["schedules"] = chain(
        [](const std::string& next, int) {
          return next.empty() ? json{{"conc", "s"}} : json{{"use", next}};
        },
        circle);
    for (const char* command : {"run FILE --schedule n0", "check FILE --schedule n0", "show FILE", "lint FILE"})
      CHECK(performed(command, program.dump()).status == (circle ? 2 : contains(command, "lint") ? 1 : 0));

    json app = json::parse(R"({ "app": "a", "components": { "A": "int" },
      "systems": { "s": { "in": ["n0"], "queries": [{ "writes": ["A"] }],
                          "body": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": [] } } } })");
    app["sets"] = chain(
        [](const std::string& next, int) {
          return next.empty() ? json::object() : json{{"in", {next}}};
        },
        circle);
    for (const char* command : {"app show FILE", "app check FILE", "app core FILE", "app simulate FILE"})
      if (shell::has(command)) CHECK(performed(command, app.dump()).status == (circle ? 2 : 0));
  }
}

TEST_CASE("A list of 10^5 schedules is one that is nested so deep, and every command takes it" *
          doctest::test_suite("slow")) {
  json program = json::parse(R"({ "components": { "A": "int" }, "entities": { "e": { "A": 1 } },
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "A": "a" } }], "do": { "attach": ["A", "e", 2] } } } })");
  for (const char* how : {"par", "then"}) {
    program["schedules"]["main"][how] = json::array();
    for (int k = 0; k < deep; ++k) program["schedules"]["main"][how].push_back({{"seq", "s"}});
    for (const char* command :
         {"run", "run --executor threads", "run --schedule-seed 1", "run --steps", "check", "check --static",
          "check --json", "show", "lint", "graph", "graph --of schedule", "linearizations", "test", "cases --count 1",
          "compare --with main", "report -o /dev/null"}) {
      CAPTURE(command);
      const Result result = performed(command + std::string(" FILE"), program.dump());
      CAPTURE(result.err.substr(0, 200));
      CHECK(result.status >= 0);
      CHECK(result.status <= 3);
    }
    program["schedules"]["main"].clear();
  }
}

TEST_CASE("A number beyond 64 bits anywhere in what commands write for one another is refused, or is a real" *
          doctest::test_suite("slow")) {
  const Scratch scratch;
  const std::string lost = "--schedule lost_write --frames 1 " + toy;
  (void)coreecs("check --certificate " + scratch.file("certificate") + " " + lost);
  (void)coreecs("run --executor threads --trace " + scratch.file("trace") + " " + toy);
  (void)coreecs("fuzz --cases 20 --output " + scratch.path.string() + " --report " + scratch.file("fuzz") + " " + lost);
  if (shell::has("oracle"))
    (void)coreecs("oracle --cases 2 --report " + scratch.file("oracle") + " -- " + quoted(COREECS_PYTHON) +
                  " examples/oracle/adapters/adapter.py");
  const json program = json::parse(contents(source_dir / toy));
  const json one = {{"id", "a"}, {"program", program}, {"schedule", "main"}, {"frames", 1}};
  const json result = {{"id", "a"}, {"final", program["entities"]}};
  (void)scratch.file("case", one.dump());
  (void)scratch.file("result", result.dump());
  (void)scratch.file("supports", R"({ "supports": ["int", "incl", "attach", "conc"] })");
  for (const auto& [name, command] :
       {std::pair("certificate", "verify-certificate " + toy + " FILE"),
        std::pair("trace", "check-trace " + toy + " FILE"), std::pair("fuzz", "merge-reports FILE"s),
        std::pair("oracle", "merge-reports FILE"s), std::pair("case", "judge FILE " + scratch.file("result")),
        std::pair("result", "judge " + scratch.file("case") + " FILE"),
        std::pair("supports", "generate --cases 1 --capabilities FILE"s)}) {
    const std::string file = name;
    CAPTURE(file);
    if (!shell::has(command) || !std::filesystem::exists(scratch.path / file)) continue;
    const json whole = json::parse(contents(scratch.path / file));
    const std::vector<json::json_pointer> all = [&] {
      std::vector<json::json_pointer> found;
      const json flat = whole.flatten();
      for (auto it = flat.begin(); it != flat.end(); ++it) found.emplace_back(it.key());
      return found;
    }();
    REQUIRE(all.size() > 1);
    const std::size_t step = std::max<std::size_t>(1, all.size() / 40);
    for (std::size_t k = 0; k < all.size(); k += step)
      for (const char* number : {"18446744073709551616", "-9223372036854775809", "[18446744073709551616]"}) {
        json changed = whole;
        changed[all[k]] = "HERE";
        std::string text = changed.dump();
        text.replace(text.find("\"HERE\""), 6, number);
        CAPTURE(all[k].to_string());
        const Result seen = performed(command, text);
        CAPTURE(seen.err);
        CHECK(seen.status >= 0);
        CHECK(seen.status <= 3);
      }
  }
}
