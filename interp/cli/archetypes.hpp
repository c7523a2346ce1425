/// Programs of the archetype calculus, where commands take them beside those of Core ECS.
#pragma once

#include "interp/archetype/program.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

/// A program of the archetype calculus with the text that it was read from.
struct ArchetypeInput {
  std::string text;
  archetype::Program program;
};
/// The same of a document that names its calculus; nothing when its problems have been printed.
[[nodiscard]] std::optional<ArchetypeInput> read_archetype(const std::string& file, std::string text);
/// That of a file; any other document is refused.
[[nodiscard]] std::optional<ArchetypeInput> read_archetype(const std::string& file);

/// --rules, by which set of rules.
CLI::Option* rules_option(Command& command, std::string& rules);
/// Whether none of the options that were given is about programs of Core ECS only; where one is, that has been said.
[[nodiscard]] bool goes_with_archetypes(const Command& command, const std::string& file,
                                        const std::vector<std::string>& options);
/// The same of --rules, which is about the archetype calculus only.
[[nodiscard]] bool goes_without_archetypes(const Command& command, const std::string& file);

// What the commands do with such a program.

struct ArchetypeRun {
  std::string rules;
  std::optional<std::uint64_t> frames;
  bool json = false, last = false;
  std::optional<std::uint64_t> every;
};
[[nodiscard]] Status run(const ArchetypeInput& input, const std::string& file, const ArchetypeRun& options);
[[nodiscard]] Status check(const ArchetypeInput& input, const std::string& file, const std::string& rules,
                           std::optional<std::uint64_t> frames, bool json);
[[nodiscard]] Status show(const ArchetypeInput& input, const std::string& rules);

}  // namespace coreecs
