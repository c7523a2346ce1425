// The files that commands write: whole or not at all, never in the place of one that is read or written otherwise.
#include <sys/stat.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "props/kit/command.hpp"

using nlohmann::json;
using namespace std::string_literals;
using shell::coreecs;
using shell::quoted;
using shell::Result;

namespace {

namespace fs = std::filesystem;

/// What the command line says of its commands.
json described() { return json::parse(coreecs("describe json").out); }

bool is_named(const json& names, const json& option) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name == option["name"] || name.rfind(option["name"].get<std::string>() + " ", 0) == 0;
  });
}

/// Whether the command line refuses one of these beside the other, whatever they name.
bool exclude(const json& a, const json& b) { return a["excludes"].contains("") && is_named(a["excludes"][""], b); }

/// A command line with these values for its options and arguments, and what they need.
class CommandLine {
 public:
  explicit CommandLine(const json& command) : command_(command) {}

  /// Nothing where two of these options are refused beside each other.
  std::optional<std::string> with(std::map<std::string, std::string> values, const std::string& elsewhere) const {
    const auto named = [&](const json& option) { return values.contains(option["name"]); };
    for (const json& option : command_["options"])
      if (named(option))
        for (const json& uses : option["needs"]) {
          const std::string use = uses[0];
          values.try_emplace(use.substr(0, use.find(' ')),
                             use.find(' ') == std::string::npos ? "" : use.substr(use.find(' ') + 1));
        }
    std::string line = command_["command"];
    for (const json& option : command_["options"]) {
      for (const json& other : command_["options"])
        if (named(option) && named(other) && exclude(option, other)) return std::nullopt;
      if (const auto value = values.find(option["name"]); value != values.end())
        line +=
            " " + value->first +
            (option["value"].get<std::string>().empty() ? "" : " " + quoted(given(option, value->second, elsewhere)));
    }
    if (command_["command"] == "oracle") line += " --";
    for (const json& argument : command_["arguments"]) {
      const auto value = values.find(argument["name"]);
      line += " " + quoted(value == values.end() ? elsewhere : value->second);
    }
    return line;
  }

 private:
  static std::string given(const json& option, const std::string& value, const std::string& elsewhere) {
    if (!value.empty()) return value;
    if (!option["choices"].empty()) return option["choices"][0];
    return option["value"] == "N" ? "1" : elsewhere;
  }
  const json& command_;
};

/// Other names of a file in this folder that is there.
std::vector<std::string> names_of(const Scratch& scratch, const std::string& file) {
  const fs::path path = scratch.file(file);
  fs::remove(scratch.path / "hard");
  fs::remove(scratch.path / "soft");
  fs::create_hard_link(path, scratch.path / "hard");
  fs::create_symlink(file, scratch.path / "soft");
  std::error_code there;
  fs::create_directory_symlink(".", scratch.path / "here", there);
  return {path, scratch.path / "." / file, scratch.path / "here" / file, scratch.path / "hard", scratch.path / "soft"};
}

/// All options and arguments of a command that name files.
std::vector<json> files_of(const json& command, const char* how) {
  std::vector<json> all;
  for (const char* list : {"arguments", "options"})
    for (const json& option : command[list])
      if (option[how]) all.push_back(option);
  return all;
}

std::string shell_line(const std::string& command) { return "--version > /dev/null; " + command; }

const std::string the_binary = quoted(shell::binary());

}  // namespace

TEST_CASE("Each option and argument that names a file says whether the command reads or writes it") {
  for (const json& command : described()) {
    CAPTURE(command["command"]);
    for (const json& option : command["options"])
      if (option["value"] == "FILE") CHECK(option["reads"] != option["writes"]);
    for (const json& argument : command["arguments"]) CHECK(argument["reads"]);
  }
}

TEST_CASE("No command writes over a file that it reads, by whatever name") {
  const std::string text = contents(source_dir / toy);
  std::size_t tried = 0;
  for (const json& command : described())
    for (const json& written : files_of(command, "writes"))
      for (const json& read : files_of(command, "reads")) {
        const Scratch scratch;
        (void)scratch.file("p.json", text);
        (void)scratch.file("other.json", text);
        for (const std::string& name : names_of(scratch, "p.json"))
          for (const std::string& at : {""s, "@"s}) {
            const auto line = CommandLine(command).with(
                {{written["name"], name}, {read["name"], at + scratch.file("p.json")}}, scratch.file("other.json"));
            const bool takes_token = command["command"] == "run" && read["name"] == "--replay";
            if (!line || takes_token != (at == "@")) continue;
            CAPTURE(*line);
            const Result result = coreecs(*line);
            CAPTURE(result.err);
            CHECK(result.status == 2);
            for (const json& option : {written, read}) CHECK(contains(result.err, option["name"]));
            CHECK(contents(scratch.path / "p.json") == text);
            ++tried;
          }
      }
  CHECK(tried >= (shell::has_annexes() ? 50U : 20U));
}

