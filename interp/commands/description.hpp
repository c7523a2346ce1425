/// Describes the command line: read from CLI11 once, and shown as help, manual page, completions and JSON.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace coreecs {

class Command;
class CommandLine;

struct OptionDescription {
  std::string name;                  ///< "--frames", or "FILE" for a positional argument
  std::string letter = {};           ///< "-o", if it has one
  std::string value;                 ///< its value: "N", "FILE", "DIR", "NAME"; "" for a flag
  std::vector<std::string> choices;  ///< the possible values, if they are few
  std::string preset;                ///< the default, if --help shows it
  bool several = false;              ///< it may be repeated
  bool required = false;
  std::string group, about;
  std::vector<std::vector<std::string>> needs;            ///< as Command::needs_of
  std::map<std::string, std::set<std::string>> excludes;  ///< as Command::excludes_of
  bool one_file = false;
  bool reads = false, writes = false;  ///< it names a file that the command reads, or writes
};

struct CommandDescription {
  std::string name;  ///< as Command::words
  std::string group, about, footer;
  std::vector<OptionDescription> arguments, options;
};

struct Description {
  std::string about, notes, footer;          ///< the footer has the exit statuses
  std::vector<CommandDescription> commands;  ///< without hidden ones, which have no group
  std::vector<std::string> first;            ///< the possible first words: help, version, commands and families
  /// The words that begin several commands, such as app, each with the following words of these commands.
  std::map<std::string, std::vector<std::string>> families;
};

[[nodiscard]] Description describe(const CommandLine& line);
[[nodiscard]] CommandDescription describe(const Command& command);

/// "FILE...", or "[FILE...]" if it is optional
[[nodiscard]] std::string synopsis(const OptionDescription& argument);
/// "--by component|entity", "--frames N", "--json"
[[nodiscard]] std::string usage(const OptionDescription& option);
/// Its purpose, its default, and its rules for combination.
[[nodiscard]] std::string meaning(const OptionDescription& option);
/// The distinct groups of commands or options, in order of first appearance.
template <class Described>
[[nodiscard]] std::vector<std::string> groups(const std::vector<Described>& all) {
  std::vector<std::string> out;
  for (const Described& one : all)
    if (std::find(out.begin(), out.end(), one.group) == out.end()) out.push_back(one.group);
  return out;
}

// As text for people and for programs.

[[nodiscard]] std::string help(const Description& all);
[[nodiscard]] std::string help(const CommandDescription& command);
/// For the commands that begin with this word.
[[nodiscard]] std::string family_help(const std::string& first, const Description& all);
[[nodiscard]] std::string manual_page(const Description& all);
[[nodiscard]] std::string bash_completion(const Description& all);
[[nodiscard]] std::string zsh_completion(const Description& all);
[[nodiscard]] std::string fish_completion(const Description& all);
[[nodiscard]] std::string json(const Description& all);

}  // namespace coreecs
