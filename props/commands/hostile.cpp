// What others wrote never steers the terminal: every command, with hostile text in every kind of document.
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::quoted;
using shell::Result;

namespace {

/// Sets a title, clears the screen, turns the direction of reading, ends lines; an escape in C1, and DEL.
const std::string hostile =
    "\x1b]0;pwned\x07\x1b[2J\x7f\xC2\x9B"
    "31m\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\xA8\xD8\x9C\r\tx\nFORGED";
const std::string no_utf8 = "\xFF\xC0\xAF\xE0\x80\x9B\xED\xA0\x80";

/// The first character that is not to be printed as it is, as a number; nothing where there is none. It has nothing in
/// common with what escapes them.
std::optional<std::string> raw(const std::string& text) {
  for (std::size_t j = 0; j < text.size();) {
    const auto byte = [&](std::size_t k) { return j + k < text.size() ? static_cast<unsigned char>(text[j + k]) : 0U; };
    const unsigned lead = byte(0);
    std::size_t bytes = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    unsigned code = bytes < 2 ? lead : lead & (0xFFU >> (bytes + 1));
    for (std::size_t k = 1; k < bytes; ++k) {
      if (byte(k) >> 6 != 2) bytes = 0;
      code = code * 64 + byte(k) % 64;
    }
    const bool too_long = (bytes == 2 && code < 0x80) || (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    const bool no_text = bytes == 0 || too_long || code > 0x10FFFF || code / 0x800 == 0x1B;
    const bool steers = (code < 0x20 && code != '\n') || (0x7F <= code && code < 0xA0);
    bool turns = false;
    for (const unsigned one : {0x61CU, 0x200EU, 0x200FU, 0x2028U, 0x2029U, 0x202AU, 0x202BU, 0x202CU, 0x202DU, 0x202EU,
                               0x2066U, 0x2067U, 0x2068U, 0x2069U})
      turns = turns || code == one;
    if (no_text || steers || turns) return std::to_string(code) + " at " + std::to_string(j);
    j += bytes;
  }
  return std::nullopt;
}

/// Two systems of one component that race, so that verdicts have witnesses; the text is in values, constants, an
/// enumeration and what is expected.
json program() {
  json out = json::parse(R"({
    "components": { "T": "text", "R": { "a": "text" } },
    "systems": {
      "one": { "match": [{ "entity": "e", "incl": { "T": "t" } }], "do": { "attach": ["T", "e", { "text": "1" }] } },
      "two": { "match": [{ "entity": "e", "incl": { "T": "t" } }], "do": { "attach": ["T", "e", "c"] } } },
    "schedules": { "main": { "par": [{ "conc": "one" }, { "conc": "two" }] } },
    "invariants": { "kept": { "match": [{ "incl": { "T": "t" } }], "holds": { "==": ["t", "c"] } } },
    "frames": 2 })");
  out["name"] = out["about"] = hostile;
  out["constants"]["c"]["text"] = hostile + "2";
  out["components"]["M"]["enum"] = {"calm", hostile};
  out["entities"] = {{"a", {{"T", hostile}, {"R", {{"a", hostile}}}, {"M", hostile}}}};
  out["expect"]["main"]["final"]["a"]["T"] = hostile;
  return out;
}

json app() {
  json out = json::parse(R"({ "components": {}, "systems": {}, "sets": {}, "stages": [] })");
  out["app"] = out["about"] = hostile;
  out["stages"] = json::array({hostile});
  out["components"][hostile] = nullptr;
  out["sets"][hostile + "set"] = {{"run_if", {hostile}}};
  for (const char* name : {"1", "2", "3"}) {
    json& system = out["systems"][hostile + name];
    system = {{"stage", hostile}, {"in", {hostile + "set"}}, {"run_if", {hostile}}, {"thread", hostile}};
    system["queries"] = json::array({{{"writes", {hostile}}}});
  }
  out["systems"][hostile + "3"]["after"] = {hostile + "2"};
  return out;
}

/// An app whose systems have bodies that race; one divides by what may be 0.
json app_with_bodies() {
  json out = json::parse(R"({ "components": { "T": "text", "N": "int" }, "systems": {}, "frames": 2 })");
  out["app"] = hostile;
  out["entities"]["a"] = {{"T", hostile}, {"N", 0}};
  const json match = json::parse(R"([{ "entity": "e", "incl": { "T": "t", "N": "n" } }])");
  for (const char* name : {"1", "2"}) {
    json& system = out["systems"][hostile + name];
    system["queries"] = json::array({{{"writes", {"T"}}, {"reads", {"N"}}}});
    system["body"] = {{"match", match}, {"do", {{"attach", {"T", "e", {{"text", hostile + name}}}}}}};
  }
  json& fails = out["systems"][hostile + "0"];
  fails = {{"queries", json::array({{{"writes", {"N"}}, {"reads", {"T"}}}})}};
  fails["body"] = {{"match", match}, {"do", {{"attach", {"N", "e", {{"quot", {1, "n"}}}}}}}};
  return out;
}

json archetypes() {
  json out = json::parse(contents(source_dir / "examples/archetypes/toy.json"));
  out.erase("$schema");
  out["name"] = out["about"] = hostile;
  out["components"]["Fuel"]["what"] = "text";
  for (const char* car : {"red", "blue"}) out["entities"][car]["Fuel"]["what"] = hostile;
  out["expect"]["repaired"]["final"]["red"]["Fuel"] = {{"left", 1}, {"what", hostile}};
  return out;
}

json engine_case() {
  json one = json::parse(R"({ "components": { "X": "int", "R": "entity" }, "frames": 1,
    "systems": { "s": { "match": [{ "entity": "e", "incl": { "X": "x" } }], "do": [] } },
    "schedules": { "main": { "conc": "s" } }, "entities": { "e": { "X": 1, "R": "e" } } })");
  return {{"id", hostile}, {"program", one}};
}