TEST_CASE("No command writes two outputs to one file, whether it is there or not") {
  std::size_t tried = 0;
  for (const json& command : described()) {
    const std::vector<json> written = files_of(command, "writes");
    for (std::size_t a = 0; a < written.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        for (const bool there : {true, false}) {
          const Scratch scratch;
          (void)scratch.file("other.json", contents(source_dir / toy));
          std::vector<std::string> names{scratch.file("out"), scratch.path / "." / "out", scratch.path / "new" / "out"};
          fs::create_directory_symlink(".", scratch.path / "new");
          if (there) (void)scratch.file("out", "before");
          if (there) names = names_of(scratch, "out");
          for (const std::string& name : names) {
            const auto line = CommandLine(command).with(
                {{written[a]["name"], scratch.file("out")}, {written[b]["name"], name}}, scratch.file("other.json"));
            if (!line) continue;
            CAPTURE(*line);
            const Result result = coreecs(*line);
            CHECK(result.status == 2);
            for (const json& option : {written[a], written[b]}) CHECK(contains(result.err, option["name"]));
            CHECK(fs::exists(scratch.path / "out") == there);
            if (there) CHECK(contents(scratch.path / "out") == "before");
            ++tried;
          }
        }
  }
  if (shell::has_annexes()) CHECK(tried >= 20);  // in the main house no command writes two files
}

TEST_CASE("Standard input and standard output are files of a command like others") {
  const std::string text = contents(source_dir / toy);
  const Scratch scratch;
  const std::string p = scratch.file("p.json", text);
  for (const std::string& command :
       {the_binary + " check - --certificate " + p + " < " + p,
        the_binary + " check " + p + " --certificate /dev/stdin < " + p, the_binary + " show " + p + " >> " + p,
        the_binary + " show - < " + p + " >> " + p, the_binary + " check " + toy + " --certificate " + p + " >> " + p,
        the_binary + " check " + toy + " --certificate " + p + " 2>> " + p}) {
    CAPTURE(command);
    CHECK(coreecs(shell_line("(" + command + ")")).status == 2);
    CHECK(contents(p).rfind(text, 0) == 0);
  }
  CHECK(coreecs(shell_line("(" + the_binary + " check " + p + " --certificate /dev/stdout | cat)")).status == 0);
}

TEST_CASE("A file whose name a search makes up is none that the command reads or writes otherwise") {
  const Scratch scratch;
  const std::string lost = "check --schedule lost_write --frames 1 ";
  const std::string text = contents(source_dir / toy), program = scratch.file("run-1.replay", text);
  const Result over_input = coreecs(lost + program + " --save-replays " + scratch.path.string());
  CHECK(over_input.status == 2);
  CHECK(contents(program) == text);
  const Scratch other;
  const Result over_output =
      coreecs(lost + toy + " --save-replays " + other.path.string() + " --certificate " + other.file("run-1.replay"));
  CHECK(over_output.status == 2);
  const Scratch linked;
  fs::create_symlink("run-1.replay", linked.path / "run-2.replay");
  CHECK(coreecs(lost + toy + " --save-replays " + linked.path.string()).status == 2);
  CHECK(nlohmann::json::accept(contents(other.path / "run-1.replay")));
}

TEST_CASE("A file that was planted where a command writes first is not followed, and stays") {
  if (coreecs(shell_line("unshare --pid --fork true")).status != 0) {
    MESSAGE("skipped: no PID namespaces can be made here");
    return;
  }
  const Scratch scratch;
  const std::string victim = scratch.file("victim", "before");
  for (const char* name : {"coreecs.1.tmp", "coreecs.tmp", "out.html.tmp"})
    fs::create_symlink("victim", scratch.path / name);
  CHECK(coreecs(shell_line("unshare --pid --fork " + the_binary + " report " + toy + " -o " + scratch.file("out.html")))
            .status == 0);
  CHECK(contents(victim) == "before");
  CHECK_FALSE(fs::is_symlink(scratch.path / "out.html"));
  CHECK(contains(contents(scratch.path / "out.html"), "<html"));
}

TEST_CASE("Processes of one PID that write to one folder at the same time each write their own files") {
  if (coreecs(shell_line("unshare --pid --fork true")).status != 0) return;
  const Scratch scratch;
  std::string script;
  for (int shard = 1; shard <= 4; ++shard) {
    const std::string number = std::to_string(shard);
    script += "unshare --pid --fork " + the_binary + " fuzz " + toy + " --cases 8 --shard " + number + "/4 --output " +
              scratch.path.string() + " --report " + scratch.file("s" + number) + " > /dev/null & ";
  }
  for (int round = 0; round < 5; ++round) {
    CHECK(coreecs(shell_line(script + "wait")).err == "");
    for (int shard = 1; shard <= 4; ++shard)
      CHECK(json::parse(contents(scratch.path / ("s" + std::to_string(shard))))["shards"] == json{shard});
  }
}

TEST_CASE("On a full disk every file stays as it was, and nothing is left beside it") {
  const Scratch scratch;
  const std::string adapter = quoted(COREECS_PYTHON) + " examples/oracle/adapters/adapter.py";
  for (const std::string& command : std::vector<std::string>{
           "check " + toy + " --certificate OUT", "report " + toy + " -o OUT",
           "run " + toy + " --executor threads --trace OUT", "shrink " + toy + " --schedule lost_write --output OUT",
           "fuzz " + toy + " --cases 1 --output " + scratch.path.string() + " --report OUT",
           "oracle --cases 1 --transcript OUT -- " + adapter, "oracle --cases 1 --report OUT -- " + adapter,
           "app simulate examples/apps/tower_defense.json --scheduler waves --gantt OUT",
           "app simulate examples/apps/tower_defense.json --scheduler waves --trace OUT"}) {
    if (!shell::has(command)) continue;
    const std::string out = scratch.file("out", "before");
    std::string line = command;
    line.replace(line.find("OUT"), 3, quoted(out));
    const Result full = coreecs(shell_line(
        "sh -c " + quoted("(trap '' XFSZ; ulimit -f 0; " + the_binary + " " + line + " 2>&1; echo status $?) | cat")));
    CAPTURE(line);
    CAPTURE(full.out);
    CHECK(contains(full.out, out + ": "));
    CHECK(contains(full.out, "File too large"));
    CHECK(contains(full.out, "status 2"));
    CHECK(contents(out) == "before");
  }
  CHECK(std::distance(fs::directory_iterator(scratch.path), {}) == 1);
}

TEST_CASE("A link is followed, also to a file that is not there yet, and the permissions of a file stay") {
  const Scratch scratch;
  fs::create_directory(scratch.path / "folder");
  fs::create_symlink("folder/later", scratch.path / "link");
  CHECK(coreecs("check " + toy + " --certificate " + scratch.file("link")).status == 0);
  CHECK(fs::is_symlink(scratch.path / "link"));
  CHECK(json::accept(contents(scratch.path / "folder/later")));
  const std::string shared = scratch.file("shared", "before");
  fs::permissions(shared, fs::perms(0640));
  CHECK(coreecs("check " + toy + " --certificate " + shared).status == 0);
  CHECK(fs::status(shared).permissions() == fs::perms(0640));
  CHECK(json::accept(contents(shared)));
}

TEST_CASE("A file that is no file, folder or pipe cannot be written, and nobody waits for it") {
  const Scratch scratch;
  const std::string socket = scratch.file("socket");
  const std::string made = "import socket; socket.socket(socket.AF_UNIX).bind('" + socket + "')";
  REQUIRE(coreecs(shell_line(quoted(COREECS_PYTHON) + " -c " + quoted(made))).status == 0);
  CHECK(coreecs("report " + toy + " -o " + socket).status == 2);
}

TEST_CASE("A transcript is written whole, also where the program to replay is none") {
  const Scratch scratch;
  const std::string before = scratch.file("lines", "before");
  CHECK(coreecs("oracle --replay " + scratch.file("none.json", "{") + " --transcript " + before + " -- true").status ==
        2);
  CHECK(contents(before) == "before");
}
