// interp/CMakeLists.txt says what each room may include, and specs/explanation/architecture.md what it is for.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>

#include "props/kit/files.hpp"

namespace {

using Words = std::set<std::string>;

/// Each room with what it may include, in the order of interp/CMakeLists.txt. The rooms of semantics/ come first: they
/// are one library.
std::vector<std::pair<std::string, Words>> rooms() {
  std::vector<std::pair<std::string, Words>> all{{"semantics/base", {}},
                                                 {"semantics", {"semantics/base"}},
                                                 {"semantics/archetype", {"semantics", "semantics/base"}}};
  std::istringstream script(contents(source_dir / "interp/CMakeLists.txt"));
  const std::regex call(R"( *room\(([a-z/]+)([a-z/ ]*)\))");
  std::smatch found;
  for (std::string line; std::getline(script, line);) {
    if (!std::regex_match(line, found, call)) continue;
    Words may;
    std::istringstream words(found[2]);
    for (std::string word; words >> word;) may.insert(word.starts_with("semantics") ? word : "interp/" + word);
    all.emplace_back("interp/" + found[1].str(), may);
  }
  return all;
}

/// The folder that a file lies in.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }
/// interp/base/json is of interp/base.
std::string room_of(const std::string& path) {
  const std::string folder = folder_of(path);
  return folder == "interp/base/json" ? "interp/base" : folder;
}
/// The annex that a room, or a folder of tests or examples, belongs to; "" for the main house.
std::string annex_of(const std::string& folder) {
  static const std::regex of_annex("(?:interp|props|examples)/(oracle|apps|archetypes|classroom)(?:/.*)?");
  std::smatch found;
  return std::regex_match(folder, found, of_annex) ? found[1].str() : "";
}

/// Each file of a root, with what it includes of the project.
std::map<std::string, Words> includes(const char* root) {
  const std::regex include(R"re(^#include ["<]((semantics|interp|props|examples)/[^">]+)[">])re");
  std::map<std::string, Words> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir / root)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    Words& here = all[entry.path().lexically_relative(source_dir).generic_string()];
    std::istringstream source(contents(entry.path()));
    std::smatch found;
    for (std::string line; std::getline(source, line);)
      if (std::regex_search(line, found, include)) here.insert(found[1]);
  }
  return all;
}

}  // namespace

TEST_CASE("Each room includes only itself and what interp/CMakeLists.txt says that it may") {
  const auto all = rooms();
  const std::map<std::string, Words> may(all.begin(), all.end());
  Words met;
  for (const char* root : {"semantics", "interp"})
    for (const auto& source : includes(root)) {
      const std::string& file = source.first;
      const std::string room = room_of(file);
      CAPTURE(file);
      // What is installed for programs outside, main, and what puts the parts of the house together
      if (room == "interp/coreecs" || room == "interp" || file == "interp/commands/parts.cpp") continue;
      met.insert(room);
      REQUIRE(may.count(room) == 1);
      for (const std::string& other : source.second) {
        CAPTURE(other);
        CHECK((room_of(other) == room || may.at(room).count(room_of(other)) == 1));
      }
    }
  for (const auto& room : all) {
    CAPTURE(room.first);
    CHECK(met.count(room.first) == 1);
  }
}

TEST_CASE(
    "A room may include rooms before it, the main house no annex, an annex no other, and verify nothing that decides") {
  std::map<std::string, Words> reached;  // by each room, through others too
  for (const auto& each : rooms()) {
    const std::string& room = each.first;
    CAPTURE(room);
    CHECK(reached.count(room) == 0);
    Words& all = reached[room];
    for (const std::string& other : each.second) {
      CAPTURE(other);
      CHECK(reached.count(other) == 1);
      CHECK((annex_of(other).empty() || annex_of(other) == annex_of(room)));
      all.insert(other);
      all.insert(reached[other].begin(), reached[other].end());
    }
  }
  const Words& verify = reached["interp/check/verify"];
  CHECK(verify.count("semantics") == 1);
  for (const char* what_decides : {"interp/run", "interp/check/decide", "interp/check/record", "interp/search"}) {
    CAPTURE(what_decides);
    CHECK(verify.count(what_decides) == 0);
  }
}

TEST_CASE("Tests and examples of the main house include no annex, and those of an annex no other") {
  for (const char* root : {"props", "examples"})
    for (const auto& source : includes(root))
      for (const std::string& other : source.second) {
        const std::string& file = source.first;
        CAPTURE(file);
        CAPTURE(other);
        CHECK((annex_of(folder_of(other)).empty() || annex_of(folder_of(other)) == annex_of(folder_of(file))));
      }
}

TEST_CASE("specs/explanation/architecture.md says of each room what it is for, and of no other") {
  Words described, expected;
  std::istringstream page(contents(source_dir / "specs/explanation/architecture.md"));
  const std::regex row(R"(\| `((?:semantics|interp)[a-z/]*)/` \| [^|]+ \|)");
  std::smatch found;
  for (std::string line; std::getline(page, line);)
    if (std::regex_match(line, found, row)) CHECK(described.insert(found[1]).second);
  for (const auto& room : rooms()) expected.insert(room.first);
  CHECK(described == expected);
}

TEST_CASE("No two headers declare types of one name in one namespace") {
  const std::regex opens(R"((?:inline )?namespace ([\w:]+) \{)"),
      declares(R"((?:struct|class|enum class) (\w+)(?: final)?(?: : [^;]*)? \{.*)");
  std::map<std::string, Words> declared;
  for (const char* root : {"semantics", "interp"})
    for (const auto& file : std::filesystem::recursive_directory_iterator(source_dir / root)) {
      if (file.path().extension() != ".hpp") continue;
      std::istringstream text(contents(file.path()));
      std::vector<std::string> open;
      std::smatch found;
      for (std::string line; std::getline(text, line);) {
        if (std::regex_match(line, found, opens)) {
          open.push_back(found[1].str() + "::");
        } else if (line.starts_with("}  // namespace") && !open.empty()) {
          open.pop_back();
        } else if (std::regex_match(line, found, declares)) {
          const std::string scope = std::accumulate(open.begin(), open.end(), std::string());
          declared[scope + found[1].str()].insert(file.path().lexically_relative(source_dir).generic_string());
        }
      }
    }
  CHECK(declared.contains("coreecs::State"));
  for (const auto& each : declared) {
    CAPTURE(each.first);
    const std::string first = *each.second.begin(), last = *each.second.rbegin();
    CHECK(first == last);
  }
}
