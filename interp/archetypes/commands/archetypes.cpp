#include "interp/archetypes/commands/archetypes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "interp/archetypes/archetype/judge.hpp"
#include "interp/archetypes/archetype/load.hpp"
#include "interp/archetypes/archetype/report.hpp"
#include "interp/archetypes/archetype/show.hpp"
#include "interp/archetypes/commands/commands.hpp"
#include "interp/base/json/document.hpp"
#include "interp/base/json/tree.hpp"
#include "interp/cli/command.hpp"

namespace coreecs {

namespace {

std::optional<ArchetypeInput> read(const std::string& file, std::string text) {
  auto loaded = archetype::load(text);
  if (const auto* all = std::get_if<std::vector<Problem>>(&loaded)) {
    for (const Problem& problem : *all) complain(show(file, problem) + "\n");
    return std::nullopt;
  }
  archetype::Program program = std::get<archetype::Program>(std::move(loaded));
  if (program.name.empty()) program.name = file;
  return ArchetypeInput{std::move(text), std::move(program)};
}

/// The options of a command that apply to programs of both calculi.
std::vector<std::string> shared_options(std::string_view command) {
  if (command == "run") return {"--frames", "--json", "--last", "--every"};
  if (command == "check") return {"--frames", "--json"};
  return {};
}
std::string its_options(std::string_view command) {
  return fmt::format(" For such a program only these options are accepted: {}, --rules, --max-memory and --ascii.",
                     fmt::join(shared_options(command), ", "));
}

/// Whether all given options are among these, those of this calculus and those of every command; prints those that are
/// not.
bool are_all_in(const Command& command, const std::string& file, const std::vector<std::string>& options) {
  bool all = true;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || option->get_positional() || name == "--rules" || name == "--max-memory" ||
        name == "--ascii" || std::find(options.begin(), options.end(), name) != options.end())
      continue;
    complain(file, fmt::format("{} is about programs of Core ECS; this one is of the archetype calculus", name));
    all = false;
  }
  return all;
}

/// The value of an option of the command; nothing if it is absent.
std::optional<std::uint64_t> number(const Command& command, const std::string& option) {
  const CLI::Option* found = command.get_option(option);
  return found->count() > 0 ? std::optional(found->as<std::uint64_t>()) : std::nullopt;
}
bool flag(const Command& command, const std::string& option) { return command.get_option(option)->count() > 0; }

std::string rules_of(const Command& command) {
  const CLI::Option* rules = command.get_option("--rules");
  return rules->count() > 0 ? rules->results().back() : "repaired";
}
archetype::RuleSet rule_set(const std::string& name) {
  return name == archetype::rule_set_names[0] ? archetype::RuleSet::Published : archetype::RuleSet::Repaired;
}

Status run(const ArchetypeInput& input, const Command& command, const std::string& file) {
  const archetype::Program& program = input.program;
  const std::string rules = rules_of(command);
  const archetype::Environment env{.rules = archetype::rules(rule_set(rules))};
  const std::uint64_t frames = number(command, "--frames").value_or(program.frames);
  const bool as_json = flag(command, "--json"), last = flag(command, "--last");
  const std::optional<std::uint64_t> every = number(command, "--every");
  const auto wanted = [&](std::uint64_t frame) {
    return last ? frame == frames : !every || frame == 0 || frame == frames || frame % *every == 0;
  };
  nlohmann::ordered_json tables = nlohmann::ordered_json::array();
  const auto tell = [&](std::uint64_t frame, const archetype::Heap& H) {
    if (!wanted(frame)) return;
    if (as_json)
      tables.push_back(tables_as_json(program, H, names(program, H)));
    else
      print((frame == 0 ? std::string("start\n") : fmt::format("frame {}\n", frame)) + show_tables(program, H, "  "));
  };
  tell(0, program.start);
  const archetype::Outcome outcome = archetype::run(program, env, frames, tell);
  if (as_json) {
    nlohmann::ordered_json out = {{"rules", rules}, {"frames", std::move(tables)}};
    if (outcome.failure) out["stuck"] = archetype::as_json(*outcome.failure, program, outcome.w.H);
    print(laid_out(out));
  }
  if (!outcome.failure) return Status::Yes;
  complain(show(*outcome.failure, program, outcome.w.H, {file, input.text}));
  return Status::Wrong;
}

