// What README and specs show of the command line is what it prints.
#include <map>

#include "props/kit/command.hpp"

namespace {

using Lines = std::vector<std::string>;

Lines lines(const std::string& text) {
  std::istringstream in(text);
  Lines all;
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

/// The commands of a page's blocks of code, each with the lines that follow it there.
std::vector<std::pair<std::string, Lines>> commands(const std::string& page) {
  std::vector<std::pair<std::string, Lines>> found;
  bool code = false, command = false;
  for (const std::string& line : lines(page)) {
    const bool fence = line.rfind("```", 0) == 0;
    code = code != fence;
    command = code && !fence && (command || line.rfind("$ ", 0) == 0);
    if (command && line.rfind("$ ", 0) == 0)
      found.emplace_back(line.substr(2), Lines());
    else if (command)
      found.back().second.push_back(line);
  }
  return found;
}

/// Whether these lines are printed, where a line `...` stands for any number of them.
bool matches(const Lines& shown, const Lines& printed) {
  std::size_t at = 0;
  for (std::size_t j = 0; j < shown.size(); ++j) {
    const bool any = shown[j].find_first_not_of(" .") == std::string::npos && shown[j].find("...") != std::string::npos;
    if (any && j + 1 == shown.size()) return true;
    if (any)
      while (at < printed.size() && printed[at] != shown[j + 1]) ++at;
    else if (at == printed.size() || printed[at++] != shown[j])
      return false;
  }
  return at == printed.size();
}

}  // namespace

TEST_CASE("What README and specs show of the command line is what it prints") {
  const Scratch scratch;
  std::filesystem::create_symlink(source_dir / "examples", scratch.path / "examples");
  std::map<std::string, int> compared;
  for (const char* page : {"README.md", "specs/threads.md"})
    for (const auto& example : commands(contents(source_dir / page))) {
      const std::string& command = example.first;
      std::vector<std::string> shown = example.second;
      if (command.find("--executor threads") != std::string::npos) continue;  // varies by nature
      while (!shown.empty() && shown.back().empty()) shown.pop_back();
      CAPTURE(page);
      CAPTURE(command);
      const std::string arguments = command.substr(command.find("coreecs ") + 8);
      const std::string run = "cd " + shell::quoted(scratch.path.string()) + " && " + shell::quoted(shell::binary()) +
                              " " + arguments + " > printed";
      CHECK(std::system(run.c_str()) != -1);
      CHECK_MESSAGE(matches(shown, lines(contents(scratch.path / "printed"))), contents(scratch.path / "printed"));
      ++compared[page];
    }
  CHECK(compared["README.md"] == 4);
  CHECK(compared["specs/threads.md"] == 1);
}

TEST_CASE("The program of README is complete, races as README says, and does not with then in the place of par") {
  const std::string page = contents(source_dir / "README.md"), fence = "```json\n";
  const std::size_t begin = page.find(fence) + fence.size();
  std::string program = page.substr(begin, page.find("```", begin) - begin);
  const shell::Result races = shell::coreecs("check -", program);
  CHECK(races.status == 1);
  CHECK(contains(races.out, "poison⟨bob⟩ and heal⟨bob⟩ are concurrent and both influence Health(bob)"));
  const std::size_t par = program.find("\"par\"");
  REQUIRE(par != std::string::npos);
  CHECK(shell::coreecs("check -", program.replace(par, 5, "\"then\"")).status == 0);
}
