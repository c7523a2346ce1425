// specs/architecture.md is what the folders are: each has a row, and includes only what its row allows.
#include <doctest/doctest.h>

#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "props/kit/files.hpp"

namespace {

using Words = std::set<std::string>;

Words words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// The rows "| `folder/` | purpose | may include |", in their order.
std::vector<std::pair<std::string, Words>> rows() {
  std::istringstream page(contents(source_dir / "specs/architecture.md"));
  const std::regex row(R"(\| `([a-z_/]+)/` \| [^|]+ \| ([^|]*)\|)");
  std::vector<std::pair<std::string, Words>> rows;
  std::smatch found;
  for (std::string line; std::getline(page, line);)
    if (std::regex_match(line, found, row)) rows.emplace_back(found[1], words(found[2]));
  return rows;
}
/// The same by folder.
std::map<std::string, Words> table() {
  const auto all = rows();
  return {all.begin(), all.end()};
}

/// The folder that a file lies in, and that an #include names.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

/// The files that the sources of each folder include, by folder; those of the project only.
std::map<std::string, Words> included() {
  const std::regex include(R"re(^#include ["<]((semantics|interp|props|examples)/[^">]+)[">])re");
  std::map<std::string, Words> files;
  for (const char* root : {"semantics", "interp", "props", "examples"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir / root)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      Words& here = files[folder_of(entry.path().lexically_relative(source_dir).generic_string())];
      std::istringstream source(contents(entry.path()));
      std::smatch found;
      for (std::string line; std::getline(source, line);)
        if (std::regex_search(line, found, include)) here.insert(found[1]);
    }
  return files;
}

}  // namespace

TEST_CASE("Each folder includes only itself and what its row of specs/architecture.md allows") {
  const std::map<std::string, Words> allowed = table();
  const std::map<std::string, Words> includes = included();
  for (const auto& row : allowed) {
    CAPTURE(row.first);
    CHECK(includes.count(row.first) == 1);  // a folder of the row
  }
  for (const auto& entry : includes) {
    const std::string& folder = entry.first;
    CAPTURE(folder);
    const auto row = allowed.find(folder);
    CHECK(row != allowed.end());  // a row of the folder
    if (row == allowed.end()) continue;
    for (const std::string& file : entry.second) {
      CAPTURE(file);
      CHECK((folder_of(file) == folder || row->second.count(folder_of(file)) == 1));
    }
  }
}

TEST_CASE(
    "No row of specs/architecture.md allows what stands in a row below it, and verify never gets to what decides") {
  std::map<std::string, Words> reached;  // by each folder, through others too
  for (const auto& each : rows()) {
    const std::string& folder = each.first;
    CAPTURE(folder);
    CHECK(reached.count(folder) == 0);  // one row a folder
    Words& all = reached[folder];
    for (const std::string& other : each.second) {
      CAPTURE(other);
      CHECK((other != folder && reached.count(other) == 1));
      all.insert(other);
      all.insert(reached[other].begin(), reached[other].end());
    }
  }
  for (const std::string& what_decides :
       Words{"interp/run", "interp/check/decide", "interp/check/record", "interp/search"}) {
    CAPTURE(what_decides);
    CHECK(reached["interp/check/verify"].count(what_decides) == 0);
  }
  CHECK(reached["interp/check/verify"].count("semantics") == 1);
}

// The headers for programs outside are no library; the folders in semantics are one.
TEST_CASE("interp/CMakeLists.txt links each room to those that its row of specs/architecture.md allows") {
  std::istringstream script(contents(source_dir / "interp/CMakeLists.txt"));
  const std::regex call(R"(room\(([a-z]+)([a-z ]*)\))");
  std::map<std::string, Words> linked, allowed;
  std::smatch found;
  for (std::string line; std::getline(script, line);)
    if (std::regex_match(line, found, call)) {
      Words& rooms = linked["interp/" + found[1].str()];
      for (const std::string& room : words(found[2])) rooms.insert(room == "semantics" ? room : "interp/" + room);
    }
  for (const auto& [folder, may_include] : table())
    if (folder.rfind("interp/", 0) == 0 && folder != "interp/coreecs") {
      Words& rooms = allowed[folder];
      for (const std::string& other : may_include) rooms.insert(other == "semantics/archetype" ? "semantics" : other);
    }
  CHECK(linked == allowed);
}
