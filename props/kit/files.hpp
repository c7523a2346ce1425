/// The project's own files, for tests.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

inline const std::filesystem::path source_dir = COREECS_SOURCE_DIR;

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The files in and below a folder with this extension, sorted. A folder that does not exist has none.
inline std::vector<std::filesystem::path> files(const std::string& folder, const std::string& extension) {
  std::vector<std::filesystem::path> found;
  if (std::filesystem::exists(source_dir / folder))
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir / folder))
      if (entry.path().extension() == extension) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// The programs of the examples, sorted: every JSON that is no app.
inline std::vector<std::filesystem::path> example_programs() {
  std::vector<std::filesystem::path> found = files("examples", ".json");
  std::erase_if(found, [](const std::filesystem::path& path) {
    return path.parent_path().filename() == "apps" || path.parent_path().filename() == "archetypes";
  });
  return found;
}
