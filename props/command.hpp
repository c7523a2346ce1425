/// The command line, as its users meet it.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "props/files.hpp"

namespace shell {

struct Result {
  int status;
  std::string out, err;
};

inline std::string quoted(const std::string& text) {
  std::string shell = "'";
  for (const char c : text) shell += c == '\'' ? "'\\''" : std::string(1, c);
  return shell + "'";
}

/// Runs the command line in the project's folder. `arguments` are shell words.
inline Result coreecs(const std::string& arguments, const std::string& input = "") {
  char folder[] = "/tmp/coreecs-test-XXXXXX";
  REQUIRE(mkdtemp(folder) != nullptr);
  const std::filesystem::path scratch = folder;
  std::ofstream(scratch / "in") << input;
  const std::string command = "cd " + quoted(COREECS_SOURCE_DIR) + " && " + quoted(COREECS_BINARY) + " " + arguments +
                              " <" + folder + "/in >" + folder + "/out 2>" + folder + "/err";
  const int status = std::system(command.c_str());
  const Result result{WEXITSTATUS(status), contents(scratch / "out"), contents(scratch / "err")};
  std::filesystem::remove_all(scratch);
  return result;
}

}  // namespace shell

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
