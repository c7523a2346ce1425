/// The command line, as its users meet it.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "props/kit/files.hpp"

/// A folder that is gone in the end.
struct Scratch {
  std::filesystem::path path;

  Scratch() {
    char folder[] = "/tmp/coreecs-test-XXXXXX";
    REQUIRE(mkdtemp(folder) != nullptr);
    path = folder;
  }
  ~Scratch() { std::filesystem::remove_all(path); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// The path of a file in it, and of one with this text.
  [[nodiscard]] std::string file(const std::string& name) const { return (path / name).string(); }
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path / name) << text;
    return file(name);
  }
};

namespace shell {

/// The command line that is tested: the one that was built, unless the environment names another.
inline std::string binary() {
  const char* other = std::getenv("COREECS_BINARY");
  return other ? other : COREECS_BINARY;
}

struct Result {
  int status;
  std::string out, err;
};

inline std::string quoted(const std::string& text) {
  std::string shell = "'";
  for (const char c : text) shell += c == '\'' ? "'\\''" : std::string(1, c);
  return shell + "'";
}

/// Runs the command line in the project's folder, not for ever. `arguments` are shell words.
inline Result coreecs(const std::string& arguments, const std::string& input = "") {
  const Scratch scratch;
  const std::string command = "cd " + quoted(COREECS_SOURCE_DIR) + " && timeout 200 " + quoted(binary()) + " " +
                              arguments + " <" + scratch.file("in", input) + " >" + scratch.file("out") + " 2>" +
                              scratch.file("err");
  const int status = std::system(command.c_str());
  return {WEXITSTATUS(status), contents(scratch.path / "out"), contents(scratch.path / "err")};
}

/// Whether this build has the command that a line begins with: those of annexes can be left out.
inline bool has(const std::string& line) {
  static const std::string known = coreecs("describe json").out;
  const bool of_family = line.starts_with("app ");
  const std::size_t first = of_family ? line.find(' ', 4) : line.find(' ');
  return known.find("\"command\": \"" + line.substr(0, first) + "\"") != std::string::npos;
}

/// Whether no annex is left out.
inline bool has_annexes() { return has("oracle") && has("app show") && has("core") && has("mark"); }

}  // namespace shell

inline const std::string toy = "examples/toy_physics.json";

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
