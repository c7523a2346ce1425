// The manual page and the completions that are written from what the command line says of itself.
#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "props/kit/command.hpp"

using nlohmann::json;
using shell::coreecs;

namespace {

const json& commands() {
  static const json all = json::parse(coreecs("describe json").out);
  return all;
}

bool is_there(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null").c_str()) == 0;
}

/// What a shell command prints, and its status.
std::pair<int, std::string> output(const std::string& command) {
  const Scratch scratch;
  const int status = std::system(("{ " + command + "; } > " + scratch.file("out") + " 2>&1").c_str());
  return {WEXITSTATUS(status), contents(scratch.path / "out")};
}

/// Text in roff.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '-' ? "\\-" : std::string(1, c);
  return out;
}

/// What bash offers for the last of these words.
std::vector<std::string> offered(const std::string& script, const std::vector<std::string>& words) {
  std::string command = "source " + shell::quoted(script) + "; COMP_WORDS=(";
  for (const std::string& word : words) command += shell::quoted(word) + " ";
  command += "); COMP_CWORD=" + std::to_string(words.size() - 1) + "; _coreecs; printf '%s\\n' \"${COMPREPLY[@]}\"";
  std::istringstream lines(output("bash -c " + shell::quoted(command)).second);
  std::vector<std::string> out;
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) out.push_back(line);
  std::sort(out.begin(), out.end());
  return out;
}

/// The words of a command: one, or two.
std::vector<std::string> words(const std::string& command) {
  std::istringstream in(command);
  return {std::istream_iterator<std::string>(in), {}};
}

std::vector<std::string> sorted(std::vector<std::string> all) {
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("The manual page names every command and option, and is one that groff and mandoc read") {
  const std::string page = coreecs("describe man").out;
  CHECK(contains(page, "\n.TH COREECS 1 "));
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXAMPLES", "EXIT STATUS"})
    CHECK_MESSAGE(contains(page, std::string("\n.SH ") + section + "\n"), section);
  for (const json& command : commands()) {
    const std::size_t start = page.find("\\fBcoreecs " + roff(command["command"]) + "\\fR ");
    REQUIRE_MESSAGE(start != std::string::npos, command["command"]);
    const std::string section = page.substr(start, page.find("\n.RE\n", start) - start);
    for (const json& option : command["options"])
      CHECK_MESSAGE(contains(section, "\\fB" + roff(option["name"]) + "\\fR"), option["name"]);
  }
  const Scratch scratch;
  const std::string file = shell::quoted(scratch.file("coreecs.1", page));
  if (is_there("groff")) CHECK(output("groff -man -ww -k -Tutf8 -z " + file) == std::pair(0, std::string()));
  if (is_there("mandoc")) CHECK(output("mandoc -T lint -W error " + file) == std::pair(0, std::string()));
}

TEST_CASE("bash completes commands, the options of a command, and values that are few") {
  if (!is_there("bash")) return;
  const Scratch scratch;
  const std::string script = scratch.file("coreecs", coreecs("describe bash").out);
  std::set<std::string> first{"help", "version"};
  std::map<std::string, std::set<std::string>> second;
  for (const json& command : commands()) {
    const std::vector<std::string> both = words(command["command"]);
    first.insert(both[0]);
    if (both.size() > 1) second[both[0]].insert(both[1]);
  }
  CHECK(offered(script, {"coreecs", ""}) == std::vector<std::string>(first.begin(), first.end()));
  CHECK((second.count("app") == 1) == shell::has("app show"));
  for (const auto& [family, all] : second) {
    const std::vector<std::string> names(all.begin(), all.end());
    CHECK(offered(script, {"coreecs", family, ""}) == names);
    CHECK(offered(script, {"coreecs", "help", family, ""}) == names);
  }
  CHECK(offered(script, {"coreecs", "ch"}) == std::vector<std::string>{"check", "check-trace"});
  CHECK(offered(script, {"coreecs", "help", "sho"}) == std::vector<std::string>{"show"});
  for (const json& command : commands()) {
    const std::string name = command["command"];
    CAPTURE(name);
    const auto offered_after = [&](const std::vector<std::string>& rest) {
      std::vector<std::string> all = words(name);
      all.insert(all.begin(), "coreecs");
      all.insert(all.end(), rest.begin(), rest.end());
      return offered(script, all);
    };
    std::vector<std::string> options{"--help"};
    for (const json& option : command["options"]) {
      options.push_back(option["name"]);
      const std::vector<std::string> choices = option["choices"];
      if (choices.empty()) continue;
      CHECK(offered_after({"p.json", option["name"], ""}) == sorted(choices));
      std::vector<std::string> begun;
      std::copy_if(choices.begin(), choices.end(), std::back_inserter(begun),
                   [&](const std::string& choice) { return choice.rfind(choices[0], 0) == 0; });
      CHECK(offered_after({option["name"], "=", choices[0]}) == sorted(begun));
    }
    CHECK(offered_after({"-"}) == sorted(options));
    CHECK(offered_after({""}).empty());  // files, by bash itself
  }
  CHECK(offered(script, {"coreecs", "run", "--frames", ""}).empty());
  CHECK(offered(script, {"coreecs", "run", "--save-replays", COREECS_SOURCE_DIR "/exa"}) ==
        std::vector<std::string>{COREECS_SOURCE_DIR "/examples"});
  CHECK(offered(script, {"coreecs", "run", "--save-replays", COREECS_SOURCE_DIR "/READ"}).empty());  // no folder
}

TEST_CASE("fish and zsh read their completions, which know every option") {
  const Scratch scratch;
  const std::string fish = coreecs("describe fish").out, zsh = coreecs("describe zsh").out;
  for (const json& command : commands())
    for (const json& option : command["options"]) {
      const std::string name = option["name"];
      CAPTURE(name);
      CHECK(contains(fish, "from " + words(command["command"]).back() + "' -l " + name.substr(2) + " "));
      CHECK(contains(zsh, name + "["));
    }
  if (is_there("zsh"))
    CHECK(output("zsh -n " + shell::quoted(scratch.file("_coreecs", zsh))) == std::pair(0, std::string()));
  if (is_there("fish")) {
    const std::string file = scratch.file("coreecs.fish", fish);
    const std::string found = output("HOME=" + shell::quoted(scratch.path.string()) + " fish -c " +
                                     shell::quoted("source " + file + "; complete -C 'coreecs run --by '"))
                                  .second;
    CHECK(contains(found, "component"));
    CHECK(contains(found, "entity"));
  }
}