/// Documents of every kind, in files whose names are hostile, too.
struct Documents {
  Scratch scratch;
  std::vector<std::string> all;  ///< quoted

  std::string add(const std::string& name, const std::string& text) {
    all.push_back(quoted(scratch.file(name + hostile + no_utf8, text)));
    return all.back();
  }
  std::string add(const std::string& name, const json& document) { return add(name, document.dump()); }

  /// In a folder where commands may write.
  [[nodiscard]] Result run(const std::string& arguments) const {
    return shell::coreecs("--version > /dev/null; cd " + quoted(scratch.path.string()) + " && timeout 60 " +
                          quoted(shell::binary()) + " " + arguments);
  }

  Documents() {
    const std::string good = add("program", program());
    add("app", app());
    add("bodies", app_with_bodies());
    add("archetypes", archetypes());
    for (json document : {program(), app(), app_with_bodies(), archetypes()}) {
      document[hostile] = document["entities"][hostile] = hostile;
      document["systems"][hostile + "?"] = hostile;
      add("damaged" + std::to_string(all.size()), document);
    }
    json named = program();
    named["systems"]["one"]["do"]["attach"][0] = hostile;
    add("named", named);
    add("syntax", "{\"a\": \"" + hostile + no_utf8 + "\"");
    add("cases", engine_case());
    add("results", {{"id", hostile}, {"final", {{hostile, {{"X", 1}, {"R", hostile}}}}}});
    add("unsupported", {{"id", hostile}, {"unsupported", hostile}});
    add("strange", {{"id", hostile + "?"}, {"final", {{hostile, {{hostile, 1}}}}}});
    add("table.csv",
        "system,reads,writes,color" + no_utf8 + "\n\"" + hostile + no_utf8 + "\"," + hostile + ",A\nb,A,\n");
    add("graph.dot", "digraph { \"" + hostile + "\" -> b [label=\"" + no_utf8 + "\"]; \"" + no_utf8 + "\" }");
    add("bevy.log", "-- " + hostile + " and b" + no_utf8 + "\n    conflict on: [\"" + hostile + "\"]\n");
    add("flecs.log",
        "info: pipeline rebuild\ninfo: | schedule: threading: 1, staging: 1:\ninfo: | - " + hostile + no_utf8);
    written(good, "check --certificate ", "certificate",
            {"/program/name", "/schedule", "/name", "/runs/0/order/0/system"});
    written(good, "run --executor threads --trace ", "trace",
            {"/otherData/program", "/traceEvents/3/name", "/traceEvents/4/args/system"});
    written(good, "fuzz --cases 3 --report ", "report", {"/program", "/schedule"});
  }

  /// What a command writes, and the same with this text in some places.
  void written(const std::string& input, const std::string& command, const std::string& name,
               const std::vector<std::string>& places) {
    const std::string file = scratch.file("written");
    CHECK(run(command + quoted(file) + " " + input).status < 2);
    const std::string text = contents(file);
    add(name, text);
    for (const std::string& place : places) {
      json document = json::parse(text);
      const json::json_pointer at(place);
      if (document.contains(at)) document[at] = hostile;
      document[hostile] = hostile;
      add(name + std::to_string(all.size()), document);
    }
  }
};

/// That nothing is raw in what a command prints, that no text begins a line of its own, and that JSON is JSON.
Result check_printed(const Documents& documents, const std::string& arguments) {
  Result result = documents.run(arguments);
  CAPTURE(arguments);
  for (const std::string* text : {&result.out, &result.err}) {
    const auto found = raw(*text);
    CHECK_MESSAGE(!found, found.value_or("") << " in\n" << *text);
  }
  if (!contains(arguments, "no folder/")) CHECK_FALSE(contains("\n" + result.out + result.err, "\nFORGED"));
  CHECK_MESSAGE(result.status < 4, result.err);
  const bool is_json = contains(" " + arguments + " ", " --json ") || contains(arguments, "--format json");
  if (is_json && result.status < 2) CHECK(json::accept(result.out));
  return result;
}

