#include "interp/oracle/commands/given.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "interp/base/json/tree.hpp"
#include "interp/language/format/load.hpp"
#include "interp/language/format/tree.hpp"
#include "interp/run/execution.hpp"

namespace coreecs {

namespace {

using Tree = nlohmann::ordered_json;

/// The lines of a file of several programs; nothing for other files.
std::vector<std::string> several(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (line.find_first_not_of(" \t\r") != line.npos) lines.push_back(line);
  const bool are = lines.size() > 1 &&
                   std::all_of(lines.begin(), lines.end(), [](const std::string& line) { return Tree::accept(line); });
  return are ? lines : std::vector<std::string>();
}

/// The case in a file.
std::optional<GivenCase> given(CommandLine& line, const std::string& file, const std::optional<std::string>& schedule) {
  const std::vector<std::string> lines = several(file);
  if (lines.empty()) {
    const std::optional<Input> source = read_program(line, file);
    const NamedSchedule* named = source ? choose_schedule(source->program, file, schedule) : nullptr;
    if (!named) return std::nullopt;
    return GivenCase{"schedule " + named->name, with_one_schedule(source->document(), named->name), named->name};
  }
  GivenCase one;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    auto loaded = load(lines[k]);
    const std::string place = fmt::format("{}:{}", file, k + 1);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&loaded)) {
      for (const Problem& problem : *problems) complain(show(place, problem) + "\n");
      return std::nullopt;
    }
    const bool last = k + 1 == lines.size();
    const auto* named = choose_schedule(std::get<Program>(loaded), place, last ? schedule : std::nullopt);
    if (!named) return std::nullopt;
    Tree document = with_one_schedule(Tree::parse(lines[k]), named->name);
    if (last)
      one = {"schedule " + named->name, std::move(document), named->name, std::move(one.before)};
    else
      one.before.push_back(std::move(document));
  }
  return one;
}

}  // namespace

std::optional<std::vector<GivenCase>> read_given(CommandLine& line, const std::string& path,
                                                 const std::optional<std::string>& schedule) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) {
    std::optional<GivenCase> one = given(line, path, schedule);
    return one ? std::optional(std::vector{*std::move(one)}) : std::nullopt;
  }
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(path))
    if (entry.path().extension() == ".json" || entry.path().extension() == ".jsonl")
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  if (files.empty()) {
    complain(path, "found no program, a file with the ending .json or .jsonl, in this folder");
    return std::nullopt;
  }
  std::vector<GivenCase> all;
  for (const std::string& file : files) {
    std::optional<GivenCase> one = given(line, file, schedule);
    if (!one) return std::nullopt;
    one->name = file;
    all.push_back(*std::move(one));
  }
  return all;
}

std::string as_given(const Alarm& alarm) {
  if (alarm.before.empty()) return alarm.program;
  std::string out;
  for (const std::string& one : alarm.before) out += compact(Tree::parse(one)) + "\n";
  return out + compact(Tree::parse(alarm.program)) + "\n";
}

Tree with_one_schedule(Tree document, const std::string& schedule) {
  Tree fewer = document;
  fewer["schedules"] = {{schedule, document["schedules"][schedule]}};
  fewer.erase("expect");
  return std::holds_alternative<Program>(load_tree(fewer)) ? fewer : document;
}

}  // namespace coreecs