Status check(const ArchetypeInput& input, const Command& command, const std::string& file) {
  const archetype::Verdict verdict = archetype::judge(input.program, rule_set(rules_of(command)),
                                                      number(command, "--frames").value_or(input.program.frames));
  print(flag(command, "--json") ? laid_out(as_json(verdict, input.program))
                                : show(verdict, input.program, {file, input.text}));
  return verdict.good() ? Status::Yes : Status::No;
}

Status test(const archetype::Program& program, const std::string& file, Language::Tally& tally) {
  Status status = Status::Yes;
  for (const archetype::Expectation& expected : program.expectations) {
    const std::vector<std::string> found = differences(program, expected, program.frames);
    ++(found.empty() ? tally.passed : tally.failed);
    if (found.empty()) continue;
    status = Status::No;
    print(fmt::format("{}: by the {} rules it is not as expected:\n", on_one_line(file),
                      archetype::rule_set_names[static_cast<std::size_t>(expected.rules)]));
    for (const std::string& difference : found) print("    " + difference + "\n");
  }
  return status;
}

class Archetypes : public Language {
 public:
  [[nodiscard]] std::string_view name() const override { return "the archetype calculus"; }
  [[nodiscard]] bool is_named_by(const Document& document) const override {
    return archetype::names_calculus(document);
  }
  void add_options_to(Command& command) const override {
    command.add_option("--rules")
        ->type_name("TEXT")
        ->description(
            "for a program of the archetype calculus: the rules as published, or with every repair "
            "(specs/explanation/deviations.md)")
        ->check(CLI::IsMember({"published", "repaired"}))
        ->default_str("repaired");
  }
  [[nodiscard]] std::vector<std::string> options() const override { return {"--rules"}; }
  [[nodiscard]] std::string about(std::string_view command) const override {
    if (command == "run")
      return "For a program of the archetype calculus, run prints the tables after every frame, and says where no rule "
             "applies if it is stuck." +
             its_options(command);
    if (command == "check")
      return "For a program of the archetype calculus, check says whether it is well typed, which conflicts it has, "
             "and which claims of the paper its run refutes. The exit status is 0 if it is well typed, runs to its "
             "end, and refutes none." +
             its_options(command);
    return "";
  }
  [[nodiscard]] Status perform(const Command& command, const std::string& file, std::string text,
                               Tally& tally) const override {
    const std::optional<ArchetypeInput> input = read(file, std::move(text));
    if (!input) return Status::Wrong;
    const std::string& does = command.get_name();
    if (!are_all_in(command, file, shared_options(does))) return Status::Wrong;
    if (does == "run") return run(*input, command, file);
    if (does == "check") return check(*input, command, file);
    if (does == "test") return test(input->program, file, tally);
    print(archetype::show(input->program, archetype::rules(rule_set(rules_of(command)))));
    return Status::Yes;
  }
};

}  // namespace

std::optional<ArchetypeInput> read_archetype(CommandLine& line, const std::string& file) {
  std::optional<std::string> text = read_text(line, file);
  if (!text) return std::nullopt;
  Problems problems;
  const Document document(std::string_view(*text), problems);
  const bool is_one = archetype::names_calculus(document);
  if (!is_one && is_another_document(line, file, *text, document, archetype_document)) return std::nullopt;
  if (is_one || !problems.empty()) return read(file, *std::move(text));
  problems.report({}, "found a document without the key \"calculus\"; expected a program of the archetype calculus");
  for (const Problem& problem : std::move(problems).in_order(*text)) complain(show(file, problem) + "\n");
  return std::nullopt;
}

std::shared_ptr<const Language> archetype_language() { return std::make_shared<Archetypes>(); }

}  // namespace coreecs
