/// The exercises of the course, with their solutions and keys.
#pragma once

#include "interp/classroom/mark/mark.hpp"
#include "props/kit/files.hpp"
#include "props/kit/generate.hpp"

namespace coreecs {

inline constexpr std::size_t limit = 10'000;

struct Exercise {
  std::string name;  ///< "4-sheep"
  Tree given, solution;
  std::string key;
};

[[nodiscard]] inline const std::vector<Exercise>& exercises() {
  static const std::vector<Exercise> all = [] {
    const std::filesystem::path guide = source_dir / "specs/guide";
    std::vector<Exercise> found;
    for (const auto& file : files("specs/guide/exercises", ".json")) {
      const auto name = file.filename();
      found.push_back({file.stem().string(), Tree::parse(contents(file)),
                       Tree::parse(contents(guide / "solutions" / name)), contents(guide / "keys" / name)});
    }
    return found;
  }();
  return all;
}

[[nodiscard]] inline const Exercise& exercise(const std::string& name) {
  for (const Exercise& one : exercises())
    if (one.name == name) return one;
  throw std::logic_error("no exercise " + name);
}

/// With its key.
[[nodiscard]] inline Assignment task(const Exercise& exercise) {
  return std::get<Assignment>(with_key(std::get<Assignment>(task_of(exercise.given)), exercise.key));
}

}  // namespace coreecs
