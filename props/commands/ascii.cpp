// --ascii: whatever is printed is ASCII, and documents mean the same.
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The characters of a text that are not ASCII.
std::set<std::string> beyond_ascii(const std::string& text) {
  std::set<std::string> found;
  for (std::size_t j = 0, bytes = 1; j < text.size(); j += bytes) {
    bytes = 1;
    while (j + bytes < text.size() && (static_cast<unsigned char>(text[j + bytes]) & 0xC0) == 0x80) ++bytes;
    if (bytes > 1) found.insert(text.substr(j, bytes));
  }
  return found;
}

/// The string literals of a source, one after the other.
std::string literals(const std::string& source) {
  static const std::regex token(R"re(//[^\n]*|R"\(([^]*?)\)"|"((?:[^"\\\n]|\\.)*)"|'(?:[^'\\]|\\.)+')re");
  std::string all;
  for (auto at = std::sregex_iterator(source.begin(), source.end(), token); at != std::sregex_iterator(); ++at)
    all += (*at)[1].str() + (*at)[2].str();
  return all;
}

/// Toy physics with this text about it, which `show` prints; and under this name.
std::string about(const std::string& text) {
  json program = json::parse(contents(source_dir / toy));
  program["about"] = text;
  return program.dump();
}
std::string named(const std::string& name) {
  json program = json::parse(contents(source_dir / toy));
  program["name"] = name;
  return program.dump();
}

/// What `show --ascii` prints for that text.
std::string spelled(const std::string& text) {
  const std::string out = coreecs("show --ascii -", about(text)).out;
  const std::size_t begin = out.find("\n  ") + 3;
  return out.substr(begin, out.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("--ascii: all that the commands print of the examples is ASCII, and JSON means the same" *
          doctest::test_suite("slow")) {
  const auto check = [](const std::string& arguments, const std::string& input = "") {
    CAPTURE(arguments);
    const Result as_it_is = coreecs(arguments, input), ascii = coreecs("--ascii " + arguments, input);
    CHECK(is_ascii(ascii.out));
    CHECK(is_ascii(ascii.err));
    CHECK(ascii.status == as_it_is.status);
    if (is_ascii(as_it_is.out)) CHECK(ascii.out == as_it_is.out);
    if (contains(arguments, "--json") && ascii.status < 2) CHECK(json::parse(ascii.out) == json::parse(as_it_is.out));
  };
  for (const auto& path : example_programs()) {
    const std::string file = quoted(path.string());
    const json program = json::parse(contents(path));
    for (const auto& [name, z] : program.at("schedules").items())
      for (const char* command : {"check", "check --json", "run"})
        check(command + (" --schedule " + name) + " " + file);
    for (const char* command : {"show ", "test "}) check(command + file);
    for (const char* format : {"dot", "svg", "mermaid"})
      check("graph --of systems --format " + std::string(format) + " " + file);
  }
  for (const char* arguments :
       {"graph --format svg", "graph --format mermaid", "graph --of schedule", "check --static", "check --suggest",
        "check --visibility shared", "check --any-match-order", "check --certificate -", "run --json",
        "run --by entity", "run --executor threads --repeat 3", "linearizations --list", "linearizations --list --json",
        "shrink", "cases --count 2", "check --schedule nosuch", "shrink --schedule lost_write", "check --frames ∥",
        "check --∥"})
    check(arguments + (" " + toy));
  const Scratch found;  // what fuzz writes
  for (const char* arguments : {"fuzz --cases 5 ", "fuzz --cases 5 --json "})
    check(arguments + ("--output " + quoted(found.path.string()) + " " + toy));
  for (const char* word : {"4.7", "D5", "∏"}) {
    check(std::string("explain ") + word);
    CHECK_FALSE(contains(coreecs(std::string("--ascii explain ") + word).out, "\\u{"));
  }
  check("explain " + toy);
  check("run --steps " + toy);
  check("generate --cases 20");
  check("shrink -", about("é"));
  check("judge props/commands/graph.cpp " + toy);
  check("check-trace " + toy + " " + toy);
  check("verify-certificate " + toy + " " + toy);
  check("merge-reports " + toy);
  check("run ∥.json");
  check("oracle -- ∥");
  check("");
  check("∥");
  for (const json& command : json::parse(coreecs("describe json").out)) {
    check("help " + command["command"].get<std::string>());
    CHECK(contains(coreecs("help " + command["command"].get<std::string>()).out, "--ascii"));
  }
}

TEST_CASE("--ascii: each symbol that we print has a spelling of its own") {
  std::set<std::string> symbols;
  for (const char* extension : {".cpp", ".hpp"})
    for (const auto& path : files("interp", extension))
      for (const std::string& symbol : beyond_ascii(literals(contents(path)))) symbols.insert(symbol);
  for (const char* letter : {"é", "ä"}) symbols.erase(letter);  // in random texts, of which they are characters as any
  CHECK(symbols.size() > 40);
  std::map<std::string, std::string> of;
  for (const std::string& symbol : symbols) {
    const std::string spelling = spelled("x" + symbol);
    CAPTURE(symbol);
    CHECK_FALSE(contains(spelling, "\\u{"));
    CHECK(spelling.size() > 1);
    const auto added = of.emplace(spelling, symbol);
    CHECK_MESSAGE(added.second, symbol << " is spelled as " << added.first->second);
  }
}

TEST_CASE("--ascii: other characters are spelled by their numbers, in each kind of document by its escapes") {
  CHECK(spelled("é 日 😀 ↦") == "\\u{E9} \\u{65E5} \\u{1F600} |->");
  const std::string document = named("é 😀");
  CHECK(contains(coreecs("shrink --ascii --schedule lost_write -", document).out, R"("\u00e9 \ud83d\ude00")"));
  CHECK(contains(coreecs("graph --ascii -", document).out, "label=\"&#233; &#128512;: "));
  CHECK(contains(coreecs("graph --ascii --format svg -", document).out, "&#233; &#128512;: "));
  CHECK(contains(coreecs("graph --ascii --format mermaid -", document).out, "[\"#233; #128512;#58; "));
  CHECK(contains(coreecs("show --ascii \xff.json").err, "\\xff.json"));
}

TEST_CASE("--ascii: files are written as ever, and what comes after -- is not looked at") {
  const Scratch scratch;
  const std::string one = scratch.file("one"), other = scratch.file("other"), program = named("é");
  const std::string line = "shrink - --schedule lost_write --output ";
  CHECK(coreecs(line + quoted(one), program).status == 0);
  CHECK(coreecs(line + quoted(other) + " --ascii", program).status == 0);
  CHECK(contents(one) == contents(other));
  CHECK(contains(contents(one), "é"));
  if (shell::has("oracle"))
    CHECK(contains(coreecs("oracle -- sh -c 'echo \"∥ $*\" >&2' sh --ascii").err, "∥ --ascii\n"));
}
