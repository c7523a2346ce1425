#include "interp/cli/archetypes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/archetype/judge.hpp"
#include "interp/archetype/load.hpp"
#include "interp/archetype/print.hpp"
#include "interp/archetype/report.hpp"
#include "interp/archetype/show.hpp"
#include "interp/cli/documents.hpp"
#include "interp/json/document.hpp"
#include "interp/json/tree.hpp"

namespace coreecs {

namespace {

archetype::RuleSet rule_set(const std::string& name) {
  return name == archetype::rule_set_names[0] ? archetype::RuleSet::Published : archetype::RuleSet::Repaired;
}

/// The options that were given, but for those of every command.
std::vector<std::string> given(const Command& command) {
  std::vector<std::string> out;
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0 && !option->get_positional()) out.push_back(option->get_name());
  return out;
}

}  // namespace

std::optional<ArchetypeInput> read_archetype(const std::string& file, std::string text) {
  auto loaded = archetype::load(text);
  if (const auto* all = std::get_if<std::vector<Problem>>(&loaded)) {
    for (const Problem& problem : *all) complain(show(file, problem) + "\n");
    return std::nullopt;
  }
  archetype::Program program = std::get<archetype::Program>(std::move(loaded));
  if (program.name.empty()) program.name = file;
  return ArchetypeInput{std::move(text), std::move(program)};
}

std::optional<ArchetypeInput> read_archetype(const std::string& file) {
  std::optional<std::string> text = read_text(file);
  if (!text) return std::nullopt;
  Problems problems;
  const Document document(std::string_view(*text), problems);
  const bool is_one = archetype::names_calculus(document);
  if (!is_one && is_another_document(file, *text, DocumentKind::Archetypes)) return std::nullopt;
  if (is_one || !problems.empty()) return read_archetype(file, *std::move(text));
  problems.report({}, "found a document without the key \"calculus\"; expected a program of the archetype calculus");
  for (const Problem& problem : std::move(problems).in_order(*text)) complain(show(file, problem) + "\n");
  return std::nullopt;
}

CLI::Option* rules_option(Command& command, std::string& rules) {
  return command
      .add_option("--rules", rules,
                  "of a program of the archetype calculus: the rules as they are published, or with every repair "
                  "(specs/deviations.md)")
      ->check(CLI::IsMember({"published", "repaired"}))
      ->default_str("repaired");
}

bool goes_with_archetypes(const Command& command, const std::string& file, const std::vector<std::string>& options) {
  bool goes = true;
  for (const std::string& option : given(command)) {
    if (option == "--rules" || option == "--max-memory" || option == "--ascii" ||
        std::find(options.begin(), options.end(), option) != options.end())
      continue;
    complain(file, fmt::format("{} is about programs of Core ECS; this one is of the archetype calculus", option));
    goes = false;
  }
  return goes;
}

bool goes_without_archetypes(const Command& command, const std::string& file) {
  const std::vector<std::string> all = given(command);
  if (std::find(all.begin(), all.end(), "--rules") == all.end()) return true;
  complain(file, "--rules is about programs of the archetype calculus; this one is of Core ECS");
  return false;
}

Status run(const ArchetypeInput& input, const std::string& file, const ArchetypeRun& options) {
  const archetype::Program& program = input.program;
  const archetype::Environment env{.rules = archetype::rules(rule_set(options.rules))};
  const std::uint64_t frames = options.frames.value_or(program.frames);
  const auto wanted = [&](std::uint64_t frame) {
    return options.last ? frame == frames
                        : !options.every || frame == 0 || frame == frames || frame % *options.every == 0;
  };
  nlohmann::ordered_json tables = nlohmann::ordered_json::array();
  const auto tell = [&](std::uint64_t frame, const archetype::Heap& H) {
    if (!wanted(frame)) return;
    if (options.json)
      tables.push_back(tables_as_json(program, H, names(program, H)));
    else
      print((frame == 0 ? std::string("start\n") : fmt::format("frame {}\n", frame)) + show_tables(program, H, "  "));
  };
  tell(0, program.start);
  const archetype::Outcome outcome = archetype::run(program, env, frames, tell);
  if (options.json) {
    nlohmann::ordered_json out = {{"rules", options.rules}, {"frames", std::move(tables)}};
    if (outcome.failure) out["stuck"] = as_json(*outcome.failure, program, outcome.w.H);
    print(laid_out(out));
  }
  if (!outcome.failure) return Status::Yes;
  complain(show(*outcome.failure, program, outcome.w.H, {file, input.text}));
  return Status::Wrong;
}

Status check(const ArchetypeInput& input, const std::string& file, const std::string& rules,
             std::optional<std::uint64_t> frames, bool json) {
  const archetype::Verdict verdict =
      archetype::judge(input.program, rule_set(rules), frames.value_or(input.program.frames));
  print(json ? laid_out(as_json(verdict, input.program)) : show(verdict, input.program, {file, input.text}));
  return verdict.good() ? Status::Yes : Status::No;
}

Status show(const ArchetypeInput& input, const std::string& rules) {
  print(archetype::show(input.program, archetype::rules(rule_set(rules))));
  return Status::Yes;
}

}  // namespace coreecs