/// The options of a command with each value that it may have, as shell words; hostile where any text will do.
std::vector<std::string> uses(const json& option) {
  const std::string name = option["name"], value = option["value"];
  std::vector<std::string> all;
  if (value.empty() || name == "--max-memory") return {name == "--max-memory" ? name + " " + quoted(hostile) : name};
  for (const std::string& choice : option["choices"].get<std::vector<std::string>>())
    all.push_back(name + " " + choice);
  if (value == "N") all.push_back(name + " 1");
  const std::string before = value == "TOKEN" ? "@" : contains(value, "=") ? "c=" : "";
  all.push_back(name + " " + quoted(before + hostile + no_utf8));
  if (value == "FILE") all.push_back(name + " " + quoted("no folder/" + hostile));  // cannot be written
  return all;
}

}  // namespace

TEST_CASE("No command prints what others wrote raw: hostile documents of every kind, for every command" *
          doctest::test_suite("slow")) {
  const Documents documents;
  std::size_t accepted = 0;
  for (const json& command : json::parse(shell::coreecs("describe json").out)) {
    const std::string name = command["command"];
    std::vector<std::string> good{""};  // arguments with which it prints something
    for (const std::string& one : documents.all)
      for (const std::string& other : documents.all) {
        if (command["arguments"].empty() || (command["arguments"].size() == 1 && &one != &other)) continue;
        const std::string arguments = command["arguments"].size() == 1 ? one : one + " " + other;
        if (command["arguments"].size() == 2 && &one != &documents.all.front() && !contains(one, "cases")) continue;
        if (!check_printed(documents, name + " " + arguments).out.empty()) good.push_back(arguments);
      }
    accepted += good.size() - 1;
    for (const json& option : command["options"])
      for (const std::string& use : uses(option))
        for (const std::string& arguments : good) {
          std::string needed;
          for (const json& need : option["needs"]) needed += " " + need[0].get<std::string>();
          if (contains(needed, "--schedule-seed") || contains(needed, "--sample")) needed += " 1";
          if (contains(needed, "--scheduler")) needed += " waves";
          check_printed(documents,
                        name + needed + " " + use + " " + (arguments.empty() ? documents.all.front() : arguments));
        }
  }
  CHECK(accepted > 25);
}

TEST_CASE("Nothing that an adapter or a file with a token says is printed raw") {
  Documents documents;
  const json hello = {{"engine", hostile},
                      {"supports", {"int", "text", "incl", "attach", "detach", "conc"}},
                      {"levels", {"storage", "queries", "systems"}}};
  std::size_t answers = 0;
  for (const std::string& answer :
       {json{{"refused", hostile}}.dump(), json{{"internal", hostile}}.dump(), json{{hostile, hostile}}.dump(),
        json{{"state", {{hostile, {{hostile, hostile}}}}}}.dump(), json{{"matches", {{hostile}}}}.dump(),
        json{{"visit", {hostile}}, {"values", json::array()}}.dump(), hostile + no_utf8, json{{"engine", 1}}.dump()}) {
    const std::string said = documents.scratch.file("hello" + std::to_string(answers), hello.dump() + "\n");
    const std::string next = documents.scratch.file("answer" + std::to_string(++answers), answer + "\n");
    const std::string adapter = "oracle --cases 3 --deadline 5 --report r --output o --transcript t -- sh -c " +
                                quoted("read x; cat '" + said + "'; while read x; do cat '" + next + "'; done");
    const Result driven = check_printed(documents, adapter);
    CHECK(driven.out + driven.err != "");
    documents.all.push_back(quoted(documents.scratch.file("r")));
    check_printed(documents, "merge-reports " + documents.all.back());
    check_printed(documents, "merge-reports --json " + documents.all.back() + " " + documents.all.back());
  }
  for (const std::string& file : documents.all)
    check_printed(documents, "run " + documents.all.front() + " --replay @" + file);
}

TEST_CASE("On a terminal colours are ours") {
  const Documents documents;
  const std::string in_terminal = quoted(COREECS_PYTHON) + " -c 'import pty, sys; pty.spawn(sys.argv[1:])' " +
                                  quoted(shell::binary()) + " check --static ";
  const auto shown = [&](const std::string& file) {
    const Result result = shell::coreecs("--version > /dev/null; TERM=xterm NO_COLOR= " + in_terminal + file);
    return std::regex_replace(result.out, std::regex("\r"), "");
  };
  const std::regex colour("\033\\[(0|31|32|1;31|1;32|1;33)m");
  for (const std::string& file : {quoted(documents.scratch.file("p.json", program().dump())), quoted(toy)}) {
    const std::string sent = shown(file), text = std::regex_replace(sent, colour, "");
    CHECK(text != sent);
    CHECK_MESSAGE(!raw(text), text);
  }
}
